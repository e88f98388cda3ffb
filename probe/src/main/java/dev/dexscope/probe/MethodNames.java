package dev.dexscope.probe;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The names of the methods that were instrumented: the line with the number of a method's id (the
 * first is 0) has its class, name, signature and source file, with tabs between; where profiles
 * show a name of another form, it follows as a fifth.
 */
final class MethodNames {
  /** The injector's file in the app's package. */
  static final String ASSET = "dexscope/methods.txt";

  /** The end of the name of a dex file's table. */
  private static final String BESIDE = ".methods.txt";

  /** The numbers of what the VM does, which no method has. */
  static final int LOADING = Calls.MOST_IDS - 1;

  static final int TRANSLATION = Calls.MOST_IDS - 2;

  private static final int MOST_BYTES = 1 << 26;

  private static final int COLUMNS = 4;

  private final byte[] text;

  /** The start of each line, and the end of the last one. */
  private final int[] lines;

  private final int count;

  MethodNames(byte[] text) {
    int count = 0;
    int[] lines = new int[1024];
    for (int at = 0; at < text.length; at++) {
      if (text[at] == '\n') {
        if (++count == lines.length) {
          lines = Arrays.copyOf(lines, 2 * count);
        }
        lines[count] = at + 1;
      }
    }
    this.text = text;
    this.lines = lines;
    this.count = count;
  }

  /** Returns those of this app; empty if there is no such asset, nor a file beside the code. */
  static MethodNames load() throws IOException {
    InputStream in = Assets.open(ASSET);
    if (in == null) {
      in = beside(System.getProperty("java.class.path", ""));
    }
    return new MethodNames(in == null ? new byte[0] : Assets.bytes(in, MOST_BYTES));
  }

  /** A dex file has no room for the table: the injector writes it beside. */
  static @Nullable InputStream beside(String classPath) throws IOException {
    for (String each : classPath.split(File.pathSeparator)) {
      File file = new File(each + BESIDE);
      if (each.length() > 0 && file.isFile()) {
        return new FileInputStream(file);
      }
    }
    return null;
  }

  /** Class, name, signature and source file, with tabs between. */
  String line(int id) {
    if (id == LOADING || id == TRANSLATION) {
      return id == LOADING ? "\t(class loading)\t\t" : "\t(translation)\t\t";
    }
    if (id < 0 || id >= count) {
      return "\tmethod " + id + "\t\t";
    }
    int tabs = 0;
    int end = lines[id];
    while (end < lines[id + 1] - 1 && (text[end] != '\t' || ++tabs < COLUMNS)) {
      end++;
    }
    return text(lines[id], end);
  }

  private String text(int from, int to) {
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  /**
   * {@code java.util.List.add(Ljava/lang/Object;)Z}, or the form that the table has for profiles.
   */
  String fullName(int id) {
    String[] parts =
        id >= 0 && id < count
            ? text(lines[id], lines[id + 1] - 1).split("\t", -1)
            : line(id).split("\t", -1);
    if (parts.length > COLUMNS) {
      return parts[COLUMNS];
    }
    String name = parts.length > 1 ? parts[1] : "";
    String signature = parts.length > 2 ? parts[2] : "";
    return (parts[0].length() == 0 ? "" : parts[0] + ".") + name + signature;
  }
}
