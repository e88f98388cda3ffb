package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Transform.Collapse;
import dev.dexscope.trace.analysis.Transform.Drop;
import dev.dexscope.trace.analysis.Transform.Focus;
import dev.dexscope.trace.analysis.Transform.FocusPath;
import dev.dexscope.trace.analysis.Transform.FoldRecursion;
import dev.dexscope.trace.analysis.Transform.Keep;
import dev.dexscope.trace.analysis.Transform.Merge;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Compares transformed trees with the same changes of stacks, which are lists of names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class TransformTest {
  private Trace trace;
  private View view;

  @BeforeAll
  void open() throws IOException {
    trace = TraceReader.open(RealTraces.file("art11-threads-streaming.trace"));
    view = View.of(trace, Filter.ALL);
  }

  /** Makes one sum of two: no trace of a test takes a second. */
  private static final long BOTH = 1_000_000_007;

  /** A method of the JDK that calls others, and is called by several. */
  private static final String PRINT = "java.io.PrintStream.write(Ljava/lang/String;)V";

  @Test
  void aMergedMethodsTimeIsItsCallers() {
    assertSame(
        new Merge(PRINT),
        stack -> {
          stack.remove(PRINT);
          return stack;
        });
  }

  @Test
  void aMergedMethodIsOneThatTheReportExcludes() {
    Filter excluded =
        new Filter(
            List.of(), List.of("java.io.PrintStream.newLine"), List.of(), 0, Long.MAX_VALUE, 0);

    assertThat(costs(View.of(trace, excluded)))
        .isEqualTo(costs(of(new Merge("java.io.PrintStream.newLine()V"))))
        .isNotEqualTo(costs(view));
  }

  private static List<String> costs(View view) {
    return FlatProfile.of(view, Grouping.METHOD).stream().map(Cost::toString).sorted().toList();
  }

  @Test
  void aMethodInFocusIsTheRoot() {
    assertSame(
        new Focus(PRINT),
        stack -> {
          int at = stack.indexOf(PRINT);
          return at < 0 ? List.of() : stack.subList(at, stack.size());
        });
  }

  @Test
  void aPathInFocusIsTheOnlyOne() {
    List<String> path = longest();
    List<String> above = path.subList(0, path.size() / 2);

    assertSame(
        new FocusPath(above),
        stack ->
            stack.size() >= above.size() && stack.subList(0, above.size()).equals(above)
                ? stack.subList(above.size() - 1, stack.size())
                : List.of());
  }

  private List<String> longest() {
    List<String> longest = List.of();
    for (List<String> stack : stacks(view).keySet().stream().map(TransformTest::split).toList()) {
      longest = stack.size() > longest.size() ? stack : longest;
    }
    return longest;
  }

  @Test
  void pathsThroughAMethodAreKeptOrDropped() {
    assertSame(new Keep(PRINT), stack -> stack.contains(PRINT) ? stack : List.of());
    assertSame(new Drop(PRINT), stack -> stack.contains(PRINT) ? List.of() : stack);
    assertThat(of(new Keep(PRINT)).total(Timing.CPU) + of(new Drop(PRINT)).total(Timing.CPU))
        .isEqualTo(view.total(Timing.CPU));
  }

  @Test
  void aCollapsedPackageIsAsDeepAsOneMethod() {
    assertSame(
        new Collapse("java.io."),
        stack -> {
          List<String> left = new ArrayList<>();
          for (String each : stack) {
            boolean isInside = !left.isEmpty() && left.getLast().startsWith("java.io.");
            if (!each.startsWith("java.io.") || !isInside) {
              left.add(each);
            }
          }
          return left;
        });
  }

  @Test
  void foldedRecursionHasAMethodOnceOnAPath() {
    assertSame(
        new FoldRecursion(),
        stack -> {
          var left = new LinkedHashSet<String>();
          for (String each : stack) {
            if (left.contains(each)) {
              while (!left.getLast().equals(each)) {
                left.removeLast();
              }
            }
            left.add(each);
          }
          return List.copyOf(left);
        });
  }

  @Test
  void eachAppliesToWhatThoseBeforeHaveLeft() {
    var chain = List.of(new Collapse("java.io."), new Focus(PRINT));

    assertThat(stacks(View.of(trace, Filter.ALL.with(List.copyOf(chain))))).isEmpty();
    assertThat(stacks(of(new Focus(PRINT)))).isNotEmpty();
  }

  @Test
  void aFilterSaysWhatItLeavesOut() {
    var chain = List.of(new Merge(PRINT), new FocusPath(List.of(PRINT)), new FoldRecursion());
    var filter =
        new Filter(
            List.of("java."),
            List.of("sun."),
            List.of("main"),
            2_000_000,
            Long.MAX_VALUE,
            1500,
            List.copyOf(chain));

    assertThat(Filter.ALL.words()).isEmpty();
    assertThat(String.join(", ", filter.words()))
        .isEqualTo(
            "threads main, 2.000 ms to the end, only java., without sun., merge"
                + " java.io.PrintStream.write, focus path to java.io.PrintStream.write, fold"
                + " recursion, call paths from 0.002 ms on");
  }

  private View of(Transform transform) {
    return View.of(trace, Filter.ALL.with(List.of(transform)));
  }

  /** Both clocks and the exclusive times of all stacks; what has none is no stack. */
  private void assertSame(Transform transform, UnaryOperator<List<String>> change) {
    Map<String, Long> expected = new TreeMap<>();
    stacks(view)
        .forEach((stack, time) -> {
          List<String> changed = change.apply(split(stack));
          if (!changed.isEmpty()) {
            expected.merge(String.join("\n", changed), time, Long::sum);
          }
        });

    assertThat(stacks(of(transform))).isEqualTo(expected).isNotEqualTo(stacks(view));
  }

  private static List<String> split(String stack) {
    return new ArrayList<>(List.of(stack.split("\n", -1)));
  }

  private static Map<String, Long> stacks(View view) {
    Map<String, Long> stacks = new TreeMap<>();
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      String[] path = new String[tree.size()];
      path[0] = "";
      for (int node = 1; node < tree.size(); node++) {
        String name = view.methods().get(tree.method(node)).fullName();
        path[node] = tree.parent(node) == 0 ? name : path[tree.parent(node)] + "\n" + name;
        long time = BOTH * tree.exclusiveWall(node) + tree.exclusiveCpu(node);
        if (time != 0) {
          stacks.merge(path[node], time, Long::sum);
        }
      }
    }
    return stacks;
  }
}
