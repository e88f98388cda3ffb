package dev.dexscope.agents.jvmti;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Variables of a shared library in ELF's 64-bit form by their names, those too that it does not
 * export. JDKs have them as long as nobody has stripped their libraries.
 *
 * @see <a href="https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html">System V ABI</a>
 */
final class HiddenSymbols {
  private static final int SECTION_TABLE = 0x28;
  private static final int SECTION_SIZE = 0x3a;
  private static final int SYMBOL_SIZE = 24;
  private static final int SYMBOL_TABLE = 2;
  private static final int VARIABLE = 1;

  /** Sections' fields: kind, place in the file, size, the number of another section. */
  private static final int KIND = 4;

  private static final int PLACE = 24;
  private static final int SIZE = 32;
  private static final int LINK = 40;

  /** Symbols' fields: name, kind, address, size. */
  private static final int SYMBOL_KIND = 4;

  private static final int ADDRESS = 8;
  private static final int VARIABLE_SIZE = 16;

  private final ByteBuffer file;
  private final Set<String> wanted;
  private final Map<String, Long> found = new HashMap<>();

  private HiddenSymbols(ByteBuffer file, Set<String> wanted) {
    this.file = file;
    this.wanted = wanted;
  }

  /**
   * The addresses of variables, from the library's beginning on, as far as there are any.
   *
   * @param longest the size of the largest one, in bytes
   */
  static Map<String, Long> find(Path library, Set<String> names, int longest) {
    try (FileChannel channel = FileChannel.open(library)) {
      ByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      var symbols = new HiddenSymbols(file.order(ByteOrder.LITTLE_ENDIAN), names);
      symbols.readSections(longest);
      return symbols.found;
    } catch (IOException | IndexOutOfBoundsException | ArithmeticException e) {
      return Map.of(); // No library, or one that is damaged: nothing is known of it.
    }
  }

  private void readSections(int longest) {
    long table = file.getLong(SECTION_TABLE);
    int size = file.getShort(SECTION_SIZE);
    int count = file.getShort(SECTION_SIZE + 2);
    for (int i = 0; i < count; i++) {
      int section = Math.toIntExact(table + (long) i * size);
      if (file.getInt(section + KIND) == SYMBOL_TABLE) {
        int names = Math.toIntExact(table + (long) file.getInt(section + LINK) * size);
        readSymbols(section, Math.toIntExact(file.getLong(names + PLACE)), longest);
      }
    }
  }

  private void readSymbols(int section, int names, int longest) {
    int from = Math.toIntExact(file.getLong(section + PLACE));
    int end = Math.toIntExact(from + file.getLong(section + SIZE));
    for (int at = from; at < end && found.size() < wanted.size(); at += SYMBOL_SIZE) {
      boolean isCandidate =
          (file.get(at + SYMBOL_KIND) & 0xf) == VARIABLE
              && file.getLong(at + VARIABLE_SIZE) <= longest;
      if (isCandidate) {
        String name = name(Math.addExact(names, file.getInt(at)));
        if (wanted.contains(name)) {
          found.put(name, file.getLong(at + ADDRESS));
        }
      }
    }
  }

  private String name(int at) {
    int end = at;
    while (file.get(end) != 0) {
      end++;
    }
    byte[] name = new byte[end - at];
    file.get(at, name);
    return new String(name, StandardCharsets.ISO_8859_1);
  }
}
