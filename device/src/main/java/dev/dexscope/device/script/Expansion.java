package dev.dexscope.device.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Replaces parameters, scripts and expressions in words by their values. */
final class Expansion {
  private static final String SEPARATORS = " \t\n";

  private final Interpreter shell;

  Expansion(Interpreter shell) {
    this.shell = shell;
  }

  private String separators() {
    return shell.variables().get("IFS", SEPARATORS);
  }

  /** The fields of words, with the files of patterns. */
  List<String> fields(List<Word> words) throws IOException {
    Fields fields = new Fields(separators(), true);
    for (Word each : words) {
      add(each, fields, false);
      fields.end();
    }
    List<String> all = new ArrayList<>();
    for (Fields.Field each : fields.all()) {
      List<String> files =
          each.isPattern() && !shell.has('f') ? files(each.pattern()) : List.<String>of();
      if (files.isEmpty()) {
        all.add(each.text());
      } else {
        all.addAll(files);
      }
    }
    return all;
  }

  /** One text, which is not split. */
  String text(Word word) throws IOException {
    Fields.@Nullable Field field = field(word);
    return field == null ? "" : field.text();
  }

  /** A pattern, in which quoted characters are themselves. */
  String pattern(Word word) throws IOException {
    Fields.@Nullable Field field = field(word);
    return field == null ? "" : field.pattern();
  }

  private Fields.@Nullable Field field(Word word) throws IOException {
    Fields fields = new Fields(separators(), false);
    add(word, fields, false);
    fields.end();
    return fields.all().isEmpty() ? null : fields.all().getFirst();
  }

  /**
   * Adds the parts of a word.
   *
   * @param isValue whether its literal text is the value of an expansion
   */
  private void add(Word word, Fields fields, boolean isValue) throws IOException {
    boolean isFirst = true;
    for (Word.Part each : word.parts()) {
      switch (each) {
        case Word.Text(String text, boolean isQuoted) -> {
          boolean isWhole = word.parts().size() == 1;
          String shown = isFirst && !isQuoted && !isValue ? home(text, isWhole) : text;
          if (isValue && !isQuoted) {
            fields.value(shown, false);
          } else {
            fields.literal(shown, isQuoted);
          }
        }
        case Word.Output(Node body, boolean isQuoted) -> fields.value(shell.output(body), isQuoted);
        case Word.Sum(Word expression, boolean isQuoted) ->
            fields.value(Arithmetic.evaluate(text(expression), shell.variables()) + "", isQuoted);
        case Word.Parameter parameter -> add(parameter, fields);
      }
      isFirst = false;
    }
  }

  private String home(String text, boolean isWhole) {
    String home = shell.variables().get("HOME", "/");
    if (isWhole && text.equals("~")) {
      return home;
    }
    return text.startsWith("~/") ? home.replaceFirst("/$", "") + text.substring(1) : text;
  }

  private void add(Word.Parameter parameter, Fields fields) throws IOException {
    String operator = parameter.operator();
    boolean isAll = parameter.name().equals("@") || parameter.name().equals("*");
    if (isAll && operator.isEmpty()) {
      addAll(parameter, fields);
      return;
    }
    String value = shell.value(parameter.name());
    if (value == null && shell.has('u') && "length##%%//:".contains(operator)) {
      shell.fail(parameter.name() + ": parameter not set");
    }
    boolean isMissing =
        value == null || (operator.startsWith(":") && operator.length() == 2 && value.isEmpty());
    String known = value == null ? "" : value;
    switch (operator) {
      case "", "length", "#", "##", "%", "%%", "/", "//", ":" ->
          fields.value(changed(parameter, known), parameter.isQuoted());
      case "+", ":+" -> {
        if (isMissing) {
          fields.value("", parameter.isQuoted());
        } else {
          addArgument(parameter, fields);
        }
      }
      default -> {
        if (!isMissing) {
          fields.value(known, parameter.isQuoted());
        } else if (operator.endsWith("?")) {
          String reason = text(parameter.argument());
          shell.fail(
              parameter.name() + ": " + (reason.isEmpty() ? "parameter null or not set" : reason));
        } else if (operator.endsWith("=")) {
          String set = text(parameter.argument());
          shell.variables().set(parameter.name(), set);
          fields.value(set, parameter.isQuoted());
        } else {
          addArgument(parameter, fields);
        }
      }
    }
  }

  private void addArgument(Word.Parameter parameter, Fields fields) throws IOException {
    if (parameter.isQuoted()) {
      fields.literal(text(parameter.argument()), true);
    } else {
      add(parameter.argument(), fields, true);
    }
  }

  private String changed(Word.Parameter parameter, String value) throws IOException {
    Word argument = parameter.argument();
    return switch (parameter.operator()) {
      case "" -> value;
      case "length" -> value.length() + "";
      case "/", "//" -> {
        String both = pattern(argument);
        int slash = both.indexOf('/');
        String pattern = slash < 0 ? both : both.substring(0, slash);
        String whole = text(argument);
        String replacement = slash < 0 ? "" : whole.substring(whole.indexOf('/') + 1);
        yield Parameters.replace(value, pattern, replacement, parameter.operator().equals("//"));
      }
      case ":" -> {
        String both = text(argument);
        int colon = both.indexOf(':');
        long offset = sum(colon < 0 ? both : both.substring(0, colon));
        yield Parameters.part(
            value, offset, colon < 0 ? value.length() : sum(both.substring(colon + 1)));
      }
      default -> Parameters.trim(value, parameter.operator(), pattern(argument));
    };
  }

  private long sum(String text) throws IOException {
    return Arithmetic.evaluate(text, shell.variables());
  }

  /** {@code $@} and {@code $*}. */
  private void addAll(Word.Parameter parameter, Fields fields) throws IOException {
    List<String> arguments = shell.arguments();
    if (parameter.isQuoted() && parameter.name().equals("*")) {
      String separators = separators();
      String between = separators.isEmpty() ? "" : separators.substring(0, 1);
      fields.literal(String.join(between, arguments), true);
      return;
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (parameter.isQuoted()) {
        fields.literal(arguments.get(i), true);
      } else {
        fields.value(arguments.get(i), false);
      }
      if (i + 1 < arguments.size()) {
        fields.next();
      }
    }
  }

  /** The files of a pattern, by their names. */
  private List<String> files(String pattern) throws IOException {
    List<String> found = List.of(pattern.startsWith("/") ? "/" : "");
    for (String part : pattern.split("/", -1)) {
      if (!part.isEmpty()) {
        found = files(found, part);
      }
    }
    return found;
  }

  private List<String> files(List<String> folders, String part) throws IOException {
    List<String> longer = new ArrayList<>();
    Glob glob = new Glob(part);
    for (String each : folders) {
      String prefix = each + (each.isEmpty() || each.endsWith("/") ? "" : "/");
      for (String name : names(each.isEmpty() ? "." : each)) {
        if (glob.matchesFile(name)) {
          longer.add(prefix + name);
        }
      }
    }
    return longer;
  }

  /** Those of a folder that may be read. */
  private List<String> names(String folder) throws IOException {
    try {
      Path host = shell.outside().file(folder);
      if (!Files.isDirectory(host)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(host)) {
        return files.map(each -> each.getFileName() + "").sorted().limit(1 << 16).toList();
      }
    } catch (IOException e) {
      return List.of();
    }
  }
}
