package dev.dexscope.trace.read.proto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;

/** A small message with some required fields. */
record Message(ByteView bytes) {
  /** A number; 0 where it is not there. Of several the last counts, as in all of protobuf. */
  long number(int field) {
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
  String text(int field) {
    String text = "";
    var in = new ProtoReader(bytes);
    while (in.next()) {
      if (in.number() == field && in.wireType() == ProtoReader.LENGTH) {
        text = text(in.value());
      }
    }
    return text;
  }

  static String text(ByteView value) {
    return value.text(0, value.size());
  }
}
