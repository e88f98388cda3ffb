package dev.dexscope.probe;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A Traceview trace as a stream: version 3 with both clocks, or version 2 with elapsed time. A
 * method is named before its first record, so that what there is can be read if the app is killed;
 * {@link #close} adds the summary.
 */
final class TraceFile {
  static final int LARGEST_RECORD = 14;

  private static final int MAGIC = 0x574f4c53;
  private static final int STREAMING = 0xf0;
  private static final int HEADER = 32;

  /** "wall", at the end of the header. */
  private static final int WALL = 0x6c6c6177;

  private static final int METHOD = 1;
  private static final int THREAD = 2;
  private static final int SUMMARY = 3;
  private static final int LONGEST_NAME = 0xffff;

  private final File file;
  private final boolean dual;
  private final long startWall;
  private final MethodNames names;
  private final OutputStream out;
  private final BitSet namedMethods = new BitSet();

  /** The threads' last names, null for those that have not traced. */
  private String[] threads = new String[64];

  private final StringBuilder methods = new StringBuilder();
  private boolean closed;

  TraceFile(File file, Clock clock, MethodNames names) throws IOException {
    this.file = file;
    this.dual = clock.hasCpu();
    this.startWall = clock.wall();
    this.names = names;
    this.out = new BufferedOutputStream(new FileOutputStream(file));
    header();
  }

  File file() {
    return file;
  }

  boolean isDual() {
    return dual;
  }

  long startWall() {
    return startWall;
  }

  /** Writes records of one thread. */
  synchronized void write(int thread, String threadName, byte[] records, int from, int to)
      throws IOException {
    if (closed) {
      return;
    }
    if (thread >= threads.length) {
      threads = Arrays.copyOf(threads, 2 * thread);
    }
    if (!threadName.equals(threads[thread])) {
      threads[thread] = threadName;
      name(thread, threadName);
    }
    for (int at = from; at < to; at += dual ? LARGEST_RECORD : LARGEST_RECORD - 4) {
      int method = u4(records, at + 2) >>> 2;
      if (!namedMethods.get(method)) {
        namedMethods.set(method);
        name(method);
      }
    }
    out.write(records, from, to - from);
    out.flush();
  }

  /**
   * Ends the trace.
   *
   * @param untraced the number of calls that it may not have
   */
  synchronized void close(long untraced) throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    String summary =
        "*version\n"
            + (dual ? 3 : 2)
            + "\ndata-file-overflow=false\nclock="
            + (dual ? "dual" : "wall")
            + "\nvm=dexscope\n"
            + (untraced > 0 ? "untraced-calls=" + untraced + "\n" : "")
            + "*threads\n"
            + threadTable()
            + "*methods\n"
            + methods
            + "*end\n";
    byte[] text = summary.getBytes(StandardCharsets.UTF_8);
    u2(0);
    out.write(SUMMARY);
    u4(text.length);
    out.write(text);
    out.close();
  }

  private void header() throws IOException {
    u4(MAGIC);
    u2(STREAMING | (dual ? 3 : 2));
    u2(HEADER);
    long micros = System.currentTimeMillis() * 1000;
    u4((int) micros);
    u4((int) (micros >>> 32));
    u2(dual ? LARGEST_RECORD : 0);
    out.write(new byte[HEADER - 22]);
    // The summary contains it too, but a stream that was cut off has no summary.
    u4(dual ? 0 : WALL);
    out.flush();
  }

  private void name(int thread, String name) throws IOException {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, LONGEST_NAME);
    u2(0);
    out.write(THREAD);
    u2(thread);
    u2(length);
    out.write(text, 0, length);
  }

  private String threadTable() {
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < threads.length; i++) {
      if (threads[i] != null) {
        table.append(i).append('\t').append(threads[i].replace('\n', ' ')).append('\n');
      }
    }
    return table.toString();
  }

  private void name(int method) throws IOException {
    String line = "0x" + Integer.toHexString(method << 2) + "\t" + names.line(method) + "\n";
    byte[] text = line.getBytes(StandardCharsets.UTF_8);
    if (text.length <= LONGEST_NAME) {
      u2(0);
      out.write(METHOD);
      u2(text.length);
      out.write(text);
    }
    methods.append(line);
  }

  private static int u4(byte[] bytes, int at) {
    return u2(bytes, at) | (u2(bytes, at + 2) << 16);
  }

  private static int u2(byte[] bytes, int at) {
    return (bytes[at] & 0xff) | ((bytes[at + 1] & 0xff) << 8);
  }

  private void u2(int value) throws IOException {
    out.write(value);
    out.write(value >> 8);
  }

  private void u4(int value) throws IOException {
    u2(value);
    u2(value >> 16);
  }
}
