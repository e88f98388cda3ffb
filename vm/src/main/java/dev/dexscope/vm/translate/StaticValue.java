package dev.dexscope.vm.translate;

import dev.dexscope.dex.EncodedValue;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import org.jspecify.annotations.Nullable;

/** The initial value of a static field, as a constant of the class file. */
final class StaticValue {
  private StaticValue() {}

  /**
   * Returns the constant for a ConstantValue attribute, or an ldc; null for zero and null.
   *
   * @throws ClassFormatError if the value does not match the field
   */
  static @Nullable ConstantDesc of(EncodedValue value, String type) {
    ConstantDesc constant =
        switch (value) {
          case EncodedValue.OfBoolean(boolean v) when type.equals("Z") -> v ? 1 : 0;
          case EncodedValue.OfByte(byte v) when isInt(type) -> (int) v;
          case EncodedValue.OfShort(short v) when isInt(type) -> (int) v;
          case EncodedValue.OfChar(char v) when isInt(type) -> (int) v;
          case EncodedValue.OfInt(int v) when isInt(type) -> v;
          case EncodedValue.OfLong(long v) when type.equals("J") -> v;
          case EncodedValue.OfFloat v when type.equals("F") -> v.value();
          case EncodedValue.OfDouble v when type.equals("D") -> v.value();
          case EncodedValue.OfString(String v) when type.startsWith("L") -> v;
          case EncodedValue.OfType(String v) when type.startsWith("L") -> ClassDesc.ofDescriptor(v);
          case EncodedValue.OfNull _ -> null;
          default -> throw new ClassFormatError("static value " + value + " of a field of " + type);
        };
    return constant;
  }

  private static boolean isInt(String type) {
    return "IBSCZ".contains(type);
  }

  /**
   * Returns whether a ConstantValue attribute can hold it (JVMS 4.7.2); otherwise code must set it.
   */
  static boolean fitsAttribute(ConstantDesc constant, String type) {
    return switch (constant) {
      case ClassDesc _ -> false;
      case String text -> type.equals("Ljava/lang/String;") && text.length() <= Lowering.MAX_CHARS;
      default -> true;
    };
  }
}
