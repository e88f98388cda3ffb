package dev.dexscope.trace;

import java.util.List;

/**
 * Something over time beside a trace's threads, such as the frames of an app.
 *
 * @param name of the track
 * @param slices its parts in the order of their starts; those that are inside another come after it
 */
public record Track(String name, List<Slice> slices) {
  /**
   * A part of a track.
   *
   * @param name what it is
   * @param start nanoseconds since the trace began
   * @param duration nanoseconds
   */
  public record Slice(String name, long start, long duration) {
    /** Returns the time of its end. */
    public long end() {
      return start + duration;
    }
  }
}
