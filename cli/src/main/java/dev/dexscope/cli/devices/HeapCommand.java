package dev.dexscope.cli.devices;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.hprof.DumpOptions;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.read.OldObjects;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.wire.ddm.HeapChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope heap}: how full a VM's heap is; or what is in a dump of one. */
@Command(
    name = "heap",
    description =
        "Reports a VM's heap in bytes and objects; or the contents of a heap dump, of Android's"
            + " form or HotSpot's, or of a heap graph in a trace of Perfetto; or the old objects in a recording of"
            + " JFR.",
    footer = {
      "",
      "Of a dump: objects and bytes of each class; the objects that retain most (freed together"
          + " with",
      "each); duplicate strings; bitmaps; activities that have ended, and what keeps them in"
          + " memory.",
      "A heap graph has no texts; what it does not tell is listed as unknown.",
      "Of a recording of JFR (jdk.OldObjectSample): sampled objects that were still there, where they",
      "were made, and what kept them.",
      "References of HotSpot's dumps count 8 bytes each. It takes 50 to 100 bytes of memory for"
          + " each",
      "object of the dump.",
      "",
      "Examples:",
      "  dexscope heap org.test.app --watch 1",
      "  dexscope heap org.test.app --gc     # after a collection",
      "  dexscope hprof org.test.app -o app.hprof && dexscope heap app.hprof",
      "  dexscope heap after.hprof --base before.hprof",
      "  dexscope heap app.hprof --object 0x12c4a0f8   # its path to a root, and what it retains",
      "  dexscope heap heap.pftrace --pid 4711",
      "  dexscope heap leak.jfr",
      "  dexscope heap app.hprof --mapping mapping.txt # names as in the source",
    })
public final class HeapCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "PID|NAME|FILE",
      description = "The VM, see dexscope ps; or a dump file.")
  @Nullable String named;

  @Option(names = "--gc", description = "Run its garbage collector first.")
  boolean collects;

  @Option(
      names = "--base",
      paramLabel = "FILE",
      description = "Of a dump: which classes it has more of, or fewer, than this one.")
  @Nullable Path base;

  @Option(
      names = "--object",
      paramLabel = "ID",
      description = "Of a dump: only the path from a root to this object, and what it retains.")
  @Nullable String object;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "Of a trace with the heap graphs of several processes: which of them.")
  @Nullable Long pid;

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description =
          "Of a dump: names classes and fields as in the source, by a mapping file of ProGuard or"
              + " R8.")
  @Nullable Path mapping;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Of a dump: how many rows of each table; default ${DEFAULT-VALUE}.")
  int top = 20;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public HeapCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (named != null && isFile(named)) {
      DumpOptions dump =
          DumpOptions.PLAIN
              .withPid(pid == null ? DumpOptions.ONLY : pid)
              .withMapping(mapping == null ? null : Mapping.read(InputFile.check(mapping)));
      DumpReport report = new DumpReport(terminal, view.json, Math.max(1, top), dump);
      Path file = InputFile.check(Path.of(named));
      if (OldObjects.isRecording(file)) {
        if (base != null || object != null || pid != null) {
          throw CliException.usage(
              "--base, --object and --pid are not for recordings of JFR", "omit them");
        }
        report.printRecorded(file);
      } else if (object != null) {
        report.printObject(file, id(object));
      } else if (base != null) {
        report.printDifference(InputFile.check(base), file);
      } else {
        report.print(file);
      }
      return ExitCode.DONE.code();
    }
    if (base != null || object != null || pid != null || mapping != null) {
      throw CliException.usage(
          "--base, --object, --pid and --mapping are for dumps", "name a file");
    }
    options.withVm(named, vm -> view.print(terminal, () -> rows(vm)));
    return ExitCode.DONE.code();
  }

  /** The name of a program is not that of a file, and numbers are not. */
  private static boolean isFile(String word) {
    try {
      return word.endsWith(".hprof") || Files.isRegularFile(Path.of(word));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static long id(String text) {
    try {
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text.substring(2), 16)
          : Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw CliException.usage("no id: " + text, "write it as the tables do: 0x12c4a0f8");
    }
  }

  private Table rows(VmClient vm) throws IOException {
    if (collects) {
      vm.collect();
    }
    Table table =
        new Table(
            Column.number("heap"),
            Column.number("used"),
            Column.number("size"),
            Column.number("most"),
            Column.number("objects"));
    for (HeapChunk.HeapInfo each : vm.heaps()) {
      table.add(each.heap(), each.bytes(), each.size(), each.most(), each.objects());
    }
    return table;
  }
}
