package dev.dexscope.device.shell;

import dev.dexscope.device.awk.Host;
import dev.dexscope.device.awk.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code awk [-F SEPARATOR] [-v NAME=VALUE] [-f FILE | PROGRAM] [FILE | NAME=VALUE ...]}. */
final class AwkCommand {
  private static final int FAILURE = 2;

  private AwkCommand() {}

  static int run(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "Fvf", "");
    List<String> assignments = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    while (options.advance()) {
      switch (options.name()) {
        case "F" -> assignments.add("FS=" + (options.value().equals("t") ? "\t" : options.value()));
        case "v" -> assignments.add(options.value());
        case "f" -> sources.add(read(call, options.value()));
        default -> throw new IOException("Unknown option '" + options.name() + "'");
      }
    }
    List<String> operands = new ArrayList<>(options.others());
    if (sources.isEmpty()) {
      if (operands.isEmpty()) {
        return call.fail("no program: awk [-F SEPARATOR] [-v NAME=VALUE] 'PROGRAM' [FILE...]");
      }
      sources.add(operands.removeFirst());
    }
    try {
      return Program.parse(String.join("\n", sources))
          .run(new OfShell(call), operands, assignments);
    } catch (IOException e) {
      call.fail(e.getMessage() + "");
      return FAILURE;
    }
  }

  private static String read(Call call, String file) throws IOException {
    try (InputStream in = file.equals(InputLines.INPUT) ? call.in() : call.shell().open(file)) {
      return new String(in.readNBytes(1 << 20), StandardCharsets.UTF_8);
    }
  }

  /** The device's files, and commands in its shell. */
  private record OfShell(Call call) implements Host {
    @Override
    public InputStream in() {
      return call.in();
    }

    @Override
    public PrintStream out() {
      return call.out();
    }

    @Override
    public PrintStream err() {
      return call.err();
    }

    @Override
    public Map<String, String> environment() {
      return call.shell().variables().exported();
    }

    @Override
    public InputStream open(String file) throws IOException {
      try {
        return call.shell().open(file);
      } catch (IOException e) {
        throw new IOException(FileCommands.reason(e), e);
      }
    }

    @Override
    public OutputStream create(String file, boolean isContinued) throws IOException {
      return Files.newOutputStream(
          call.shell().hostToWrite(file),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          isContinued ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
    }

    @Override
    public int run(String command, InputStream in, OutputStream out) {
      PrintStream printed =
          out instanceof PrintStream known
              ? known
              : new PrintStream(out, false, StandardCharsets.UTF_8);
      int exit =
          Shell.run(new Call(call.shell(), "sh", List.of("-c", command), in, printed, call.err()));
      printed.flush();
      return exit;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // Without it, an endless loop would keep its core.
    public void step() throws IOException {
      Thread.yield();
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("interrupted");
      }
    }
  }
}
