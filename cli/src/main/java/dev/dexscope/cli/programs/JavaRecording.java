package dev.dexscope.cli.programs;

import dev.dexscope.base.files.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * The Java VM's own events, whose recording the launcher has started. The VM would write them at
 * its end, when a failure cannot be reported: here they are written before.
 */
final class JavaRecording {
  private JavaRecording() {}

  interface Work {
    int run() throws IOException;
  }

  /** Runs a program, then writes the recording; returns the program's exit code. */
  static int run(Path file, Work program) throws IOException {
    OutputFile.checkPlace(file);
    Recording recording = of(file);
    Closeable end = () -> write(recording, file);
    try (end) {
      return program.run();
    }
  }

  private static Recording of(Path file) throws FileSystemException {
    for (Recording each : FlightRecorder.getFlightRecorder().getRecordings()) {
      Path destination = each.getDestination();
      if (destination != null && destination.toAbsolutePath().equals(file.toAbsolutePath())) {
        return each;
      }
    }
    throw new FileSystemException(file.toString(), null, "the Java VM does not record");
  }

  private static void write(Recording recording, Path file) throws IOException {
    try (recording) {
      recording.setDestination(null);
      recording.stop();
      OutputFile.replace(file, recording::dump);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }
}
