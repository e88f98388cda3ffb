package dev.dexscope.web.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.FullTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@FullTier("starts processes that do not answer")
class InspectorProcessTest {
  private static final int PATIENCE = 60;

  @TempDir private Path folder;

  /** Reads what it is sent, and never answers. */
  static final class Silent {
    private Silent() {}

    public static void main(String[] args) throws IOException {
      while (System.in.read() >= 0) {
        // The next byte.
      }
    }
  }

  private InspectorProcess silent(Duration time) throws IOException {
    var use = new UploadUse(List.of(), _ -> {}, Silent.class.getName(), List.of());
    return InspectorProcess.start(
        new InspectorProcess.Limits(folder, 64L << 20, 1L << 20, time, use));
  }

  /** As many as there are carriers of virtual threads, and two more. */
  @Test
  void slowUploadsKeepNoOtherRequestWaiting() throws Exception {
    List<InspectorProcess> processes = new ArrayList<>();
    List<Thread> uploads = new ArrayList<>();
    try {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 2; i++) {
        InspectorProcess process = silent(Duration.ofHours(1));
        processes.add(process);
        var begun = new CountDownLatch(1);
        uploads.add(
            Thread.startVirtualThread(() -> {
              begun.countDown();
              ask(process);
            }));
        assertThat(begun.await(PATIENCE, TimeUnit.SECONDS)).as("upload " + i).isTrue();
      }
      var answered = new CountDownLatch(1);
      Thread.startVirtualThread(answered::countDown);

      assertThat(answered.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
    } finally {
      processes.forEach(InspectorProcess::close);
      for (Thread each : uploads) {
        each.join();
      }
    }
  }

  @Test
  void whatTakesTooLongIsEnded() throws IOException {
    try (InspectorProcess process = silent(Duration.ofMillis(1))) {
      assertThatThrownBy(() -> process.ask(folder, "a", Map.of())).isInstanceOf(IOException.class);
    }
  }

  @Name("test.Text")
  @StackTrace(false)
  static final class Text extends Event {
    final String text;

    Text(String text) {
      this.text = text;
    }
  }

  /** Without its options for quiet, the JDK's reader fails at a string that is null. */
  @Test
  void recordingsOfOtherToolsAreRead() throws Exception {
    Path file = folder.resolve(Contents.TRACE);
    String text = "a text that is long enough for the table of strings";
    try (var recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1)).withStackTrace();
      recording.start();
      // The JDK keeps a text in the table when it comes for the second time.
      for (int i = 0; i < 3; i++) {
        new Text(text).commit();
      }
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
      for (double x = 0; System.nanoTime() < end; x = Math.sqrt(x + 1)) {
        assertThat(x).isNotNegative();
      }
      recording.stop();
      recording.dump(file);
    }
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    // The only text of its table, and its number before it, become a null and a shorter text.
    String count = "\u0081\u0080\u0080\0";
    String kept = count + "\1\5" + (char) text.length() + text;
    String other = "\1\0" + "\2\5" + (char) (text.length() - 2) + text.substring(2);
    assertThat(bytes.contains(kept)).isTrue();
    Files.writeString(
        file,
        bytes.replace(kept, count.replace('\u0081', '\u0082') + other),
        StandardCharsets.ISO_8859_1);
    var limits =
        new InspectorProcess.Limits(
            folder, 256L << 20, 1L << 30, Duration.ofMinutes(1), UploadUse.NONE);

    try (InspectorProcess process = InspectorProcess.start(limits)) {
      assertThat(process.ask(folder, "a.jfr", Map.of()).format()).isEqualTo("JFR recording");
    }
  }

  private void ask(InspectorProcess process) {
    try {
      process.ask(folder, "a", Map.of());
    } catch (IOException e) {
      // It was ended.
    }
  }
}
