package dev.dexscope.profile;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.JavaName;
import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A method trace by samples as a recorded run: what the runtime has seen. Such a trace has the time
 * of each path and not its samples, which are made of it again: as many as there were on average.
 */
final class SampledRun {
  private final Trace trace;
  private final Set<String> classes;
  private final long interval;
  private final List<RecordedThread> threads = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();

  private SampledRun(Trace trace, Set<String> classes, long interval) {
    this.trace = trace;
    this.classes = classes;
    this.interval = interval;
  }

  /**
   * Reads a trace.
   *
   * @param program the files with the program's classes; all others are the platform's
   * @param interval between samples, in nanoseconds
   */
  static Recorded read(Trace trace, List<Path> program, long interval) throws IOException {
    Set<String> classes = new HashSet<>();
    for (Path file : program) {
      for (DexFile dex : DexFile.open(file)) {
        for (ClassDef each : dex.classes()) {
          classes.add(JavaName.of(each.type()));
        }
      }
    }
    return read(trace, classes, interval);
  }

  static Recorded read(Trace trace, Set<String> classes, long interval) {
    var run = new SampledRun(trace, classes, interval);
    for (TraceThread each : trace.threads()) {
      run.add(each);
    }
    return run.recorded();
  }

  private Recorded recorded() {
    return new Recorded(
        trace.info().elapsedNanos(),
        threads,
        samples,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  private void add(TraceThread thread) {
    CallTree tree = thread.tree();
    List<List<Frame>> stacks = new ArrayList<>();
    stacks.add(List.of());
    int seen = samples.size();
    long id = threads.size();
    long begun = 0;
    long cpu = 0;
    boolean isOfProgram = false;
    boolean hasCpu = trace.info().clock() != Clock.WALL;
    for (int node = 1; node < tree.size(); node++) {
      Frame frame = frame(trace.methods().get(tree.method(node)));
      List<Frame> stack = new ArrayList<>(stacks.get(tree.parent(node)));
      stack.add(frame);
      stacks.add(stack);
      isOfProgram |= frame.kind() == Kind.PROGRAM;
      cpu += hasCpu ? tree.exclusiveCpu(node) : tree.exclusiveWall(node);
      // Less than an interval is not lost: the sums of earlier paths have the rest.
      long count = (cpu - begun + interval / 2) / interval;
      begun += count * interval;
      var sample = new Sample(id, 0, Source.CPU, new Stack(stack, true, false));
      for (long i = 0; i < count; i++) {
        samples.add(sample);
      }
    }
    if (isOfProgram) {
      threads.add(new RecordedThread(id, thread.name(), -1, 0, trace.info().elapsedNanos(), cpu));
    } else {
      samples.subList(seen, samples.size()).clear();
    }
  }

  private Frame frame(Method method) {
    return classes.contains(method.className())
        ? new Frame(Kind.PROGRAM, method, -1)
        : new Frame(Kind.PLATFORM, ofPlatform(method), -1);
  }

  /** Its calls are not counted. */
  private static Method ofPlatform(Method method) {
    return new Method(
        method.id(),
        method.className(),
        method.name() + Method.SAMPLED,
        method.signature(),
        method.file(),
        method.line());
  }
}
