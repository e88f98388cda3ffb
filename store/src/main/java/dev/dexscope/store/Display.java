package dev.dexscope.store;

import java.util.List;

/**
 * The displays of an app in a run, and their times: its start and its frames. Times are
 * nanoseconds.
 *
 * @param initial from the start to the end of the first frame; -1 if no start was recorded
 * @param full from the start to the end of the frame in which the app reported that all of its
 *     content is there; -1 if it never did
 * @param budget the time that the screen has for a frame
 * @param frames those in which something was drawn, in their order
 */
public record Display(long initial, long full, long budget, List<Frame> frames) {
  /** That of a run that is not an app's. */
  public static final Display NONE = new Display(-1, -1, 0, List.of());

  /**
   * A frame, and the CPU time of its phases on the main thread.
   *
   * @param activity the one on top
   * @param start since the recording began
   * @param elapsed real time
   */
  public record Frame(
      String activity,
      long start,
      long elapsed,
      long input,
      long animation,
      long layout,
      long draw) {
    long cpu() {
      return input + animation + layout + draw;
    }
  }

  public Display {
    frames = List.copyOf(frames);
  }

  boolean hasStart() {
    return initial >= 0;
  }
}
