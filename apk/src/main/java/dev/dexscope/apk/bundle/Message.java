package dev.dexscope.apk.bundle;

import dev.dexscope.apk.ApkFormatException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A protocol buffer message as the list of its fields. What is not replaced is written as it was
 * read, byte for byte, known or not.
 */
final class Message {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  /**
   * A field as it stands in the message.
   *
   * @param offset where it begins in the file, for errors
   * @param bytes all of it, the tag too
   * @param value where in these the value begins, behind tag and length
   */
  private record Field(int number, int wireType, int offset, byte[] bytes, int value) {}

  private final String file;
  private final int offset;
  private final List<Field> fields = new ArrayList<>();

  private Message(String file, int offset) {
    this.file = file;
    this.offset = offset;
  }

  static Message empty(String file) {
    return new Message(file, 0);
  }

  /** Takes bytes apart, or says where they are damaged. */
  static Message read(String file, byte[] bytes) {
    return read(file, bytes, 0, 0);
  }

  private static Message read(String file, byte[] bytes, int from, int offset) {
    var message = new Message(file, offset);
    var in = new Reader(file, bytes, from, offset - from);
    while (in.at < bytes.length) {
      message.fields.add(in.field());
    }
    return message;
  }

  /** Goes through the bytes of one message. */
  private static final class Reader {
    private final String file;
    private final byte[] bytes;

    /** What has to be added to places for errors. */
    private final int base;

    private int at;

    Reader(String file, byte[] bytes, int at, int base) {
      this.file = file;
      this.bytes = bytes;
      this.at = at;
      this.base = base;
    }

    Field field() {
      int start = at;
      long tag = varint();
      int number = (int) (tag >>> 3);
      if (tag >>> 32 != 0 || number == 0) {
        throw broken("no field number " + (tag >>> 3));
      }
      int wireType = (int) tag & 7;
      int value = at;
      switch (wireType) {
        case VARINT -> varint();
        case FIXED64 -> skip(8);
        case FIXED32 -> skip(4);
        case LENGTH -> {
          long length = varint();
          value = at;
          skip(length);
        }
        default -> throw broken("field of wire type " + wireType);
      }
      return new Field(
          number, wireType, base + start, Arrays.copyOfRange(bytes, start, at), value - start);
    }

    private void skip(long count) {
      if (count < 0 || count > bytes.length - at) {
        throw broken("field of " + Long.toUnsignedString(count) + " bytes exceeds its message");
      }
      at += (int) count;
    }

    private long varint() {
      long value = 0;
      for (int shift = 0; shift < 70; shift += 7) {
        if (at == bytes.length) {
          throw broken("message ends inside of a number");
        }
        byte next = bytes[at++];
        value |= (next & 0x7fL) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw broken("number of more than ten bytes");
    }

    private ApkFormatException broken(String reason) {
      return new ApkFormatException(file, base + at, reason);
    }
  }

  ApkFormatException broken(String reason) {
    return new ApkFormatException(file, offset, reason);
  }

  /** The message in a field; of several of one number the last counts, as protocol buffers want. */
  Optional<Message> message(int number) {
    Field field = last(number, LENGTH);
    return field == null ? Optional.empty() : Optional.of(messageOf(field));
  }

  private Message messageOf(Field field) {
    return read(file, field.bytes, field.value, field.offset + field.value);
  }

  /** The messages of a repeated field. */
  List<Message> messages(int number) {
    return fields.stream()
        .filter(each -> each.number == number && each.wireType == LENGTH)
        .map(this::messageOf)
        .toList();
  }

  /** A text, empty when it is missing. */
  String text(int number) {
    Field field = last(number, LENGTH);
    return field == null
        ? ""
        : new String(
            field.bytes, field.value, field.bytes.length - field.value, StandardCharsets.UTF_8);
  }

  /** A number; empty when it is missing. */
  Optional<Long> number(int number) {
    Field field = last(number, VARINT);
    return field == null
        ? Optional.empty()
        : Optional.of(new Reader(file, field.bytes, field.value, field.offset).varint());
  }

  private @Nullable Field last(int number, int wireType) {
    for (Field each : fields.reversed()) {
      if (each.number == number && each.wireType == wireType) {
        return each;
      }
    }
    return null;
  }

  Message add(int number, Message message) {
    return addBytes(number, message.write());
  }

  Message add(int number, String text) {
    return addBytes(number, text.getBytes(StandardCharsets.UTF_8));
  }

  Message add(int number, long value) {
    var out = new ByteArrayOutputStream();
    writeVarint(out, (long) number << 3 | VARINT);
    int at = out.size();
    writeVarint(out, value);
    fields.add(new Field(number, VARINT, offset, out.toByteArray(), at));
    return this;
  }

  private Message addBytes(int number, byte[] value) {
    fields.add(lengthField(number, value));
    return this;
  }

  private Field lengthField(int number, byte[] value) {
    var out = new ByteArrayOutputStream();
    writeVarint(out, (long) number << 3 | LENGTH);
    writeVarint(out, value.length);
    int at = out.size();
    out.writeBytes(value);
    return new Field(number, LENGTH, offset, out.toByteArray(), at);
  }

  private static void writeVarint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /**
   * Puts another message in the place of one.
   *
   * @param index which of those of the number
   */
  void replace(int number, int index, Message message) {
    int seen = 0;
    for (int i = 0; i < fields.size(); i++) {
      Field each = fields.get(i);
      if (each.number == number && each.wireType == LENGTH && seen++ == index) {
        fields.set(i, lengthField(number, message.write()));
        return;
      }
    }
    throw new IllegalArgumentException("no field " + number + " of index " + index);
  }

  byte[] write() {
    var out = new ByteArrayOutputStream();
    fields.forEach(each -> out.writeBytes(each.bytes));
    return out.toByteArray();
  }
}
