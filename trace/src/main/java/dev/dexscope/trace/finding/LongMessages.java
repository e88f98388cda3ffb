package dev.dexscope.trace.finding;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.analysis.View;
import java.util.List;

/** Messages that keep an app's main thread busy for longer than a tenth of a second. */
final class LongMessages implements Search {
  private static final String DISPATCH = "android.os.Handler.dispatchMessage";

  /** Six frames at 60 Hz: RAIL's limit for an answer to a tap. */
  private static final long LONG = 100_000_000;

  @Override
  public List<Finding> in(Facts facts) {
    View.Part main = facts.main();
    if (main == null
        || !facts.clock().hasWall()
        || facts.isSampled()
        || facts.cost(DISPATCH) == null) {
      return List.of();
    }
    Messages messages = new Messages(facts, main.number());
    facts.view().replay(messages);
    if (messages.count == 0) {
      return List.of();
    }
    double share = (double) messages.sum / Math.max(1, facts.mainBusy());
    return List.of(
        new Finding(
            Rule.LONG_MESSAGES,
            Math.min(1, share),
            Facts.count(messages.count)
                + (messages.count == 1 ? " message keeps" : " messages keep")
                + " the main thread for longer than 100 ms; the longest for "
                + Facts.ms(messages.longest)
                + ", from "
                + Facts.ms(messages.start)
                + " on.",
            DISPATCH,
            main.thread().name()));
  }

  /** The outermost calls; messages that are sent within others belong to them. */
  private static final class Messages implements CallVisitor {
    private final Facts facts;
    private final int main;
    private int depth;
    private long begun;
    private long count;
    private long sum;
    private long longest;
    private long start;

    Messages(Facts facts, int main) {
      this.facts = facts;
      this.main = main;
    }

    private boolean isMessage(int thread, int method) {
      return thread == main && facts.view().methods().get(method).qualifiedName().equals(DISPATCH);
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      if (isMessage(thread, method) && depth++ == 0) {
        begun = wall;
      }
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      if (!isMessage(thread, method) || --depth > 0) {
        return;
      }
      long time = wall - begun;
      if (time > LONG) {
        count++;
        sum += time;
        if (time > longest) {
          longest = time;
          start = begun;
        }
      }
    }
  }
}
