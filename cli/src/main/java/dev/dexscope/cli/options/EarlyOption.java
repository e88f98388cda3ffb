package dev.dexscope.cli.options;

import java.util.List;

/**
 * An option that is read before picocli is there: by the launcher, of which it requests something,
 * or by an entry point that does without picocli.
 *
 * @param names all its names, the first of which stands for it
 * @param form what follows it
 * @param isQuick whether the command's quick entry point reads it
 * @param request what the launcher does for it
 */
public record EarlyOption(List<String> names, Form form, boolean isQuick, Request request) {
  /** The words that follow an option. */
  public enum Form {
    FLAG,
    VALUE,
    /** A value; the option may be repeated. */
    VALUES,
    /** The same, and the value may begin as an option does. */
    WORDS
  }

  /** The launcher's action for an option. */
  public sealed interface Request {}

  /** Nothing: it is the command's alone. */
  public record Nothing() implements Request {}

  /**
   * It starts the Java VM with more options.
   *
   * @param value the option's value that requests it, in whatever case; empty for any
   */
  public record JavaOptions(String value, List<String> options) implements Request {}

  /**
   * It calls a function of {@code scripts/launch.sh} with the option's value.
   *
   * @param function its name
   */
  public record Call(String function) implements Request {}

  static EarlyOption flag(String name) {
    return new EarlyOption(List.of(name), Form.FLAG, false, new Nothing());
  }

  static EarlyOption single(String name) {
    return new EarlyOption(List.of(name), Form.VALUE, false, new Nothing());
  }

  static EarlyOption repeated(String... names) {
    return new EarlyOption(List.of(names), Form.VALUES, false, new Nothing());
  }

  static EarlyOption words(String name) {
    return new EarlyOption(List.of(name), Form.WORDS, false, new Nothing());
  }

  EarlyOption quick() {
    return new EarlyOption(names, form, true, request);
  }

  /** With options of the Java VM. */
  EarlyOption starts(String... javaOptions) {
    return new EarlyOption(names, form, isQuick, new JavaOptions("", List.of(javaOptions)));
  }

  /** With options of the Java VM for one value. */
  EarlyOption startsFor(String value, String... javaOptions) {
    return new EarlyOption(names, form, isQuick, new JavaOptions(value, List.of(javaOptions)));
  }

  /** With a function of the launcher. */
  EarlyOption calls(String function) {
    return new EarlyOption(names, form, isQuick, new Call(function));
  }

  /** The name that stands for all. */
  public String name() {
    return names.getFirst();
  }
}
