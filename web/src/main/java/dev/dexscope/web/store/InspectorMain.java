package dev.dexscope.web.store;

import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens traces for {@link InspectorProcess}: reads a folder and a name, answers with the properties
 * of the trace there, or the reason why it cannot be read. It ends with the requesting process; out
 * of memory, it ends at once.
 */
final class InspectorMain {
  private static final int LONGEST_REASON = 2000;

  private InspectorMain() {}

  public static void main(String[] args) throws IOException {
    var questions = new DataInputStream(new BufferedInputStream(System.in));
    var answers =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(System.err);
    Thread.ofPlatform().daemon().start(InspectorMain::endWithParent);
    try {
      while (true) {
        answer(Path.of(questions.readUTF()), questions.readUTF(), answers);
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

  private static void answer(Path folder, String name, DataOutputStream answers)
      throws IOException {
    Path file = folder.resolve(Contents.TRACE);
    try {
      Trace trace = TraceReader.open(file);
      StorePicture.drawAll(trace, folder);
      EntryFacts facts = EntryFacts.of(trace);
      answers.writeBoolean(true);
      facts.write(answers);
    } catch (FormatException e) {
      refuse(told(e, file, name), answers);
    } catch (StackOverflowError e) {
      refuse(name + ": nested too deep", answers);
    } catch (IOException | RuntimeException e) {
      refuse(name + ": cannot be read: " + e.getClass().getSimpleName(), answers);
    }
    answers.flush();
  }

  /** Senders know the name that they gave, and no properties of this process. */
  private static String told(FormatException e, Path file, String name) {
    return String.valueOf(e.getMessage())
        .replace(file.toString(), name)
        .replaceAll(" \\(-D[^)]*\\)", "");
  }

  private static void refuse(String reason, DataOutputStream answers) throws IOException {
    answers.writeBoolean(false);
    answers.writeUTF(reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
  }
}
