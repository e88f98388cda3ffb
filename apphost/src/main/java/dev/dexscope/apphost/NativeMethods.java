package dev.dexscope.apphost;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;

/**
 * Gives the native methods of a framework class, which Robolectric has not prepared, a body: a call
 * site that {@code device.CallSites} links. It has no object: those of these classes have no state
 * of their own.
 */
final class NativeMethods {
  private static final ClassDesc CALL_SITES = ClassDesc.of("dev.dexscope.apphost.device.CallSites");

  private NativeMethods() {}

  static byte[] of(byte[] file) {
    ClassFile format = ClassFile.of();
    ClassModel type = format.parse(file);
    return format.transformClass(
        type,
        (builder, element) -> {
          if (element instanceof MethodModel method && method.flags().has(AccessFlag.NATIVE)) {
            builder.withMethodBody(
                method.methodName().stringValue(),
                method.methodTypeSymbol(),
                method.flags().flagsMask() & ~ClassFile.ACC_NATIVE,
                code -> {
                  MethodTypeDesc called = method.methodTypeSymbol();
                  for (int i = 0; i < called.parameterCount(); i++) {
                    TypeKind kind = TypeKind.from(called.parameterType(i));
                    code.loadLocal(kind, code.parameterSlot(i));
                  }
                  code.invokedynamic(
                      DynamicCallSiteDesc.of(
                          ConstantDescs.ofCallsiteBootstrap(
                              CALL_SITES, "bootstrapNative", ConstantDescs.CD_CallSite),
                          method.methodName().stringValue(),
                          called));
                  code.return_(TypeKind.from(called.returnType()));
                });
          } else {
            builder.with(element);
          }
        });
  }
}
