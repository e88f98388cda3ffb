package dev.dexscope.dex.write.code;

import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.write.ids.FinalIds;

/** Copies debug_info_items. */
public final class DebugWriter {
  private final FinalIds ids;
  private final DexOutput out;

  public DebugWriter(FinalIds ids, DexOutput out) {
    this.ids = ids;
    this.out = out;
  }

  /**
   * Writes an item for code that has moved back by so many units. Entries for address 0 keep this
   * address: the first line covers the code added before the first instruction.
   *
   * @param units of the code: what is said of addresses after it is omitted
   * @param isFinal whether its ids are those of the finished file
   */
  public void copy(ItemCursor cursor, int shift, int units, boolean isFinal) {
    out.uleb128(cursor.uleb128());
    int names = cursor.count(1);
    out.uleb128(names);
    for (int i = 0; i < names; i++) {
      string(cursor.uleb128p1(), isFinal);
    }
    int left = shift;
    int address = 0;
    while (true) {
      int opcode = cursor.uint8();
      int advance = opcode == DebugInfo.ADVANCE_PC ? cursor.uleb128() : 0;
      int adjusted = opcode - DebugInfo.FIRST_SPECIAL;
      address += advance + (adjusted < 0 ? 0 : adjusted / DebugInfo.LINE_RANGE);
      if (address > 0 && address + shift >= units) {
        out.uint8(DebugInfo.END_SEQUENCE);
        return;
      }
      if (left > 0 && opcode >= DebugInfo.FIRST_SPECIAL + DebugInfo.LINE_RANGE) {
        opcode = advance(opcode, left);
        left = 0;
      }
      out.uint8(opcode);
      switch (opcode) {
        case DebugInfo.END_SEQUENCE -> {
          return;
        }
        case DebugInfo.ADVANCE_PC -> {
          out.uleb128(advance + left);
          left = 0;
        }
        case DebugInfo.END_LOCAL, DebugInfo.RESTART_LOCAL -> out.uleb128(cursor.uleb128());
        case DebugInfo.ADVANCE_LINE -> out.sleb128(cursor.sleb128());
        case DebugInfo.START_LOCAL, DebugInfo.START_LOCAL_EXTENDED -> {
          out.uleb128(cursor.uleb128());
          string(cursor.uleb128p1(), isFinal);
          int type = cursor.uleb128p1();
          out.uleb128p1(type < 0 || isFinal ? type : ids.type(type));
          if (opcode == DebugInfo.START_LOCAL_EXTENDED) {
            string(cursor.uleb128p1(), isFinal);
          }
        }
        case DebugInfo.SET_FILE -> string(cursor.uleb128p1(), isFinal);
        default -> {}
      }
    }
  }

  /** A special opcode that goes so many units further; where it cannot, another goes before it. */
  private int advance(int special, int units) {
    int further = special + units * DebugInfo.LINE_RANGE;
    if (units <= 0xff && further <= 0xff) {
      return further;
    }
    out.uint8(DebugInfo.ADVANCE_PC);
    out.uleb128(units);
    return special;
  }

  private void string(int index, boolean isFinal) {
    out.uleb128p1(index < 0 || isFinal ? index : ids.string(index));
  }
}
