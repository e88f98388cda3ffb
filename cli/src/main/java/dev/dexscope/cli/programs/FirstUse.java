package dev.dexscope.cli.programs;

import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.View;
import java.util.Locale;
import java.util.Optional;

/**
 * The part of a profile that the virtual machine took to make classes ready for their first use.
 */
final class FirstUse {
  private static final double WORTH_TELLING = 0.1;

  private final long nanos;
  private final long total;

  FirstUse(View view) {
    Measure measure = Measure.ofWork(view.trace().info().clock());
    long first = 0;
    long all = 0;
    for (Cost cost : FlatProfile.of(view, Grouping.METHOD)) {
      long time = measure.exclusive(cost);
      all += time;
      first += cost.isFirstUse() ? time : 0;
    }
    nanos = first;
    total = all;
  }

  /** Returns a sentence if it is a large part. */
  Optional<String> words() {
    return nanos < WORTH_TELLING * total
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%.0f %% of the time is first use: classes were loaded and translated; --warmup 3"
                    + " shows the program warm",
                100.0 * nanos / total));
  }
}
