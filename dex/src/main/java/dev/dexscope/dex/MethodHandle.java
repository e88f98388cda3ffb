package dev.dexscope.dex;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A method_handle_item.
 *
 * @param kind its operation
 * @param field the field of an accessor, else null
 * @param method the method of an invoker, else null
 */
public record MethodHandle(Kind kind, @Nullable FieldRef field, @Nullable MethodRef method) {
  /** The method handle type codes, in their order. */
  public enum Kind {
    STATIC_PUT(0x00),
    STATIC_GET(0x01),
    INSTANCE_PUT(0x02),
    INSTANCE_GET(0x03),
    INVOKE_STATIC(0x04),
    INVOKE_INSTANCE(0x05),
    INVOKE_CONSTRUCTOR(0x06),
    INVOKE_DIRECT(0x07),
    INVOKE_INTERFACE(0x08);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** Its method handle type code. */
    public int code() {
      return code;
    }

    /** Returns whether it reads or writes a field. */
    public boolean isAccessor() {
      return code <= INSTANCE_GET.code;
    }

    /** The name in assembler text. */
    public String mnemonic() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public MethodHandle {
    if ((kind.isAccessor() ? field : method) == null || (field != null && method != null)) {
      throw new IllegalArgumentException(kind + " does not fit its member");
    }
  }

  /** An accessor of a field. */
  public static MethodHandle of(Kind kind, FieldRef field) {
    return new MethodHandle(kind, field, null);
  }

  /** An invoker of a method. */
  public static MethodHandle of(Kind kind, MethodRef method) {
    return new MethodHandle(kind, null, method);
  }

  @Override
  public String toString() {
    return kind.mnemonic() + "@" + (field != null ? field : method);
  }
}
