package dev.dexscope.base.bytes;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A small message, of which some fields are required: each is looked for. */
public record ProtoMessage(ByteView bytes) {
  /** A number; 0 where it is not there. Of several the last counts, as in all of protobuf. */
  public long number(int field) {
    long number = 0;
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field && in.wireType() == ProtoReader.VARINT) {
        number = ProtoReader.varint(in.value());
      }
    }
    return number;
  }

  /** A text; empty where it is not there. */
  public String text(int field) {
    String text = "";
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field && in.wireType() == ProtoReader.LENGTH) {
        text = text(in.value());
      }
    }
    return text;
  }

  /** The first text of a repeated field; empty where there is none. */
  public String firstText(int field) {
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field && in.wireType() == ProtoReader.LENGTH) {
        return text(in.value());
      }
    }
    return "";
  }

  /** A message in it; null where it is not there. */
  public @Nullable ProtoMessage part(int field) {
    ProtoMessage part = null;
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field && in.wireType() == ProtoReader.LENGTH) {
        part = new ProtoMessage(in.value());
      }
    }
    return part;
  }

  /** Goes through the messages of a repeated field. */
  public void forEach(int field, Consumer<ProtoMessage> use) {
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field && in.wireType() == ProtoReader.LENGTH) {
        use.accept(new ProtoMessage(in.value()));
      }
    }
  }

  /** The numbers of a repeated field. */
  public ProtoNumbers numbers(int field) {
    var numbers = new ProtoNumbers();
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field) {
        numbers.add(in);
      }
    }
    return numbers;
  }

  /** A value that is a text. */
  public static String text(ByteView value) {
    return value.text(0, value.size());
  }
}
