package dev.dexscope.base.bytes;

import java.util.Arrays;

/** The numbers of a repeated field, packed or one by one. */
public final class ProtoNumbers {
  private long[] values = new long[16];
  private int size;

  /** Begins anew. */
  public void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }

  public long get(int index) {
    return values[index];
  }

  /** Adds the values of the field. */
  public void add(ProtoReader field) {
    ByteView value = field.value();
    if (field.wireType() == ProtoReader.VARINT) {
      add(ProtoReader.varint(value));
      return;
    }
    long number = 0;
    int shift = 0;
    for (long at = 0; at < value.size(); at++) {
      int next = value.u1(at);
      if (shift > 63) {
        throw value.fault(at, "number of more than ten bytes");
      }
      number |= (next & 0x7fL) << shift;
      shift += 7;
      if (next < 0x80) {
        add(number);
        number = 0;
        shift = 0;
      }
    }
    if (shift > 0) {
      throw value.fault(value.size(), "message ends inside of a number");
    }
  }

  private void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }
}
