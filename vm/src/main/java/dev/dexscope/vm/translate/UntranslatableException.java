package dev.dexscope.vm.translate;

/** Valid dex code that has no equal in JVM code: the interpreter runs the method instead. */
public final class UntranslatableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception for something that the JVM has no equivalent for. */
  public UntranslatableException(String message) {
    super(message, null, false, false);
  }
}
