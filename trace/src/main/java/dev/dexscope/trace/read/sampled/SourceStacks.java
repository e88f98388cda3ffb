package dev.dexscope.trace.read.sampled;

import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.retrace.Mapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of the source for those of a profile whose frames have lines, by a mapping. A frame
 * becomes those that R8 inlined at its line; code that the source does not have is left out.
 */
public final class SourceStacks {
  private final Frames frames;
  private final MethodIds methods;
  private final @Nullable Mapping mapping;
  private final Map<Called, Restored> known = new HashMap<>();

  /**
   * A frame.
   *
   * @param line 0 or less if it is not known
   */
  public record At(int method, int line) {}

  private record Called(At at, int outline) {}

  private record Restored(List<At> innermostFirst, int outline) {}

  /** Those by the mapping that the methods have. */
  public SourceStacks(Frames frames, MethodIds methods) {
    this(frames, methods, methods.mapping());
  }

  /** Those by another mapping; null leaves stacks as they are. */
  public SourceStacks(Frames frames, MethodIds methods, @Nullable Mapping mapping) {
    this.frames = frames;
    this.methods = methods;
    this.mapping = mapping;
  }

  /** Returns the frames of the source, the outermost first, as the given ones are. */
  public List<At> of(List<At> stack) {
    if (mapping == null) {
      return stack;
    }
    List<At> innermostFirst = new ArrayList<>();
    int outline = Mapping.NO_OUTLINE;
    for (At each : stack.reversed()) {
      Restored restored =
          known.computeIfAbsent(new Called(each, outline), called -> restored(mapping, called));
      innermostFirst.addAll(restored.innermostFirst());
      outline = restored.outline();
    }
    return innermostFirst.isEmpty() ? stack : innermostFirst.reversed();
  }

  private Restored restored(Mapping by, Called called) {
    At at = called.at();
    Mapping.Restored found = by.at(methods.get(at.method()), at.line(), called.outline());
    return new Restored(
        found.frames().stream()
            .map(each -> new At(frames.restored(each.method(), at.method()), each.line()))
            .toList(),
        found.outline());
  }
}
