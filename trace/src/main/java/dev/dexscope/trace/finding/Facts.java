package dev.dexscope.trace.finding;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.analysis.Waiting;
import dev.dexscope.trace.tree.CallTree;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The figures of a trace that several rules read. */
final class Facts {
  /** Packages whose methods are not the program's own. */
  private static final Pattern PLATFORM =
      Pattern.compile(
          "(java|javax|jdk|sun|dalvik|libcore|android|androidx|kotlin|kotlinx|com\\.android"
              + "|org\\.apache\\.harmony)\\.");

  /** Where the main thread of an app waits for its next message. */
  private static final String IDLE = "android.os.MessageQueue.next";

  /** Threads need a moment to begin and to end. */
  private static final double OTHERS = 0.8;

  private final View view;
  private final Measure measure;

  /** By methods' numbers: trees have many more nodes than there are methods. */
  private final String[] names;

  private final boolean[] waits;
  private final List<Cost> costs;
  private final long work;
  private final View.@Nullable Part main;
  private final boolean[] idle;
  private final long mainBusy;

  Facts(View view, Measure measure) {
    this.view = view;
    this.measure = measure;
    MethodTable methods = view.methods();
    this.names = new String[methods.size()];
    this.waits = new boolean[methods.size()];
    for (int i = 0; i < names.length; i++) {
      names[i] = methods.get(i).qualifiedName();
      waits[i] = Waiting.isWaiting(methods.get(i));
    }
    this.costs = FlatProfile.of(view, Grouping.METHOD);
    long sum = 0;
    for (Cost each : costs) {
      sum += measure.exclusive(each);
    }
    this.work = sum;
    int number = view.trace().mainThread();
    View.Part found = null;
    for (View.Part each : view.threads()) {
      if (each.number() == number) {
        found = each;
      }
    }
    this.main = found;
    this.idle = found == null ? new boolean[0] : idle(found.tree());
    this.mainBusy = found == null ? 0 : busy(found.tree());
  }

  /** Marks the nodes in which a thread waits for messages, with all below. */
  private boolean[] idle(CallTree tree) {
    boolean[] marks = new boolean[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      marks[node] = marks[tree.parent(node)] || name(tree, node).equals(IDLE);
    }
    return marks;
  }

  View view() {
    return view;
  }

  Trace trace() {
    return view.trace();
  }

  boolean isSampled() {
    return trace().info().sampled();
  }

  Clock clock() {
    return trace().info().clock();
  }

  List<Cost> costs() {
    return costs;
  }

  /** The row of a method by its name without a signature; null if it was not called. */
  @Nullable Cost cost(String qualifiedName) {
    for (Cost each : costs) {
      if (each.name().equals(qualifiedName) || each.name().startsWith(qualifiedName + "(")) {
        return each;
      }
    }
    return null;
  }

  /** The number of a row's method. */
  int method(Cost cost) {
    return view.methods().named(cost.name()).getFirst();
  }

  /** The name of a row's method, without its signature. */
  String name(Cost cost) {
    return names[method(cost)];
  }

  /** The time of a row in itself, without waiting. */
  long own(Cost cost) {
    return measure.exclusive(cost);
  }

  long whole(Cost cost) {
    return measure.inclusive(cost);
  }

  /** The work of all threads. */
  long work() {
    return work;
  }

  /** The elapsed time of the main thread without that for its next message, else the longest. */
  long elapsed() {
    if (main != null) {
      return mainBusy;
    }
    return view.threads().stream().mapToLong(each -> time(each.tree(), 0)).max().orElse(0);
  }

  /**
   * Whether a method may do nothing but wait for threads that it has started: it is the main
   * thread's first, all other threads together take about as long as it has in itself, and the
   * trace has no CPU time that would show it.
   */
  boolean mayWaitForThreads(int method) {
    if (main == null || clock().hasCpu()) {
      return false;
    }
    CallTree tree = main.tree();
    long others = -time(tree, 0);
    for (View.Part each : view.threads()) {
      others += time(each.tree(), 0);
    }
    for (int node = 1; node < tree.size(); node = tree.end(node)) {
      if (tree.method(node) == method) {
        return others >= OTHERS * tree.exclusiveWall(node);
      }
    }
    return false;
  }

  /**
   * Returns the words for {@link #work}: elapsed time cannot be divided into work and all waiting.
   */
  String workWords() {
    return measure.isWork() && clock().hasCpu() ? "work" : measure.words();
  }

  Measure measure() {
    return measure;
  }

  double share(long nanos) {
    return work == 0 ? 0 : (double) nanos / work;
  }

  /**
   * The rank of a part of the work: where the elapsed time is known, work is only a part of that.
   */
  double weight(long nanos) {
    long worked = 0;
    long ran = 0;
    for (Observed.Part each : trace().observed().path()) {
      worked += each.kind() == Observed.Kind.WORK ? each.nanos() : 0;
      ran += each.kind() == Observed.Kind.OTHER ? 0 : each.nanos();
    }
    return ran == 0 ? share(nanos) : share(nanos) * worked / ran;
  }

  /** The main thread; null if it is not known, or not in the view. */
  View.@Nullable Part main() {
    return main;
  }

  /** Whether the main thread is an app's, which draws and must not be kept busy. */
  boolean isApp() {
    if (main == null) {
      return false;
    }
    CallTree tree = main.tree();
    for (int node = 1; node < tree.size(); node++) {
      String name = name(tree, node);
      if (name.startsWith("android.os.Handler.")
          || name.startsWith("android.view.")
          || name.startsWith("android.app.")
          || name.startsWith("phase.")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the main thread waits for its next message in a node of its tree. */
  boolean isIdle(int node) {
    return idle[node];
  }

  /** The elapsed time of the main thread in which it does not wait for its next message. */
  long mainBusy() {
    return mainBusy;
  }

  private long busy(CallTree tree) {
    long time = time(tree, 0);
    for (int node = 1; node < tree.size(); node++) {
      if (idle[node] && !idle[tree.parent(node)]) {
        time -= time(tree, node);
      }
    }
    return time;
  }

  /** The time of the run by its critical path; 0 if that is not known. */
  long critical() {
    return trace().observed().path().stream().mapToLong(Observed.Part::nanos).sum();
  }

  /** The work of a node and all below. */
  long work(CallTree tree, int node) {
    return clock().hasCpu() ? tree.inclusiveCpu(node) : tree.inclusiveWall(node);
  }

  /** Whether a thread of the trace is in the view. */
  boolean isKept(int thread) {
    return view.threads().stream().anyMatch(each -> each.number() == thread);
  }

  String threadName(int thread) {
    return trace().threads().get(thread).name();
  }

  /** Elapsed time where the trace has it. */
  long time(CallTree tree, int node) {
    return clock().hasWall() ? tree.inclusiveWall(node) : tree.inclusiveCpu(node);
  }

  String name(CallTree tree, int node) {
    return names[tree.method(node)];
  }

  /** The names of methods without signatures, by their numbers. */
  List<String> names() {
    return Arrays.asList(names);
  }

  boolean isWaiting(CallTree tree, int node) {
    return waits[tree.method(node)];
  }

  /** The innermost caller that is the program's own; empty if all are the platform's. */
  String ownCaller(CallTree tree, int node) {
    for (int at = tree.parent(node); at > 0; at = tree.parent(at)) {
      String name = name(tree, at);
      if (isOwn(name)) {
        return name;
      }
    }
    return "";
  }

  static boolean isOwn(String name) {
    return !PLATFORM.matcher(name).lookingAt() && !isRowOfOurs(name);
  }

  /** Rows that are no methods: {@code (class loading)}, {@code phase.draw}. */
  static boolean isRowOfOurs(String name) {
    return name.startsWith("(") || name.startsWith("phase.");
  }

  /** The caller with the most calls of a method; empty if the thread itself calls it. */
  String caller(int method) {
    Butterfly.Side most = null;
    for (Butterfly.Side each : Butterfly.of(view, method, measure).callers()) {
      if (most == null || each.calls() > most.calls()) {
        most = each;
      }
    }
    return most == null || most.method() < 0
        ? ""
        : view.methods().get(most.method()).qualifiedName();
  }

  /** The line of a method with most samples, in words; empty if there is none. */
  String line(int method) {
    return trace().lines().of(method, _ -> true).stream()
        .max(Comparator.comparingLong(LineTimes.Time::self))
        .filter(each -> each.self() > 0)
        .map(each -> ", line " + each.line() + ",")
        .orElse("");
  }

  static String ms(long nanos) {
    return String.format(Locale.ROOT, nanos < 10_000_000 ? "%.1f ms" : "%,.0f ms", nanos / 1e6);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
