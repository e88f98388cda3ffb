package dev.dexscope.web.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.FullTier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

  private void ask(InspectorProcess process) {
    try {
      process.ask(folder, "a", Map.of());
    } catch (IOException e) {
      // It was ended.
    }
  }
}
