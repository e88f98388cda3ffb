package dev.dexscope.device.shell;

import dev.dexscope.device.script.Glob;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** {@code find [FOLDER...] [EXPRESSION]}. */
final class FindCommand {
  private static final long DAY = 24L * 60 * 60 * 1000;
  private static final int MOST_DEPTH = 100;

  /** A file that is found. */
  private record Found(String name, Path file) {
    String base() {
      Path last = file.getFileName();
      return last == null ? name : last.toString();
    }
  }

  /** A condition or action on a file. */
  private interface Test {
    boolean of(Found found) throws IOException;
  }

  private final Call call;
  private final List<String> words;
  private int at;
  private int leastDepth;
  private int mostDepth = MOST_DEPTH;
  private boolean hasAction;
  private boolean isPruned;
  private boolean isDepthFirst;
  private int exit;

  private FindCommand(Call call) {
    this.call = call;
    words = call.words();
  }

  static int run(Call call) throws IOException {
    return new FindCommand(call).run();
  }

  private int run() throws IOException {
    List<String> roots = new ArrayList<>();
    while (at < words.size() && !words.get(at).startsWith("-") && !isOperator(words.get(at))) {
      roots.add(words.get(at++));
    }
    Test test = at == words.size() ? _ -> true : any();
    if (at < words.size()) {
      return call.fail("bad arg '" + words.get(at) + "'");
    }
    Test whole = hasAction ? test : found -> test.of(found) && print(found, "\n");
    for (String each : roots.isEmpty() ? List.of(".") : roots) {
      try {
        Path file = call.shell().host(each);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException("No such file or directory");
        }
        visit(new Found(each, file), 0, whole);
      } catch (IOException e) {
        exit = call.fail(each + ": " + FileCommands.reason(e));
      }
    }
    return exit;
  }

  private static boolean isOperator(String word) {
    return word.equals("(") || word.equals(")") || word.equals("!");
  }

  private void visit(Found found, int depth, Test test) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted");
    }
    isPruned = false;
    if (depth >= leastDepth && !isDepthFirst) {
      test.of(found);
    }
    if (!isPruned
        && depth < mostDepth
        && Files.isDirectory(found.file, LinkOption.NOFOLLOW_LINKS)) {
      String prefix = found.name.endsWith("/") ? found.name : found.name + "/";
      List<Path> children = List.of();
      try (Stream<Path> files = Files.list(call.shell().host(found.name))) {
        children = files.sorted().toList();
      } catch (IOException e) {
        exit = call.fail(found.name + ": " + FileCommands.reason(e));
      }
      for (Path each : children) {
        visit(new Found(prefix + each.getFileName(), each), depth + 1, test);
      }
    }
    if (depth >= leastDepth && isDepthFirst) {
      test.of(found);
    }
  }

  private Test any() throws IOException {
    Test left = all();
    while (at < words.size() && (words.get(at).equals("-o") || words.get(at).equals("-or"))) {
      at++;
      Test first = left;
      Test second = all();
      left = found -> first.of(found) || second.of(found);
    }
    return left;
  }

  private Test all() throws IOException {
    Test left = not();
    while (at < words.size() && !List.of("-o", "-or", ")").contains(words.get(at))) {
      at += words.get(at).equals("-a") || words.get(at).equals("-and") ? 1 : 0;
      Test first = left;
      Test second = not();
      left = found -> first.of(found) && second.of(found);
    }
    return left;
  }

  private Test not() throws IOException {
    if (at < words.size() && (words.get(at).equals("!") || words.get(at).equals("-not"))) {
      at++;
      Test test = not();
      return found -> !test.of(found);
    }
    if (at < words.size() && words.get(at).equals("(")) {
      at++;
      Test test = any();
      if (at == words.size() || !words.get(at++).equals(")")) {
        throw new IOException("no )");
      }
      return test;
    }
    return primary();
  }

  private String value() throws IOException {
    if (at == words.size()) {
      throw new IOException(words.getLast() + " needs an argument");
    }
    return words.get(at++);
  }

  private Test primary() throws IOException {
    String word = value();
    return switch (word) {
      case "-name" -> name(value(), false);
      case "-iname" -> name(value().toLowerCase(Locale.ROOT), true);
      case "-path", "-wholename" -> {
        String pattern = value();
        yield found -> new Glob(pattern).matches(found.name);
      }
      case "-type" -> type(value());
      case "-maxdepth" -> {
        mostDepth = Math.min(MOST_DEPTH, SystemCommands.number(value()));
        yield _ -> true;
      }
      case "-mindepth" -> {
        leastDepth = SystemCommands.number(value());
        yield _ -> true;
      }
      case "-depth" -> {
        isDepthFirst = true;
        yield _ -> true;
      }
      case "-size" -> size(value());
      case "-empty" -> FindCommand::isEmpty;
      case "-mtime" -> age(value(), DAY);
      case "-mmin" -> age(value(), 60_000);
      case "-newer" -> {
        var time = Files.getLastModifiedTime(call.shell().host(value()));
        yield found -> Files.getLastModifiedTime(found.file).compareTo(time) > 0;
      }
      case "-true" -> _ -> true;
      case "-false" -> _ -> false;
      case "-prune" -> _ -> isPruned = true;
      case "-print" -> action(found -> print(found, "\n"));
      case "-print0" -> action(found -> print(found, "\0"));
      case "-delete" -> {
        isDepthFirst = true;
        yield action(this::delete);
      }
      case "-exec", "-ok" -> action(exec());
      default -> throw new IOException("bad arg '" + word + "'");
    };
  }

  private Test action(Test action) {
    hasAction = true;
    return action;
  }

  private boolean print(Found found, String end) {
    call.out().print(found.name + end);
    return true;
  }

  private boolean delete(Found found) throws IOException {
    Files.delete(call.shell().hostToWrite(found.name));
    return true;
  }

  private static Test name(String pattern, boolean ignoresCase) {
    return found ->
        new Glob(pattern)
            .matches(ignoresCase ? found.base().toLowerCase(Locale.ROOT) : found.base());
  }

  private static Test type(String letters) {
    return found ->
        letters.contains(
            Files.isSymbolicLink(found.file) ? "l" : Files.isDirectory(found.file) ? "d" : "f");
  }

  private static boolean isEmpty(Found found) throws IOException {
    if (!Files.isDirectory(found.file)) {
      return Files.size(found.file) == 0;
    }
    try (Stream<Path> files = Files.list(found.file)) {
      return files.findAny().isEmpty();
    }
  }

  /** Compares as its sign says: more than, less than, or equal. */
  private static boolean is(String number, long value) throws IOException {
    long wanted = SystemCommands.number(number.replaceFirst("^[+-]", ""));
    return number.startsWith("+")
        ? value > wanted
        : number.startsWith("-") ? value < wanted : value == wanted;
  }

  private static Test size(String text) {
    char unit = text.isEmpty() ? 'b' : text.charAt(text.length() - 1);
    long bytes =
        switch (unit) {
          case 'c' -> 1;
          case 'k' -> 1 << 10;
          case 'M' -> 1 << 20;
          case 'G' -> 1 << 30;
          default -> 512;
        };
    String number = Character.isDigit(unit) ? text : text.replaceFirst(".$", "");
    return found -> is(number, (Files.size(found.file) + bytes - 1) / bytes);
  }

  private static Test age(String number, long unit) {
    return found ->
        is(
            number,
            (System.currentTimeMillis() - Files.getLastModifiedTime(found.file).toMillis()) / unit);
  }

  /** {@code -exec COMMAND {} ;}: with {@code +} too, each file is one call. */
  private Test exec() throws IOException {
    List<String> command = new ArrayList<>();
    String word = value();
    while (!word.equals(";") && !(word.equals("+") && command.contains("{}"))) {
      command.add(word);
      word = value();
    }
    if (command.isEmpty()) {
      throw new IOException("-exec needs a command");
    }
    return found -> {
      List<String> line = command.stream().map(each -> each.replace("{}", found.name)).toList();
      return Shell.run(call.with(line.getFirst(), line.subList(1, line.size()))) == 0;
    };
  }
}
