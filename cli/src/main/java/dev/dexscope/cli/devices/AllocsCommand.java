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
import java.util.regex.Pattern;
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
      "All objects are recorded, also those that the class library makes; 'for' is the innermost",
      "method on the stack that is not the platform's. On machines other than Linux on x86-64 and",
      "aarch64 the virtual device records those that the program's own code makes.",
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

  /** By their names, as monitors of Android sort methods. */
  private static final Pattern PLATFORM =
      Pattern.compile(
          "(java|javax|jdk|sun|libcore|dalvik|android|com\\.android|org\\.apache\\.harmony)\\.");

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

  /**
   * A class and a place.
   *
   * @param caller the program's method, where the place is the platform's; else empty
   */
  private record Site(String type, String place, String caller) {}

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
    if (recent.allocations().size() == AllocationChunk.MOST) {
      terminal.tell(
          "more objects were made than are kept: these are the last " + AllocationChunk.MOST);
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
            Column.name("allocated_in", "allocated in"),
            Column.name("for"));
    for (Map.Entry<Site, Sum> each : sorted.subList(0, Math.clamp(top, 0, sorted.size()))) {
      Site site = each.getKey();
      table.add(each.getValue().bytes, each.getValue().count, site.type, site.place, site.caller);
    }
    return table;
  }

  private static Site site(AllocationChunk.Allocation made, AllocationChunk.Recent all) {
    String type = TypeName.of(all.classes().get(made.type()));
    if (made.frames().isEmpty()) {
      return new Site(type, "?", "");
    }
    AllocationChunk.AllocationFrame innermost = made.frames().getFirst();
    String caller = "";
    if (isOfPlatform(innermost, all)) {
      for (AllocationChunk.AllocationFrame each : made.frames()) {
        if (!isOfPlatform(each, all)) {
          caller = place(each, all);
          break;
        }
      }
    }
    return new Site(type, place(innermost, all), caller);
  }

  private static boolean isOfPlatform(
      AllocationChunk.AllocationFrame frame, AllocationChunk.Recent all) {
    return PLATFORM.matcher(TypeName.of(all.classes().get(frame.type()))).lookingAt();
  }

  private static String place(AllocationChunk.AllocationFrame frame, AllocationChunk.Recent all) {
    String line = (short) frame.line() < 0 ? "" : ":" + frame.line();
    return TypeName.of(all.classes().get(frame.type()))
        + "."
        + all.methods().get(frame.method())
        + line;
  }
}
