package dev.dexscope.dexer;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** A class as compilers wrote it before Java 6: its finally block is a subroutine. */
final class OldClass {
  private OldClass() {}

  static byte[] file(String name) {
    return ClassFile.of(
            ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE)
        .build(
            ClassDesc.of(name),
            to -> {
              to.withVersion(49, 0).withFlags(ClassFile.ACC_PUBLIC);
              to.withMethodBody(
                  "run",
                  MethodTypeDesc.ofDescriptor("()V"),
                  ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                  code -> {
                    Label routine = code.newLabel();
                    code.with(DiscontinuedInstruction.JsrInstruction.of(routine));
                    code.return_();
                    code.labelBinding(routine);
                    code.astore(0);
                    code.with(DiscontinuedInstruction.RetInstruction.of(0));
                  });
            });
  }
}
