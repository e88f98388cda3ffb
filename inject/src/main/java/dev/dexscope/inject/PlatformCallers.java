package dev.dexscope.inject;

import java.util.Set;

/**
 * The types of the platform whose methods are only called by code that passes exceptions on to its
 * own caller: collections and streams, {@code Object}, exceptions. Tasks, listeners and components
 * are not among them: an executor keeps the exceptions that they throw.
 */
final class PlatformCallers {
  private static final String JAVA_LANG = "Ljava/lang/";
  private static final String JAVA_UTIL = "Ljava/util/";

  private static final Set<String> OF_JAVA_LANG =
      Set.of(
          "Object",
          "Enum",
          "Number",
          "Record",
          "Comparable",
          "Iterable",
          "CharSequence",
          "Appendable",
          "Readable",
          "Cloneable",
          "AutoCloseable");

  private static final String FUNCTIONS = "Ljava/util/function/";

  /**
   * The functions that futures call, which keep exceptions for later. All other functions serve
   * streams.
   */
  private static final Set<String> OF_FUTURES =
      Set.of(
          "Supplier",
          "Function",
          "BiFunction",
          "UnaryOperator",
          "BinaryOperator",
          "Consumer",
          "BiConsumer");

  /** Run by threads of the platform, or created by it and discarded on failure. */
  private static final Set<String> TASKS_OF_JAVA_UTIL =
      Set.of("TimerTask", "Observer", "ResourceBundle", "ListResourceBundle", "EventListener");

  private PlatformCallers() {}

  /** Of a class or interface, by its descriptor. */
  static boolean letExceptionsThrough(String type) {
    if (type.startsWith("Ljava/io/")) {
      return true;
    }
    if (type.startsWith(JAVA_LANG)) {
      String name = type.substring(JAVA_LANG.length(), type.length() - 1);
      return OF_JAVA_LANG.contains(name)
          || (name.indexOf('/') < 0
              && (name.endsWith("Exception")
                  || name.endsWith("Error")
                  || name.equals("Throwable")));
    }
    if (type.startsWith(FUNCTIONS)) {
      return !OF_FUTURES.contains(type.substring(FUNCTIONS.length(), type.length() - 1));
    }
    if (type.startsWith(JAVA_UTIL)) {
      String name = type.substring(JAVA_UTIL.length(), type.length() - 1);
      return name.indexOf('/') < 0 && !TASKS_OF_JAVA_UTIL.contains(name);
    }
    return false;
  }
}
