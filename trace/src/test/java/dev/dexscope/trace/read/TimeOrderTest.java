package dev.dexscope.trace.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.read.common.TimeOrder;
import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class TimeOrderTest {
  @Property
  void isStable(@ForAll @Size(max = 60) @LongRange(min = -4, max = 9) long[] times) {
    int[] expected =
        IntStream.range(0, times.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> times[i]))
            .mapToInt(i -> i)
            .toArray();

    assertThat(TimeOrder.of(times, times.length)).isEqualTo(expected);
  }
}
