package dev.dexscope.dex.write.code;

import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.raw.DexOutput;

/** Writes debug_info_items: the events of a state machine over addresses and lines. */
final class DebugEncoder {
  private final DexOutput out = new DexOutput(64);
  private final int start;
  private int address;
  private int line;

  /** With the line that is counted from, and the string_ids of the parameters. names. */
  DebugEncoder(int lineStart, int[] parameterNames) {
    out.uleb128(lineStart);
    out.uleb128(parameterNames.length);
    for (int each : parameterNames) {
      out.uleb128p1(each);
    }
    line = lineStart;
    start = out.size();
  }

  void line(int at, int newLine) {
    int lines = newLine - line;
    int mostLines = DebugInfo.LINE_BASE + DebugInfo.LINE_RANGE - 1;
    if (lines < DebugInfo.LINE_BASE || lines > mostLines) {
      out.uint8(DebugInfo.ADVANCE_LINE);
      out.sleb128(lines);
      lines = 0;
    }
    int low = lines - DebugInfo.LINE_BASE + DebugInfo.FIRST_SPECIAL;
    if (low + (at - address) * (long) DebugInfo.LINE_RANGE > 0xff) {
      advanceTo(at);
    }
    out.uint8(low + (at - address) * DebugInfo.LINE_RANGE);
    address = at;
    line = newLine;
  }

  private void advanceTo(int at) {
    if (at != address) {
      out.uint8(DebugInfo.ADVANCE_PC);
      out.uleb128(at - address);
      address = at;
    }
  }

  void startLocal(int at, int register, int name, int type, int signature) {
    advanceTo(at);
    out.uint8(signature < 0 ? DebugInfo.START_LOCAL : DebugInfo.START_LOCAL_EXTENDED);
    out.uleb128(register);
    out.uleb128p1(name);
    out.uleb128p1(type);
    if (signature >= 0) {
      out.uleb128p1(signature);
    }
  }

  void local(int at, int opcode, int register) {
    advanceTo(at);
    out.uint8(opcode);
    out.uleb128(register);
  }

  void mark(int at, int opcode) {
    advanceTo(at);
    out.uint8(opcode);
  }

  void file(int at, int name) {
    advanceTo(at);
    out.uint8(DebugInfo.SET_FILE);
    out.uleb128p1(name);
  }

  boolean isEmpty() {
    return out.size() == start;
  }

  byte[] finish() {
    out.uint8(DebugInfo.END_SEQUENCE);
    return out.toBytes();
  }
}
