package dev.dexscope.trace.read;

import dev.dexscope.trace.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Reads the traces of one more tool. {@link TraceReader} finds implementations by {@link
 * java.util.ServiceLoader}, and tries them after Android's own formats and before those of other
 * tools.
 *
 * <pre>{@code
 * public final class TickImporter implements TraceImporter {
 *   public String format() {
 *     return "tick log";
 *   }
 *
 *   public boolean accepts(ByteBuffer head) {
 *     return head.remaining() >= 4 && head.getInt(0) == 0x5449434b;
 *   }
 *
 *   public void read(InputStream in, Calls calls) throws IOException {
 *     calls.clock(Clock.WALL);
 *     calls.thread(1, "main");
 *     calls.enter(1, "app.Main", "run", "()V", 0, 0);
 *     calls.exit(1, 1_000_000, 0);
 *   }
 * }
 * }</pre>
 */
public interface TraceImporter {
  /** Returns the name of the format, for people; it becomes {@code TraceInfo.format()}. */
  String format();

  /**
   * Returns whether a file is of this format. Called for every file that is no method trace of
   * Android's, so it should look at a magic number only.
   *
   * @param head the first bytes of the file, unpacked if it was compressed: 4,096 at most,
   *     read-only
   */
  boolean accepts(ByteBuffer head);

  /**
   * Reads a file that was accepted, from its first byte. What it throws, other than an {@link
   * IOException}, is reported as a {@link dev.dexscope.trace.TraceFormatException} of the file.
   *
   * @param calls receives threads, calls and returns, in the order in which they happened on each
   *     thread
   * @throws IOException if it cannot be read
   */
  void read(InputStream in, Calls calls) throws IOException;

  /** Receives what an importer reads. Times are in nanoseconds, from any origin. */
  interface Calls {
    /** Sets the clock of the times; {@link Clock#WALL} if it is not called. */
    void clock(Clock clock);

    /** Names a thread. Threads without a name are shown by their number. */
    void thread(long id, String name);

    /**
     * Adds a call.
     *
     * @param className with dots; empty if unknown
     * @param signature {@code (ILjava/lang/String;)V}; empty if unknown
     * @param wall elapsed time; ignored by clocks without it
     * @param cpu processor time of the thread; ignored by clocks without it
     */
    void enter(long thread, String className, String method, String signature, long wall, long cpu);

    /** Adds the return of the innermost call of a thread; one without a call is counted as lost. */
    void exit(long thread, long wall, long cpu);
  }
}
