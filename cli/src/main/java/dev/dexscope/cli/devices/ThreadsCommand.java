package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.vm.Contention;
import dev.dexscope.monitor.vm.LockWaits;
import dev.dexscope.monitor.vm.ThreadTable;
import dev.dexscope.monitor.vm.ThreadView;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope threads}: the threads of a VM. */
@Command(
    name = "threads",
    description = "Lists the threads of a VM with states and CPU times in milliseconds.",
    footer = {
      "",
      "With --watch, cpu is of the time since the last look, and 'for' since when a thread has been in its",
      "state. Owners of locks are reported by VMs of the virtual device, not by phones. Contention is",
      "sampled every 10 ms. --deadlocks has the exit code 1 when there are some.",
      "",
      "Examples:",
      "  dexscope threads                 # of the only VM",
      "  dexscope threads org.test.app --watch 1",
      "  dexscope threads 4711 --json",
      "  dexscope threads org.test.app --deadlocks",
      "  dexscope threads org.test.app --contention --seconds 10",
    })
public final class ThreadsCommand implements Callable<Integer> {
  private static final int LOOK_MILLIS = 10;

  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(names = "--deadlocks", description = "Only those that wait for each other for ever.")
  boolean deadlocks;

  @Option(
      names = "--contention",
      description = "Waits for locks: threads, owners, places, and times.")
  boolean contention;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "With --contention: how long to look; default ${DEFAULT-VALUE}.")
  int seconds = 3;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public ThreadsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (deadlocks && contention) {
      throw CliException.usage("--deadlocks and --contention", "use one of them");
    }
    boolean[] isDead = new boolean[1];
    options.withVm(
        named,
        vm -> {
          ThreadTable table = new ThreadTable();
          view.print(
              terminal,
              () -> {
                if (contention) {
                  return contention(vm);
                }
                if (deadlocks) {
                  Table circles = deadlocks(vm);
                  isDead[0] = circles.size() > 0;
                  return circles;
                }
                return threads(table.add(vm.threads(), System.currentTimeMillis()));
              });
        });
    return (isDead[0] ? ExitCode.NO : ExitCode.DONE).code();
  }

  private static Table threads(List<ThreadView> threads) {
    Table table =
        new Table(
            Column.number("id"),
            Column.number("tid"),
            Column.text("state"),
            Column.number("state_seconds", "for", "s"),
            Column.number("cpu_percent", "cpu", "%"),
            Column.number("user_ms", "user", "ms"),
            Column.number("system_ms", "system", "ms"),
            Column.text("daemon"),
            Column.name("name"));
    for (ThreadView view : threads) {
      VmClient.VmThread each = view.thread();
      boolean isMeasured = each.tid() != 0;
      ThreadView.Span now = view.spans().getLast();
      table.add(
          each.id(),
          isMeasured ? each.tid() : null,
          each.state(),
          (now.to() - now.from()) / 1000,
          isMeasured ? Math.round(100 * view.cpu()) : null,
          isMeasured ? each.userMillis() : null,
          isMeasured ? each.systemMillis() : null,
          isMeasured ? each.daemon() : null,
          each.name());
    }
    return table;
  }

  private static Table deadlocks(VmClient vm) throws IOException {
    Table table =
        new Table(
            Column.number("circle"),
            Column.name("thread"),
            Column.name("waiting_in", "waiting in"),
            Column.name("lock", "for"),
            Column.name("held_by", "held by"));
    int circle = 0;
    for (List<LockWaits.Wait> waits : vm.lockWaits().deadlocks()) {
      circle++;
      for (LockWaits.Wait each : waits) {
        table.add(
            circle, each.waiter().name(), each.waiter().place(), each.lock(), each.owner().name());
      }
    }
    return table;
  }

  private Table contention(VmClient vm) throws IOException {
    Contention seen = new Contention();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.max(1, seconds));
    try {
      while (System.nanoTime() < end) {
        seen.add(vm.lockWaits(), System.nanoTime());
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    Table table =
        new Table(
            Column.number("waited_ms", "waited", "ms"),
            Column.name("thread"),
            Column.name("waiting_in", "waiting in"),
            Column.name("lock", "for"),
            Column.name("owner_thread", "owner"),
            Column.name("owner_frame", "owner in"));
    for (Contention.Site each : seen.sites()) {
      table.add(
          Math.round(each.millis()),
          each.waiter(),
          each.at(),
          each.lock(),
          each.owner(),
          each.ownerAt());
    }
    return table;
  }
}
