package dev.dexscope.web.store;

import dev.dexscope.base.process.Blocking;
import dev.dexscope.base.process.JavaVm;
import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process that opens one trace after the other; the other end is {@link InspectorMain}. */
final class InspectorProcess implements Closeable {
  /**
   * The limits of the process.
   *
   * @param temporary the folder for unpacking compressed traces
   * @param heapBytes its memory
   * @param unpackedBytes the maximum size of an unpacked trace
   * @param time the time limit of one trace
   * @param use what else it does with traces
   */
  record Limits(Path temporary, long heapBytes, long unpackedBytes, Duration time, UploadUse use) {}

  private final Process process;
  private final Duration time;
  private final DataOutputStream questions;
  private final DataInputStream answers;

  private InspectorProcess(Process process, Duration time) {
    this.process = process;
    this.time = time;
    this.questions = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  static InspectorProcess start(Limits limits) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JavaVm.program());
    // Without any level for its log, the JDK's reader of recordings prints each text, also null.
    command.addAll(JavaVm.QUIET);
    command.addAll(
        List.of(
            "-Xmx" + limits.heapBytes(),
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Djava.io.tmpdir=" + limits.temporary().toAbsolutePath(),
            "-Ddexscope.unpack.bytes=" + limits.unpackedBytes(),
            "-cp",
            System.getProperty("java.class.path"),
            limits.use().mainClass()));
    command.addAll(limits.use().arguments());
    var builder = new ProcessBuilder(command);
    // The Java VM's output at its end is not an answer, and of no use to users.
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new InspectorProcess(builder.start(), limits.time());
  }

  /**
   * Has it open a trace.
   *
   * @throws RefusedUploadException when it cannot be read
   * @throws IOException when the process has ended over it, or was ended because it took too long
   */
  EntryFacts ask(Path folder, String name, Map<String, String> facts) throws IOException {
    var answered = new CountDownLatch(1);
    Blocking.startClock(() -> endUnless(answered));
    try {
      return Blocking.call(() -> answer(folder, name, facts));
    } finally {
      answered.countDown();
    }
  }

  private EntryFacts answer(Path folder, String name, Map<String, String> facts)
      throws IOException {
    questions.writeUTF(folder.toString());
    questions.writeUTF(name);
    questions.writeInt(facts.size());
    for (Map.Entry<String, String> each : facts.entrySet()) {
      questions.writeUTF(each.getKey());
      questions.writeUTF(each.getValue());
    }
    questions.flush();
    if (answers.readBoolean()) {
      return EntryFacts.read(answers);
    }
    Cause cause = Cause.valueOf(answers.readUTF());
    throw new RefusedUploadException(cause, answers.readUTF());
  }

  private void endUnless(CountDownLatch answered) {
    try {
      if (!answered.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it: nothing that it does is worth waiting for. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
