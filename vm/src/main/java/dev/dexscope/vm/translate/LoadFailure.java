package dev.dexscope.vm.translate;

import dev.dexscope.dex.verify.ClassVerdict;

/** What a class that cannot be loaded throws. */
final class LoadFailure {
  private LoadFailure() {}

  /** The verifier's reason begins with the exception that ART throws. */
  static LinkageError of(ClassVerdict verdict) {
    String reason = verdict.failures().getFirst().reason();
    int colon = reason.indexOf(": ");
    String message = reason.substring(colon + 2);
    return switch (reason.substring(0, Math.max(colon, 0))) {
      case "java.lang.NoClassDefFoundError" -> new NoClassDefFoundError(message);
      case "java.lang.IllegalAccessError" -> new IllegalAccessError(message);
      case "java.lang.IncompatibleClassChangeError" -> new IncompatibleClassChangeError(message);
      case "java.lang.ClassCircularityError" -> new ClassCircularityError(message);
      case "java.lang.ClassFormatError" -> new ClassFormatError(message);
      case "java.lang.VerifyError" -> new VerifyError(message);
      case "java.lang.LinkageError" -> new LinkageError(message);
      default -> new ClassFormatError(reason);
    };
  }
}
