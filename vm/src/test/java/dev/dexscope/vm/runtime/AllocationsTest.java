package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import java.lang.reflect.Array;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/** {@link Array#newInstance} is replaced by an equal result. */
class AllocationsTest {
  @BeforeContainer
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  @Provide
  Arbitrary<Class<?>> types() {
    return Arbitraries.of(
        int.class,
        double.class,
        float.class,
        long.class,
        byte.class,
        char.class,
        boolean.class,
        short.class,
        void.class,
        String.class,
        int[].class);
  }

  @Provide
  Arbitrary<int[]> lengths() {
    return Arbitraries.integers().between(-1, 3).array(int[].class).ofMinSize(0).ofMaxSize(4);
  }

  @Property
  void arraysOfArraysAreThoseOfReflection(
      @ForAll("types") Class<?> type, @ForAll("lengths") int[] lengths) {
    Object expected;
    try {
      expected = Array.newInstance(type, lengths);
    } catch (IllegalArgumentException | NegativeArraySizeException e) {
      assertThatThrownBy(() -> Allocations.newInstance(type, lengths))
          .isExactlyInstanceOf(e.getClass())
          .hasMessage(e.getMessage());
      return;
    }
    assertSame(Allocations.newInstance(type, lengths), expected);
  }

  private static void assertSame(@Nullable Object actual, @Nullable Object expected) {
    if (actual == null || expected == null) {
      assertThat(actual).isEqualTo(expected);
      return;
    }
    assertThat(actual.getClass()).isEqualTo(expected.getClass());
    if (expected instanceof Object[] rows) {
      assertThat((Object[]) actual).hasSameSizeAs(rows);
      for (int i = 0; i < rows.length; i++) {
        assertSame(((Object[]) actual)[i], rows[i]);
      }
    } else if (expected.getClass().isArray()) {
      assertThat(Array.getLength(actual)).isEqualTo(Array.getLength(expected));
    }
  }
}
