package dev.dexscope.vm.code;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.RegisterTypes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of a method's instructions and registers to its translation. The instructions have
 * numbers from 1 on, in the order of their JVM code; one that was translated twice has two.
 */
public final class MethodLayout {
  /** Numbers JVM code that is of no instruction. */
  public static final int NO_INSTRUCTION = 0xffff;

  private static final int NO_SLOT = -1;

  private final MethodSource source;
  private final boolean interpreted;
  private final int[] pcs;
  private final int[] slots;
  private final List<BitSet> held;

  private MethodLayout(
      MethodSource source, boolean interpreted, int[] pcs, int[] slots, List<BitSet> held) {
    this.source = source;
    this.interpreted = interpreted;
    this.pcs = pcs;
    this.slots = slots;
    this.held = held;
  }

  /**
   * The layout of a translated method.
   *
   * @param pcs the addresses of the instructions, by their numbers less one
   * @param slots the slot of each register and kind ({@link Kind#variable}), or -1
   * @param held which of them have their register's value before each instruction
   */
  public static MethodLayout translated(
      MethodSource source, int[] pcs, int[] slots, List<BitSet> held) {
    return new MethodLayout(source, false, pcs, slots, List.copyOf(held));
  }

  /**
   * The layout of a stub.
   *
   * @param stops the instructions that the stub executes itself
   */
  static MethodLayout interpreted(MethodSource source, List<Integer> stops) {
    int[] pcs = stops.stream().mapToInt(each -> each).toArray();
    int[] slots = new int[source.body().registers * Kind.COUNT];
    Arrays.fill(slots, NO_SLOT);
    return new MethodLayout(
        source, true, pcs, slots, stops.stream().map(_ -> new BitSet()).toList());
  }

  /** The method. */
  public MethodSource source() {
    return source;
  }

  /** Returns whether a stub hands the method to the interpreter. */
  public boolean isInterpreted() {
    return interpreted;
  }

  /** Returns how many instructions have JVM code. */
  public int instructions() {
    return pcs.length;
  }

  /** The address of an instruction. */
  public int pc(int number) {
    return pcs[number - 1];
  }

  /** Returns the numbers of an instruction; empty if no path reaches it. */
  public int[] numbers(int pc) {
    BitSet found = new BitSet();
    for (int i = 0; i < pcs.length; i++) {
      found.set(i + 1, pcs[i] == pc);
    }
    return found.stream().toArray();
  }

  /**
   * The local variable that has a register's value before an instruction, or -1.
   *
   * @param type the first character of a type's descriptor
   */
  public int slot(int number, int register, char type) {
    int variable = variable(register, type);
    boolean holds = isRegister(register) && holds(number, variable);
    return holds ? slots[variable] : NO_SLOT;
  }

  /** The local variable that has a register's value when the method is called, or -1. */
  public int parameterSlot(int register, char type) {
    int slot = register - firstParameter();
    return parameterKind(slot) == Kind.of(String.valueOf(type)) ? slot : NO_SLOT;
  }

  /** The register of the parameter at a slot. */
  public int parameterRegister(int slot) {
    return slot + firstParameter();
  }

  private int firstParameter() {
    return source.body().registers - source.body().ins;
  }

  /** Returns the kind of the parameter at a slot; null where none begins. */
  public @Nullable Kind parameterKind(int slot) {
    int each = 0;
    if ((source.method().accessFlags() & AccessFlags.STATIC) == 0) {
      if (slot == each++) {
        return Kind.REFERENCE;
      }
    }
    for (String parameter : source.proto().parameters()) {
      Kind kind = Kind.of(parameter);
      if (slot == each) {
        return kind;
      }
      each += kind.isWide() ? 2 : 1;
    }
    return null;
  }

  private boolean isRegister(int register) {
    return register >= 0 && register < source.body().registers;
  }

  /**
   * Returns whether there is a value that code may read: none where the verifier could not follow,
   * and not of several kinds on several paths. At a return, the verifier, like ART's, no longer
   * knows the registers.
   */
  private boolean holds(int number, int variable) {
    if (!source.types().isReached(pc(number))) {
      return false;
    }
    RegisterTypes.Kind kind = source.types().kind(pc(number), variable / Kind.COUNT);
    return held.get(number - 1).get(variable)
        && (isReturn(pc(number))
            || (kind != RegisterTypes.Kind.CONFLICT && kind != RegisterTypes.Kind.UNDEFINED));
  }

  private boolean isReturn(int pc) {
    Instruction at = source.body().instructions();
    at.moveTo(pc);
    return at.opcode().has(Opcode.CAN_RETURN);
  }

  private static int variable(int register, char type) {
    return Kind.of(String.valueOf(type)).variable(register);
  }

  /** The register whose value a local variable has before an instruction, or -1. */
  public int register(int number, int slot) {
    int variable = variableAt(number, slot);
    return variable < 0 ? -1 : variable / Kind.COUNT;
  }

  /** The type of that value as JNI and dex write it: I, J, F, D or L. */
  public char type(int number, int slot) {
    return Kind.ofVariable(variableAt(number, slot)).letter();
  }

  private int variableAt(int number, int slot) {
    BitSet values = held.get(number - 1);
    for (int each = values.nextSetBit(0); each >= 0; each = values.nextSetBit(each + 1)) {
      if (slots[each] == slot && holds(number, each)) {
        return each;
      }
    }
    return -1;
  }

  /** Returns whether a register holds zero or null for certain: nothing need be stored of it. */
  public boolean isZero(int register, int pc) {
    RegisterTypes.Kind kind =
        isRegister(register) ? source.types().kind(pc, register) : RegisterTypes.Kind.UNDEFINED;
    return kind == RegisterTypes.Kind.ZERO || kind == RegisterTypes.Kind.NULL;
  }
}
