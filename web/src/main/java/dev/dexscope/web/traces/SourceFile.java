package dev.dexscope.web.traces;

import dev.dexscope.trace.Method;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source file, and where methods are in it.
 *
 * @param path its path below the folder of sources, or in their archive
 */
record SourceFile(String path, List<String> lines) {
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

  /** Before a name that is called, or declared as something else. */
  private static final Pattern NO_DECLARATION =
      Pattern.compile("(\\.|\\b(new|return|throw)\\s)\\s*$|[=(\"]|//|\\*");

  SourceFile {
    lines = List.copyOf(lines);
  }

  /**
   * The line of a method: that of the trace, else the first that looks like its declaration; 0 if
   * there is none.
   */
  int line(Method method) {
    if (method.line() > 0) {
      return method.line() <= lines.size() ? method.line() : 0;
    }
    String owner = method.className().substring(method.className().lastIndexOf('.') + 1);
    String inner = owner.substring(owner.lastIndexOf('$') + 1);
    Matcher lambda = LAMBDA.matcher(method.plainName());
    String name =
        switch (method.plainName()) {
          case "<init>" -> inner;
          case "<clinit>" -> "";
          default -> lambda.matches() ? lambda.group(1) : method.plainName();
        };
    int from = owner.contains("$") ? declared(inner) : 0;
    return name.isEmpty() ? find(Pattern.compile("^\\s*static\\s*\\{"), from) : find(name, from);
  }

  /** The index of the line of an inner class; 0 for one without a name. */
  private int declared(String type) {
    return Math.max(
        0,
        find(
                Pattern.compile(
                    "\\b(class|interface|enum|record|object)\\s+" + Pattern.quote(type) + "\\b"),
                0)
            - 1);
  }

  private int find(Pattern pattern, int from) {
    for (int i = from; i < lines.size(); i++) {
      if (pattern.matcher(lines.get(i)).find()) {
        return i + 1;
      }
    }
    return 0;
  }

  private int find(String name, int from) {
    Pattern pattern = Pattern.compile("\\b" + Pattern.quote(name) + "\\s*\\(");
    for (int i = from; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()
          && !NO_DECLARATION.matcher(line.substring(0, matcher.start())).find()
          && (!line.endsWith(";") || line.contains(" native ") || line.contains(" abstract "))) {
        return i + 1;
      }
    }
    return 0;
  }
}
