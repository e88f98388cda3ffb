package dev.dexscope.trace.read;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.trace.MappingFiles;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.CallSink;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.Source;
import dev.dexscope.trace.read.common.StoredTrees;
import dev.dexscope.trace.read.common.SumBuilder;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFile;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.common.TreeBuilder;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads method traces of all formats.
 *
 * <pre>{@code
 * Trace trace = TraceReader.open(Path.of("app.trace"));
 * }</pre>
 */
public final class TraceReader {
  private TraceReader() {}

  /**
   * Opens and analyses a trace in one pass.
   *
   * @throws TraceFormatException when the file is no trace, or has no readable header
   * @throws IOException if it cannot be read
   */
  public static Trace open(Path path) throws IOException {
    return open(path, TraceOptions.PLAIN);
  }

  /**
   * Fails where a file is of no format that is known, before its records are read.
   *
   * @throws dev.dexscope.trace.TraceFormatException with the reason
   * @throws IOException if it cannot be read
   */
  public static void check(Path path) throws IOException {
    var _ = Formats.open(TraceFile.open(path).bytes(), new ThreadTable(), new MethodIds(), "");
  }

  /**
   * Opens a trace with names mapped back or the clock's own cost taken off.
   *
   * @throws IOException if it cannot be read
   */
  public static Trace open(Path path, TraceOptions options) throws IOException {
    return open(TraceFile.open(path), options);
  }

  /**
   * Opens a trace that a stream delivers, by way of a temporary file.
   *
   * @param name of the stream, for people
   * @throws IOException if it cannot be read
   */
  public static Trace open(InputStream in, String name, TraceOptions options) throws IOException {
    // The open file outlasts its name.
    try (var folder = TemporaryFolder.make()) {
      Path file = folder.path().resolve("trace");
      Files.copy(in, file);
      return open(TraceFile.open(file, name), options);
    }
  }

  /**
   * Returns the file of a trace that may be named as an entry of an archive, {@code
   * traces.zip!app.trace}.
   */
  public static Path file(Path named) {
    return TraceFile.file(named);
  }

  private static Trace open(TraceFile file, TraceOptions options) throws IOException {
    Path mapping = options.mapping();
    // A file is read first: where it is none, the trace need not be read.
    var threads = new ThreadTable();
    var ids =
        new MethodIds(mapping == null || Files.isDirectory(mapping) ? null : Mapping.read(mapping));
    Source source = Formats.open(file.bytes(), threads, ids, options.event());
    if (source instanceof StoredTrees stored) {
      Path found = ids.mapping() == null ? find(mapping, ids.table(), file) : null;
      return found == null ? stored.trace(ids.table()) : open(file, options.withMapping(found));
    }
    var format = (TraceFormat) source;
    // What the clock's cost is subtracted from is determined by the path.
    boolean isSummed = options.withoutPaths() && !options.withoutClockOverhead();
    CallSink sink = isSummed ? new SumBuilder() : new TreeBuilder();
    var balancer = new Balancer(sink, options.progress());
    long truncated = format.read(balancer);
    sink.ending(balancer.startWall());
    balancer.end();

    MethodTable methods = ids.table();
    Path found = ids.mapping() == null ? find(mapping, methods, file) : null;
    if (found != null) {
      // Its frames have to be restored while it is read.
      if (!format.lines().isEmpty()) {
        return open(file, options.withMapping(found));
      }
      methods = ids.table(Mapping.read(found)::apply);
    }
    if (isSummed && !haveOwnNames(methods)) {
      return open(file, options.withoutPaths(false));
    }
    TraceInfo info =
        format.info(balancer.endWall() - balancer.startWall(), balancer.looksSampled());
    List<CallTree> trees = sink.trees(threads.size());
    if (options.withoutClockOverhead() && !info.sampled()) {
      trees.replaceAll(t -> t.without(info.clockOverheadNanos()));
    }
    List<TraceThread> list = new ArrayList<>(threads.size());
    List<List<Integer>> openAtStart = new ArrayList<>(threads.size());
    long[] firstCpu = new long[threads.size()];
    long startWall = balancer.startWall();
    for (int i = 0; i < threads.size(); i++) {
      list.add(
          new TraceThread(
              threads.id(i),
              threads.name(i),
              threads.isListed(i),
              balancer.records(i),
              balancer.firstWall(i) - startWall,
              balancer.lastWall(i) - startWall,
              trees.get(i)));
      openAtStart.add(sink.openAtStart(i));
      firstCpu[i] = sink.firstCpu(i);
    }
    var replay = new Replay(format, openAtStart, startWall, firstCpu);
    return new Trace(
        info,
        methods,
        list,
        sink instanceof SumBuilder sums ? sums.sums(threads.size()) : List.of(),
        balancer.quality(methods.unlisted(), threads.unlisted(), truncated, file.isCut()),
        format.lines(),
        Observed.NONE,
        replay::show);
  }

  /** Sums of methods that are one row cannot be added: each may run within a call of the other. */
  private static boolean haveOwnNames(MethodTable methods) {
    Set<String> names = HashSet.newHashSet(methods.size());
    for (int i = 0; i < methods.size(); i++) {
      if (!names.add(methods.get(i).fullName())) {
        return false;
      }
    }
    return true;
  }

  /** Finds the mapping in a folder, which is known once the methods are; null without. */
  private static @Nullable Path find(@Nullable Path folder, MethodTable methods, TraceFile trace)
      throws IOException {
    return folder == null ? null : MappingFiles.find(folder, methods, trace.bytes().file());
  }
}
