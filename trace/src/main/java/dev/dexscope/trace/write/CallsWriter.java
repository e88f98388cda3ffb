package dev.dexscope.trace.write;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.tree.CallTree;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Writes the calls of all threads by their paths, with the times of a run that was not
 * instrumented: {@code dexscope.0.calls} in version 2. docs/probe.md describes the format.
 *
 * <pre>{@code
 * try (var file = new CallsWriter(path, 1_000_000)) {
 *   file.method(0, method);
 *   file.thread(1, "main", tree);
 *   file.wait(wait);
 * }
 * }</pre>
 */
public final class CallsWriter implements Closeable {
  /** The characters that would end a line or a part of it. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

  private final BufferedWriter out;

  /**
   * Begins a file whose times are elapsed and CPU time.
   *
   * @param sampleNanos the CPU time that one sample stands for
   * @throws IOException if an I/O error occurs
   */
  public CallsWriter(Path path, long sampleNanos) throws IOException {
    // A writer of Files would refuse names with halves of characters.
    out =
        new BufferedWriter(
            new OutputStreamWriter(Files.newOutputStream(path), StandardCharsets.UTF_8));
    out.write("dexscope calls 2\nclock dual\nsample " + sampleNanos + "\n");
  }

  /**
   * A fact about the run.
   *
   * @throws IOException if an I/O error occurs
   */
  public void key(String name, String value) throws IOException {
    line("key ", name, value);
  }

  /**
   * A method, before what refers to it by its number.
   *
   * @throws IOException if an I/O error occurs
   */
  public void method(int number, Method method) throws IOException {
    line("method " + number, method.className(), method.name(), method.signature(), method.file());
  }

  /**
   * A thread with its calls.
   *
   * @param tree methods by their numbers
   * @throws IOException if an I/O error occurs
   */
  public void thread(int number, String name, CallTree tree) throws IOException {
    line("thread " + number, name);
    out.write("time " + tree.inclusiveWall(0) + "\t" + tree.inclusiveCpu(0) + "\n");
    int[] depths = new int[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      depths[node] = depths[tree.parent(node)] + 1;
      out.write(
          depths[node]
              + " "
              + tree.method(node)
              + " "
              + tree.calls(node)
              + " "
              + tree.exceptions(node)
              + " "
              + Math.max(0, tree.exclusiveWall(node))
              + " "
              + Math.max(0, tree.exclusiveCpu(node))
              + " 0 0\n");
    }
  }

  /**
   * The CPU time of a thread at a line, after the threads.
   *
   * @throws IOException if an I/O error occurs
   */
  public void line(int thread, int method, int line, long self, long total) throws IOException {
    out.write("line " + thread + "\t" + method + "\t" + line + "\t" + self + "\t" + total + "\n");
  }

  /**
   * A kind of wait, after the threads.
   *
   * @throws IOException if an I/O error occurs
   */
  public void wait(Observed.Wait wait) throws IOException {
    line(
        "wait " + wait.thread(),
        Integer.toString(wait.method()),
        Integer.toString(wait.line() + 1),
        wait.kind().key(),
        wait.what(),
        wait.by() < 0 ? "" : Integer.toString(wait.by()),
        Long.toString(wait.count()),
        Long.toString(wait.nanos()),
        Long.toString(wait.longest()));
  }

  /**
   * A part of the critical path, after the threads.
   *
   * @throws IOException if an I/O error occurs
   */
  public void part(Observed.Part part) throws IOException {
    line(
        "path " + part.thread(),
        part.method() < 0 ? "" : Integer.toString(part.method()),
        part.kind().key(),
        part.what(),
        Long.toString(part.nanos()));
  }

  /**
   * Objects that a method has made, after the threads.
   *
   * @throws IOException if an I/O error occurs
   */
  public void allocated(Observed.Made made) throws IOException {
    made("alloc ", made);
  }

  /**
   * Exceptions that a method has made, after the threads.
   *
   * @throws IOException if an I/O error occurs
   */
  public void thrown(Observed.Made made) throws IOException {
    made("throw ", made);
  }

  private void made(String word, Observed.Made made) throws IOException {
    line(
        word + made.method(),
        Integer.toString(made.line() + 1),
        made.type(),
        Long.toString(made.amount()));
  }

  /**
   * A span of the critical path, after the threads, in the order of time.
   *
   * @throws IOException if an I/O error occurs
   */
  public void span(Observed.Span span) throws IOException {
    line(
        "span " + span.thread(),
        span.kind().key(),
        span.what(),
        Long.toString(span.begin()),
        Long.toString(span.nanos()),
        Long.toString(span.active()));
  }

  private void line(String begin, String... parts) throws IOException {
    out.write(begin);
    boolean isFirst = begin.endsWith(" ");
    for (String each : parts) {
      out.write(isFirst ? "" : "\t");
      out.write(CONTROL.matcher(each).replaceAll("?"));
      isFirst = false;
    }
    out.write('\n');
  }

  @Override
  public void close() throws IOException {
    try (out) {
      out.write("end\n");
    }
  }
}
