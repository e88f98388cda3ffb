package dev.dexscope.cli.devices;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope hprof}: a dump of a VM's heap. */
@Command(
    name = "hprof",
    description = "Writes a dump of a VM's heap, an hprof file in Android's form.",
    footer = {"", "Examples:", "  dexscope hprof org.test.app -o app.hprof --deadline 60"})
public final class HprofCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The file for the dump.")
  Path output = Path.of("");

  @Mixin VmOptions options = new VmOptions();

  private final Terminal terminal;

  public HprofCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    options.withVm(
        named,
        vm -> {
          OutputFile.write(output, vm::dumpHeap);
          terminal.err().println("dexscope: " + Files.size(output) + " bytes, " + output);
        });
    return ExitCode.DONE.code();
  }
}
