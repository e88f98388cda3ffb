package libcore.util;

/**
 * Stands for the class of Dexscope's VM while the runtime is compiled; neither the jar nor the dex
 * holds it.
 */
public final class ProgramEvents {
  private ProgramEvents() {}

  /** Receives the events. */
  public interface Listener {
    /** The current thread begins to make a class ready for its first use. */
    int begins(boolean isTranslation);

    /** The current thread has done it. */
    void ready(int begun);

    /** The program is about to run for the last time. */
    void warm();

    /** An app's process ends. */
    void ends();
  }

  /** Sets the receiver. */
  public static void listen(Listener receiver) {}
}
