package dev.dexscope.vm.instrument;

import dev.dexscope.vm.runtime.Allocations;
import dev.dexscope.vm.runtime.Linkage;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/** Puts a call after each instruction of a translated class that creates an object. */
public final class AllocationHooks {
  private static final ClassDesc ALLOCATIONS = desc(Allocations.class);
  private static final MethodTypeDesc MAKING =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Class);
  private static final MethodTypeDesc MADE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

  /** Longer code is left alone: its jumps might not reach over the hooks. */
  private static final int LONGEST_CODE = 24_000;

  private AllocationHooks() {}

  private static ClassDesc desc(Class<?> type) {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }

  /** The class with hooks; null when it has no room for them. */
  public static byte @Nullable [] apply(byte[] plain) {
    // Frames are moved along with the code, not computed anew: that would load classes.
    ClassFile classFile = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);
    try {
      ClassModel model = classFile.parse(plain);
      return classFile.transformClass(
          model,
          ClassTransform.transformingMethods(
              AllocationHooks::isTranslated,
              (builder, element) -> {
                if (element instanceof CodeModel code) {
                  builder.transformCode(code, new Hooks(code));
                } else {
                  builder.with(element);
                }
              }));
    } catch (IllegalArgumentException e) {
      // Too many constants, or code that grew too long.
      return null;
    }
  }

  /**
   * Stubs of interpreted methods make arrays of their own, and the interpreter reports the rest.
   */
  private static boolean isTranslated(MethodModel method) {
    CodeModel code = method.code().orElse(null);
    return code instanceof CodeAttribute attribute
        && attribute.codeLength() <= LONGEST_CODE
        && code.elementStream().noneMatch(AllocationHooks::isStub);
  }

  private static boolean isStub(CodeElement element) {
    return element instanceof ConstantInstruction constant
        && constant.constantValue() instanceof DynamicConstantDesc<?> dynamic
        && dynamic.bootstrapMethod().owner().equals(desc(Linkage.class));
  }

  private record Hooks(CodeModel code) implements CodeTransform {
    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      builder.with(element);
      switch (element) {
        case NewObjectInstruction made ->
            builder
                .loadConstant(made.className().asSymbol())
                .invokestatic(ALLOCATIONS, "making", MAKING);
        case NewPrimitiveArrayInstruction _,
            NewReferenceArrayInstruction _,
            NewMultiArrayInstruction _ ->
            made(builder);
        case InvokeInstruction call when isClone(call) -> made(builder);
        default -> {}
      }
    }

    private static void made(CodeBuilder builder) {
      builder.dup().invokestatic(ALLOCATIONS, "made", MADE);
    }

    /** The JVM's own clone, not that of a class which calls it. */
    private static boolean isClone(InvokeInstruction call) {
      return call.name().equalsString("clone")
          && call.type().equalsString("()Ljava/lang/Object;")
          && (call.owner().asSymbol().isArray()
              || call.owner().asSymbol().equals(ConstantDescs.CD_Object));
    }

    @Override
    public void atEnd(CodeBuilder builder) {
      code.findAttribute(Attributes.stackMapTable())
          .ifPresent(table -> builder.with(StackMapTableAttribute.of(table.entries())));
    }
  }
}
