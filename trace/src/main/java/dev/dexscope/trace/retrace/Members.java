package dev.dexscope.trace.retrace;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods that a class has now under one name, by their descriptors. Code that R8 put together
 * from several methods counts as the first of them where a frame has no line.
 */
final class Members {
  private final IdentityHashMap<MappedRange, Member> byRange = new IdentityHashMap<>();

  /** A method; what is noted about any of its ranges is noted about all of it. */
  static final class Member {
    private final Signature original;
    private boolean synthesized;
    private boolean outline;

    Member(Signature original) {
      this.original = original;
    }

    Signature original() {
      return original;
    }

    /** Returns whether the source does not have it. */
    boolean isSynthesized() {
      return synthesized || outline;
    }

    boolean isOutline() {
      return outline;
    }
  }

  Members(List<MappedRange> ranges) {
    Map<String, Member> byDescriptor = new HashMap<>();
    @Nullable Member last = null;
    boolean synthesized = false;
    boolean outline = false;
    for (int i = 0; i < ranges.size(); i++) {
      MappedRange range = ranges.get(i);
      synthesized |= range.notes().synthesized();
      outline |= range.notes().outline();
      if (i + 1 == ranges.size() || !isCalledFrom(range, ranges.get(i + 1))) {
        if (range.now() == null || last == null || !last.original.equals(range.original())) {
          last =
              byDescriptor.computeIfAbsent(range.descriptor(), _ -> new Member(range.original()));
        }
        byRange.put(range, last);
        last.synthesized |= synthesized;
        last.outline |= outline;
        synthesized = false;
        outline = false;
      }
    }
  }

  private static boolean isCalledFrom(MappedRange inner, MappedRange outer) {
    return inner.isInlinedInto(outer) && outer.before() != null && outer.before().single();
  }

  /** Returns the method of its outermost range. */
  Member of(MappedRange range) {
    Member known = byRange.get(range);
    return known == null ? new Member(range.original()) : known;
  }
}
