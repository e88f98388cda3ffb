package dev.dexscope.profile;

import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.Recorded.Allocation;
import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Thrown;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.CodeKind;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import dev.dexscope.trace.write.CallsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One profile of two measurements: calls and their paths are those of the instrumented program,
 * times those of the program as it is. The CPU time of each thread is the system's, divided by
 * samples; each wait is measured.
 *
 * <p>A thread of one run is that of the other which has the same name, numbers in it aside, and was
 * started in the same place among these.
 */
final class Fusion {
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** The work of a thread before and between calls of the program: a pool's looks for work. */
  private static final Method OUTSIDE = new Method(0, "", "(platform)", "", "", -1);

  /** Of a thread whose CPU time the system has not reported, if no thread tells more. */
  private static final long USUAL_SAMPLE = 4_000_000;

  private final Recorded recorded;
  private final Uncounted uncounted;
  private final Form form;
  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Method> methods = new ArrayList<>();

  /** The times of nodes in themselves. */
  private double[] cpu = new double[1 << 10];

  private long[] waiting = new long[1 << 10];

  /** The methods of nodes; -1 for a thread's own one. */
  private int[] methodOf = new int[1 << 10];

  private int nodeCount;

  /**
   * A thread of the profile.
   *
   * @param run the thread in the run that was not instrumented; null if it was not seen there
   */
  private record Fused(String name, int root, @Nullable RecordedThread run) {}

  private final List<Fused> threads = new ArrayList<>();

  /** The numbers of threads of the profile, by those in the run. */
  private final Map<Long, Integer> threadOf = new HashMap<>();

  private final Map<LineTimes.At, double[]> lines = new LinkedHashMap<>();

  /** Waits of one method for one thing. */
  private record WaitKey(int thread, int method, int line, Observed.Kind kind, String what) {}

  /** The sum of such waits. */
  private static final class WaitSum {
    private long count;
    private long nanos;
    private long longest;
    private int by;
    private long longestBy;
  }

  private final Map<WaitKey, WaitSum> waits = new LinkedHashMap<>();

  private record MadeKey(int method, int line, String type) {}

  /** Bytes. */
  private final Map<MadeKey, Double> allocated = new LinkedHashMap<>();

  /** Exceptions. */
  private final Map<MadeKey, Double> thrown = new LinkedHashMap<>();

  private long sampled;
  private double sampledNanos;

  /**
   * The subject of a profile.
   *
   * @param isApp whether the framework's own work is the app's, too, and has no critical path: its
   *     time is virtual
   * @param from the first nanosecond of the run that is in the profile
   * @param to the first one that is not
   */
  record Form(boolean isApp, long from, long to) {
    static final Form PROGRAM = new Form(false, 0, Long.MAX_VALUE);
    static final Form APP = new Form(true, 0, Long.MAX_VALUE);

    static Form ofApp(long from, long to) {
      return new Form(true, from, to);
    }

    boolean has(long time) {
      return from <= time && time < to;
    }
  }

  private Fusion(Recorded recorded, Uncounted uncounted, Form form) {
    this.recorded = recorded;
    this.uncounted = uncounted;
    this.form = form;
  }

  /**
   * Writes the profile.
   *
   * @param counted the calls; null if they were not counted
   * @param uncounted the methods that were not instrumented
   * @param form what it is of
   * @param facts about the runs
   * @throws IOException if an I/O error occurs
   */
  static void write(
      @Nullable Trace counted,
      Recorded recorded,
      Uncounted uncounted,
      Form form,
      Map<String, String> facts,
      Path file)
      throws IOException {
    var fusion = new Fusion(recorded, uncounted, form);
    fusion.match(counted);
    fusion.addSamples();
    fusion.addWaits();
    fusion.addMade();
    fusion.write(facts, file);
  }

  private static String key(String name) {
    return DIGITS.matcher(name).replaceAll("#");
  }

  /** Finds out which threads are the same, and begins their trees with the counted calls. */
  private void match(@Nullable Trace counted) {
    Map<String, Deque<RecordedThread>> unmatched = new LinkedHashMap<>();
    for (RecordedThread each : recorded.threads()) {
      unmatched.computeIfAbsent(key(each.name()), _ -> new ArrayDeque<>()).add(each);
    }
    if (counted != null) {
      for (TraceThread each : counted.threads()) {
        Deque<RecordedThread> same = unmatched.get(key(each.name()));
        RecordedThread run = same == null ? null : same.poll();
        int root = add(run == null ? each.name() : run.name(), run);
        copy(each.tree(), counted.methods(), root);
      }
    }
    for (RecordedThread each : recorded.threads()) {
      if (!threadOf.containsKey(each.id())) {
        add(each.name(), each);
      }
    }
  }

  /** All threads with samples or waits are in the list of threads. */
  private int threadOf(long recordedThread) {
    return Objects.requireNonNull(threadOf.get(recordedThread));
  }

  private int add(String name, @Nullable RecordedThread run) {
    int root = nodes.newRoot();
    grow(root);
    methodOf[root] = -1;
    if (run != null) {
      threadOf.put(run.id(), threads.size());
    }
    threads.add(new Fused(name, root, run));
    return root;
  }

  private void copy(CallTree tree, MethodTable table, int root) {
    int[] copies = new int[tree.size()];
    copies[0] = root;
    for (int node = 1; node < tree.size(); node++) {
      Method method = table.get(tree.method(node));
      if (form.isApp() && CodeKind.of(method) == CodeKind.PLATFORM) {
        // Between the app's methods samples have no frames of the framework either.
        copies[node] = copies[tree.parent(node)];
        continue;
      }
      int copy = child(copies[tree.parent(node)], number(method));
      nodes.add(copy, tree.calls(node), tree.exceptions(node), 0, 0);
      copies[node] = copy;
    }
  }

  private int child(int caller, int method) {
    int node = nodes.child(caller, method);
    grow(node);
    methodOf[node] = method;
    return node;
  }

  private void grow(int node) {
    nodeCount = Math.max(nodeCount, node + 1);
    if (node >= cpu.length) {
      cpu = Arrays.copyOf(cpu, 2 * node);
      waiting = Arrays.copyOf(waiting, 2 * node);
      methodOf = Arrays.copyOf(methodOf, 2 * node);
    }
  }

  private int number(Method method) {
    return numbers.computeIfAbsent(
        method.fullName(),
        _ -> {
          methods.add(method);
          return methods.size() - 1;
        });
  }

  // ---- CPU time

  /** The samples of one thread, by how they were taken and where they were. */
  private static final class Taken {
    private int inJava;
    private int inNative;
    private int byElapsedTime;

    /** By CPU time, in the profiler. */
    private int ofProfiler;

    int timed() {
      return inJava + inNative;
    }
  }

  private void addSamples() {
    Map<Long, Taken> taken = new HashMap<>();
    for (Sample each : recorded.samples()) {
      if (each.source() == Source.NATIVE) {
        continue;
      }
      Taken own = taken.computeIfAbsent(each.thread(), _ -> new Taken());
      if (isOfProfiler(each.stack())) {
        own.ofProfiler += each.source() == Source.CPU ? 1 : 0;
      } else if (each.source() == Source.JAVA) {
        own.byElapsedTime++;
      } else if (each.stack().isNative()) {
        own.inNative++;
      } else {
        own.inJava++;
      }
    }
    long period = period(taken);
    for (Sample each : recorded.samples()) {
      Taken own = taken.get(each.thread());
      if (own == null || each.source() == Source.NATIVE || isOfProfiler(each.stack())) {
        continue;
      }
      double weight = weight(each, own, cpuOf(each.thread(), own, period));
      if (weight > 0 && form.has(each.time())) {
        sampled++;
        sampledNanos += weight;
        addSample(threadOf(each.thread()), each.stack(), weight);
      }
    }
  }

  private static boolean isOfProfiler(Stack stack) {
    return !stack.frames().isEmpty() && stack.frames().getLast().kind() == Kind.PROFILER;
  }

  /** The CPU time for which a sample stands, by the threads whose CPU time is known. */
  private long period(Map<Long, Taken> taken) {
    long time = 0;
    long samples = 0;
    for (RecordedThread each : recorded.threads()) {
      Taken own = taken.get(each.id());
      if (each.cpu() > 0 && own != null) {
        time += each.cpu();
        samples += own.timed() + own.ofProfiler;
      }
    }
    return samples == 0 ? USUAL_SAMPLE : time / samples;
  }

  private long cpuOf(long thread, Taken own, long period) {
    RecordedThread run = threads.get(threadOf(thread)).run();
    if (run == null || run.cpu() <= 0) {
      return own.timed() * period;
    }
    int all = own.timed() + own.ofProfiler;
    return all == 0 ? run.cpu() : Math.round((double) run.cpu() * own.timed() / all);
  }

  /**
   * The share of native code is by samples of CPU time, which are few; Java code is divided by
   * these and by the looks at threads in Java code, which are more.
   */
  private static double weight(Sample sample, Taken own, long cpu) {
    if (own.timed() == 0) {
      return own.byElapsedTime == 0 ? 0 : (double) cpu / own.byElapsedTime;
    }
    if (sample.source() == Source.CPU && sample.stack().isNative()) {
      return (double) cpu / own.timed();
    }
    double java = (double) cpu * own.inJava / own.timed();
    return java / (own.inJava + own.byElapsedTime);
  }

  private void addSample(int thread, Stack stack, double weight) {
    int node = leaf(threads.get(thread).root(), stack);
    cpu[node] += weight;
    addLines(thread, stack, weight);
  }

  private void addLines(int thread, Stack stack, double weight) {
    Set<LineTimes.At> seen = new HashSet<>();
    boolean isInnermost = true;
    for (int i = stack.frames().size() - 1; i >= 0; i--) {
      Frame frame = stack.frames().get(i);
      if (frame.kind() != Kind.PROGRAM || isExcluded(frame)) {
        continue;
      }
      var at = new LineTimes.At(thread, number(frame.method()), frame.line());
      if (frame.line() > 0 && seen.add(at)) {
        double[] times = lines.computeIfAbsent(at, _ -> new double[2]);
        times[0] += isInnermost ? weight : 0;
        times[1] += weight;
      }
      isInnermost = false;
    }
  }

  private boolean isExcluded(Frame frame) {
    return uncounted.excluded().contains(frame.method().fullName());
  }

  /**
   * The node of the innermost frame. Frames of the platform, and of methods without calls of the
   * profiler, are not in the counted paths: below the last counted method they have nodes of their
   * own.
   */
  private int leaf(int root, Stack stack) {
    int node = root;
    List<Frame> below = new ArrayList<>();
    boolean isFirst = !stack.isWhole();
    for (Frame frame : stack.frames()) {
      switch (frame.kind()) {
        case PLATFORM -> below.add(frame);
        case PROGRAM -> {
          if (uncounted.others().contains(frame.method().fullName())) {
            below.removeIf(each -> each.kind() == Kind.PLATFORM);
            below.add(frame);
          } else if (!isExcluded(frame)) {
            below.clear();
            int method = number(frame.method());
            node = isFirst ? anyNode(root, method) : child(node, method);
            isFirst = false;
          }
        }
        case FIRST_USE, PROFILER -> {
          below.clear();
          node = child(node, number(frame.method()));
        }
      }
    }
    boolean isOfPlatform = below.stream().allMatch(each -> each.kind() == Kind.PLATFORM);
    if (node == root && isOfPlatform && !below.isEmpty() && !form.isApp()) {
      return child(root, number(OUTSIDE));
    }
    for (Frame frame : below) {
      node = child(node, number(frame.method()));
    }
    return node;
  }

  /** A stack that is cut off begins somewhere below the thread's first method. */
  private int anyNode(int root, int method) {
    for (int node = root + 1; node < nodeCount; node++) {
      if (methodOf[node] == method && root(node) == root) {
        return node;
      }
    }
    return child(root, method);
  }

  private int root(int node) {
    int at = node;
    while (nodes.caller(at) >= 0) {
      at = nodes.caller(at);
    }
    return at;
  }

  // ---- waits

  private void addWaits() {
    for (Wait each : recorded.waits()) {
      if (!each.stack().isOfProgram()) {
        continue;
      }
      int thread = threadOf(each.thread());
      long nanos = Math.min(each.end(), form.to()) - Math.max(each.begin(), form.from());
      if (nanos <= 0) {
        continue;
      }
      int node = leaf(threads.get(thread).root(), each.stack());
      waiting[node] += nanos;
      Frame frame = innermost(each.stack());
      boolean isFirstUse = each.stack().frames().getLast().kind() == Kind.FIRST_USE;
      if (frame != null && !isFirstUse) {
        var key =
            new WaitKey(
                thread, number(frame.method()), frame.line(), each.kind(), Waited.words(each));
        WaitSum sum = waits.computeIfAbsent(key, _ -> new WaitSum());
        sum.count++;
        sum.nanos += nanos;
        if (nanos > sum.longest) {
          sum.longest = nanos;
          sum.longestBy = each.by();
        }
        sum.by = threadOf.getOrDefault(sum.longestBy, -1);
      }
    }
  }

  private void addMade() {
    for (Allocation each : recorded.allocations()) {
      addMade(each.stack(), each.type(), (double) each.bytes(), allocated);
    }
    for (Thrown each : recorded.thrown()) {
      addMade(each.stack(), each.type(), each.count(), thrown);
    }
  }

  private void addMade(Stack stack, String type, double amount, Map<MadeKey, Double> sums) {
    Frame frame = innermost(stack);
    if (frame != null && stack.frames().getLast().kind() != Kind.PROFILER) {
      sums.merge(new MadeKey(number(frame.method()), frame.line(), type), amount, Double::sum);
    }
  }

  private static List<Observed.Made> made(Map<MadeKey, Double> sums) {
    List<Observed.Made> made = new ArrayList<>();
    sums.forEach((key, amount) ->
        made.add(new Observed.Made(key.method(), key.line(), key.type(), Math.round(amount))));
    return made;
  }

  /** The program's innermost method that is in the profile; null if there is none. */
  private @Nullable Frame innermost(Stack stack) {
    for (int i = stack.frames().size() - 1; i >= 0; i--) {
      Frame frame = stack.frames().get(i);
      if (frame.kind() == Kind.PROGRAM && !isExcluded(frame)) {
        return frame;
      }
    }
    return null;
  }

  // ---- the file

  private void write(Map<String, String> facts, Path path) throws IOException {
    addTimes();
    List<Observed.Part> critical = new ArrayList<>();
    CriticalPath.Path followed = form.isApp() ? CriticalPath.NONE : CriticalPath.of(recorded);
    for (CriticalPath.Segment each : followed.segments()) {
      Integer thread = threadOf.get(each.thread());
      if (thread != null) {
        Frame frame = each.stack() == null ? null : innermost(each.stack());
        int method = frame == null ? -1 : number(frame.method());
        critical.add(new Observed.Part(thread, method, each.kind(), each.what(), each.nanos()));
      }
    }
    long sampleNanos = sampled == 0 ? USUAL_SAMPLE : Math.round(sampledNanos / sampled);
    try (var file = new CallsWriter(path, sampleNanos)) {
      file.key(TraceInfo.PLATFORM_SAMPLES, "1000");
      for (Map.Entry<String, String> each : facts.entrySet()) {
        file.key(each.getKey(), each.getValue());
      }
      for (int i = 0; i < methods.size(); i++) {
        file.method(i, methods.get(i));
      }
      for (int i = 0; i < threads.size(); i++) {
        file.thread(i, threads.get(i).name(), nodes.build(threads.get(i).root()));
      }
      writeObserved(file, critical);
      for (CriticalPath.Stretch each : followed.stretches()) {
        Integer thread = threadOf.get(each.thread());
        if (thread != null) {
          long nanos = each.end() - each.begin();
          file.span(
              new Observed.Span(
                  thread, each.kind(), each.what(), each.begin(), nanos, each.active()));
        }
      }
    }
  }

  private void writeObserved(CallsWriter file, List<Observed.Part> critical) throws IOException {
    for (Map.Entry<LineTimes.At, double[]> each : lines.entrySet()) {
      LineTimes.At at = each.getKey();
      long self = Math.round(each.getValue()[0]);
      file.line(at.thread(), at.method(), at.line(), self, Math.round(each.getValue()[1]));
    }
    for (Map.Entry<WaitKey, WaitSum> each : waits.entrySet()) {
      WaitKey key = each.getKey();
      WaitSum sum = each.getValue();
      file.wait(
          new Observed.Wait(
              key.thread(),
              key.method(),
              key.line(),
              key.kind(),
              key.what(),
              sum.by,
              sum.count,
              sum.nanos,
              sum.longest));
    }
    for (Observed.Part each : critical) {
      file.part(each);
    }
    for (Observed.Made each : made(allocated)) {
      file.allocated(each);
    }
    for (Observed.Made each : made(thrown)) {
      file.thrown(each);
    }
  }

  /** Adds up the times from the leaves to the roots, which are numbered before them. */
  private void addTimes() {
    long[] work = new long[nodeCount];
    long[] all = new long[nodeCount];
    for (int node = nodeCount - 1; node >= 0; node--) {
      work[node] += Math.round(cpu[node]);
      all[node] += Math.round(cpu[node]) + waiting[node];
      int caller = nodes.caller(node);
      if (caller >= 0) {
        work[caller] += work[node];
        all[caller] += all[node];
        nodes.addTime(node, all[node], work[node]);
      }
    }
    for (Fused each : threads) {
      RecordedThread run = each.run();
      long elapsed =
          run == null ? 0 : Math.min(run.end(), form.to()) - Math.max(run.begin(), form.from());
      nodes.addTime(each.root(), Math.max(elapsed, all[each.root()]), work[each.root()]);
    }
  }
}
