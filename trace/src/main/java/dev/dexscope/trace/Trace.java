package dev.dexscope.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A method trace, read and analysed. Any of the formats is opened by the same call; what is damaged
 * is mended by the rules of docs/trace-formats.md and counted in {@link #quality()}.
 *
 * <pre>{@code
 * Trace trace = Trace.open(Path.of("app.trace"));
 * for (TraceThread thread : trace.threads()) {
 *   System.out.println(thread.name() + ": " + thread.tree().inclusiveWall(0) + " ns");
 * }
 * }</pre>
 */
public final class Trace {
  private final TraceFormat format;
  private final TraceInfo info;
  private final MethodTable methods;
  private final List<TraceThread> threads;
  private final DataQuality quality;
  private final List<List<Integer>> openAtStart;
  private final long startWall;
  private final long[] firstCpu;

  private Trace(
      TraceFormat format,
      TraceInfo info,
      MethodTable methods,
      List<TraceThread> threads,
      DataQuality quality,
      List<List<Integer>> openAtStart,
      long startWall,
      long[] firstCpu) {
    this.format = format;
    this.info = info;
    this.methods = methods;
    this.threads = threads;
    this.quality = quality;
    this.openAtStart = openAtStart;
    this.startWall = startWall;
    this.firstCpu = firstCpu;
  }

  /**
   * Opens and analyses a trace in one pass.
   *
   * @throws TraceFormatException when the file is no trace, or has no readable header
   */
  public static Trace open(Path path) throws IOException {
    return open(path, TraceOptions.PLAIN);
  }

  /** Opens a trace with names mapped back or the clock's own cost taken off. */
  public static Trace open(Path path, TraceOptions options) throws IOException {
    Mapping mapping = options.mapping() == null ? null : Mapping.read(options.mapping());
    Bytes in = TraceFile.open(path);
    var threads = new ThreadTable();
    var methods = new MethodTable();
    TraceFormat format = FormatSniffer.open(in, threads, methods);
    var tree = new TreeBuilder();
    var balancer = new Balancer(tree, tree::openAtStart, options.progress());
    long truncated = format.read(balancer);
    tree.ending();
    balancer.end();

    if (mapping != null) {
      methods.replaceAll(mapping::apply);
    }
    boolean sampled = balancer.looksSampled();
    TraceInfo info = format.info(balancer.endWall() - balancer.startWall(), sampled);
    List<CallTree> trees = tree.trees(threads.size());
    if (options.withoutClockOverhead() && !sampled) {
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
      openAtStart.add(tree.openAtStart(i));
      firstCpu[i] = tree.firstCpu(i);
    }
    return new Trace(
        format,
        info,
        methods,
        List.copyOf(list),
        balancer.quality(methods.unlisted(), threads.unlisted(), truncated),
        openAtStart,
        startWall,
        firstCpu);
  }

  public TraceInfo info() {
    return info;
  }

  public MethodTable methods() {
    return methods;
  }

  public List<TraceThread> threads() {
    return threads;
  }

  /** What had to be mended. */
  public DataQuality quality() {
    return quality;
  }

  /**
   * Goes through all calls again, in the order of the file, without holding them in memory. Calls
   * that were running when the trace began are entered first.
   */
  public void replay(CallVisitor visitor) {
    var relative = new FromStart(visitor, startWall);
    var balancer =
        new Balancer(
            relative,
            (thread, _, _, _, _, _) -> {
              throw new IllegalStateException("thread " + thread + " was not opened at the start");
            },
            _ -> {});
    for (int thread = 0; thread < openAtStart.size(); thread++) {
      balancer.preopen(thread, openAtStart.get(thread), startWall, firstCpu[thread]);
    }
    format.read(balancer);
    balancer.end();
  }

  /** Times from the trace's start. */
  private record FromStart(CallVisitor visitor, long startWall) implements CallVisitor {
    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      visitor.enter(thread, method, wall - startWall, cpu);
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      visitor.exit(thread, method, wall - startWall, cpu, exception);
    }
  }
}
