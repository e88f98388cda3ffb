package dev.dexscope.vm.interpret;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls a method handle with values from registers, without boxes: a class is made for each shape
 * of parameters and result, because invokeExact has them in its code.
 */
abstract class CallAdapter {
  private static final Map<String, CallAdapter> ALL = new ConcurrentHashMap<>();

  private static final ClassDesc SELF = ClassDesc.of(CallAdapter.class.getName());
  private static final ClassDesc FRAME = ClassDesc.of(Frame.class.getName());
  private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();
  private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
  private static final ClassDesc FLOAT = ClassDesc.of("java.lang.Float");
  private static final ClassDesc DOUBLE = ClassDesc.of("java.lang.Double");
  private static final MethodTypeDesc CALL =
      MethodTypeDesc.of(
          ConstantDescs.CD_void,
          ConstantDescs.CD_MethodHandle,
          ConstantDescs.CD_int.arrayType(),
          FRAME);

  /** The local variables of {@link #call}. */
  private static final int TARGET = 1;

  private static final int VALUES = 2;
  private static final int CALLER = 3;

  /**
   * Calls the target with the values; its result is in the frame afterwards.
   *
   * @param values their registers
   */
  abstract void call(MethodHandle target, int[] values, Frame frame) throws Throwable;

  /** The adapter of a shorty: the result's letter, then the parameters'. */
  static CallAdapter of(String shorty) {
    return ALL.computeIfAbsent(shorty, CallAdapter::make);
  }

  private static CallAdapter make(String shorty) {
    ClassDesc self = ClassDesc.of(CallAdapter.class.getName() + "For" + shorty);
    byte[] bytes =
        ClassFile.of()
            .build(
                self,
                to -> {
                  to.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC).withSuperclass(SELF);
                  to.withMethodBody(
                      ConstantDescs.INIT_NAME,
                      ConstantDescs.MTD_void,
                      0,
                      code ->
                          code.aload(0)
                              .invokespecial(SELF, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                              .return_());
                  to.withMethodBody("call", CALL, 0, code -> call(code, shorty));
                });
    try {
      MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(bytes, true);
      return (CallAdapter) made.lookupClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(shorty, e);
    }
  }

  private static void call(CodeBuilder code, String shorty) {
    List<ClassDesc> parameters = new ArrayList<>();
    code.aload(TARGET);
    for (int i = 1; i < shorty.length(); i++) {
      parameters.add(type(shorty.charAt(i)));
      load(code, shorty.charAt(i), i - 1);
    }
    ClassDesc result = type(shorty.charAt(0));
    code.invokevirtual(
        ConstantDescs.CD_MethodHandle, "invokeExact", MethodTypeDesc.of(result, parameters));
    store(code, shorty.charAt(0));
    code.return_();
  }

  private static ClassDesc type(char letter) {
    return letter == 'L' ? ConstantDescs.CD_Object : ClassDesc.ofDescriptor(String.valueOf(letter));
  }

  private static void load(CodeBuilder code, char type, int index) {
    boolean reference = type == 'L';
    code.aload(CALLER)
        .getfield(FRAME, reference ? "references" : "numbers", reference ? OBJECTS : LONGS);
    code.aload(VALUES).loadConstant(index).iaload();
    if (reference) {
      code.aaload();
      return;
    }
    code.laload();
    switch (type) {
      case 'J' -> {}
      case 'D' ->
          code.invokestatic(
              DOUBLE,
              "longBitsToDouble",
              MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
      case 'F' ->
          code.l2i()
              .invokestatic(
                  FLOAT,
                  "intBitsToFloat",
                  MethodTypeDesc.of(ConstantDescs.CD_float, ConstantDescs.CD_int));
      case 'Z' -> code.l2i().iconst_1().iand();
      case 'B' -> code.l2i().i2b();
      case 'S' -> code.l2i().i2s();
      case 'C' -> code.l2i().i2c();
      default -> code.l2i();
    }
  }

  private static void store(CodeBuilder code, char type) {
    switch (type) {
      case 'V' -> {
        return;
      }
      case 'L' -> {
        code.aload(CALLER).swap().putfield(FRAME, "resultReference", ConstantDescs.CD_Object);
        return;
      }
      case 'J' -> {}
      case 'D' ->
          code.invokestatic(
              DOUBLE,
              "doubleToRawLongBits",
              MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
      case 'F' ->
          code.invokestatic(
                  FLOAT,
                  "floatToRawIntBits",
                  MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_float))
              .i2l();
      default -> code.i2l();
    }
    code.aload(CALLER).dup_x2().pop().putfield(FRAME, "result", ConstantDescs.CD_long);
  }
}
