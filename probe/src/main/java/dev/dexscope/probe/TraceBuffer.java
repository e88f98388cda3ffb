package dev.dexscope.probe;

import java.io.IOException;

/**
 * The last records of one thread's trace. Only the thread adds to them; complete ones are written
 * to the file when the buffer is full, or when the trace is to be read.
 */
final class TraceBuffer {
  static final int ENTER = 0;
  static final int EXIT = 1;
  static final int UNROLL = 2;

  private static final int SIZE = 1 << 15;

  private final TraceFile file;
  private final int thread;
  private final byte[] bytes = new byte[SIZE];
  private final boolean dual;
  private final long startWall;
  private long startCpu;
  private int used;

  /** The number of bytes of the thread's trace before this buffer. */
  private long before;

  /** The number of bytes of the thread's trace in the file. */
  private long written;

  TraceBuffer(TraceFile file, int thread, long startCpu) {
    this.file = file;
    this.thread = thread;
    this.dual = file.isDual();
    this.startWall = file.startWall();
    this.startCpu = startCpu;
  }

  /** Returns how many bytes of trace the thread has made. */
  long position() {
    return before + used;
  }

  void record(int method, int action, long wall, long cpu) {
    if (used + TraceFile.LARGEST_RECORD > SIZE) {
      flush();
    }
    int at = u2(used, thread);
    at = u4(at, (method << 2) | action);
    if (dual) {
      at = u4(at, (cpu - startCpu) / 1000);
    }
    used = u4(at, (wall - startWall) / 1000);
  }

  /** Another thread follows: its CPU time continues from the end of the former thread's. */
  void goOn(long formerCpu, long cpu) {
    startCpu += cpu - formerCpu;
  }

  /** Ends calls, innermost first. */
  void leaveAll(int[] methods, long wall, long cpu) {
    for (int method : methods) {
      record(method, EXIT, wall, cpu);
    }
  }

  private int u2(int at, int value) {
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >> 8);
    return at + 2;
  }

  private int u4(int at, long value) {
    return u2(u2(at, (int) value), (int) (value >> 16));
  }

  /** Called by the thread itself, or one that continues in its place. */
  private synchronized void flush() {
    try {
      writeUpTo(position(), Thread.currentThread().getName());
    } catch (IOException e) {
      Log.warn("the trace cannot be written: " + e.getMessage());
    }
    before += used;
    written = before;
    used = 0;
  }

  /** Writes what there was at that position, from any thread. */
  synchronized void writeUpTo(long position, String threadName) throws IOException {
    if (position > written) {
      file.write(thread, threadName, bytes, (int) (written - before), (int) (position - before));
      written = position;
    }
  }
}
