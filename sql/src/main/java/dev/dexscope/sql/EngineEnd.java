package dev.dexscope.sql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import org.jspecify.annotations.Nullable;

/**
 * The other end of an {@link Engine}, in the process that it has started: reads questions from its
 * standard input, answers on its standard output ({@link Message}). The process ends with the one
 * that queries it, also in the middle of a question.
 *
 * <pre>{@code
 * EngineEnd end = EngineEnd.open();
 * open(end.next().text());
 * end.ready();
 * while (true) {
 *   answer(end.next());
 * }
 * }</pre>
 */
public final class EngineEnd {
  /** The exit code of a process whose questions have come to their end. */
  private static final int ALONE = 1;

  private final SynchronousQueue<Question> questions = new SynchronousQueue<>();
  private final DataOutputStream out;

  /**
   * A question. The first one describes the tables.
   *
   * @param most how many rows are taken
   */
  public record Question(String text, long most) {}

  private EngineEnd(DataOutputStream out) {
    this.out = out;
  }

  /** Takes over the standard streams; what other code prints goes to standard error. */
  public static EngineEnd open() {
    var end =
        new EngineEnd(
            new DataOutputStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out))));
    System.setOut(System.err);
    Thread.ofPlatform().daemon().start(end::read);
    return end;
  }

  private void read() {
    try (var in = new DataInputStream(new BufferedInputStream(System.in))) {
      while (true) {
        byte[] text = in.readNBytes(in.readInt());
        questions.put(new Question(new String(text, StandardCharsets.UTF_8), in.readLong()));
      }
    } catch (IOException | InterruptedException e) {
      Runtime.getRuntime().halt(ALONE);
    }
  }

  /** Sends what is written, and waits for a question. */
  public Question next() throws IOException, InterruptedException {
    out.flush();
    return questions.take();
  }

  /** The tables are open. */
  public void ready() throws IOException {
    Message.READY.write(out);
  }

  public void columns(List<Rows.Column> columns) throws IOException {
    Message.writeColumns(out, columns);
  }

  /** A row, as Java has its values. */
  public void row(@Nullable Object[] values) throws IOException {
    Message.ROW.write(out);
    for (Object each : values) {
      Cell.write(Cell.of(each), out);
    }
  }

  /** The end of an answer; {@code isWhole} if there are no more rows. */
  public void end(boolean isWhole) throws IOException {
    (isWhole ? Message.END : Message.MORE).write(out);
  }

  /** There is no answer, or no more of it. */
  public void fail(String reason) throws IOException {
    Message.writeFailure(out, reason);
    out.flush();
  }
}
