package dev.dexscope.vm.load;

import dev.dexscope.vm.runtime.NativeStubs;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/**
 * Adds bodies to native methods that report the call and return 0 or null: for programs whose
 * libraries are built for another machine.
 */
final class NativeBodies {
  private static final ClassDesc STUBS =
      ClassDesc.ofDescriptor(NativeStubs.class.descriptorString());
  private static final MethodTypeDesc TELL =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  private NativeBodies() {}

  /** Returns the class with such bodies; null if it needs none. */
  static byte @Nullable [] apply(byte[] plain) {
    var classFile = ClassFile.of();
    ClassModel model = classFile.parse(plain);
    if (model.methods().stream().noneMatch(NativeBodies::isNative)) {
      return null;
    }
    String type = model.thisClass().asInternalName().replace('/', '.');
    ClassTransform methods =
        (builder, element) -> {
          if (element instanceof MethodModel method) {
            builder.transformMethod(
                method,
                (changed, part) -> {
                  if (part instanceof AccessFlags flags && isNative(method)) {
                    changed.withFlags(flags.flagsMask() & ~ClassFile.ACC_NATIVE);
                    changed.withCode(code -> body(code, type, method));
                  } else {
                    changed.with(part);
                  }
                });
          } else {
            builder.with(element);
          }
        };
    return classFile.transformClass(model, methods);
  }

  private static boolean isNative(MethodModel method) {
    return (method.flags().flagsMask() & ClassFile.ACC_NATIVE) != 0;
  }

  private static void body(CodeBuilder code, String type, MethodModel method) {
    code.loadConstant(type + "." + method.methodName().stringValue());
    code.invokestatic(STUBS, "called", TELL);
    TypeKind kind = TypeKind.from(method.methodTypeSymbol().returnType());
    switch (kind) {
      case VOID -> {}
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
    code.return_(kind);
  }
}
