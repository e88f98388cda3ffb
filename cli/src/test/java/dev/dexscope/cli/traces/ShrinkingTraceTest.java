package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShrinkingTraceTest {
  @TempDir Path folder;

  /** The first output cuts the file off that the command goes on to read. */
  @Test
  void aFileThatShrinksWhileItIsReadIsOneLine() throws IOException {
    Path file = folder.resolve("app.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "app.Main", "run", "()V", "Main.java", 1));
      for (int i = 0; i < 100_000; i++) {
        out.record(1, 4, TraceviewWriter.ENTER, i, i);
        out.record(1, 4, TraceviewWriter.EXIT, i, i);
      }
    }
    var output =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            if (size() == 0) {
              shrink(file);
            }
            super.write(bytes, offset, length);
          }
        };

    Run run = Run.into(output, "convert", file.toString(), "-f", "chrome");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .startsWith("dexscope: not a readable trace, " + file)
        .contains("became shorter while it was read")
        .hasLineCount(1);
  }

  private static void shrink(Path file) {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
