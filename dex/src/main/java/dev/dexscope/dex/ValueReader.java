package dev.dexscope.dex;

import java.util.ArrayList;
import java.util.List;

/** Decodes encoded_values and what is made of them. */
final class ValueReader {
  static final int BYTE = 0x00;
  static final int SHORT = 0x02;
  static final int CHAR = 0x03;
  static final int INT = 0x04;
  static final int LONG = 0x06;
  static final int FLOAT = 0x10;
  static final int DOUBLE = 0x11;
  static final int METHOD_TYPE = 0x15;
  static final int METHOD_HANDLE = 0x16;
  static final int STRING = 0x17;
  static final int TYPE = 0x18;
  static final int FIELD = 0x19;
  static final int METHOD = 0x1a;
  static final int ENUM = 0x1b;
  static final int ARRAY = 0x1c;
  static final int ANNOTATION = 0x1d;
  static final int NULL = 0x1e;
  static final int BOOLEAN = 0x1f;

  /** Real values are never shared as often as hostile ones. */
  private static final int MOST_SHARING = 4;

  private static final int AT_LEAST = 1 << 16;

  private final DexFile dex;

  /** How many more values one call may decode. */
  private long left;

  private ItemCursor cursor;

  ValueReader(DexFile dex) {
    this.dex = dex;
    this.left = AT_LEAST + dex.segment().byteSize() * MOST_SHARING;
    this.cursor = dex.cursor("encoded_value", 0);
  }

  /** Counts a value, or a place for one. */
  void spend() {
    if (--left < 0) {
      throw cursor.broken("values are shared beyond measure");
    }
  }

  List<EncodedValue> array(int offset) {
    cursor = dex.cursor("encoded_array_item", offset);
    return array();
  }

  List<Annotation> annotationSet(int offset) {
    List<Annotation> set = new ArrayList<>();
    if (offset != 0) {
      ItemCursor entries = dex.cursor("annotation_set_item", offset);
      for (int i = entries.count32(4); i > 0; i--) {
        spend();
        set.add(annotation(entries.int32()));
      }
    }
    return set;
  }

  Annotation annotation(int offset) {
    cursor = dex.cursor("annotation_item", offset);
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
      case BYTE -> new EncodedValue.OfByte((byte) signed(argument, 1));
      case SHORT -> new EncodedValue.OfShort((short) signed(argument, 2));
      case CHAR -> new EncodedValue.OfChar((char) unsigned(argument, 2));
      case INT -> new EncodedValue.OfInt((int) signed(argument, 4));
      case LONG -> new EncodedValue.OfLong(signed(argument, 8));
      case FLOAT -> new EncodedValue.OfFloat((int) (toTheLeft(argument, 4) >>> 32));
      case DOUBLE -> new EncodedValue.OfDouble(toTheLeft(argument, 8));
      case METHOD_TYPE -> new EncodedValue.OfMethodType(dex.proto(index(argument)));
      case METHOD_HANDLE -> new EncodedValue.OfMethodHandle(dex.methodHandle(index(argument)));
      case STRING -> new EncodedValue.OfString(dex.string(index(argument)));
      case TYPE -> new EncodedValue.OfType(dex.type(index(argument)));
      case FIELD -> new EncodedValue.OfField(dex.field(index(argument)));
      case METHOD -> new EncodedValue.OfMethod(dex.method(index(argument)));
      case ENUM -> new EncodedValue.OfEnum(dex.field(index(argument)));
      case ARRAY -> nested(argument, true);
      case ANNOTATION -> nested(argument, false);
      case NULL -> {
        requireArgument(argument, 0);
        yield new EncodedValue.OfNull();
      }
      case BOOLEAN -> {
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

  /** Floating point numbers leave out their zero bytes at the right. */
  private long toTheLeft(int argument, int mostBytes) {
    return unsigned(argument, mostBytes) << (64 - 8 * (argument + 1));
  }
}
