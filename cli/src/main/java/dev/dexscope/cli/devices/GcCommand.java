package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.ExitCode;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code dexscope gc}: runs a VM's garbage collector. */
@Command(
    name = "gc",
    description = "Runs a VM's garbage collector.",
    footer = {"", "Examples:", "  dexscope gc org.test.app"})
public final class GcCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Mixin VmOptions options = new VmOptions();

  @Override
  public Integer call() throws IOException {
    options.withVm(
        named,
        vm -> {
          vm.collect();
          // Answers come in order: now it has.
          vm.hello();
        });
    return ExitCode.DONE.code();
  }
}
