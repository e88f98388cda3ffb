package dev.dexscope.web.store;

import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Opens traces for {@link InspectorProcess}: reads a folder, a name and facts, answers with the
 * properties of the trace there, or the reason why it is refused. It ends with the requesting
 * process; out of memory, it ends at once.
 */
public final class InspectorMain {
  private static final int LONGEST_REASON = 2000;

  private InspectorMain() {}

  /** Uses a trace of which facts were sent. */
  @FunctionalInterface
  public interface Use {
    /**
     * Receives a trace.
     *
     * @param file its file, which is kept elsewhere later
     * @param name what its sender calls it
     * @throws IOException if the upload is to be refused
     */
    void accept(Trace trace, Path file, String name, Map<String, String> facts) throws IOException;
  }

  /** Opens traces, and does nothing else. */
  public static void main(String[] args) throws IOException {
    run((_, _, _, _) -> {});
  }

  /** Opens traces until the requesting process ends. */
  public static void run(Use use) throws IOException {
    var questions = new DataInputStream(new BufferedInputStream(System.in));
    var answers =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(System.err);
    Thread.ofPlatform().daemon().start(InspectorMain::endWithParent);
    try {
      while (true) {
        answer(Path.of(questions.readUTF()), questions.readUTF(), facts(questions), use, answers);
      }
    } catch (EOFException e) {
      // The requesting process has ended.
    }
  }

  /** Also in the middle of a trace, which might never end. */
  private static void endWithParent() {
    ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().join());
    Runtime.getRuntime().halt(1);
  }

  private static Map<String, String> facts(DataInputStream in) throws IOException {
    Map<String, String> facts = new HashMap<>();
    for (int count = in.readInt(); count > 0; count--) {
      facts.put(in.readUTF(), in.readUTF());
    }
    return facts;
  }

  private static void answer(
      Path folder, String name, Map<String, String> facts, Use use, DataOutputStream answers)
      throws IOException {
    Path file = folder.resolve(Contents.TRACE);
    try {
      Trace trace = TraceReader.open(file);
      StorePicture.drawAll(trace, folder);
      EntryFacts found = EntryFacts.of(trace);
      if (!facts.isEmpty()) {
        use(use, trace, file, name, facts);
      }
      answers.writeBoolean(true);
      found.write(answers);
    } catch (RefusedUploadException e) {
      refuse(e.why(), e.reason(), answers);
    } catch (FormatException e) {
      refuse(Cause.UNREADABLE, told(e, file, name), answers);
    } catch (RefusedFileException e) {
      refuse(Cause.UNREADABLE, name + ": " + e.what(), answers);
    } catch (StackOverflowError e) {
      refuse(Cause.UNREADABLE, name + ": nested too deep", answers);
    } catch (IOException | RuntimeException e) {
      String kind = e.getClass().getSimpleName();
      refuse(Cause.UNREADABLE, name + ": cannot be read: " + kind, answers);
    }
    answers.flush();
  }

  /**
   * A failure here is not the sender's fault, and names files of this machine; a failure of the
   * trace is.
   */
  private static void use(Use use, Trace trace, Path file, String name, Map<String, String> facts) {
    try {
      use.accept(trace, file, name, facts);
    } catch (FormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      String kind = e.getClass().getSimpleName();
      throw new RefusedUploadException(Cause.NO_ROOM, name + ": cannot be added: " + kind);
    }
  }

  /** Senders know the name that they gave, and no properties of this process. */
  private static String told(FormatException e, Path file, String name) {
    return String.valueOf(e.getMessage())
        .replace(file.toString(), name)
        .replaceAll(" \\(-D[^)]*\\)", "");
  }

  private static void refuse(Cause cause, String reason, DataOutputStream answers)
      throws IOException {
    answers.writeBoolean(false);
    answers.writeUTF(cause.name());
    answers.writeUTF(reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
  }
}
