package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_HARD;
import static dev.dexscope.dex.verify.verdict.Problem.INSTANTIATION;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.raw.Op;
import java.util.Arrays;

/**
 * The checks of a method's code that do not follow it: instructions follow each other, operands are
 * in range, branches and handlers lead to instructions, payloads are whole. Records for each
 * address the flags that the flow analysis requires.
 */
final class CodeStructure {
  static final int OPCODE = 1;
  static final int IN_TRY = 1 << 1;
  static final int TARGET = 1 << 2;
  static final int RETURN = 1 << 3;
  static final int VISITED = 1 << 4;

  /** The known types of the registers there do not change. */
  static final int SETTLED = 1 << 5;

  private static final int MAX_LIST = 5;

  private final DexFile dex;
  private final MethodBody body;
  private final Findings findings;

  /** Flags per address. */
  byte[] flags = new byte[256];

  private int pc;

  CodeStructure(DexFile dex, MethodBody body, Findings findings) {
    this.dex = dex;
    this.body = body;
    this.findings = findings;
  }

  /** False when the code is broken: then it cannot be followed. */
  boolean check(Effort effort) {
    if (body.ins > body.registers) {
      return fail(-1, "bad register counts (ins=" + body.ins + " regs=" + body.registers + ")");
    }
    if (flags.length < body.size) {
      flags = new byte[Math.max(body.size, flags.length * 2)];
    } else {
      Arrays.fill(flags, 0, body.size, (byte) 0);
    }
    return markInstructions() && checkTries() && checkInstructions(effort);
  }

  private boolean fail(int at, String reason) {
    findings.add(BAD_CLASS_HARD, at, reason);
    return false;
  }

  private boolean markInstructions() {
    int at = 0;
    while (at < body.size) {
      long width = Instruction.units(body.insns, at, body.size);
      if (width > body.size - at) {
        break;
      }
      flags[at] = OPCODE;
      at += (int) width;
    }
    return (at == body.size && at > 0)
        || fail(at, "code did not end where expected (" + at + " vs. " + body.size + ")");
  }

  private boolean checkTries() {
    for (int i = 0; i < body.tries; i++) {
      int start = body.tryStart[i];
      int end = body.tryEnd[i];
      if (start >= end || end > body.size) {
        return fail(
            -1,
            "bad exception entry: start=" + start + " end=" + end + " (size=" + body.size + ")");
      }
      if ((flags[start] & OPCODE) == 0) {
        return fail(start, "'try' block starts inside an instruction");
      }
      for (int at = start; at < end; at++) {
        if ((flags[at] & OPCODE) != 0) {
          flags[at] |= IN_TRY;
        }
      }
    }
    for (int i = 0; i < body.handlers; i++) {
      int target = body.handlerPc[i];
      if (target < 0 || target >= body.size || (flags[target] & OPCODE) == 0) {
        return fail(target, "exception handler starts at bad address");
      }
      if (isMoveResult(target)) {
        return fail(target, "exception handler begins with move-result*");
      }
      flags[target] |= TARGET;
    }
    return true;
  }

  boolean isMoveResult(int at) {
    int opcode = body.insns[at] & 0xff;
    return opcode >= Op.MOVE_RESULT && opcode <= Op.MOVE_RESULT_OBJECT;
  }

  private boolean checkInstructions(Effort effort) {
    flags[0] |= TARGET;
    for (pc = 0; pc < body.size; pc += (int) Instruction.units(body.insns, pc, body.size)) {
      int opcode = body.insns[pc] & 0xff;
      int rules = Opcode.flags(opcode);
      if (!checkInstruction(opcode, rules, effort)) {
        return false;
      }
      if ((rules & Opcode.CAN_RETURN) != 0) {
        flags[pc] |= RETURN;
      }
    }
    return true;
  }

  private boolean checkInstruction(int opcode, int rules, Effort effort) {
    if ((rules & Opcode.ILLEGAL) != 0) {
      return fail(pc, "unexpected opcode 0x" + Integer.toHexString(opcode));
    }
    if (!checkRegisters(rules)) {
      return false;
    }
    if (Opcode.indexKind(rules) != Opcode.IndexKind.NONE
        && !checkIndex(opcode, Opcode.indexKind(rules))) {
      return false;
    }
    if ((rules & Opcode.LIST) != 0) {
      return checkList((rules & Opcode.NOT_EMPTY) != 0);
    }
    if ((rules & Opcode.RANGE) != 0) {
      return checkRange((rules & Opcode.NOT_EMPTY) != 0);
    }
    if ((rules & Opcode.CAN_BRANCH) != 0) {
      return checkBranch(opcode);
    }
    if ((rules & Opcode.CAN_SWITCH) != 0) {
      return checkSwitch(opcode == Op.PACKED_SWITCH, effort);
    }
    return opcode != Op.FILL_ARRAY_DATA || checkArrayData();
  }

  private boolean checkRegisters(int rules) {
    if ((rules & (Opcode.A | Opcode.A_WIDE)) != 0
        && !checkRegister(body.registerA(pc), (rules & Opcode.A_WIDE) != 0)) {
      return false;
    }
    if ((rules & (Opcode.B | Opcode.B_WIDE)) != 0
        && !checkRegister(body.registerB(pc), (rules & Opcode.B_WIDE) != 0)) {
      return false;
    }
    return (rules & (Opcode.C | Opcode.C_WIDE)) == 0
        || checkRegister(body.registerC(pc), (rules & Opcode.C_WIDE) != 0);
  }

  private boolean checkRegister(int register, boolean wide) {
    if (wide) {
      return register + 1 < body.registers
          || fail(
              pc,
              "wide register index out of range (" + register + "+1 >= " + body.registers + ")");
    }
    return register < body.registers
        || fail(pc, "register index out of range (" + register + " >= " + body.registers + ")");
  }

  private boolean checkIndex(int opcode, Opcode.IndexKind kind) {
    int index = opcode == Op.CONST_STRING_JUMBO ? body.int32(pc + 1) : body.insns[pc + 1];
    return switch (kind) {
      case STRING -> checkIndex(index, dex.stringCount(), "string");
      case FIELD -> checkIndex(index, dex.fieldCount(), "field");
      case METHOD -> checkIndex(index, dex.methodCount(), "method");
      case METHOD_AND_PROTO ->
          checkIndex(index, dex.methodCount(), "method")
              && checkIndex(body.insns[pc + 3], dex.protoCount(), "prototype");
      case CALL_SITE -> checkIndex(index, dex.callSiteCount(), "call site");
      case METHOD_HANDLE -> checkIndex(index, dex.methodHandleCount(), "method handle");
      case PROTO -> checkIndex(index, dex.protoCount(), "prototype");
      default -> checkIndex(index, dex.typeCount(), "type") && checkType(opcode, index);
    };
  }

  private boolean checkIndex(int index, int limit, String what) {
    return Integer.compareUnsigned(index, limit) < 0
        || fail(
            pc,
            "bad " + what + " index " + Integer.toUnsignedString(index) + " (max " + limit + ")");
  }

  private boolean checkType(int opcode, int index) {
    return switch (opcode) {
      case Op.NEW_INSTANCE -> checkNewInstance(dex.type(index));
      case Op.NEW_ARRAY -> checkNewArray(dex.type(index));
      default -> true;
    };
  }

  private boolean checkNewInstance(String descriptor) {
    if (!descriptor.startsWith("L")) {
      return fail(pc, "can't call new-instance on type '" + descriptor + "'");
    }
    if (descriptor.equals("Ljava/lang/Class;")) {
      findings.add(INSTANTIATION, pc, "can't call new-instance on java.lang.Class");
    }
    return true;
  }

  private boolean checkNewArray(String descriptor) {
    int dimensions = 0;
    while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0) {
      return fail(pc, "can't new-array class '" + descriptor + "' (not an array)");
    }
    return dimensions <= 255
        || fail(pc, "can't new-array class '" + descriptor + "' (exceeds limit)");
  }

  private boolean checkList(boolean notEmpty) {
    int count = body.insns[pc] >>> 12;
    if (count > MAX_LIST || (notEmpty && count == 0)) {
      return fail(pc, "invalid arg count (" + count + ") in non-range invoke");
    }
    for (int i = 0; i < count; i++) {
      int register = body.argument(pc, i);
      if (register >= body.registers) {
        return fail(
            pc,
            "invalid reg index (" + register + ") in non-range invoke (>= " + body.registers + ")");
      }
    }
    return true;
  }

  private boolean checkRange(boolean notEmpty) {
    int count = body.insns[pc] >>> 8;
    int first = body.insns[pc + 2];
    if (notEmpty && count == 0) {
      return fail(pc, "invalid arg count (0) in range invoke");
    }
    return count + first <= body.registers
        || fail(
            pc,
            "invalid reg index "
                + count
                + "+"
                + first
                + " in range invoke (> "
                + body.registers
                + ")");
  }

  private boolean checkBranch(int opcode) {
    int offset = body.branchOffset(pc);
    if (offset == 0 && opcode != Op.GOTO_32) {
      return fail(pc, "branch offset of zero not allowed");
    }
    long target = (long) pc + offset;
    if (target < 0 || target >= body.size || (flags[(int) target] & OPCODE) == 0) {
      return fail(pc, "invalid branch target " + offset + " (-> " + target + ")");
    }
    flags[(int) target] |= TARGET;
    return true;
  }

  private boolean checkSwitch(boolean packed, Effort effort) {
    char[] insns = body.insns;
    int offset = body.int32(pc + 1);
    long payload = (long) pc + offset;
    if (payload < 0 || payload + 2 > body.size) {
      return fail(pc, "invalid switch start: offset " + offset + ", count " + body.size);
    }
    int at = (int) payload;
    // The instructions begin 4-aligned, so an even address is an aligned one.
    if ((at & 1) != 0) {
      return fail(pc, "unaligned switch table: offset " + offset);
    }
    if ((flags[at] & OPCODE) == 0) {
      return fail(pc, "switch table, offset " + offset + ", not correctly visited: bad padding?");
    }
    int count = insns[at + 1];
    int signature = packed ? Instruction.PACKED_SWITCH_PAYLOAD : Instruction.SPARSE_SWITCH_PAYLOAD;
    if (insns[at] != signature) {
      return fail(
          pc,
          "wrong signature for switch table (%x, wanted %x)".formatted((int) insns[at], signature));
    }
    int targets = packed ? 4 : 2 + 2 * count;
    if (payload + targets + 2L * count > body.size) {
      return fail(pc, "invalid switch end: offset " + offset + ", count " + body.size);
    }
    effort.spend(count);
    return checkKeys(packed, at, count) && checkTargets(at + targets, count);
  }

  private boolean checkKeys(boolean packed, int at, int count) {
    if (count <= 1) {
      return true;
    }
    int last = body.int32(at + 2);
    if (packed) {
      return last <= Integer.MAX_VALUE - (count - 1)
          || fail(pc, "invalid packed switch: first_key=" + last + ", switch_count=" + count);
    }
    for (int i = 1; i < count; i++) {
      int key = body.int32(at + 2 + 2 * i);
      if (key <= last) {
        return fail(pc, "invalid sparse switch: last key=" + last + ", this=" + key);
      }
      last = key;
    }
    return true;
  }

  private boolean checkTargets(int at, int count) {
    for (int i = 0; i < count; i++) {
      int offset = body.int32(at + 2 * i);
      // The runtime adds in 32 bits.
      int target = pc + offset;
      if (target < 0 || target >= body.size || (flags[target] & OPCODE) == 0) {
        return fail(pc, "invalid switch target " + offset + " (-> " + target + ")[" + i + "]");
      }
      flags[target] |= TARGET;
    }
    return true;
  }

  private boolean checkArrayData() {
    int offset = body.int32(pc + 1);
    long payload = (long) pc + offset;
    if (payload < 0 || payload + 2 >= body.size) {
      return fail(pc, "invalid array data start: offset " + offset + ", count " + body.size);
    }
    int at = (int) payload;
    if ((at & 1) != 0) {
      return fail(pc, "unaligned array data table: offset " + offset);
    }
    if ((flags[at] & OPCODE) == 0) {
      return fail(
          pc, "array data table, offset " + offset + ", not correctly visited: bad padding?");
    }
    return (at + 4 <= body.size && at + Instruction.arrayDataUnits(body.insns, at) <= body.size)
        || fail(pc, "invalid array data end: offset " + offset + ", count " + body.size);
  }
}
