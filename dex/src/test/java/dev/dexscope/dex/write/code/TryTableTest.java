package dev.dexscope.dex.write.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Ranges that exceed a try_item. */
class TryTableTest {
  private static final int LONGEST = 0xffff;
  private static final int[] HANDLERS = {MethodBody.CATCH_ALL, 0};

  /** Returns where instructions begin, and the end. */
  private static BitSet starts(char[] insns) {
    var starts = new BitSet();
    int pc = 0;
    while (pc < insns.length) {
      starts.set(pc);
      pc += (int) Instruction.units(insns, pc, insns.length);
    }
    starts.set(pc);
    return starts;
  }

  /** Instructions of one to five units, in an order that depends on the seed. */
  private static char[] code(long seed, int size) {
    Opcode[] opcodes = {
      Opcode.RETURN_VOID, Opcode.CONST_16, Opcode.INVOKE_STATIC, Opcode.CONST_WIDE
    };
    var random = new Random(seed);
    var insns = new char[size + 5];
    int pc = 0;
    while (pc < size) {
      insns[pc] = (char) opcodes[random.nextInt(opcodes.length)].value();
      pc += (int) Instruction.units(insns, pc, insns.length);
    }
    return Arrays.copyOf(insns, pc);
  }

  @Property(tries = 50)
  void areDividedBetweenInstructions(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300_000) int size) {
    char[] insns = code(seed, size);
    BitSet starts = starts(insns);
    var table = new TryTable();
    table.keep(0, insns.length, HANDLERS);

    int[] tries = table.tries(insns);

    int at = 0;
    for (int i = 0; i < tries.length; i += Code.TRY) {
      assertThat(tries[i]).as("no gap").isEqualTo(at);
      at = tries[i + 1];
      assertThat(at - tries[i]).isBetween(1, LONGEST);
      assertThat(starts.get(at)).as("between instructions").isTrue();
    }
    assertThat(at).isEqualTo(insns.length);
    assertThat(tries.length / Code.TRY).isLessThanOrEqualTo(insns.length / (LONGEST - 4) + 1);
  }

  @Test
  void aPayloadThatIsTooLongIsLeftOut() {
    int units = 4 + 2 * 0xffff;
    var insns = new char[1 + units + 1];
    insns[0] = (char) Opcode.RETURN_VOID.value();
    insns[1] = Instruction.ARRAY_DATA_PAYLOAD;
    insns[2] = 4;
    insns[3] = 0xffff;
    insns[1 + units] = (char) Opcode.RETURN_VOID.value();
    var table = new TryTable();
    table.keep(0, insns.length, HANDLERS);
    assertThat(table.tries(insns)).containsExactly(0, 1, 0, 1, 1 + units, 2 + units, 1, 2);
  }
}
