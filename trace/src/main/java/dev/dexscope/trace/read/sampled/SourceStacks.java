package dev.dexscope.trace.read.sampled;

import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.retrace.Mapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of the source for those of a profile whose frames have lines, by a mapping. A frame
 * becomes those that R8 inlined at its line; code that the source does not have is left out.
 */
public final class SourceStacks {
  private final Frames frames;
  private final MethodIds methods;
  private final Function<String, @Nullable Mapping> mappings;
  private final Map<Called, Restored> known = new HashMap<>();

  /**
   * A frame.
   *
   * @param line 0 or less if it is not known
   * @param app whose code it is, where programs run the code of several; else empty
   */
  public record At(int method, int line, String app) {
    /** A frame of the program's own code. */
    public At(int method, int line) {
      this(method, line, "");
    }
  }

  private record Called(At at, int outline) {}

  private record Restored(List<At> innermostFirst, int outline) {}

  /** Those by the mapping that the methods have. */
  public SourceStacks(Frames frames, MethodIds methods) {
    this(frames, methods, _ -> methods.mapping());
  }

  /** Those by the mapping of each app, null without. */
  public SourceStacks(
      Frames frames, MethodIds methods, Function<String, @Nullable Mapping> mappings) {
    this.frames = frames;
    this.methods = methods;
    this.mappings = mappings;
  }

  /** Returns the frames of the source, the outermost first, as the given ones are. */
  public List<At> of(List<At> stack) {
    if (stack.stream().allMatch(each -> mappings.apply(each.app()) == null)) {
      return stack;
    }
    List<At> innermostFirst = new ArrayList<>();
    int outline = Mapping.NO_OUTLINE;
    for (At each : stack.reversed()) {
      Restored restored = known.computeIfAbsent(new Called(each, outline), this::restored);
      innermostFirst.addAll(restored.innermostFirst());
      outline = restored.outline();
    }
    return innermostFirst.isEmpty() ? stack : innermostFirst.reversed();
  }

  private Restored restored(Called called) {
    At at = called.at();
    Mapping by = mappings.apply(at.app());
    if (by == null) {
      return new Restored(List.of(at), Mapping.NO_OUTLINE);
    }
    Mapping.Restored found = by.at(methods.get(at.method()), at.line(), called.outline());
    return new Restored(
        found.frames().stream()
            .map(each -> new At(frames.restored(each.method(), at.method()), each.line()))
            .toList(),
        found.outline());
  }
}
