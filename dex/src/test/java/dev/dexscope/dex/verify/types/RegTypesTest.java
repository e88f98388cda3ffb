package dev.dexscope.dex.verify.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.verify.link.Environment;
import dev.dexscope.dex.verify.link.JdkSource;
import dev.dexscope.dex.verify.link.Linker;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The laws of a lattice: without them the analysis might never end, or depend on the order. */
class RegTypesTest {
  private static final RegTypes TYPES =
      new RegTypes(
          new Linker(
              new Environment(
                  List.of(new JdkSource()),
                  List.of(),
                  Environment.Knowledge.PARTLY,
                  Environment.ART_11),
              _ -> null));

  private static final List<String> DESCRIPTORS =
      List.of(
          "Ljava/lang/Object;",
          "Ljava/lang/String;",
          "Ljava/lang/Number;",
          "Ljava/lang/Integer;",
          "Ljava/lang/Long;",
          "Ljava/util/ArrayList;",
          "Ljava/lang/Runnable;",
          "Ljava/lang/Thread;",
          "[I",
          "[J",
          "[[I",
          "[Ljava/lang/Object;",
          "[Ljava/lang/Integer;",
          "[Ljava/lang/Number;",
          "Lmissing/A;",
          "Lmissing/B;",
          "[Lmissing/A;",
          "[Lmissing/B;");

  @Provide
  Arbitrary<Integer> types() {
    Arbitrary<Integer> fixed = Arbitraries.integers().between(0, RegType.INT_CONSTANT);
    Arbitrary<Integer> references = Arbitraries.of(DESCRIPTORS).map(TYPES::ofDescriptor);
    return Arbitraries.oneOf(fixed, references);
  }

  @Property
  void mergingIsIdempotent(@ForAll("types") int a) {
    assertThat(TYPES.merge(a, a)).isEqualTo(a);
  }

  @Property
  void mergingIsStable(@ForAll("types") int a, @ForAll("types") int b) {
    int merged = TYPES.merge(a, b);
    assertThat(TYPES.merge(merged, merged)).isEqualTo(merged);
    assertThat(TYPES.merge(merged, b)).as("%s", TYPES.name(merged)).isEqualTo(merged);
    assertThat(TYPES.merge(merged, a)).as("%s", TYPES.name(merged)).isEqualTo(merged);
  }

  /** Exactness aside: of an exact class and the same class as a bound either may remain. */
  @Property
  void mergingIsCommutative(@ForAll("types") int a, @ForAll("types") int b) {
    int left = TYPES.merge(a, b);
    int right = TYPES.merge(b, a);
    if (TYPES.klass(left) == null) {
      assertThat(left).as("%s, %s", TYPES.name(a), TYPES.name(b)).isEqualTo(right);
    } else {
      assertThat(TYPES.klass(left)).isSameAs(TYPES.klass(right));
    }
  }

  @Property
  void whatIsMergedCanBeAssigned(@ForAll("types") int a, @ForAll("types") int b) {
    int merged = TYPES.merge(a, b);
    if (TYPES.klass(merged) != null) {
      assertThat(TYPES.isAssignable(merged, a)).isTrue();
      assertThat(TYPES.isAssignable(merged, b)).isTrue();
    }
  }
}
