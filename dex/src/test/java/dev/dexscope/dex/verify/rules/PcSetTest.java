package dev.dexscope.dex.verify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PcSetTest {
  @Property
  void isASortedSet(
      @ForAll @Size(max = 50) List<@IntRange(max = 300_000) Integer> added,
      @ForAll @Size(max = 50) List<@IntRange(max = 300_000) Integer> removed,
      @ForAll @IntRange(max = 300_000) int from) {
    var set = new PcSet();
    set.reset(300_001);
    var expected = new TreeSet<Integer>();
    for (int pc : added) {
      set.add(pc);
      expected.add(pc);
    }
    for (int pc : removed) {
      set.remove(pc);
      expected.remove(pc);
    }
    assertThat(set.next(from)).isEqualTo(Objects.requireNonNullElse(expected.ceiling(from), -1));
    assertThat(set.contains(from)).isEqualTo(expected.contains(from));
  }
}
