package dev.dexscope.apk.bundle;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.base.bytes.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A protocol buffer message as the list of its fields. What is not replaced is written as it was
 * read, byte for byte, known or not.
 */
final class Message {
  /**
   * A field of the message.
   *
   * @param bytes all of it, the tag too
   * @param value the bytes after tag and length
   */
  private record Field(int number, int wireType, ByteView bytes, ByteView value) {}

  private final String file;
  private final long offset;
  private final List<Field> fields = new ArrayList<>();

  private Message(String file, long offset) {
    this.file = file;
    this.offset = offset;
  }

  static Message empty(String file) {
    return new Message(file, 0);
  }

  /** Parses the fields of a message. */
  static Message read(String file, byte[] bytes) {
    return read(ByteView.of(file, MemorySegment.ofArray(bytes), ApkFormatException::new));
  }

  private static Message read(ByteView bytes) {
    var message = new Message(bytes.file(), bytes.start());
    var in = new ProtoReader(bytes);
    while (in.next()) {
      message.fields.add(new Field(in.number(), in.wireType(), in.field(), in.value()));
    }
    return message;
  }

  ApkFormatException broken(String reason) {
    return new ApkFormatException(file, offset, reason);
  }

  /**
   * Returns the message in a field; of several with one number the last counts, as in protocol
   * buffers.
   */
  Optional<Message> message(int number) {
    Field field = last(number, ProtoReader.LENGTH);
    return field == null ? Optional.empty() : Optional.of(read(field.value));
  }

  /** The messages of a repeated field. */
  List<Message> messages(int number) {
    return fields.stream()
        .filter(each -> each.number == number && each.wireType == ProtoReader.LENGTH)
        .map(each -> read(each.value))
        .toList();
  }

  /** A text, empty when it is missing. */
  String text(int number) {
    Field field = last(number, ProtoReader.LENGTH);
    return field == null ? "" : field.value.text(0, field.value.size());
  }

  /** A number; empty when it is missing. */
  Optional<Long> number(int number) {
    Field field = last(number, ProtoReader.VARINT);
    return field == null ? Optional.empty() : Optional.of(ProtoReader.varint(field.value));
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
    fields.add(field(new ProtoWriter().number(number, value)));
    return this;
  }

  private Message addBytes(int number, byte[] value) {
    fields.add(lengthField(number, value));
    return this;
  }

  private Field lengthField(int number, byte[] value) {
    return field(new ProtoWriter().bytes(number, value));
  }

  private Field field(ProtoWriter written) {
    var bytes =
        ByteView.of(
            file, offset, MemorySegment.ofArray(written.toBytes()), ApkFormatException::new);
    var in = new ProtoReader(bytes);
    in.next();
    return new Field(in.number(), in.wireType(), bytes, in.value());
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
      if (each.number == number && each.wireType == ProtoReader.LENGTH && seen++ == index) {
        fields.set(i, lengthField(number, message.write()));
        return;
      }
    }
    throw new IllegalArgumentException("no field " + number + " of index " + index);
  }

  byte[] write() {
    var out = new ByteArrayOutputStream();
    fields.forEach(each -> out.writeBytes(each.bytes.copy(0, each.bytes.size())));
    return out.toByteArray();
  }
}
