package dev.dexscope.trace.finding;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.analysis.View;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Frames for which an app's main thread needs more than the time between two frames at 60 Hz. */
final class SlowFrames implements Search {
  /** As a method, and as the mark of it in a system's trace. */
  private static final Set<String> FRAMES =
      Set.of("android.view.Choreographer.doFrame", "Choreographer#doFrame");

  private static final long SLOW = 16_700_000;
  private static final double LEAST = 0.05;

  @Override
  public List<Finding> in(Facts facts) {
    View.Part main = facts.main();
    if (main == null
        || !facts.clock().hasWall()
        || facts.isSampled()
        || facts.names().stream().noneMatch(FRAMES::contains)) {
      return List.of();
    }
    Frames frames = new Frames(facts.names(), main.number());
    facts.view().replay(frames);
    if (frames.slow == 0 || frames.slow < LEAST * frames.count) {
      return List.of();
    }
    double share = (double) frames.slowNanos / Math.max(1, facts.mainBusy());
    String most = frames.most();
    return List.of(
        new Finding(
            Rule.SLOW_FRAMES,
            Math.min(1, share),
            Facts.count(frames.slow)
                + " of "
                + Facts.count(frames.count)
                + (frames.count == 1 ? " frame keeps" : " frames keep")
                + " the main thread for longer than 16.7 ms; the longest for "
                + Facts.ms(frames.longest)
                + ", from "
                + Facts.ms(frames.start)
                + " on. Most of these frames' time is "
                + most
                + "'s own, "
                + Facts.ms(frames.own.getOrDefault(most, 0L))
                + ".",
            most,
            main.thread().name()));
  }

  /** The frames of the main thread, and where the slow ones spent their time. */
  private static final class Frames implements CallVisitor {
    private final List<String> names;
    private final int main;
    private final Map<String, Long> own = new HashMap<>();
    private final Map<Integer, Long> ofFrame = new HashMap<>();
    private long[] begun = new long[64];
    private long[] inCallees = new long[64];
    private int depth;
    private int frameDepth = -1;
    private long count;
    private long slow;
    private long slowNanos;
    private long longest;
    private long start;

    Frames(List<String> names, int main) {
      this.names = names;
      this.main = main;
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      if (thread != main) {
        return;
      }
      if (frameDepth < 0 && FRAMES.contains(names.get(method))) {
        frameDepth = depth;
      }
      if (depth == begun.length) {
        begun = Arrays.copyOf(begun, 2 * depth);
        inCallees = Arrays.copyOf(inCallees, 2 * depth);
      }
      begun[depth] = wall;
      inCallees[depth++] = 0;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      if (thread != main || depth == 0) {
        return;
      }
      depth--;
      long time = wall - begun[depth];
      if (depth > 0) {
        inCallees[depth - 1] += time;
      }
      if (frameDepth < 0 || depth < frameDepth) {
        return;
      }
      ofFrame.merge(method, time - inCallees[depth], Long::sum);
      if (depth == frameDepth) {
        end(time, begun[depth]);
      }
    }

    private void end(long time, long since) {
      frameDepth = -1;
      count++;
      if (time > SLOW) {
        slow++;
        slowNanos += time;
        ofFrame.forEach((method, nanos) -> own.merge(names.get(method), nanos, Long::sum));
        if (time > longest) {
          longest = time;
          start = since;
        }
      }
      ofFrame.clear();
    }

    /** The method with the most time of its own in slow frames. */
    String most() {
      return own.entrySet().stream()
          .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
          .map(Map.Entry::getKey)
          .orElse("");
    }
  }
}
