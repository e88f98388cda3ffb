package dev.dexscope.baseline;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.MethodSums;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes rules of the methods that traces of runs have called, as far as a package has them.
 *
 * <pre>{@code
 * var rules = new TraceRules(ArtProfile.codeOf(Path.of("app.apk")), 10, 1);
 * rules.addStart(TraceReader.open(Path.of("start.trace")));
 * System.out.print(rules.rules().text());
 * }</pre>
 */
public final class TraceRules {
  private final Set<Rule> known = new HashSet<>();
  private final int hot;
  private final int starts;
  private final Map<Rule, Long> started = new HashMap<>();

  /** In how many starts a method was called. */
  private final Map<Rule, Integer> startsOf = new HashMap<>();

  private final Map<Rule, Long> later = new HashMap<>();

  /**
   * No calls yet.
   *
   * @param code of the package
   * @param hot the number of calls from which on a method that is called after the start is hot
   * @param starts in how many starts a method has to be called to be one of the start
   */
  public TraceRules(List<ArtProfile.Code> code, int hot, int starts) {
    this.hot = hot;
    this.starts = starts;
    for (ArtProfile.Code each : code) {
      for (ClassDef type : each.dex().classes()) {
        for (EncodedMethod method : type.data().methods()) {
          known.add(new Rule(Set.of(), type.type(), ArtProfile.member(method.ref())));
        }
      }
    }
  }

  /** Adds a start of the app, of which each method is compiled. */
  public void addStart(Trace trace) {
    Map<Rule, Long> called = new HashMap<>();
    add(trace, called);
    called.forEach((rule, calls) -> started.merge(rule, calls, Long::sum));
    called.keySet().forEach(each -> startsOf.merge(each, 1, Integer::sum));
  }

  /** Adds a use of the app after its start; it may begin with the start, if that is added too. */
  public void addUse(Trace trace) {
    add(trace, later);
  }

  private void add(Trace trace, Map<Rule, Long> calls) {
    long[] counts = new long[trace.methods().size()];
    for (MethodSums each : trace.sums()) {
      for (int row = 0; row < each.size(); row++) {
        counts[each.method(row)] += Math.max(1, each.calls(row));
      }
    }
    if (trace.sums().isEmpty()) {
      trace.threads().forEach(each -> add(each.tree(), counts));
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        add(trace.methods().recorded(i), counts[i], calls);
      }
    }
  }

  private static void add(CallTree tree, long[] counts) {
    for (int node = 1; node < tree.size(); node++) {
      // Samples see methods without their calls.
      counts[tree.method(node)] += Math.max(1, tree.calls(node));
    }
  }

  private void add(Method method, long count, Map<Rule, Long> calls) {
    String type = "L" + method.className().replace('.', '/') + ";";
    var rule = new Rule(Set.of(), type, method.plainName() + method.signature());
    if (known.contains(rule)) {
      calls.merge(rule, count, Long::sum);
    }
  }

  /** Returns the number of methods of starts. */
  public int starting() {
    return (int) started.keySet().stream().filter(this::isOfStart).count();
  }

  private boolean isOfStart(Rule rule) {
    return startsOf.getOrDefault(rule, 0) >= starts;
  }

  /** Returns the rules of all that was called, with their classes. */
  public Rules rules() {
    List<Rule> rules = new ArrayList<>();
    for (Rule each : started.keySet()) {
      if (!isOfStart(each)) {
        continue;
      }
      rules.add(each.with(Set.of(Use.HOT, Use.STARTUP)));
      rules.add(Rule.ofType(each.type()));
    }
    for (Map.Entry<Rule, Long> each : later.entrySet()) {
      long more = each.getValue() - started.getOrDefault(each.getKey(), 0L);
      if (more > 0) {
        boolean isHot = more >= hot;
        rules.add(
            each.getKey()
                .with(isHot ? Set.of(Use.HOT, Use.POST_STARTUP) : Set.of(Use.POST_STARTUP)));
        rules.add(Rule.ofType(each.getKey().type()));
      }
    }
    return Rules.of(rules);
  }
}
