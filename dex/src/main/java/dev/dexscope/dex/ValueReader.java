package dev.dexscope.dex;

import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.ValueType;
import java.util.ArrayList;
import java.util.List;

/** Decodes encoded_values and their contents. */
final class ValueReader {
  /** Real values are never shared as often as hostile ones. */
  private static final int MOST_SHARING = 4;

  private static final int AT_LEAST = 1 << 16;

  private final DexFile dex;

  /** The number of values that the current call may still decode. */
  private long left;

  private ItemCursor cursor;

  ValueReader(DexFile dex) {
    this.dex = dex;
    this.left = AT_LEAST + dex.segment().byteSize() * MOST_SHARING;
    this.cursor = dex.raw().cursor("encoded_value", 0);
  }

  /** Counts a value, or a place for one. */
  void spend() {
    if (--left < 0) {
      throw cursor.broken("values are shared beyond measure");
    }
  }

  List<EncodedValue> array(int offset) {
    cursor = dex.raw().cursor("encoded_array_item", offset);
    return array();
  }

  List<Annotation> annotationSet(int offset) {
    List<Annotation> set = new ArrayList<>();
    if (offset != 0) {
      ItemCursor entries = dex.raw().cursor("annotation_set_item", offset);
      for (int i = entries.count32(4); i > 0; i--) {
        spend();
        set.add(annotation(entries.int32()));
      }
    }
    return set;
  }

  Annotation annotation(int offset) {
    cursor = dex.raw().cursor("annotation_item", offset);
    int visibility = cursor.uint8();
    for (Annotation.Visibility each : Annotation.Visibility.values()) {
      if (each.code() == visibility) {
        EncodedValue.OfAnnotation value = encodedAnnotation();
        return new Annotation(each, value.type(), value.elements());
      }
    }
    throw cursor.broken("unknown visibility " + visibility);
  }

  private EncodedValue.OfAnnotation encodedAnnotation() {
    String type = dex.type(cursor.uleb128());
    List<EncodedValue.Element> elements = new ArrayList<>();
    for (int i = cursor.count(2); i > 0; i--) {
      String name = dex.string(cursor.uleb128());
      elements.add(new EncodedValue.Element(name, value()));
    }
    return new EncodedValue.OfAnnotation(type, elements);
  }

  private List<EncodedValue> array() {
    List<EncodedValue> values = new ArrayList<>();
    for (int i = cursor.count(1); i > 0; i--) {
      values.add(value());
    }
    return values;
  }

  private EncodedValue value() {
    spend();
    int head = cursor.uint8();
    int argument = head >>> 5;
    int type = head & 0x1f;
    return switch (type) {
      case ValueType.BYTE -> new EncodedValue.OfByte((byte) signed(argument, 1));
      case ValueType.SHORT -> new EncodedValue.OfShort((short) signed(argument, 2));
      case ValueType.CHAR -> new EncodedValue.OfChar((char) unsigned(argument, 2));
      case ValueType.INT -> new EncodedValue.OfInt((int) signed(argument, 4));
      case ValueType.LONG -> new EncodedValue.OfLong(signed(argument, 8));
      case ValueType.FLOAT -> new EncodedValue.OfFloat((int) (toTheLeft(argument, 4) >>> 32));
      case ValueType.DOUBLE -> new EncodedValue.OfDouble(toTheLeft(argument, 8));
      case ValueType.METHOD_TYPE -> new EncodedValue.OfMethodType(dex.proto(index(argument)));
      case ValueType.METHOD_HANDLE ->
          new EncodedValue.OfMethodHandle(dex.methodHandle(index(argument)));
      case ValueType.STRING -> new EncodedValue.OfString(dex.string(index(argument)));
      case ValueType.TYPE -> new EncodedValue.OfType(dex.type(index(argument)));
      case ValueType.FIELD -> new EncodedValue.OfField(dex.field(index(argument)));
      case ValueType.METHOD -> new EncodedValue.OfMethod(dex.method(index(argument)));
      case ValueType.ENUM -> new EncodedValue.OfEnum(dex.field(index(argument)));
      case ValueType.ARRAY -> nested(argument, true);
      case ValueType.ANNOTATION -> nested(argument, false);
      case ValueType.NULL -> {
        requireArgument(argument, 0);
        yield new EncodedValue.OfNull();
      }
      case ValueType.BOOLEAN -> {
        requireArgument(argument, 1);
        yield new EncodedValue.OfBoolean(argument == 1);
      }
      default -> throw cursor.broken("value of unknown type 0x" + Integer.toHexString(type));
    };
  }

  private EncodedValue nested(int argument, boolean array) {
    requireArgument(argument, 0);
    cursor.enter();
    EncodedValue value = array ? new EncodedValue.OfArray(array()) : encodedAnnotation();
    cursor.leave();
    return value;
  }

  private void requireArgument(int argument, int most) {
    if (argument > most) {
      throw cursor.broken("value_arg " + argument + " is too large");
    }
  }

  private int index(int argument) {
    return (int) unsigned(argument, 4);
  }

  private long unsigned(int argument, int mostBytes) {
    requireArgument(argument, mostBytes - 1);
    long value = 0;
    for (int i = 0; i <= argument; i++) {
      value |= (long) cursor.uint8() << (8 * i);
    }
    return value;
  }

  private long signed(int argument, int mostBytes) {
    int unused = 64 - 8 * (argument + 1);
    return unsigned(argument, mostBytes) << unused >> unused;
  }

  /** Floating point numbers omit their zero bytes at the right. */
  private long toTheLeft(int argument, int mostBytes) {
    return unsigned(argument, mostBytes) << (64 - 8 * (argument + 1));
  }
}
