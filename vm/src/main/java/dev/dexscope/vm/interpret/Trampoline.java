package dev.dexscope.vm.interpret;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * A call from the program's class loader. Host code that looks for a class loader on the stack, as
 * {@link java.io.ObjectInputStream} does, uses that of the first class outside the JDK: without
 * this it finds the interpreter's.
 */
final class Trampoline {
  private Trampoline() {}

  /**
   * Returns a handle that calls a public method from a hidden class of the program.
   *
   * @param type of the method, without its receiver
   */
  static MethodHandle to(Lookup program, Class<?> owner, String name, MethodType type)
      throws ReflectiveOperationException {
    MethodType called = type.insertParameterTypes(0, owner);
    String here = program.lookupClass().getPackageName();
    ClassDesc self = ClassDesc.of(here.isEmpty() ? "Trampoline" : here + ".Trampoline");
    MethodTypeDesc inner = type.describeConstable().orElseThrow();
    byte[] bytes =
        ClassFile.of()
            .build(
                self,
                to ->
                    to.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                        .withSuperclass(ConstantDescs.CD_Object)
                        .withMethodBody(
                            name,
                            inner.insertParameterTypes(0, owner.describeConstable().orElseThrow()),
                            ClassFile.ACC_STATIC,
                            code -> {
                              code.aload(0);
                              code.invokevirtual(
                                  owner.describeConstable().orElseThrow(), name, inner);
                              code.areturn();
                            }));
    Lookup made = program.defineHiddenClass(bytes, false);
    return made.findStatic(made.lookupClass(), name, called);
  }
}
