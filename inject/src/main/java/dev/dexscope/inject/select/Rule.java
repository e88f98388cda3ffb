package dev.dexscope.inject.select;

import java.util.regex.Pattern;

/**
 * A pattern of {@code --include} and {@code --exclude}.
 *
 * <pre>
 * com.acme            a class with its inner classes, or a package with all below it
 * com.acme.*Activity  the same with wildcards: * matches any text
 * com.acme.Foo#run    a method
 * #run*               the methods so named of every class
 * {@literal @}androidx.Keep      methods with the annotation, or in a class with it
 * </pre>
 */
final class Rule {
  private static final Pattern ANY = Pattern.compile(".*");

  private final Pattern classes;
  private final Pattern methods;
  private final boolean isAnnotation;

  private final String text;

  /** Threads query it concurrently; all set the same value. */
  private volatile boolean hasMatched;

  private Rule(String text, Pattern classes, Pattern methods, boolean isAnnotation) {
    this.text = text;
    this.classes = classes;
    this.methods = methods;
    this.isAnnotation = isAnnotation;
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it names nothing
   */
  static Rule parse(String text) {
    if (text.isBlank() || text.equals("@") || text.equals("#")) {
      throw new IllegalArgumentException("an empty pattern");
    }
    if (text.startsWith("@")) {
      return new Rule(text, Wildcards.compile(text.substring(1), '*', ""), ANY, true);
    }
    int hash = text.indexOf('#');
    if (hash >= 0) {
      String owner = hash == 0 ? "*" : text.substring(0, hash);
      return new Rule(
          text,
          Wildcards.compile(owner, '*', ""),
          Wildcards.compile(text.substring(hash + 1), '*', ""),
          false);
    }
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    return new Rule(text, Wildcards.compile(name, '*', "([.$].*)?"), ANY, false);
  }

  boolean looksAtAnnotations() {
    return isAnnotation;
  }

  /** As the user wrote it. */
  String text() {
    return text;
  }

  /** Returns whether it has matched any method. */
  boolean hasMatched() {
    return hasMatched;
  }

  boolean matches(Candidate method) {
    boolean is = names(method);
    if (is) {
      hasMatched = true;
    }
    return is;
  }

  private boolean names(Candidate method) {
    if (isAnnotation) {
      return method.annotations().stream().anyMatch(each -> classes.matcher(each).matches());
    }
    return classes.matcher(method.className()).matches()
        && methods.matcher(method.name()).matches();
  }
}
