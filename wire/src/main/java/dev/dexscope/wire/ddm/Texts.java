package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Several texts, after their number. */
final class Texts {
  private Texts() {}

  static List<String> read(WireReader in) {
    return read(in, in.u4());
  }

  static List<String> read(WireReader in, long declared) {
    int count = in.count(declared, 4);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(in.text());
    }
    return texts;
  }

  static void write(WireWriter out, List<String> texts) {
    out.i4(texts.size());
    texts.forEach(out::text);
  }
}
