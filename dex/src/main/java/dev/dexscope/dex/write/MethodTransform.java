package dev.dexscope.dex.write;

import java.util.function.Supplier;

/** Changes a method. */
@FunctionalInterface
public interface MethodTransform {
  /** Makes its changes on the builder, which holds the method as it was. */
  void apply(MethodBuilder method);

  /** Returns this transform, followed by another on its result. */
  default MethodTransform andThen(MethodTransform next) {
    return method -> {
      apply(method);
      next.apply(method);
    };
  }

  /** Changes each method's code, with a transform of its own. */
  static MethodTransform ofCode(Supplier<? extends CodeTransform> transform) {
    return method -> {
      if (method.hasCode()) {
        method.transformCode(transform.get());
      }
    };
  }
}
