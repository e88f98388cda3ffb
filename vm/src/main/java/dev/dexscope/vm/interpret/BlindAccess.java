package dev.dexscope.vm.interpret;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.runtime.LineNumbers;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Access to a member with missing types: JVM code names them without loading them, a method handle
 * loads all. So a hidden class makes the access, in which missing types are replaced by Object;
 * their only value is null.
 */
final class BlindAccess {
  private static final String NAME = "access";

  /** The kind of a call. */
  enum Kind {
    STATIC,
    VIRTUAL,
    INTERFACE
  }

  private BlindAccess() {}

  /**
   * Returns a handle that calls the method.
   *
   * @param program the calling class
   * @param isThere whether the class of a descriptor exists
   */
  static MethodHandle ofMethod(
      Lookup program, MethodRef method, Kind kind, boolean inInterface, Predicate<String> isThere)
      throws ReflectiveOperationException {
    MethodTypeDesc named = MethodTypeDesc.ofDescriptor(method.proto().descriptor());
    ClassDesc owner = ClassDesc.ofDescriptor(method.definingClass());
    MethodTypeDesc seen = named;
    for (int i = 0; i < seen.parameterCount(); i++) {
      seen = seen.changeParameterType(i, seen(named.parameterType(i), isThere));
    }
    seen = seen.changeReturnType(seen(named.returnType(), isThere));
    MethodTypeDesc type = kind == Kind.STATIC ? seen : seen.insertParameterTypes(0, owner);
    return define(
        program, type, code -> call(code, method.name(), owner, named, kind, inInterface));
  }

  /** Returns a handle that reads or writes a field whose type is missing. */
  static MethodHandle ofField(Lookup program, FieldRef field, boolean isStatic, boolean read)
      throws ReflectiveOperationException {
    ClassDesc owner = ClassDesc.ofDescriptor(field.definingClass());
    ClassDesc type = ClassDesc.ofDescriptor(field.type());
    MethodTypeDesc seen =
        read
            ? MethodTypeDesc.of(ConstantDescs.CD_Object)
            : MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    return define(
        program,
        isStatic ? seen : seen.insertParameterTypes(0, owner),
        code -> {
          code.lineNumber(LineNumbers.NO_INSTRUCTION);
          if (!isStatic) {
            code.aload(0);
          }
          if (!read) {
            code.aload(isStatic ? 0 : 1).checkcast(type);
          }
          code.fieldAccess(opcode(isStatic, read), owner, field.name(), type);
          if (read) {
            code.areturn();
          } else {
            code.return_();
          }
        });
  }

  private static MethodHandle define(
      Lookup program, MethodTypeDesc type, Consumer<CodeBuilder> body)
      throws ReflectiveOperationException {
    String here = program.lookupClass().getPackageName();
    byte[] bytes =
        ClassFile.of()
            .build(
                ClassDesc.of(here.isEmpty() ? "BlindAccess" : here + ".BlindAccess"),
                to ->
                    to.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                        .withMethodBody(NAME, type, ClassFile.ACC_STATIC, body));
    Lookup made = program.defineHiddenClass(bytes, false, Lookup.ClassOption.NESTMATE);
    MethodType found =
        MethodType.fromMethodDescriptorString(
            type.descriptorString(), program.lookupClass().getClassLoader());
    return made.findStatic(made.lookupClass(), NAME, found);
  }

  private static Opcode opcode(boolean isStatic, boolean read) {
    if (isStatic) {
      return read ? Opcode.GETSTATIC : Opcode.PUTSTATIC;
    }
    return read ? Opcode.GETFIELD : Opcode.PUTFIELD;
  }

  private static ClassDesc seen(ClassDesc type, Predicate<String> isThere) {
    return isThere.test(type.descriptorString()) ? type : ConstantDescs.CD_Object;
  }

  private static void call(
      CodeBuilder code,
      String name,
      ClassDesc owner,
      MethodTypeDesc named,
      Kind kind,
      boolean inInterface) {
    code.lineNumber(LineNumbers.NO_INSTRUCTION);
    int first = 0;
    if (kind != Kind.STATIC) {
      code.aload(0);
      first = 1;
    }
    for (int i = 0; i < named.parameterCount(); i++) {
      ClassDesc parameter = named.parameterType(i);
      TypeKind loaded = TypeKind.from(parameter);
      code.loadLocal(loaded, code.parameterSlot(first + i));
      if (loaded == TypeKind.REFERENCE) {
        code.checkcast(parameter);
      }
    }
    switch (kind) {
      case STATIC -> code.invokestatic(owner, name, named, inInterface);
      case VIRTUAL -> code.invokevirtual(owner, name, named);
      case INTERFACE -> code.invokeinterface(owner, name, named);
    }
    code.return_(TypeKind.from(named.returnType()));
  }
}
