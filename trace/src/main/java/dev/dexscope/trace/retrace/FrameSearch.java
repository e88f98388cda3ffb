package dev.dexscope.trace.retrace;

import dev.dexscope.trace.retrace.RenamedClass.Overload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds what the code at a line of a renamed method was: one stack of frames, from an inlined one
 * out, or several if the mapping file leaves it open.
 */
final class FrameSearch {
  /** No line of a call of outlined code precedes. */
  static final int NO_OUTLINE = -1;

  /** A method with more lines is no method of a class file. */
  private static final int MOST_LINES = 1 << 16;

  private final List<Overload> overloads;

  /** Of what was found: another one than the frame's where outlined code was called. */
  private int line;

  /**
   * A frame of the file with the line that it has for certain.
   *
   * @param fixed {@link StackLine#NO_LINE} if the line follows from the frame's
   */
  private record Placed(MappedRange range, int fixed) {
    static Placed of(MappedRange range) {
      LineRange before = range.before();
      return new Placed(
          range, before != null && before.span() == 1 ? before.from() : StackLine.NO_LINE);
    }
  }

  /**
   * One possibility.
   *
   * @param isOutline whether the frame is code that several methods had in common; its caller's
   *     lines depend on its own
   */
  record Stack(List<At> frames, boolean isOutline, int line) {}

  /**
   * A frame and its line.
   *
   * @param line {@link StackLine#NO_LINE} if it is the same as now
   */
  record At(Signature method, int line) {}

  private FrameSearch(List<Overload> overloads, int line) {
    this.overloads = overloads;
    this.line = line;
  }

  /**
   * Returns the stacks that may have been at a line.
   *
   * @param outlineLine the line of the outlined code that is called here, or {@link #NO_OUTLINE}
   * @param thrown the descriptor of the exception in the line before; empty without
   * @return none if the file does not have this line
   */
  static Result find(List<Overload> overloads, int line, int outlineLine, String thrown) {
    return new FrameSearch(overloads, line).find(outlineLine, thrown);
  }

  /**
   * What was found.
   *
   * @param isKnown whether the file has the line
   * @param isAmbiguous whether the frame's line may have been several
   */
  record Result(boolean isKnown, boolean isAmbiguous, List<Stack> stacks) {}

  private Result find(int outlineLine, String thrown) {
    int asked = line;
    List<Overload> found = narrow(asked, outlineLine);
    if (found.isEmpty() && asked <= 0) {
      found = overloads.stream().map(FrameSearch::withoutLines).toList();
    }
    boolean isAmbiguous = isAmbiguous(found);
    List<Stack> stacks = new ArrayList<>();
    for (Overload each : found) {
      for (List<Placed> frames : stacks(each, isAmbiguous)) {
        stacks.add(rewritten(each, frames, isAmbiguous, thrown));
      }
    }
    return new Result(!found.isEmpty(), isAmbiguous, stacks);
  }

  private List<Overload> narrow(int asked, int outlineLine) {
    List<Overload> found =
        select(each -> asked > 0 ? at(each, asked) : anywhere(each), outlineLine);
    return found.isEmpty() && asked > 0 ? select(FrameSearch::ofAnyLine, outlineLine) : found;
  }

  private List<Overload> select(
      Function<List<MappedRange>, List<MappedRange>> selector, int outlineLine) {
    List<Overload> found = new ArrayList<>();
    for (Overload each : overloads) {
      List<MappedRange> ranges = selector.apply(each.ranges());
      if (ranges.isEmpty()) {
        continue;
      }
      Map<Integer, Integer> callSites = ranges.getLast().notes().callSites();
      if (outlineLine != NO_OUTLINE && !callSites.isEmpty()) {
        line = callSites.getOrDefault(outlineLine, outlineLine);
        return select(all -> at(all, line), NO_OUTLINE);
      }
      found.add(each.with(ranges));
    }
    return found;
  }

  /** The frames at a line. */
  private static List<MappedRange> at(List<MappedRange> ranges, int line) {
    for (int i = 0; i < ranges.size(); i++) {
      LineRange now = ranges.get(i).now();
      if (now != null && now.contains(line)) {
        int end = i + 1;
        while (end < ranges.size() && now.equals(ranges.get(end).now())) {
          end++;
        }
        return ranges.subList(i, end);
      }
    }
    return List.of();
  }

  /** The frames of code without a line. */
  private static List<MappedRange> anywhere(List<MappedRange> ranges) {
    List<MappedRange> found = at(ranges, 0);
    return found.isEmpty() ? ofAnyLine(ranges).stream().limit(1).toList() : found;
  }

  private static List<MappedRange> ofAnyLine(List<MappedRange> ranges) {
    return ranges.stream().filter(each -> each.now() == null).toList();
  }

  /** The method itself, for a frame without a line where the file has lines only. */
  private static Overload withoutLines(Overload overload) {
    if (overload.ranges().size() == 1) {
      LineRange now = overload.ranges().getFirst().now();
      if (now != null && now.isCatchAll()) {
        return overload;
      }
    }
    return overload.with(
        List.of(new MappedRange(null, overload.member().original(), null, Notes.NONE)));
  }

  private static boolean isAmbiguous(List<Overload> found) {
    if (found.size() != 1) {
      return found.size() > 1;
    }
    List<MappedRange> ranges = found.getFirst().ranges();
    for (int i = 0; i < ranges.size(); i++) {
      boolean isOfOther = i > 0 && !ranges.getFirst().isInlinedInto(ranges.get(i));
      if (ranges.get(i).isAmbiguous() || isOfOther) {
        return true;
      }
    }
    return false;
  }

  /** Groups the frames by the lines that they have now. */
  private static List<List<Placed>> stacks(Overload overload, boolean isAmbiguous) {
    List<List<Placed>> stacks = new ArrayList<>();
    List<MappedRange> ranges = overload.ranges();
    for (int from = 0, to; from < ranges.size(); from = to) {
      to = from + 1;
      while (to < ranges.size() && ranges.get(from).isInlinedInto(ranges.get(to))) {
        to++;
      }
      add(stacks, ranges.subList(from, to), isAmbiguous);
    }
    return stacks;
  }

  /** Adds a stack; one for each line that its innermost frame may have had. */
  private static void add(
      List<List<Placed>> stacks, List<MappedRange> frames, boolean isAmbiguous) {
    LineRange before = frames.getFirst().before();
    boolean isOpen = isAmbiguous && frames.getFirst().isAmbiguous();
    if (before == null || !isOpen || before.span() > MOST_LINES) {
      stacks.add(frames.stream().map(Placed::of).toList());
      return;
    }
    for (int each = before.from(); each <= before.to(); each++) {
      List<Placed> stack = new ArrayList<>(frames.stream().map(Placed::of).toList());
      stack.set(0, new Placed(frames.getFirst(), each));
      stacks.add(stack);
    }
  }

  /** The stack without the frames that the source does not have. */
  private Stack rewritten(
      Overload overload, List<Placed> stack, boolean isAmbiguous, String thrown) {
    int removed = 0;
    for (Placed each : stack) {
      for (Notes.Rewrite rewrite : each.range().notes().rewrites()) {
        removed += rewrite.applies(thrown) ? rewrite.removed() : 0;
      }
    }
    removed = removed > stack.size() ? 0 : removed;
    List<At> frames = new ArrayList<>();
    for (int i = removed; i < stack.size(); i++) {
      if (i + 1 < stack.size() || !overload.member().isSynthesized()) {
        Placed each = stack.get(i);
        frames.add(new At(each.range().original(), lineOf(each, isAmbiguous)));
      }
    }
    return new Stack(frames, overload.member().isOutline(), line);
  }

  private int lineOf(Placed placed, boolean isAmbiguous) {
    if (placed.fixed() != StackLine.NO_LINE) {
      return placed.fixed();
    }
    LineRange now = placed.range().now();
    LineRange before = placed.range().before();
    if (!isAmbiguous && (now == null || line == StackLine.NO_LINE)) {
      LineRange known = before == null ? now : before;
      return known != null && known.from() > 0 ? known.from() : StackLine.NO_LINE;
    }
    if (now == null || !now.contains(line)) {
      return StackLine.NO_LINE;
    }
    return before == null ? line : before.from() + line - now.from();
  }
}
