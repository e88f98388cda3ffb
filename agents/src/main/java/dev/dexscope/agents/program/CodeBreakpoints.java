package dev.dexscope.agents.program;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.vm.debug.CodeMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongPredicate;

/**
 * Breakpoints at dex instructions, each of which HotSpot has at one or more addresses. They stay
 * when hooks come or go, for which HotSpot drops its own; like HotSpot's, they do not stay when an
 * agent gives their class other code.
 */
public final class CodeBreakpoints {
  /** One that an agent has set. */
  private record Point(long agent, long method, long location) {}

  private final HotSpot hotSpot;
  private final Methods methods;

  /** The addresses of the dex instructions with breakpoints, by HotSpot's. */
  private final Map<CodeAddress, Set<Long>> asked = new ConcurrentHashMap<>();

  private final Set<Point> points = ConcurrentHashMap.newKeySet();

  public CodeBreakpoints(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /**
   * Sets or clears a breakpoint wherever a dex instruction begins. What has no code of its own
   * stops where the next instruction does.
   */
  public int breakpoint(Function function, long agent, long method, long location) {
    int error = change(function, agent, method, location);
    var point = new Point(agent, method, location);
    if (function == Function.CLEAR_BREAKPOINT) {
      points.remove(point);
    } else if (error == 0) {
      points.add(point);
    }
    return error;
  }

  /**
   * Sets all of them once more, where they are by now.
   *
   * @param isAgent whether an environment has not been disposed of
   */
  public void setAgain(LongPredicate isAgent) {
    points.removeIf(each -> !isAgent.test(each.agent));
    asked.clear();
    for (Point each : points) {
      // Those that HotSpot has kept, of classes that got no hooks, are refused as duplicates.
      change(Function.SET_BREAKPOINT, each.agent, each.method, each.location);
    }
  }

  /** An agent has given a class other code. */
  public void forget(Class<?> type) {
    points.removeIf(each -> type.equals(methods.declaringClass(each.method)));
  }

  private int change(Function function, long agent, long method, long location) {
    CodeMap map = methods.of(method).map();
    if (map == null) {
      return hotSpot.call(function, agent, method, location);
    }
    int[] bcis = MethodView.places(map, location);
    int error = bcis.length == 0 ? JvmtiError.INVALID_LOCATION : 0;
    for (int bci : bcis) {
      int said =
          function == Function.SET_BREAKPOINT
              ? set(agent, method, bci, location)
              : clear(agent, method, bci, location);
      error = error == 0 ? said : error;
    }
    return error;
  }

  private int set(long agent, long method, int bci, long location) {
    Set<Long> all = askedAt(method, bci);
    boolean isNew = all.add(location);
    int said = hotSpot.call(Function.SET_BREAKPOINT, agent, method, bci);
    // Another instruction that is there has one already.
    return said == JvmtiError.DUPLICATE && isNew && all.size() > 1 ? 0 : said;
  }

  private int clear(long agent, long method, int bci, long location) {
    Set<Long> all = askedAt(method, bci);
    return all.remove(location) && !all.isEmpty()
        ? 0
        : hotSpot.call(Function.CLEAR_BREAKPOINT, agent, method, bci);
  }

  private Set<Long> askedAt(long method, int bci) {
    return asked.computeIfAbsent(new CodeAddress(method, bci), _ -> new ConcurrentSkipListSet<>());
  }

  /**
   * The address of the instruction that a breakpoint was asked for at: who hears of it knows it by
   * that.
   *
   * @param otherwise the one whose code it is
   */
  public long asked(long method, long bci, long otherwise) {
    Set<Long> all = allAsked(method, bci, otherwise);
    return all.contains(otherwise) ? otherwise : all.iterator().next();
  }

  /** All of these addresses; the other one where there is none. */
  public Set<Long> allAsked(long method, long bci, long otherwise) {
    Set<Long> all = asked.getOrDefault(new CodeAddress(method, bci), Set.of());
    return all.isEmpty() ? Set.of(otherwise) : all;
  }
}
