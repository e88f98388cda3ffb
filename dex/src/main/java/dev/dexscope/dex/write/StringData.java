package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;

/** Writes the texts of strings. */
final class StringData {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final DexOutput out;

  StringData(ItemOutput to) {
    this.to = to;
    this.pool = to.pool;
    this.out = to.out;
  }

  void write() {
    DexFile old = pool.strings().base();
    if (old != null) {
      to.keep(
          MapItem.STRING_DATA,
          "string_data_item",
          1,
          true,
          ItemOutput.in(null),
          cursor -> {
            cursor.uleb128();
            cursor.skipText();
          });
    }
    for (String each : pool.strings().added()) {
      to.added(MapItem.STRING_DATA, 1);
      out.uleb128(each.length());
      for (int i = 0; i < each.length(); i++) {
        modifiedUtf8(each.charAt(i));
      }
      out.uint8(0);
    }
  }

  private void modifiedUtf8(char c) {
    if (c != 0 && c < 0x80) {
      out.uint8(c);
    } else if (c < 0x800) {
      out.uint8(0xc0 | c >>> 6);
      out.uint8(0x80 | (c & 0x3f));
    } else {
      out.uint8(0xe0 | c >>> 12);
      out.uint8(0x80 | ((c >>> 6) & 0x3f));
      out.uint8(0x80 | (c & 0x3f));
    }
  }
}
