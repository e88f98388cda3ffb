package dev.dexscope.dex.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Branches, switches and payloads lead where they should, however far that is. */
class AssemblerTest {
  private static final int BLOCKS = 12;

  /** A method of blocks, each marked by a number and ended by a jump of a random kind. */
  private static final class Blocks {
    final Random random;
    final int longest;

    /** The targets of each block's jump, in the order of the operands. */
    final List<int[]> targets = new ArrayList<>();

    Blocks(long seed, int longest) {
      this.random = new Random(seed);
      this.longest = longest;
    }

    void write(CodeBuilder b) {
      Label[] labels = new Label[BLOCKS];
      Arrays.setAll(labels, _ -> b.newLabel());
      for (int i = 0; i < BLOCKS; i++) {
        b.bind(labels[i]);
        b.literal(Opcode.CONST, 0, i);
        for (int j = random.nextInt(longest); j > 0; j--) {
          b.emit(Opcode.NOP);
        }
        int kind = random.nextInt(5);
        int[] to = random.ints(kind < 3 ? 1 : 1 + random.nextInt(4), 0, BLOCKS).toArray();
        Label[] cases = Arrays.stream(to).mapToObj(each -> labels[each]).toArray(Label[]::new);
        switch (kind) {
          case 0 -> b.branch(cases[0]);
          case 1 -> b.branch(Opcode.IF_EQZ, 200, cases[0]);
          case 2 -> b.branch(Opcode.IF_LT, 1, 2, cases[0]);
          case 3 -> b.packedSwitch(3, -1, cases);
          default ->
              b.sparseSwitch(3, random.ints(cases.length).distinct().sorted().toArray(), cases);
        }
        targets.add(to);
      }
      b.emit(Opcode.RETURN_VOID);
    }
  }

  private static CodeItem code(DexBuilder dex) {
    ClassDef each = Objects.requireNonNull(Made.read(dex).findClass("Lp/C;"));
    return Objects.requireNonNull(each.data().directMethods().getFirst().code());
  }

  private static DexBuilder dex(Blocks blocks) {
    return Made.method(DexBuilder.ofVersion(35), "Lp/C;", 201, blocks::write);
  }

  /** Which blocks each jump leads to, read from the code. */
  private static List<int[]> targets(MethodBody body) {
    List<int[]> targets = new ArrayList<>();
    for (Instruction i = body.instructions(); i.next(); ) {
      Opcode opcode = i.opcode();
      if (i.isPayload()) {
        assertThat(i.pc() & 1).isZero();
      } else if (opcode.has(Opcode.CAN_SWITCH)) {
        Instruction payload = i.copy();
        payload.moveTo(i.target());
        int[] to = new int[payload.payloadSize()];
        for (int j = 0; j < to.length; j++) {
          to[j] = block(body, i.pc() + payload.caseOffset(j));
        }
        targets.add(to);
      } else if (opcode.has(Opcode.CAN_BRANCH)) {
        Instruction target = i.copy();
        target.moveTo(i.target());
        // An if that does not reach leads around a goto/32 that does.
        boolean around = opcode.has(Opcode.CAN_CONTINUE) && i.target() == i.pc() + 5;
        if (around) {
          i.next();
          assertThat(i.opcode()).isEqualTo(Opcode.GOTO_32);
        }
        targets.add(new int[] {block(body, i.target())});
      }
    }
    return targets;
  }

  private static int block(MethodBody body, int address) {
    Instruction mark = body.instructions();
    mark.moveTo(address);
    assertThat(mark.opcode()).isEqualTo(Opcode.CONST);
    return (int) mark.literal();
  }

  @Property(tries = 300)
  void jumpsLeadToTheirBlocks(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 9000) int longest) {
    var blocks = new Blocks(seed, longest);

    assertThat(targets(code(dex(blocks)).body()))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(blocks.targets);
  }

  /** The same after another transform has made the blocks longer. */
  @Property(tries = 150)
  void jumpsStillDoWhenCodeGrows(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 3000) int longest) {
    var blocks = new Blocks(seed, longest);
    DexBuilder again = DexBuilder.of(Made.read(dex(blocks)));
    again.transform(
        ClassTransform.ofMethods(
            MethodTransform.ofCode(() ->
                new CodeTransform() {
                  @Override
                  public void accept(CodeBuilder b, Instruction i) {
                    b.with(i);
                    if (i.opcode() == Opcode.NOP) {
                      b.emit(Opcode.NOP);
                      b.emit(Opcode.NOP);
                    }
                  }
                })));

    assertThat(targets(code(again).body()))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(blocks.targets);
  }

  @Test
  void branchesAreAsShortAsTheyCanBe() {
    List<String> forms = new ArrayList<>();
    for (int nops : new int[] {0, 124, 125, 32_763, 32_764}) {
      DexBuilder dex =
          Made.method(
              DexBuilder.ofVersion(35),
              "Lp/C;",
              1,
              b -> {
                Label end = b.newLabel();
                Label back = b.newLabel();
                b.bind(back);
                b.branch(end);
                b.branch(Opcode.IF_EQZ, 0, end);
                for (int i = 0; i < nops; i++) {
                  b.emit(Opcode.NOP);
                }
                b.bind(end);
                b.branch(back);
              });
      Instruction i = code(dex).instructions();
      i.next();
      forms.add(i.opcode().mnemonic() + " " + i.target());
    }
    assertThat(forms)
        .containsExactly("goto 3", "goto 127", "goto/16 129", "goto/16 32767", "goto/32 32769");
  }

  @Test
  void aBranchToItselfIsAGoto32() {
    DexBuilder dex =
        Made.method(
            DexBuilder.ofVersion(35),
            "Lp/C;",
            1,
            b -> {
              Label here = b.newLabel();
              b.bind(here);
              b.branch(here);
            });

    Instruction i = code(dex).instructions();
    i.next();
    assertThat(i.opcode()).isEqualTo(Opcode.GOTO_32);
    assertThat(i.target()).isZero();
  }
}
