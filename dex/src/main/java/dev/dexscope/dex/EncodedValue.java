package dev.dexscope.dex;

import java.util.List;

/**
 * A value as annotations, static fields and call sites hold them ("encoded_value encoding"), with
 * names instead of indices.
 */
public sealed interface EncodedValue {
  /** VALUE_BYTE. */
  record OfByte(byte value) implements EncodedValue {}

  /** VALUE_SHORT. */
  record OfShort(short value) implements EncodedValue {}

  /** VALUE_CHAR. */
  record OfChar(char value) implements EncodedValue {}

  /** VALUE_INT. */
  record OfInt(int value) implements EncodedValue {}

  /** VALUE_LONG. */
  record OfLong(long value) implements EncodedValue {}

  /** VALUE_FLOAT, by its bits, which preserves each NaN. */
  record OfFloat(int bits) implements EncodedValue {
    /** The number. */
    public float value() {
      return Float.intBitsToFloat(bits);
    }
  }

  /** VALUE_DOUBLE, by its bits, which preserves each NaN. */
  record OfDouble(long bits) implements EncodedValue {
    /** The number. */
    public double value() {
      return Double.longBitsToDouble(bits);
    }
  }

  /** VALUE_METHOD_TYPE. */
  record OfMethodType(Proto value) implements EncodedValue {}

  /** VALUE_METHOD_HANDLE. */
  record OfMethodHandle(MethodHandle value) implements EncodedValue {}

  /** VALUE_STRING. */
  record OfString(String value) implements EncodedValue {}

  /** VALUE_TYPE, a type descriptor. */
  record OfType(String value) implements EncodedValue {}

  /** VALUE_FIELD. */
  record OfField(FieldRef value) implements EncodedValue {}

  /** VALUE_METHOD. */
  record OfMethod(MethodRef value) implements EncodedValue {}

  /** VALUE_ENUM: the constant's field. */
  record OfEnum(FieldRef value) implements EncodedValue {}

  /** VALUE_ARRAY. */
  record OfArray(List<EncodedValue> values) implements EncodedValue {
    public OfArray {
      values = List.copyOf(values);
    }
  }

  /** VALUE_ANNOTATION. */
  record OfAnnotation(String type, List<Element> elements) implements EncodedValue {
    public OfAnnotation {
      elements = List.copyOf(elements);
    }
  }

  /** VALUE_NULL. */
  record OfNull() implements EncodedValue {}

  /** VALUE_BOOLEAN. */
  record OfBoolean(boolean value) implements EncodedValue {}

  /** An annotation's element. */
  record Element(String name, EncodedValue value) {}
}
