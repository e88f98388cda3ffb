package dev.dexscope.vm.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All that the class files of a class path's classes depend on, as text.
 *
 * @param base the translator, and the code that the files' code sees
 * @param files each file: another one in its place has another text
 */
record PathKeys(String base, List<String> files) {
  /** Returns what depends also on files. */
  static PathKeys of(List<String> base, List<Path> paths) throws IOException {
    var text = new StringBuilder();
    base.forEach(each -> add(text, each));
    List<String> files = new ArrayList<>();
    for (Path each : paths) {
      files.add(file(each));
    }
    return new PathKeys(text.toString(), files);
  }

  /** Returns the text for a file with code. */
  static String file(Path path) throws IOException {
    var text = new StringBuilder();
    add(text, path.toAbsolutePath().toString());
    add(text, Fingerprint.of(path));
    return text.toString();
  }

  /** The key of all files. */
  String ofPath() {
    return base + String.join("", files);
  }

  private static void add(StringBuilder text, String line) {
    text.append(line.length()).append(' ').append(line).append('\n');
  }
}
