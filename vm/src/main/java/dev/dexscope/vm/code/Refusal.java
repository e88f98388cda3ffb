package dev.dexscope.vm.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.verify.LinkFailure;
import org.jspecify.annotations.Nullable;

/**
 * The error of an instruction whose class or member is missing, not accessible, or not of the kind
 * that the instruction requires. The JVM and method handles have different rules for all that, so
 * neither is used.
 *
 * @param failure the reason
 */
public record Refusal(LinkFailure failure) {
  /** Returns the refusal of an instruction, or null. */
  public static @Nullable Refusal at(MethodSource source, Instruction at) {
    if (source.types().failure(at.pc()) == null) {
      return null;
    }
    LinkFailure failure = source.hierarchy().failureOf(source.classDef().type(), source.dex(), at);
    return failure == null ? null : new Refusal(failure);
  }

  /** Returns whether the class itself is missing: loading it throws the reason, if it still is. */
  public boolean isOfMissingClass() {
    return failure.kind() == LinkFailure.Kind.NO_CLASS;
  }

  /** The class of the error. */
  public Class<? extends LinkageError> errorType() {
    return switch (failure.kind()) {
      case NO_CLASS -> NoClassDefFoundError.class;
      case NO_FIELD -> NoSuchFieldError.class;
      case NO_METHOD -> NoSuchMethodError.class;
      case ACCESS -> IllegalAccessError.class;
      case CHANGE -> IncompatibleClassChangeError.class;
    };
  }

  /** The error, as a new object. */
  public LinkageError error() {
    String message = failure.message();
    return switch (failure.kind()) {
      case NO_CLASS -> new NoClassDefFoundError(message);
      case NO_FIELD -> new NoSuchFieldError(message);
      case NO_METHOD -> new NoSuchMethodError(message);
      case ACCESS -> new IllegalAccessError(message);
      case CHANGE -> new IncompatibleClassChangeError(message);
    };
  }
}
