package dev.dexscope.vm.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PackedTest {
  @Property
  void operandsAreReadAsTheyWereWritten(
      @ForAll @IntRange(max = 255) int operation,
      @ForAll @IntRange(max = 255) int a,
      @ForAll @IntRange(max = 255) int b,
      @ForAll int rest) {
    long instruction = Packed.of(operation, a, b, rest);

    assertThat(Packed.operation(instruction)).isEqualTo(operation);
    assertThat(Packed.a(instruction)).isEqualTo(a);
    assertThat(Packed.b(instruction)).isEqualTo(b);
    assertThat(Packed.c(instruction)).isEqualTo(rest);
    assertThat(Packed.literal(instruction)).isEqualTo(rest);
    assertThat(Packed.index(instruction)).isEqualTo(rest);
  }

  @Property
  void registersOfMovesHave16Bits(
      @ForAll @IntRange(max = 255) int operation,
      @ForAll @IntRange(max = 0xffff) int a,
      @ForAll @IntRange(max = 0xffff) int b) {
    long instruction = Packed.move(operation, a, b);

    assertThat(Packed.operation(instruction)).isEqualTo(operation);
    assertThat(Packed.moveA(instruction)).isEqualTo(a);
    assertThat(Packed.moveB(instruction)).isEqualTo(b);
  }
}
