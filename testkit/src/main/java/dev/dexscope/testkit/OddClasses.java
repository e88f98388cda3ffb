package dev.dexscope.testkit;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.RetInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;

/** Classes that today's javac does not write. */
public final class OddClasses {
  private OddClasses() {}

  /**
   * A class as compilers wrote it before Java 6: {@code finally} is a subroutine, which has another
   * one. {@code run(int)} returns 1000 times how often the outer one ran, 100 times the inner one,
   * and its argument, negative after an exception.
   */
  public static byte[] withSubroutines(String name) {
    MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    return ClassFile.of(
            ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE)
        .build(
            ClassDesc.of(name),
            to ->
                to.withVersion(49, 0)
                    .withFlags(ClassFile.ACC_PUBLIC)
                    .withMethodBody(
                        "run",
                        type,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> {
                          Label outer = code.newLabel();
                          Label inner = code.newLabel();
                          Label start = code.newLabel();
                          Label end = code.newLabel();
                          Label handler = code.newLabel();
                          code.iconst_0().istore(1).labelBinding(start);
                          code.bipush(10).iload(0).idiv().pop().labelBinding(end);
                          code.with(JsrInstruction.of(outer));
                          code.with(JsrInstruction.of(outer));
                          code.iload(1).iload(0).iadd().ireturn();
                          code.labelBinding(handler).pop();
                          code.with(JsrInstruction.of(outer));
                          code.iload(1).ineg().ireturn();
                          code.labelBinding(outer).astore(2).iinc(1, 1000);
                          code.with(JsrInstruction.of(inner));
                          code.with(RetInstruction.of(2));
                          code.labelBinding(inner).astore(3).iinc(1, 100);
                          code.with(RetInstruction.of(3));
                          code.exceptionCatchAll(start, end, handler);
                        }));
  }

  /** A class with a dynamic constant (JVMS 4.4.10). */
  public static byte[] withDynamicConstant(String name) {
    ClassDesc self = ClassDesc.of(name);
    MethodTypeDesc bootstrap =
        MethodTypeDesc.of(
            ConstantDescs.CD_Object,
            ConstantDescs.CD_MethodHandles_Lookup,
            ConstantDescs.CD_String,
            ConstantDescs.CD_Class);
    var handle =
        MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, self, "make", bootstrap);
    var constant = DynamicConstantDesc.ofNamed(handle, "c", ConstantDescs.CD_Object);
    return ClassFile.of()
        .build(
            self,
            to ->
                to.withMethodBody(
                        "make", bootstrap, ClassFile.ACC_STATIC, code -> code.aload(1).areturn())
                    .withMethodBody(
                        "run",
                        MethodTypeDesc.of(ConstantDescs.CD_Object),
                        ClassFile.ACC_STATIC,
                        code -> code.loadConstant(constant).areturn()));
  }
}
