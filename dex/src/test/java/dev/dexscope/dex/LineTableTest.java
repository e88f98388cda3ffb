package dev.dexscope.dex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.write.DexBuilder;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LineTableTest {
  @Test
  void aLineStandsForAllInstructionsUpToTheNext() {
    LineTable lines = LineTable.of(code(dex()));

    assertThat(lines.line(0)).isEqualTo(LineTable.NO_LINE);
    assertThat(lines.line(1)).isEqualTo(10);
    assertThat(lines.line(2)).isEqualTo(10);
    assertThat(lines.line(3)).isEqualTo(7);
    assertThat(lines.line(99)).isEqualTo(7);
    assertThat(lines.first()).isEqualTo(10);
    assertThat(lines.contains(7)).isTrue();
    assertThat(lines.contains(8)).isFalse();
  }

  @Test
  void ofSeveralLinesOfOneAddressTheFirstCountsThereAndTheLastBehind() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "LMain;",
        main ->
            main.method(AccessFlags.STATIC, "main", Proto.of("V"))
                .code(
                    0,
                    b -> {
                      b.line(11);
                      b.line(12);
                      b.emit(Opcode.NOP);
                      b.emit(Opcode.RETURN_VOID);
                    }));
    LineTable lines = LineTable.of(code(dex.build()));

    assertThat(lines.line(0)).isEqualTo(11);
    assertThat(lines.line(1)).isEqualTo(12);
  }

  @Test
  void thereAreNoneWithoutCode() {
    LineTable none = LineTable.of(null);

    assertThat(none.line(0)).isEqualTo(LineTable.NO_LINE);
    assertThat(none.first()).isEqualTo(LineTable.NO_LINE);
    assertThat(none.contains(0)).isFalse();
  }

  @Test
  void whatStandsBeforeDamageCounts() {
    byte[] bytes = dex();
    CodeItem code = code(bytes);
    int info = Objects.requireNonNull(code.debugInfo()).offset();
    // Behind the line's start, the number of parameters and the first line: no end any more.
    Arrays.fill(bytes, info + 3, bytes.length, (byte) 0xff);

    LineTable lines = LineTable.of(code);

    assertThat(lines.first()).isEqualTo(10);
    assertThat(lines.contains(7)).isFalse();
  }

  private static CodeItem code(byte[] dex) {
    ClassDef main =
        Objects.requireNonNull(DexFile.parse("a.dex", dex).getFirst().findClass("LMain;"));
    return Objects.requireNonNull(main.data().directMethods().getFirst().code());
  }

  private static byte[] dex() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "LMain;",
        main ->
            main.method(AccessFlags.STATIC, "main", Proto.of("V"))
                .code(
                    0,
                    b -> {
                      b.emit(Opcode.NOP);
                      b.line(10);
                      b.emit(Opcode.NOP);
                      b.emit(Opcode.NOP);
                      b.line(7);
                      b.emit(Opcode.RETURN_VOID);
                    }));
    return dex.build();
  }
}
