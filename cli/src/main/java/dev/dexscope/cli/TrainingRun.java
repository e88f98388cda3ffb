package dev.dexscope.cli;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the build runs to record the class cache: the commands that people run most, on a trace of
 * its own, so that their classes too are loaded and linked in advance.
 */
public final class TrainingRun {
  private TrainingRun() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("dexscope-training");
    String trace = trace(folder.resolve("training.trace")).toString();
    String page = folder.resolve("flame.html").toString();
    var nowhere =
        Terminal.ofStreams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    List<List<String>> commands =
        List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("info", trace),
            List.of("report", trace),
            List.of("report", trace, "--tree", "--json"),
            List.of("diff", trace, "--vs", trace),
            List.of("convert", trace, "-f", "flame", "-o", page),
            List.of("nonsense"));
    for (List<String> command : commands) {
      Main.run(nowhere, command.toArray(String[]::new));
    }
    Files.deleteIfExists(Path.of(page));
    Files.delete(Path.of(trace));
    Files.delete(folder);
  }

  private static Path trace(Path file) throws IOException {
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      for (int i = 0; i < 1000; i += 2) {
        out.record(1, 4, TraceviewWriter.ENTER, i, i);
        out.record(1, 4, TraceviewWriter.EXIT, i + 1, i + 1);
      }
    }
    return file;
  }
}
