package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.retrace.Retrace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dexscope retrace}: stack traces with the names of the source. */
@Command(
    name = "retrace",
    description = "Restores the source's names and lines in stack traces, by R8's mapping file.",
    footer = {
      "",
      "Frames that R8 inlined come back, code that it moved or made is left out. Where several",
      "methods are possible all are listed, those after the first with <OR>. All other lines stay as",
      "they are. With a folder the mapping file is the one whose id the frames have, r8-map-id-...;",
      "the log is then read to its end first.",
      "",
      "Examples:",
      "  dexscope retrace mapping.txt crash.txt",
      "  adb logcat | dexscope retrace mapping.txt",
      "  dexscope retrace mappings/ crash-*.txt",
    })
public final class RetraceCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "MAPPING",
      description = "A mapping file of R8 or ProGuard, or a folder of R8's.")
  Path mapping;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "LOG",
      description = "Text with stack traces; without it, or for -, standard input.")
  List<Path> logs = List.of();

  private final Terminal terminal;

  public RetraceCommand(Terminal terminal) {
    this.terminal = terminal;
    this.mapping = Path.of("");
  }

  @Override
  public Integer call() throws IOException {
    Retrace known = Files.isDirectory(mapping) ? null : Retrace.read(mapping);
    for (Path each : logs.isEmpty() ? List.of(Path.of("-")) : logs) {
      boolean isInput = TraceInput.isStandardInput(each);
      String name = isInput ? TraceInput.STANDARD_INPUT : each.toString();
      try (InputStream in = isInput ? System.in : Files.newInputStream(each)) {
        restore(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), name, known);
      }
    }
    return ExitCode.DONE.code();
  }

  private void restore(BufferedReader in, String name, @Nullable Retrace known) throws IOException {
    if (known != null) {
      restore(in, known.log());
      return;
    }
    List<String> lines = in.lines().toList();
    Retrace found = Retrace.find(mapping, lines, name);
    if (found == null) {
      lines.forEach(terminal.out()::println);
    } else {
      Retrace.Log log = found.log();
      lines.forEach(line -> log.restore(line).forEach(terminal.out()::println));
    }
  }

  /** Prints each line before the next is read: the log may be one that goes on. */
  private void restore(BufferedReader in, Retrace.Log log) throws IOException {
    for (String line; (line = in.readLine()) != null; ) {
      log.restore(line).forEach(terminal.out()::println);
      if (!in.ready()) {
        terminal.out().flush();
      }
    }
  }
}
