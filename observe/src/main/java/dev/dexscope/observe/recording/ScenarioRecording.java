package dev.dexscope.observe.recording;

import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The recording of an app's scenario in its process, which may end in the middle of it.
 *
 * <pre>{@code
 * if (ScenarioRecording.begin(file)) {
 *   perform(steps);
 *   ScenarioRecording.end();
 * }
 * }</pre>
 */
public final class ScenarioRecording {
  private static @Nullable RunRecording running;
  private static Path file = Path.of("");

  private ScenarioRecording() {}

  /**
   * Begins.
   *
   * @param to the file that is written at the end
   * @return whether this Java VM has a recorder
   * @throws IOException if there is no place for the recording
   */
  public static synchronized boolean begin(Path to) throws IOException {
    running = RunRecording.begin(false);
    file = to;
    return running != null;
  }

  /**
   * Ends and writes the file; returns if nothing is recorded.
   *
   * @throws IOException if it cannot be written
   */
  public static synchronized void end() throws IOException {
    RunRecording own = running;
    running = null;
    if (own != null) {
      RecordedFile.write(own.endOfApp(Vm.code().frames()::method), file);
    }
  }
}
