package dev.dexscope.vm.translate;

import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;

/** The error of a class that cannot be loaded. */
final class LoadFailure {
  private static final String VERIFY_ERROR = "java.lang.VerifyError";

  private LoadFailure() {}

  /**
   * Returns whether a class cannot be loaded: to ART a class with a final superclass is a rejected
   * one, to the JVM it is no class at all (JVMS 5.3.5).
   */
  static boolean is(ClassVerdict verdict) {
    return verdict.verdict() == Verdict.LOAD_FAILED
        || (verdict.verdict() == Verdict.HARD
            && verdict.failures().getFirst().reason().startsWith(VERIFY_ERROR + ": "));
  }

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
      case VERIFY_ERROR -> new VerifyError(message);
      case "java.lang.LinkageError" -> new LinkageError(message);
      default -> new ClassFormatError(reason);
    };
  }
}
