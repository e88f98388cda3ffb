package dev.dexscope.monitor.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class IdIndexTest {
  @Property
  void allAreFoundWhereTheyStand(@ForAll long[] ids, @ForAll long other) {
    IdIndex index = new IdIndex(ids.clone());
    for (long each : ids) {
      assertThat(ids[index.find(each)]).isEqualTo(each);
    }
    if (Arrays.stream(ids).noneMatch(each -> each == other)) {
      assertThat(index.find(other)).isNegative();
    }
  }

  @Test
  void idsOfOneHeapThatAreNotInOrder() {
    long[] ids = new long[100_000];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = 0x7f00_0000_0000L + 16L * (i * 7919L % ids.length);
    }
    IdIndex index = new IdIndex(ids.clone());
    for (int i = 0; i < ids.length; i++) {
      assertThat(index.find(ids[i])).isEqualTo(i);
    }
    assertThat(index.find(ids[0] + 1)).isNegative();
  }

  @Test
  void anEmptyListHasNone() {
    assertThat(new IdIndex(new long[0]).find(0)).isNegative();
  }
}
