package dev.dexscope.art.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of Android's build ({@code Android.bp}), of which the lists of sources are read.
 *
 * @param folder where it is, and the files that it names
 * @param text its content, without comments
 */
record Blueprint(Path folder, String text) {
  private static final Pattern COMMENT = Pattern.compile("(?m)//.*$");
  private static final Pattern LIST = Pattern.compile("srcs: \\[([^\\]]*)]");
  private static final Pattern NAME = Pattern.compile("\"([^\":]+\\.(?:java|c|cc|cpp))\"");
  private static final Pattern MODULE =
      Pattern.compile("(?ms)^\\w+ \\{\\n\\s+name: \"([^\"]+)\",(.*?)^}");

  static Blueprint of(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    return new Blueprint(file.resolveSibling(""), COMMENT.matcher(text).replaceAll(""));
  }

  /** Returns the names of the modules that it describes. */
  List<String> modules() {
    return MODULE.matcher(text).results().map(each -> each.group(1)).toList();
  }

  /**
   * Returns the sources of a module for all processors, and for the given ones: their lists are
   * nested in blocks with their names.
   */
  List<Path> sources(String module, String... processors) {
    Matcher matcher = MODULE.matcher(text);
    while (matcher.find()) {
      if (matcher.group(1).equals(module)) {
        return sources(matcher.group(2), List.of(processors));
      }
    }
    return List.of();
  }

  private List<Path> sources(String body, List<String> processors) {
    List<Path> found = new ArrayList<>();
    Matcher list = LIST.matcher(body);
    while (list.find()) {
      if (isFor(body.substring(0, list.start()), processors)) {
        Matcher name = NAME.matcher(list.group(1));
        while (name.find()) {
          found.add(folder.resolve(name.group(1)));
        }
      }
    }
    return found;
  }

  /** Whether each block that is open at the end of the text is that of a processor. */
  private static boolean isFor(String before, List<String> processors) {
    List<String> open = new ArrayList<>();
    Matcher brace = Pattern.compile("(\\w+): \\{|}").matcher(before);
    while (brace.find()) {
      if (brace.group(1) != null) {
        open.add(brace.group(1));
      } else if (!open.isEmpty()) {
        open.removeLast();
      }
    }
    return open.isEmpty() || processors.contains(open.getLast());
  }
}
