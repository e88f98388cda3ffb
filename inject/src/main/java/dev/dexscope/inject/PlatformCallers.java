package dev.dexscope.inject;

import java.util.Set;

/**
 * Of which types of the platform it is known that what calls their methods lets exceptions through,
 * to a caller of its own: collections and streams, what every object has, what exceptions have.
 * Tasks, listeners and components are none of these: an executor keeps what they throw.
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

  /** What futures call, which keep exceptions for later. All other functions serve streams. */
  private static final Set<String> OF_FUTURES =
      Set.of(
          "Supplier",
          "Function",
          "BiFunction",
          "UnaryOperator",
          "BinaryOperator",
          "Consumer",
          "BiConsumer");

  /** Run by threads of the platform, or made by it and given up when that fails. */
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
