package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.cli.Run;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of {@code run} in addition to the program's. */
class RunCommandTest {
  @TempDir Path folder;

  /** Before anything runs: so no program has to be there. */
  @ParameterizedTest
  @ValueSource(strings = {"--trace", "--jfr"})
  void aFileInAMissingFolderIsRefusedAsByAllCommands(String option) {
    Run run = Run.of("run", option, folder.resolve("no/out").toString(), "hello.dex");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .isEqualTo("dexscope: no such directory, " + folder.resolve("no") + "; create it first\n");
  }

  @Test
  void aProgramThatIsNotThereIsNoFile() {
    Run run = Run.of("run", folder.resolve("none.jar").toString());

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .startsWith("dexscope: no such file, " + folder.resolve("none.jar") + "; check the path");
  }

  private static Recording recordingInto(Path file) throws IOException {
    var recording = new Recording();
    recording.setDestination(file);
    recording.start();
    return recording;
  }

  @Test
  void aRecordingIsThereWhenTheProgramHasEnded() throws IOException {
    Path file = folder.resolve("out.jfr");
    try (var _ = recordingInto(file)) {
      assertThat(JavaRecording.run(file, () -> 7)).isEqualTo(7);
    }
    try (var read = new RecordingFile(file)) {
      assertThat(read.readEventTypes()).isNotEmpty();
    }
  }

  /** The device takes no byte, as a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aRecordingThatCannotBeWrittenIsAFailure() throws IOException {
    Path file = Path.of("/dev/full");
    try (var _ = recordingInto(file)) {
      assertThatThrownBy(() -> JavaRecording.run(file, () -> 0))
          .isInstanceOf(FileSystemException.class)
          .hasMessage("/dev/full: No space left on device");
    }
  }

  @Test
  void aRecordingThatTheJavaVmDoesNotMakeIsAFailure() {
    Path file = folder.resolve("out.jfr");
    assertThatThrownBy(() -> JavaRecording.run(file, () -> 0))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("the Java VM does not record");
    assertThatThrownBy(() -> JavaRecording.run(folder, () -> 0))
        .isInstanceOf(RefusedFileException.class);
  }

  /** Words after an app are parsed separately. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --debug APP extra",
        "run APP extra --debug",
        "run APP --agentpath=lib.so extra --deny android.permission.CAMERA",
        "--debug run APP extra"
      })
  void optionsStandOnBothSidesOfAnApp(String line) {
    Run run = Run.of(line.replace("APP", "../samples/target/birdbook.apk").split(" "));

    assertThat(run.err()).startsWith("dexscope: an app has no arguments: extra; ");
    assertThat(run.exit()).isEqualTo(2);
  }
}
