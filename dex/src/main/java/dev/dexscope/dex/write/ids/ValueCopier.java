package dev.dexscope.dex.write.ids;

import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.ValueType;

/** Copies encoded_values from one order of ids to another. */
public final class ValueCopier {
  private static final int MAX_DEPTH = 100;

  private final ItemCursor cursor;
  private final FinalIds ids;
  private final DexOutput out;
  private int depth;

  public ValueCopier(ItemCursor cursor, FinalIds ids, DexOutput out) {
    this.cursor = cursor;
    this.ids = ids;
    this.out = out;
  }

  private void value() {
    if (++depth > MAX_DEPTH) {
      throw cursor.broken("values nested deeper than " + MAX_DEPTH);
    }
    int head = cursor.uint8();
    int type = head & 0x1f;
    switch (type) {
      case ValueType.ARRAY -> {
        out.uint8(head);
        array();
      }
      case ValueType.ANNOTATION -> {
        out.uint8(head);
        annotation();
      }
      case ValueType.NULL, ValueType.BOOLEAN -> out.uint8(head);
      default -> number(type, (head >>> 5) + 1);
    }
    depth--;
  }

  private void number(int type, int bytes) {
    long bits = 0;
    for (int i = 0; i < bytes; i++) {
      bits |= (long) cursor.uint8() << (8 * i);
    }
    int index = (int) bits;
    switch (type) {
      case ValueType.METHOD_TYPE -> index(type, ids.proto(index));
      case ValueType.METHOD_HANDLE -> index(type, ids.methodHandle(index));
      case ValueType.STRING -> index(type, ids.string(index));
      case ValueType.TYPE -> index(type, ids.type(index));
      case ValueType.FIELD, ValueType.ENUM -> index(type, ids.field(index));
      case ValueType.METHOD -> index(type, ids.method(index));
      default -> ValueWriter.write(out, type, bits, bytes);
    }
  }

  private void index(int type, int index) {
    ValueWriter.unsigned(out, type, index & 0xffff_ffffL);
  }

  public void array() {
    int count = cursor.count(1);
    out.uleb128(count);
    for (int i = 0; i < count; i++) {
      value();
    }
  }

  public void annotation() {
    out.uleb128(ids.type(cursor.uleb128()));
    int count = cursor.count(2);
    out.uleb128(count);
    for (int i = 0; i < count; i++) {
      out.uleb128(ids.string(cursor.uleb128()));
      value();
    }
  }
}
