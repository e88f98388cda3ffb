package dev.dexscope.vm.debug;

/** Dex code that cannot take the place of a class's. */
public final class RefusedCodeException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The reason of the refusal. */
  public enum Fault {
    /** It is no well-formed dex file. */
    FORMAT,
    /** It has no class, or several. */
    NOT_ONE_CLASS,
    /** Its class is another one. */
    NAME,
    /** The verifier refuses it. */
    VERIFICATION
  }

  private final Fault fault;

  public RefusedCodeException(Fault fault, String reason) {
    super(reason);
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }
}
