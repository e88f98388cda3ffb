package dev.dexscope.dex.write.code;

import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Code units with branches to labels, whose offsets, and the sizes that these require, are computed
 * when the code is complete. Payloads follow the code.
 */
public final class Assembler {
  private static final int GOTO = 0;
  private static final int IF = 1;
  private static final int PAYLOAD = 2;
  private static final int GOTO_32_UNITS = 3;

  /** An if over a goto/32. */
  private static final int FAR_IF_UNITS = 5;

  private static final int UNBOUND = -1;
  private static final int[] NO_FIXUPS = {};

  /** Data of a switch or of fill-array-data. */
  private static final class Payload {
    /** Its position in the code that is changed: new ones come last. */
    final int order;

    /** All of an array's; head and keys of a switch's. */
    final char[] units;

    /** The targets of the cases. */
    final int[] labels;

    /** The instruction that it is for. */
    int user;

    int address;

    Payload(int order, char[] units, int[] labels) {
      this.order = order;
      this.units = units;
      this.labels = labels;
    }

    int size() {
      return units.length + 2 * labels.length;
    }
  }

  private final MethodBody old;
  private char[] units;
  private int size;

  private int fixups;
  private int[] fixupAt = NO_FIXUPS;
  private int[] fixupKind = NO_FIXUPS;

  /** The label of a branch. */
  private int[] fixupTarget = NO_FIXUPS;

  /** The current size of the instruction in units, and its size when it was written. */
  private int[] fixupUnits = NO_FIXUPS;

  private int[] fixupWritten = NO_FIXUPS;

  /** The distance by which the code after a fixup has moved. */
  private int[] growth = NO_FIXUPS;

  private boolean grown;

  private int[] labels;
  private int labelCount;
  private final List<Payload> payloads = new ArrayList<>();

  /** With a label for each address of the old code and for its end, all without a place. */
  public Assembler(MethodBody old) {
    int labels = old.size + 1;
    this.old = old;
    this.units = new char[labels + 16];
    this.labels = new int[labels + 8];
    this.labelCount = labels;
    Arrays.fill(this.labels, UNBOUND);
  }

  public int size() {
    return size;
  }

  public int newLabel() {
    if (labelCount == labels.length) {
      labels = Arrays.copyOf(labels, labelCount * 2);
      Arrays.fill(labels, labelCount, labels.length, UNBOUND);
    }
    return labelCount++;
  }

  public void bind(int label) {
    if (labels[label] != UNBOUND) {
      throw new IllegalStateException("label is bound twice");
    }
    labels[label] = size;
  }

  private void require(int more) {
    if (units.length - size < more) {
      units = Arrays.copyOf(units, Math.max(units.length * 2, size + more));
    }
  }

  public void unit(int value) {
    require(1);
    units[size++] = (char) value;
  }

  public void int32(int value) {
    unit(value);
    unit(value >>> 16);
  }

  public void put(int at, int value) {
    units[at] = (char) value;
  }

  public void units(char[] source, int from, int count) {
    require(count);
    System.arraycopy(source, from, units, size, count);
    size += count;
  }

  /** A goto of so many units at least. */
  public void branch(int least, int label) {
    addFixup(GOTO, label, least);
    unit(0);
    require(GOTO_32_UNITS);
    size += least - 1;
  }

  /** An if; its first unit. */
  public void branchIf(int unit, int label) {
    addFixup(IF, label, 2);
    unit(unit);
    unit(0);
  }

  /** A switch or fill-array-data; its first unit. */
  public void payload(int unit, int order, char[] head, int[] cases) {
    var payload = new Payload(order, head, cases);
    payload.user = size;
    addFixup(PAYLOAD, 0, 3);
    payloads.add(payload);
    unit(unit);
    int32(0);
  }

  private void addFixup(int kind, int target, int count) {
    if (fixups == fixupAt.length) {
      int room = Math.max(8, fixups * 2);
      fixupAt = Arrays.copyOf(fixupAt, room);
      fixupKind = Arrays.copyOf(fixupKind, room);
      fixupTarget = Arrays.copyOf(fixupTarget, room);
      fixupUnits = Arrays.copyOf(fixupUnits, room);
      fixupWritten = Arrays.copyOf(fixupWritten, room);
      growth = Arrays.copyOf(growth, room);
    }
    fixupAt[fixups] = size;
    fixupKind[fixups] = kind;
    fixupTarget[fixups] = target;
    fixupUnits[fixups] = count;
    fixupWritten[fixups] = count;
    fixups++;
  }

  /** Returns the final address of code written at an address. */
  int address(int written) {
    if (!grown) {
      return written;
    }
    int at = Arrays.binarySearch(fixupAt, 0, fixups, written);
    int before = at >= 0 ? at : -at - 1;
    return before == 0 ? written : written + growth[before - 1];
  }

  /** Returns the final address of a label. */
  public int addressOf(int label) {
    if (label <= old.size && labels[label] == UNBOUND) {
      throw old.broken(label, "something leads to address " + label + ", no instruction");
    }
    if (labels[label] == UNBOUND) {
      throw new IllegalStateException("label is used but nowhere bound");
    }
    return address(labels[label]);
  }

  /** Returns whether a label has a place. */
  public boolean isBound(int label) {
    return labels[label] != UNBOUND;
  }

  /**
   * Returns whether branches before a label had to grow, so that it has moved since it was bound.
   */
  public boolean hasMoved(int label) {
    return addressOf(label) != labels[label];
  }

  /** The code with its branches and payloads. */
  public char[] finish() {
    relax();
    int end = address(size);
    end = placePayloads(end);
    char[] code = new char[end];
    copyTo(code);
    for (int i = 0; i < fixups; i++) {
      write(i, code);
    }
    payloads.forEach(each -> write(each, code));
    return code;
  }

  /** Widens branches that do not reach their targets, until all do. */
  private void relax() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < fixups; i++) {
        int needed = unitsNeeded(i);
        if (needed > fixupUnits[i]) {
          fixupUnits[i] = needed;
          changed = true;
        }
      }
      if (changed) {
        grown = true;
        int sum = 0;
        for (int i = 0; i < fixups; i++) {
          sum += fixupUnits[i] - fixupWritten[i];
          growth[i] = sum;
        }
      }
    }
  }

  private int unitsNeeded(int fixup) {
    if (fixupKind[fixup] == PAYLOAD) {
      return 3;
    }
    int offset = addressOf(fixupTarget[fixup]) - address(fixupAt[fixup]);
    // A branch to itself is a goto/32: no other may have the offset 0.
    boolean near = offset != 0 && offset == (short) offset;
    if (fixupKind[fixup] == IF) {
      return near ? 2 : FAR_IF_UNITS;
    }
    return near ? (offset == (byte) offset ? 1 : 2) : GOTO_32_UNITS;
  }

  private int placePayloads(int end) {
    payloads.sort(Comparator.comparingInt(each -> each.order));
    int at = end;
    for (Payload each : payloads) {
      at = (at + 1) & ~1;
      each.address = at;
      at += each.size();
    }
    return at;
  }

  private void copyTo(char[] code) {
    if (!grown) {
      System.arraycopy(units, 0, code, 0, size);
      return;
    }
    int from = 0;
    int to = 0;
    for (int i = 0; i < fixups; i++) {
      int end = fixupAt[i] + fixupWritten[i];
      System.arraycopy(units, from, code, to, end - from);
      to += end - from + fixupUnits[i] - fixupWritten[i];
      from = end;
    }
    System.arraycopy(units, from, code, to, size - from);
  }

  private void write(int fixup, char[] code) {
    int at = address(fixupAt[fixup]);
    if (fixupKind[fixup] == GOTO) {
      writeGoto(fixupUnits[fixup], addressOf(fixupTarget[fixup]) - at, at, code);
    } else if (fixupKind[fixup] == IF) {
      int offset = addressOf(fixupTarget[fixup]) - at;
      if (fixupUnits[fixup] == 2) {
        code[at + 1] = (char) offset;
      } else {
        // if-eq and if-ne, if-lt and if-ge, if-gt and if-le stand in pairs, with and without z.
        int opcode = code[at] & 0xff;
        int even = opcode < Opcode.IF_EQZ.value() ? Opcode.IF_EQ.value() : Opcode.IF_EQZ.value();
        int inverted = ((opcode - even) ^ 1) + even;
        code[at] = (char) ((code[at] & 0xff00) | inverted);
        code[at + 1] = FAR_IF_UNITS;
        writeGoto(GOTO_32_UNITS, offset - 2, at + 2, code);
      }
    }
  }

  private static void writeGoto(int count, int offset, int at, char[] code) {
    switch (count) {
      case 1 -> code[at] = (char) (Opcode.GOTO.value() | (offset & 0xff) << 8);
      case 2 -> {
        code[at] = (char) Opcode.GOTO_16.value();
        code[at + 1] = (char) offset;
      }
      default -> {
        code[at] = (char) Opcode.GOTO_32.value();
        code[at + 1] = (char) offset;
        code[at + 2] = (char) (offset >>> 16);
      }
    }
  }

  private void write(Payload payload, char[] code) {
    int user = address(payload.user);
    int offset = payload.address - user;
    code[user + 1] = (char) offset;
    code[user + 2] = (char) (offset >>> 16);
    int at = payload.address;
    System.arraycopy(payload.units, 0, code, at, payload.units.length);
    at += payload.units.length;
    for (int label : payload.labels) {
      int target = addressOf(label) - user;
      code[at++] = (char) target;
      code[at++] = (char) (target >>> 16);
    }
  }
}
