package dev.dexscope.apps;

import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;

/**
 * One frame in which something was drawn, and what its phases cost the main thread: CPU time, since
 * the framework's clock need not advance in it. Durations are nanoseconds.
 *
 * @param activity the one on top
 * @param start since the recording began
 * @param elapsed real time, in which the main thread may have waited for the machine
 * @param input of the phase in which the movements of fingers are delivered
 * @param animation of the callbacks for the frame, animators and insets
 * @param layout of what else the windows do: measure and layout
 * @param draw of the recording of the windows' display lists, and their rendering
 */
public record Frame(
    String activity, long start, long elapsed, long input, long animation, long layout, long draw) {
  private static final int CELLS = 5;

  /** All phases. */
  public long cpu() {
    return input + animation + layout + draw;
  }

  /** As an event, for a file of them. */
  public Event event() {
    return new Event(
        Kind.FRAME,
        activity.replace(' ', '_') + " " + input + " " + animation + " " + layout + " " + draw,
        start,
        elapsed);
  }

  static Frame of(Event event) {
    String[] cells = event.name().split(" ");
    if (cells.length != CELLS) {
      throw new IllegalArgumentException(event.name());
    }
    return new Frame(
        cells[0],
        event.start(),
        event.duration(),
        Long.parseLong(cells[1]),
        Long.parseLong(cells[2]),
        Long.parseLong(cells[3]),
        Long.parseLong(cells[4]));
  }
}
