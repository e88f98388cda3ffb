package dev.dexscope.vm.code;

import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.dex.verify.verdict.Failure;
import org.jspecify.annotations.Nullable;

/**
 * What an instruction throws because of what it names: a member that is not accessible, or that is
 * none of the kind that the instruction wants. The JVM and method handles have rules of their own
 * for both, so that neither is asked.
 */
public record Refusal(Kind kind, String message) {
  /** The error. */
  public enum Kind {
    ACCESS(IllegalAccessError.class),
    CHANGE(IncompatibleClassChangeError.class);

    private final Class<? extends Error> type;

    Kind(Class<? extends Error> type) {
      this.type = type;
    }

    /** Its class. */
    public Class<? extends Error> type() {
      return type;
    }
  }

  /** That of the instruction at an address, or null. */
  public static @Nullable Refusal at(RegisterTypes types, int pc) {
    Failure failure = types.failure(pc);
    if (failure == null) {
      return null;
    }
    return switch (failure.problem()) {
      case ACCESS_FIELD, ACCESS_METHOD -> new Refusal(Kind.ACCESS, failure.reason());
      case CLASS_CHANGE -> new Refusal(Kind.CHANGE, failure.reason());
      default -> null;
    };
  }

  /** The error, as a new object. */
  public Error error() {
    return switch (kind) {
      case ACCESS -> new IllegalAccessError(message);
      case CHANGE -> new IncompatibleClassChangeError(message);
    };
  }
}
