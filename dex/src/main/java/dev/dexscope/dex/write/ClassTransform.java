package dev.dexscope.dex.write;

/** Changes a class. */
@FunctionalInterface
public interface ClassTransform {
  /** Makes its changes on the builder, which holds the class as it was. */
  void apply(ClassBuilder classBuilder);

  /** Returns this transform, followed by another on its result. */
  default ClassTransform andThen(ClassTransform next) {
    return classBuilder -> {
      apply(classBuilder);
      next.apply(classBuilder);
    };
  }

  /** Changes each method of the class. */
  static ClassTransform ofMethods(MethodTransform transform) {
    return classBuilder -> classBuilder.methods().forEach(transform::apply);
  }
}
