package dev.dexscope.trace;

/**
 * A method of a trace.
 *
 * @param id the number in the records
 * @param className the class with dots, {@code java.util.Map$Entry}; empty when unknown
 * @param name the method's name, or a substitute if the trace has records of a method that it does
 *     not list
 * @param signature {@code (ILjava/lang/String;)V}; empty when unknown
 * @param file the source file's name; empty when unknown
 * @param line the line of the method's first statement, -1 when unknown
 */
public record Method(
    long id, String className, String name, String signature, String file, int line) {

  /** The end of the name of a method that samples saw in a trace of recorded calls. */
  public static final String SAMPLED = "~";

  /** Returns whether samples saw it where other methods' calls are recorded: none are counted. */
  public boolean isSampled() {
    return name.endsWith(SAMPLED);
  }

  /** Returns the name as declared: without parameters, and without the mark of samples. */
  public String plainName() {
    int open = name.indexOf('(');
    String declared = open < 0 ? name : name.substring(0, open);
    return declared.endsWith(SAMPLED)
        ? declared.substring(0, declared.length() - SAMPLED.length())
        : declared;
  }

  /** {@code java.util.List.add}: the name without its signature. */
  public String qualifiedName() {
    return className.isEmpty() ? name : className + "." + name;
  }

  /**
   * Returns the name with its signature, which distinguishes overloads: {@code
   * java.util.List.add(Ljava/lang/Object;)Z}.
   */
  public String fullName() {
    return qualifiedName() + signature;
  }

  /** {@code java.util}; empty for the unnamed package. */
  public String packageName() {
    int dot = className.lastIndexOf('.');
    return dot < 0 ? "" : className.substring(0, dot);
  }
}
