package dev.dexscope.agents.machine;

import static dev.dexscope.agents.machine.A64Assembler.Condition.EQ;
import static dev.dexscope.agents.machine.A64Assembler.Condition.HI;
import static dev.dexscope.agents.machine.A64Assembler.Condition.HS;
import static dev.dexscope.agents.machine.A64Assembler.Condition.NE;
import static dev.dexscope.agents.machine.A64Assembler.Register.SP;
import static dev.dexscope.agents.machine.A64Assembler.Register.X0;
import static dev.dexscope.agents.machine.A64Assembler.Register.X1;
import static dev.dexscope.agents.machine.A64Assembler.Register.X12;
import static dev.dexscope.agents.machine.A64Assembler.Register.X17;
import static dev.dexscope.agents.machine.A64Assembler.Register.X2;
import static dev.dexscope.agents.machine.A64Assembler.Register.X29;
import static dev.dexscope.agents.machine.A64Assembler.Register.X30;
import static dev.dexscope.agents.machine.A64Assembler.Register.X9;
import static dev.dexscope.agents.machine.A64Assembler.Register.XZR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.agents.machine.A64Assembler.Register;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instructions are those that the GNU assembler makes of their texts. */
class A64AssemblerTest {
  /** Where the code stands, and where it refers to. */
  private static final int ADDRESS = 0x1000;

  private static final Map<String, Integer> DATA =
      Map.of("back", ADDRESS - 0x800, "there", 0x2000, "data", 0x1_5008, "odd", 0x1_5003);

  /**
   * @param text as objdump prints it
   * @param words that the GNU assembler has made of it, at {@link #ADDRESS}
   */
  private record Sample(String text, Consumer<A64Assembler> writes, int... words) {}

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("mov x0, #0x0", to -> to.set(X0, 0), 0xd280_0000),
          new Sample(
              "mov x9, #0x7a31|movk x9, #0x4f6e, lsl #16|movk x9, #0xc0de, lsl #32"
                  + "|movk x9, #0x7de8, lsl #48",
              to -> to.set(X9, Layout.HIDDEN_TAG),
              0xd28f_4629,
              0xf2a9_edc9,
              0xf2d8_1bc9,
              0xf2ef_bd09),
          new Sample(
              "mov x2, #0x0|movk x2, #0x15, lsl #16",
              to -> to.set(X2, 0x15_0000),
              0xd280_0002,
              0xf2a0_02a2),
          new Sample("mov x17, x0", to -> to.mov(X17, X0), 0xaa00_03f1),
          new Sample("adr x9, 0x15003", to -> to.adr(X9, "odd"), 0x700a_0009),
          new Sample("adr x9, 0x800", to -> to.adr(X9, "back"), 0x10ff_c009),
          new Sample("add x1, sp, #0x40", to -> to.add(X1, SP, 64), 0x9101_03e1),
          new Sample("mov x29, sp", to -> to.add(X29, SP, 0), 0x9100_03fd),
          new Sample("sub sp, sp, #0x60", to -> to.sub(SP, SP, 96), 0xd101_83ff),
          new Sample("add x9, x9, x12", to -> to.add(X9, X9, X12), 0x8b0c_0129),
          new Sample("add x9, x12, x1, lsl #4", to -> to.add(X9, X12, X1, 4), 0x8b01_1189),
          new Sample("eor x9, x9, x2, lsl #2", to -> to.eor(X9, X9, X2, 2), 0xca02_0929),
          new Sample("ubfx x9, x2, #3, #14", to -> to.ubfx(X9, X2, 3, 14), 0xd343_4049),
          new Sample("sxtw x0, w0", to -> to.sxtw(X0, X0), 0x9340_7c00),
          new Sample("cmp x9, #0x3", to -> to.cmp(X9, 3), 0xf100_0d3f),
          new Sample("cmp x9, x12", to -> to.cmp(X9, X12), 0xeb0c_013f),
          new Sample("ldr x17, [x0, #1824]", to -> to.ldr(X17, X0, 1824), 0xf943_9011),
          new Sample("ldr x2, 0x15008", to -> to.ldr(X2, "data"), 0x580a_0042),
          new Sample("ldr x17, [x9, x1, lsl #3]", to -> to.ldr(X17, X9, X1), 0xf861_7931),
          new Sample("ldr w12, [x9, #4]", to -> to.ldrW(X12, X9, 4), 0xb940_052c),
          new Sample("ldrsw x1, [x9, x2, lsl #2]", to -> to.ldrsw(X1, X9, X2), 0xb8a2_7921),
          new Sample("str xzr, [sp, #64]", to -> to.str(XZR, SP, 64), 0xf900_23ff),
          new Sample("str x0, [x1, x2, lsl #3]", to -> to.str(X0, X1, X2), 0xf822_7820),
          new Sample("str w12, [x9, #4]", to -> to.strW(X12, X9, 4), 0xb900_052c),
          new Sample("ldr d0, [sp, #80]", to -> to.ldrD0(SP, 80), 0xfd40_2be0),
          new Sample("str d0, [sp, #80]", to -> to.strD0(SP, 80), 0xfd00_2be0),
          new Sample("ldp x0, x1, [x29, #16]", to -> to.ldp(X0, X1, X29, 16), 0xa941_07a0),
          new Sample("stp x2, x9, [sp, #32]", to -> to.stp(X2, X9, SP, 32), 0xa902_27e2),
          new Sample("stp x29, x30, [sp, #-48]!", to -> to.push(X29, X30, 48), 0xa9bd_7bfd),
          new Sample("ldp x29, x30, [sp], #48", to -> to.pop(X29, X30, 48), 0xa8c3_7bfd),
          new Sample("ldar x1, [x9]", to -> to.ldar(X1, X9), 0xc8df_fd21),
          new Sample("ldaxr x0, [x9]", to -> to.ldaxr(X0, X9), 0xc85f_fd20),
          new Sample("stlxr w12, xzr, [x9]", to -> to.stlxr(X12, XZR, X9), 0xc80c_fd3f),
          new Sample("dmb ishld", A64Assembler::loadBarrier, 0xd503_39bf),
          new Sample("mrs x12, tpidr_el0", to -> to.threadPointer(X12), 0xd53b_d04c),
          new Sample("b 0x800", to -> to.b("back"), 0x17ff_fe00),
          new Sample("b.eq 0x2000", to -> to.b(EQ, "there"), 0x5400_8000),
          new Sample("b.ne 0x800", to -> to.b(NE, "back"), 0x54ff_c001),
          new Sample("b.cs 0x2000", to -> to.b(HS, "there"), 0x5400_8002),
          new Sample("b.hi 0x2000", to -> to.b(HI, "there"), 0x5400_8008),
          new Sample("cbz x17, 0x2000", to -> to.cbz(X17, "there"), 0xb400_8011),
          new Sample("cbnz x17, 0x800", to -> to.cbnz(X17, "back"), 0xb5ff_c011),
          new Sample("cbz w0, 0x2000", to -> to.cbzW(X0, "there"), 0x3400_8000),
          new Sample("cbnz w0, 0x2000", to -> to.cbnzW(X0, "there"), 0x3500_8000),
          new Sample("tbz w9, #1, 0x2000", to -> to.tbz(X9, 1, "there"), 0x3608_8009),
          new Sample("tbnz x9, #63, 0x800", to -> to.tbnz(X9, 63, "back"), 0xb7ff_c009),
          new Sample("br x17", to -> to.br(X17), 0xd61f_0220),
          new Sample("blr x17", to -> to.blr(X17), 0xd63f_0220),
          new Sample("ret", A64Assembler::ret, 0xd65f_03c0));

  private static byte[] written(Sample sample) {
    var to = new A64Assembler();
    sample.writes.accept(to);
    return to.code().toBytes(ADDRESS, DATA);
  }

  @Test
  void instructionsAreTheAssemblers() {
    for (Sample each : SAMPLES) {
      ByteBuffer words = ByteBuffer.wrap(written(each)).order(ByteOrder.LITTLE_ENDIAN);
      List<String> hex = new ArrayList<>();
      while (words.hasRemaining()) {
        hex.add(Integer.toHexString(words.getInt()));
      }
      List<String> expected = new ArrayList<>();
      for (int word : each.words) {
        expected.add(Integer.toHexString(word));
      }
      assertThat(hex).as(each.text).isEqualTo(expected);
    }
  }

  @Test
  @NeedsPeer(Peer.AARCH64_OBJDUMP)
  void theyDisassembleToTheirTexts(@TempDir Path folder) throws IOException, InterruptedException {
    for (Sample each : SAMPLES) {
      assertThat(String.join("|", disassembled(folder, written(each), ADDRESS)))
          .isEqualTo(each.text);
    }
  }

  @Test
  @NeedsPeer(Peer.AARCH64_OBJDUMP)
  void allCodeIsInstructions(@TempDir Path folder) throws IOException, InterruptedException {
    byte[] code = Architecture.AARCH64.code().toBytes(ADDRESS, placesOfData());

    List<String> instructions = disassembled(folder, code, ADDRESS);

    assertThat(instructions)
        .hasSize(code.length / 4)
        .noneMatch(line -> line.startsWith(".") || line.startsWith("udf"));
  }

  private static Map<String, Integer> placesOfData() {
    Map<String, Integer> places = new HashMap<>(Layout.data());
    places.replaceAll((_, offset) -> 0x1_5000 + offset);
    return places;
  }

  private static List<String> disassembled(Path folder, byte[] code, int address)
      throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("code"), code);
    Peer.Answer answer =
        Peer.AARCH64_OBJDUMP.run(
            "-D",
            "-b",
            "binary",
            "-m",
            "aarch64",
            "--no-show-raw-insn",
            "--disassemble-zeroes",
            "--adjust-vma=" + address,
            file.toString());
    assertThat(answer.exit()).as(answer.out()).isZero();
    return answer
        .out()
        .lines()
        .filter(line -> line.matches(" +[0-9a-f]+:\t.*"))
        .map(line -> line.replaceFirst("^[^\t]*\t", "").replaceFirst("\\s+//.*", ""))
        .map(line -> line.replace('\t', ' ').strip())
        .toList();
  }

  @Test
  void whatHasNoPlaceInAnInstructionIsRefused() {
    var to = new A64Assembler();

    assertThatThrownBy(() -> to.add(X0, X0, 4096)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> to.add(X0, X0, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> to.ldr(X0, X0, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> to.push(X0, X1, 1024)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Register.argument(8)).isInstanceOf(IndexOutOfBoundsException.class);
    to.tbz(X0, 0, "far");
    assertThatThrownBy(() -> to.code().toBytes(0, Map.of("far", 1 << 15)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> to.code().toBytes(0, Map.of("far", 6)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(to.code().toBytes(0, Map.of("far", (1 << 15) - 4))).hasSize(4);
  }
}
