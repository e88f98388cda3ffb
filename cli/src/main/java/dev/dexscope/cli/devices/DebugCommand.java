package dev.dexscope.cli.devices;

import dev.dexscope.cli.pages.Served;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.watch.DebuggerPort;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope debug}: a port for the debuggers of a VM. */
@Command(
    name = "debug",
    description = "Opens a port of this machine for debuggers of a VM, until the VM ends.",
    footer = {
      "",
      "Several debuggers may attach, at once or one after the other: the VM stays attached.",
      "",
      "Examples:",
      "  dexscope debug org.test.app --port 8700   # then: jdb -attach 8700",
    })
public final class DebugCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port, 0 for a free one; default 8700, or a free one if that is in use.")
  @Nullable Integer port;

  @Mixin VmOptions options = new VmOptions();

  private final Terminal terminal;

  public DebugCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    int asked = port == null ? 0 : Served.checked(port);
    options.withVm(
        named,
        vm -> {
          try (DebuggerPort opened = open(asked, vm::serveDebugger)) {
            terminal.out().println("jdb -attach " + opened.port());
            terminal.out().flush();
            vm.ended().exceptionally(_ -> null).join();
          }
        });
    return ExitCode.DONE.code();
  }

  private DebuggerPort open(int asked, DebuggerPort.Target target) throws IOException {
    return port == null ? DebuggerPort.openUsual(target) : DebuggerPort.open(asked, target);
  }
}
