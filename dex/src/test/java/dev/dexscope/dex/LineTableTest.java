package dev.dexscope.dex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.CodeTransform;
import dev.dexscope.dex.write.DexBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
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

  /**
   * R8's items that many methods share have a line for each code unit, also inside of instructions.
   */
  @Test
  void linesInsideInstructionsAreNoneOfMovedOnes() {
    byte[] bytes = unitLines();
    int insns = code(bytes).offset() + 16;
    bytes[insns] = (byte) Opcode.CONST.value();
    bytes[insns + 6] = (byte) Opcode.CONST.value();
    DexBuilder dex = DexBuilder.of(DexFile.parse("a.dex", bytes).getFirst());
    dex.transform(
        "LMain;",
        main ->
            main.methods()
                .getFirst()
                .transformCode(
                    new CodeTransform() {
                      @Override
                      public void accept(CodeBuilder b, Instruction i) {
                        b.emit(Opcode.NOP);
                        b.with(i);
                      }
                    }));

    LineTable lines = LineTable.of(code(dex.build()));

    assertThat(lines.line(0)).isEqualTo(100);
    assertThat(lines.line(4)).isEqualTo(103);
    assertThat(lines.line(8)).isEqualTo(106);
    assertThat(lines.contains(101)).isFalse();
  }

  /** Such an item is as long as the longest method that has it. */
  @Test
  void anItemOfMovedCodeHasNoLinesAfterIt() {
    byte[] bytes = unitLines();
    DexFile file = DexFile.parse("a.dex", bytes).getFirst();
    List<EncodedMethod> methods =
        Objects.requireNonNull(file.findClass("LMain;")).data().directMethods();
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(
            methods.getLast().codeOffset() + 8,
            new CodeItem(file, methods.getFirst().codeOffset()).debugInfoOffset());
    DexBuilder dex = DexBuilder.of(DexFile.parse("a.dex", bytes).getFirst());
    dex.transform(
        "LMain;",
        main ->
            main.methods()
                .getLast()
                .transformCode(
                    new CodeTransform() {
                      @Override
                      public void atStart(CodeBuilder b) {
                        b.emit(Opcode.NOP);
                      }
                    }));
    byte[] built = dex.build();
    List<EncodedMethod> now =
        Objects.requireNonNull(DexFile.parse("a.dex", built).getFirst().findClass("LMain;"))
            .data()
            .directMethods();

    LineTable first = LineTable.of(now.getFirst().code());
    LineTable second = LineTable.of(now.getLast().code());

    assertThat(first.line(6)).isEqualTo(106);
    assertThat(second.line(1)).isEqualTo(100);
    assertThat(second.line(2)).isEqualTo(101);
    assertThat(second.contains(102)).isFalse();
  }

  /** A method with a line for each unit, and a short one. */
  private static byte[] unitLines() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "LMain;",
        main -> {
          main.method(AccessFlags.STATIC, "main", Proto.of("V"))
              .code(
                  1,
                  b -> {
                    for (int i = 0; i < 6; i++) {
                      b.line(100 + i);
                      b.emit(Opcode.NOP);
                    }
                    b.line(106);
                    b.emit(Opcode.RETURN_VOID);
                  });
          main.method(AccessFlags.STATIC, "other", Proto.of("V"))
              .code(
                  1,
                  b -> {
                    b.line(7);
                    b.emit(Opcode.NOP);
                    b.emit(Opcode.RETURN_VOID);
                  });
        });
    return dex.build();
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
