package dev.dexscope.natives;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The functions and variables of Android's libc, libm and libdl: {@code bionic.tsv}. */
final class BionicTable {
  private static final String NONE = "-";

  /**
   * A symbol.
   *
   * @param library that has it on Android
   * @param level the first API level with it
   * @param host the host's symbol that it is; null if none of the host's is like it
   */
  record Row(String library, int level, @Nullable String host) {}

  private static final Map<String, Row> ROWS = read();

  private BionicTable() {}

  /** Returns a symbol; null if Android's libraries do not have it. */
  static @Nullable Row find(String name) {
    return ROWS.get(name);
  }

  static Map<String, Row> rows() {
    return ROWS;
  }

  private static Map<String, Row> read() {
    Map<String, Row> rows = new HashMap<>();
    InputStream in = Objects.requireNonNull(BionicTable.class.getResourceAsStream("bionic.tsv"));
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("#")) {
          continue;
        }
        String[] cells = line.split("\t", -1);
        String host = cells[0];
        if (cells.length > 3) {
          host = cells[3].equals(NONE) ? null : cells[3].substring(1);
        }
        rows.put(cells[0], new Row(cells[1], Integer.parseInt(cells[2]), host));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(rows);
  }
}
