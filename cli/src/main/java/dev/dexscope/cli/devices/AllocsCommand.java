package dev.dexscope.cli.devices;

import dev.dexscope.base.text.TypeName;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.wire.ddm.AllocationChunk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope allocs}: what a VM allocates, and where. */
@Command(
    name = "allocs",
    description =
        "Records a VM's allocations for some seconds, and lists them by class and call site.",
    footer = {
      "",
      "VMs keep the last 65,535 records: of a program that allocates much, those of the end.",
      "Android's record all objects; the virtual device's those that the program's own code makes,",
      "in methods that are entered after the start: no boxes and strings of the class library.",
      "",
      "Examples:",
      "  dexscope allocs org.test.app --seconds 5",
      "  dexscope allocs org.test.app --json",
    })
public final class AllocsCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to record; default ${DEFAULT-VALUE}.")
  int seconds = 3;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many rows; default ${DEFAULT-VALUE}.")
  int top = 30;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public AllocsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    options.withVm(named, vm -> view.print(terminal, () -> rows(vm)));
    return ExitCode.DONE.code();
  }

  /** The allocations of one class at one place. */
  private static final class Sum {
    private long count;
    private long bytes;
  }

  private record Site(String type, String place) {}

  private Table rows(VmClient vm) throws IOException {
    vm.recordAllocations(true);
    AllocationChunk.Recent recent;
    try {
      TimeUnit.SECONDS.sleep(Math.max(1, seconds));
      recent = vm.allocations();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      vm.recordAllocations(false);
    }
    String missing = vm.missingAllocations();
    if (!missing.isEmpty()) {
      terminal.tell(missing);
    }
    Map<Site, Sum> sums = new LinkedHashMap<>();
    for (AllocationChunk.Allocation each : recent.allocations()) {
      Sum sum = sums.computeIfAbsent(site(each, recent), _ -> new Sum());
      sum.count++;
      sum.bytes += each.size();
    }
    List<Map.Entry<Site, Sum>> sorted = new ArrayList<>(sums.entrySet());
    sorted.sort(Comparator.comparingLong(each -> -each.getValue().bytes));
    Table table =
        new Table(
            Column.number("bytes"),
            Column.number("objects"),
            Column.name("class"),
            Column.name("allocated_in", "allocated in"));
    for (Map.Entry<Site, Sum> each : sorted.subList(0, Math.clamp(top, 0, sorted.size()))) {
      Site site = each.getKey();
      table.add(each.getValue().bytes, each.getValue().count, site.type, site.place);
    }
    return table;
  }

  private static Site site(AllocationChunk.Allocation made, AllocationChunk.Recent all) {
    if (made.frames().isEmpty()) {
      return new Site(TypeName.of(all.classes().get(made.type())), "?");
    }
    AllocationChunk.AllocationFrame frame = made.frames().getFirst();
    String line = (short) frame.line() < 0 ? "" : ":" + frame.line();
    return new Site(
        TypeName.of(all.classes().get(made.type())),
        TypeName.of(all.classes().get(frame.type()))
            + "."
            + all.methods().get(frame.method())
            + line);
  }
}
