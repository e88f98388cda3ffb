package dev.dexscope.vm.load;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;

/** The methods of a given class file under the names, and with the access, that they have here. */
final class GivenMethods {
  private final GivenCode code;
  private final LambdaNames lambdas;

  GivenMethods(GivenCode code, LambdaNames lambdas) {
    this.code = code;
    this.lambdas = lambdas;
  }

  /** Returns a method's name and descriptor, by which class files are compared. */
  static String key(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }

  /** Adds one to the class. */
  void add(ClassBuilder to, MethodModel method) {
    MethodModel lambda =
        lambdas.running(method.methodName().stringValue(), method.methodType().stringValue());
    CodeModel body = method.code().orElse(null);
    boolean isOther = body != null && code.isOther(body, lambdas);
    if (lambda == null && !isOther) {
      to.with(method);
      return;
    }
    MethodModel named = lambda == null ? method : lambda;
    to.withMethod(
        named.methodName(),
        method.methodType(),
        named.flags().flagsMask(),
        builder ->
            method.forEach(each -> {
              if (each instanceof CodeModel given && isOther) {
                builder.transformCode(given, code.transform(given, lambdas));
              } else if (!(each instanceof AccessFlags)) {
                builder.with(each);
              }
            }));
  }
}
