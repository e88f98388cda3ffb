package dev.dexscope.natives;

/**
 * The outcome for a library of a package.
 *
 * @param name its file's name
 * @param state whether it can be loaded
 * @param detail for the user: why not; empty if there is nothing to report
 */
public record LibraryFate(String name, State state, String detail) {
  /** Whether a library can be loaded. */
  public enum State {
    /** Translated. */
    READY,
    /** Built for other machines only. */
    OTHER_MACHINE,
    /** Malformed, or of a form that Android refuses. */
    FAULTY
  }
}
