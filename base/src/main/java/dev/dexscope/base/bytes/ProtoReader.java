package dev.dexscope.base.bytes;

/**
 * Goes through the fields of a protobuf message.
 *
 * <pre>{@code
 * var in = new ProtoReader(message);
 * while (in.next()) {
 *   if (in.number() == 1) {
 *     names.add(in.value().text(0, in.value().size()));
 *   }
 * }
 * }</pre>
 */
public final class ProtoReader {
  /** Wire types: a number, eight bytes, bytes after their length, four bytes. */
  public static final int VARINT = 0;

  public static final int FIXED64 = 1;
  public static final int LENGTH = 2;
  public static final int FIXED32 = 5;

  private final ByteView in;
  private long at;
  private long start;
  private long valueAt;
  private int number;
  private int wireType;

  public ProtoReader(ByteView message) {
    this.in = message;
  }

  /** Goes to the next field; false at the end. */
  public boolean next() {
    if (at == in.size()) {
      return false;
    }
    start = at;
    long tag = varint();
    number = (int) (tag >>> 3);
    if (tag >>> 32 != 0 || number == 0) {
      throw in.fault(at, "no field number " + (tag >>> 3));
    }
    wireType = (int) tag & 7;
    valueAt = at;
    switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> skip(8);
      case FIXED32 -> skip(4);
      case LENGTH -> {
        long length = varint();
        valueAt = at;
        skip(length);
      }
      default -> throw in.fault(at, "field of wire type " + wireType);
    }
    return true;
  }

  /** Returns whether the message ends inside of the next field. */
  public boolean isCut() {
    if (at == in.size()) {
      return false;
    }
    long value = afterVarint(at);
    return value < 0
        || switch (in.u1(at) & 7) {
          case VARINT -> afterVarint(value) < 0;
          case FIXED64 -> !in.has(value, 8);
          case FIXED32 -> !in.has(value, 4);
          case LENGTH -> {
            long content = afterVarint(value);
            yield content < 0 || !in.has(content, varint(in.slice(value, content - value)));
          }
          default -> false;
        };
  }

  /** Returns where the number ends that begins there; -1 if the message ends before. */
  private long afterVarint(long from) {
    long end = from;
    while (end < in.size() && in.u1(end) >= 0x80) {
      end++;
    }
    return end < in.size() ? end + 1 : -1;
  }

  /** Returns where the next field begins. */
  public long position() {
    return at;
  }

  /** The field's number. */
  public int number() {
    return number;
  }

  /** Returns the encoding of its value. */
  public int wireType() {
    return wireType;
  }

  /** All of it, the tag too. */
  public ByteView field() {
    return in.slice(start, at - start);
  }

  /** Its value, without the length that stands before it. */
  public ByteView value() {
    return in.slice(valueAt, at - valueAt);
  }

  /** The number that stands at the beginning of bytes. */
  public static long varint(ByteView in) {
    return new ProtoReader(in).varint();
  }

  private void skip(long count) {
    if (!in.has(at, count)) {
      throw in.fault(at, "field of " + Long.toUnsignedString(count) + " bytes exceeds its message");
    }
    at += count;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at == in.size()) {
        throw in.fault(at, "message ends inside of a number");
      }
      int next = in.u1(at++);
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw in.fault(at, "number of more than ten bytes");
  }
}
