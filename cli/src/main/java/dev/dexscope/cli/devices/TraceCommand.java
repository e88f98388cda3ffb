package dev.dexscope.cli.devices;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.vm.VmClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope trace}: a method trace of a VM that runs. */
@Command(
    name = "trace",
    description = "Traces the methods of a VM for some seconds, into a Traceview file.",
    footer = {
      "",
      "Examples:",
      "  dexscope trace org.test.app -o app.trace && dexscope report app.trace",
      "  dexscope trace org.test.app --sample 1000 --seconds 10 -o app.trace",
    })
public final class TraceCommand implements Callable<Integer> {
  private static final int MEGABYTE = 1 << 20;
  private static final int MOST_MEGABYTES = 1024;

  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The file for the trace.")
  Path output = Path.of("");

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to trace; default ${DEFAULT-VALUE}.")
  int seconds = 3;

  @Option(
      names = "--sample",
      paramLabel = "MICROS",
      description = "Take samples at this interval instead of all calls.")
  int interval;

  @Option(
      names = "--buffer",
      paramLabel = "MB",
      description = "How much the VM records at most; default ${DEFAULT-VALUE}.")
  int buffer = 64;

  @Mixin VmOptions options = new VmOptions();

  private final Terminal terminal;

  public TraceCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (seconds <= 0 || interval < 0 || buffer <= 0 || buffer > MOST_MEGABYTES) {
      throw CliException.usage(
          "--seconds, --sample or --buffer out of range", "buffers have 1 to 1024 MB");
    }
    options.withVm(
        named,
        vm -> {
          // A file that cannot be made is found out before the VM traces, and is not waited for.
          OutputFile.write(output, out -> trace(vm, out));
          terminal
              .err()
              .println("dexscope: " + Files.size(output) + " bytes; dexscope report " + output);
        });
    return ExitCode.DONE.code();
  }

  private void trace(VmClient vm, OutputStream out) throws IOException {
    vm.startTrace(buffer * MEGABYTE, interval);
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      vm.stopTrace(interval > 0, out);
    }
  }
}
