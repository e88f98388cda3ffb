package dev.dexscope.vm.code;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.LinkFailure;
import org.jspecify.annotations.Nullable;

/**
 * The error of an instruction whose class or member is missing, not accessible, or not of the kind
 * that the instruction requires. The JVM and method handles have different rules for all that, so
 * neither is used.
 *
 * @param failure the reason
 * @param type the descriptor of the class that it names
 */
public record Refusal(LinkFailure failure, String type) {
  /** Returns the refusal of an instruction, or null. */
  public static @Nullable Refusal at(MethodSource source, Instruction at) {
    if (source.types().failure(at.pc()) == null) {
      return null;
    }
    String self = source.classDef().type();
    Hierarchy hierarchy = source.hierarchy();
    Opcode opcode = at.opcode();
    return switch (opcode) {
      case IGET, IGET_WIDE, IGET_OBJECT, IGET_BOOLEAN, IGET_BYTE, IGET_CHAR, IGET_SHORT ->
          ofField(source, at, false, false);
      case IPUT, IPUT_WIDE, IPUT_OBJECT, IPUT_BOOLEAN, IPUT_BYTE, IPUT_CHAR, IPUT_SHORT ->
          ofField(source, at, false, true);
      case SGET, SGET_WIDE, SGET_OBJECT, SGET_BOOLEAN, SGET_BYTE, SGET_CHAR, SGET_SHORT ->
          ofField(source, at, true, false);
      case SPUT, SPUT_WIDE, SPUT_OBJECT, SPUT_BOOLEAN, SPUT_BYTE, SPUT_CHAR, SPUT_SHORT ->
          ofField(source, at, true, true);
      case INVOKE_VIRTUAL,
          INVOKE_VIRTUAL_RANGE,
          INVOKE_SUPER,
          INVOKE_SUPER_RANGE,
          INVOKE_DIRECT,
          INVOKE_DIRECT_RANGE,
          INVOKE_STATIC,
          INVOKE_STATIC_RANGE,
          INVOKE_INTERFACE,
          INVOKE_INTERFACE_RANGE -> {
        MethodRef method = source.dex().method(at.index());
        boolean defaults = source.dex().supportsDefaultMethods();
        yield of(hierarchy.failureOfCall(self, opcode, method, defaults), method.definingClass());
      }
      case CHECK_CAST,
          INSTANCE_OF,
          CONST_CLASS,
          NEW_INSTANCE,
          NEW_ARRAY,
          FILLED_NEW_ARRAY,
          FILLED_NEW_ARRAY_RANGE -> {
        String type = source.dex().type(at.index());
        yield of(hierarchy.failureOfClass(self, type), type);
      }
      default -> null;
    };
  }

  private static @Nullable Refusal ofField(
      MethodSource source, Instruction at, boolean isStatic, boolean isPut) {
    FieldRef field = source.dex().field(at.index());
    String self = source.classDef().type();
    return of(
        source.hierarchy().failureOfField(self, field, isStatic, isPut), field.definingClass());
  }

  private static @Nullable Refusal of(@Nullable LinkFailure failure, String type) {
    return failure == null ? null : new Refusal(failure, type);
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
