package dev.dexscope.trace.finding;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.TraceThread;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Frames of an app that came late to the screen, by the system's frame timeline. */
final class JankyFrames implements Search {
  private static final String FRAME = "AppFrame.";
  private static final String EXPECTED = FRAME + "expected";
  private static final String LANE = "/frames";
  private static final double LEAST = 0.05;
  private static final App NONE = new App("");

  /**
   * Reasons of frames that nobody can see, and of frames that only waited behind others, which
   * Perfetto does not count as missed either.
   */
  private static final Set<String> UNSEEN =
      Set.of(
          "Non Animating",
          "Display not ON",
          "PowerModeChange in progress",
          "Buffer Stuffing",
          "SurfaceFlinger Stuffing");

  @Override
  public List<Finding> in(Facts facts) {
    if (!facts.clock().hasWall() || facts.names().stream().noneMatch(JankyFrames::isFrame)) {
      return List.of();
    }
    Frames all = new Frames(facts);
    facts.view().replay(all);
    // The app in front draws the most.
    App app =
        all.apps.values().stream().max(Comparator.comparingLong(each -> each.count)).orElse(NONE);
    if (app.janky == 0 || app.janky < LEAST * app.count) {
      return List.of();
    }
    return List.of(
        new Finding(
            Rule.JANKY_FRAMES,
            (double) app.jankyNanos / Math.max(1, app.nanos),
            Facts.count(app.janky)
                + " of "
                + Facts.count(app.count)
                + (app.count == 1 ? " frame of " : " frames of ")
                + app.name
                + (app.janky == 1 ? " is janky: " : " are janky: ")
                + app.reasons()
                + ". The longest takes "
                + Facts.ms(app.longest)
                + ", from "
                + Facts.ms(app.start)
                + " on.",
            app.method,
            app.lane));
  }

  private static boolean isFrame(String name) {
    return name.startsWith(FRAME) && !name.equals(EXPECTED);
  }

  private static List<String> seen(String name) {
    int colon = name.indexOf(": ");
    int end = name.endsWith(")") ? name.lastIndexOf(" (") : name.length();
    return colon < 0
        ? List.of()
        : Arrays.stream(name.substring(colon + 2, end).split(", "))
            .filter(each -> !UNSEEN.contains(each))
            .toList();
  }

  /** The frames of an app. */
  private static final class App {
    final String name;
    private final Map<String, Long> countOf = new HashMap<>();
    private long count;
    private long nanos;
    private long janky;
    private long jankyNanos;
    private long longest;
    private long start;
    private String method = "";
    private String lane = "";

    App(String name) {
      this.name = name;
    }

    void add(String frame, String ofLane, long begin, long time) {
      count++;
      nanos += time;
      List<String> reasons = seen(frame);
      if (reasons.isEmpty()) {
        return;
      }
      janky++;
      jankyNanos += time;
      reasons.forEach(each -> countOf.merge(each, 1L, Long::sum));
      if (time > longest) {
        longest = time;
        start = begin;
        method = frame;
        lane = ofLane;
      }
    }

    /** The reasons with their numbers of frames, those with the most first. */
    String reasons() {
      return countOf.entrySet().stream()
          .sorted(
              Map.Entry.<String, Long>comparingByValue()
                  .reversed()
                  .thenComparing(Map.Entry.comparingByKey()))
          .map(each -> each.getKey() + " " + Facts.count(each.getValue()))
          .collect(Collectors.joining(", "));
    }
  }

  private static final class Frames implements CallVisitor {
    private final List<String> names;
    private final String[] lanes;
    private final long[] begun;
    private final Map<String, App> apps = new HashMap<>();

    Frames(Facts facts) {
      names = facts.names();
      List<TraceThread> threads = facts.view().trace().threads();
      lanes = threads.stream().map(TraceThread::name).toArray(String[]::new);
      begun = new long[lanes.length];
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      begun[thread] = wall;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      int end = lanes[thread].lastIndexOf(LANE);
      if (end >= 0 && isFrame(names.get(method))) {
        apps.computeIfAbsent(lanes[thread].substring(0, end), App::new)
            .add(names.get(method), lanes[thread], begun[thread], wall - begun[thread]);
      }
    }
  }
}
