package dev.dexscope.dexer;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.CodeBuilder;

/**
 * The registers of a method, and what of the operand stack is where. A value that was loaded from a
 * local variable stays in that variable's register until it is used, and a constant is written
 * where it is used; each other value is in the register of its place on the stack. At the ends of
 * blocks all values are there.
 *
 * <p>The registers are, from 0 on: those for operands that an instruction cannot name (only in
 * large frames), those of the stack, spare ones, local variables, arguments.
 */
final class Frame {
  /** So many registers can all instructions name. */
  private static final int LOW = 16;

  private static final int SCRATCH = 4;
  private static final int CONSTANT = -1;

  private final CodeBuilder b;
  private final int total;
  private final int stackBase;
  private final int spareBase;
  private final int localBase;
  private final int arguments;
  private final boolean areArgumentsMoved;

  /** By the slot: the register of its value, or {@link #CONSTANT}. */
  private final int[] place;

  private final byte[] kind;
  private final long[] constant;
  private int depth;

  /** The local variable that the next result goes to, instead of the stack; -1 for none. */
  private int target = -1;

  private boolean isTargetWritten;

  /**
   * The sizes of the parts of a frame.
   *
   * @param areArgumentsMoved whether all local variables are in a row, so that the arguments have
   *     to be moved there
   */
  record Layout(int stack, int spare, int locals, int arguments, boolean areArgumentsMoved) {
    /** Returns how many registers are not those in which arguments arrive. */
    int beforeArguments() {
      int own = stack + spare + (areArgumentsMoved ? locals : locals - arguments);
      return own + (own + arguments > LOW ? SCRATCH : 0);
    }
  }

  Frame(CodeBuilder b, Layout layout) {
    this.b = b;
    this.arguments = layout.arguments;
    this.areArgumentsMoved = layout.areArgumentsMoved;
    int before = layout.beforeArguments();
    this.total = before + arguments;
    this.stackBase = total > LOW ? SCRATCH : 0;
    this.spareBase = stackBase + layout.stack;
    this.localBase = spareBase + layout.spare;
    this.place = new int[layout.stack + 1];
    this.kind = new byte[layout.stack + 1];
    this.constant = new long[layout.stack + 1];
  }

  /** The register of a local variable. */
  int local(int variable) {
    if (areArgumentsMoved) {
      return localBase + variable;
    }
    return variable < arguments ? total - arguments + variable : localBase + variable - arguments;
  }

  /** The first spare register. */
  int spare() {
    return spareBase;
  }

  private int canonical(int slot) {
    return stackBase + slot;
  }

  /** Begins a block. */
  void enter(byte[] kinds) {
    depth = kinds.length;
    for (int i = 0; i < depth; i++) {
      kind[i] = kinds[i];
      place[i] = canonical(i);
    }
  }

  /** Moves all values to the places that they have at the beginning of a block. */
  void settle() {
    for (int slot = 0; slot < depth; slot++) {
      settle(slot);
    }
  }

  private void settle(int slot) {
    if (kind[slot] == Kind.SECOND) {
      return;
    }
    int home = canonical(slot);
    if (place[slot] == CONSTANT) {
      load(home, slot);
    } else if (place[slot] != home) {
      move(kind[slot], home, place[slot]);
    }
    place[slot] = home;
  }

  private void load(int register, int slot) {
    int to = lowResult(register, 8);
    if (Kind.isWide(kind[slot])) {
      b.constantWide(to, constant[slot]);
    } else {
      b.constant(to, (int) constant[slot]);
    }
    finish(register, to, kind[slot]);
  }

  void move(byte ofKind, int to, int from) {
    b.move(moveOf(ofKind), to, from);
  }

  static Opcode moveOf(byte kind) {
    return Kind.isWide(kind)
        ? Opcode.MOVE_WIDE
        : Kind.isReference(kind) ? Opcode.MOVE_OBJECT : Opcode.MOVE;
  }

  /** Frees a register that is about to be written from values on the stack that are in it. */
  private void free(int register, int width) {
    for (int slot = 0; slot < depth; slot++) {
      int at = place[slot];
      if (kind[slot] != Kind.SECOND
          && at != CONSTANT
          && at < register + width
          && register < at + Kind.width(kind[slot])) {
        settle(slot);
      }
    }
  }

  void pushConstant(byte ofKind, long value) {
    int slot = push(ofKind);
    place[slot] = CONSTANT;
    constant[slot] = value;
  }

  void pushLocal(byte ofKind, int variable) {
    place[push(ofKind)] = local(variable);
  }

  private int push(byte ofKind) {
    int slot = depth;
    kind[depth++] = ofKind;
    if (Kind.isWide(ofKind)) {
      kind[depth++] = Kind.SECOND;
    }
    return slot;
  }

  /** Lets the next result go to a local variable. */
  void target(int variable) {
    target = variable;
    isTargetWritten = false;
  }

  /** Ends what {@link #target} began; returns whether there was a result. */
  boolean endTarget() {
    target = -1;
    return isTargetWritten;
  }

  /** Returns the register for a result, which is from now on where the instruction puts it. */
  int result(byte ofKind) {
    if (target >= 0) {
      int register = local(target);
      free(register, Kind.width(ofKind));
      isTargetWritten = true;
      return register;
    }
    int slot = push(ofKind);
    place[slot] = canonical(slot);
    return place[slot];
  }

  /**
   * Returns the register for what a call will return, -1 if that is nothing. To be asked before the
   * call is written: nothing may stand between it and the instruction that moves its result.
   */
  int resultOf(String type) {
    return type.equals("V") ? -1 : result(Kind.of(type));
  }

  /** Moves what a call has returned to where {@link #resultOf} has said. */
  void moveResult(int result, String type) {
    if (result >= 0) {
      define(Access.of(type).moveResult(), result, Kind.of(type));
    }
  }

  /** Receives the exception of a handler; returns its register. */
  int receiveException() {
    int register = result(Kind.REFERENCE);
    define(Opcode.MOVE_EXCEPTION, register, Kind.REFERENCE);
    return register;
  }

  /** Returns whether the upmost value is a constant. */
  boolean isConstant() {
    return depth > 0 && kind[depth - 1] != Kind.SECOND && place[depth - 1] == CONSTANT;
  }

  /** The upmost value, a constant. */
  int constant() {
    return (int) constant[depth - 1];
  }

  /** Removes slots whose values are not needed. */
  void drop(int slots) {
    depth -= slots;
  }

  /** Removes the upmost value and returns its register. */
  int pop() {
    depth--;
    if (kind[depth] == Kind.SECOND) {
      depth--;
    }
    if (place[depth] == CONSTANT) {
      load(canonical(depth), depth);
      place[depth] = canonical(depth);
    }
    return place[depth];
  }

  /** Removes the upmost value and stores it in a local variable. */
  void store(int variable) {
    int register = local(variable);
    depth -= kind[depth - 1] == Kind.SECOND ? 2 : 1;
    int slot = depth;
    free(register, Kind.width(kind[slot]));
    if (place[slot] == CONSTANT) {
      load(register, slot);
    } else if (place[slot] != register) {
      move(kind[slot], register, place[slot]);
    }
  }

  /** Adds a number to a local variable. */
  void increment(int variable, int number) {
    int register = local(variable);
    free(register, 1);
    int low = low(register, Kind.INT);
    if (number == (byte) number) {
      b.literal(Opcode.ADD_INT_LIT8, low, low, number);
    } else if (low < LOW) {
      b.literal(Opcode.ADD_INT_LIT16, low, low, number);
    } else {
      b.constant(1, number);
      b.emit(Opcode.ADD_INT, low, low, 1);
    }
    finish(register, low, Kind.INT);
  }

  /** Copies the upmost slots, in front of them. */
  void duplicate(int slots) {
    int from = depth - slots;
    for (int i = 0; i < slots; i++) {
      kind[depth + i] = kind[from + i];
      place[depth + i] = place[from + i];
      constant[depth + i] = constant[from + i];
    }
    depth += slots;
  }

  /**
   * Puts the upmost slots into another order.
   *
   * @param count how many
   * @param order for each of the new ones the one that it was, from 0 on
   */
  void rearrange(int count, int... order) {
    int from = depth - count;
    byte[] kinds = new byte[count];
    int[] places = new int[count];
    long[] constants = new long[count];
    for (int i = 0; i < count; i++) {
      kinds[i] = kind[from + i];
      places[i] = place[from + i];
      constants[i] = constant[from + i];
      boolean isInTheWay =
          kinds[i] != Kind.SECOND
              && places[i] >= canonical(from)
              && places[i] < canonical(place.length - 1);
      if (isInTheWay) {
        move(kinds[i], spareBase + i, places[i]);
        places[i] = spareBase + i;
      }
    }
    depth = from + order.length;
    for (int i = 0; i < order.length; i++) {
      int old = order[i];
      kind[from + i] = kinds[old];
      place[from + i] = places[old];
      constant[from + i] = constants[old];
      if (kinds[old] != Kind.SECOND && places[old] >= spareBase && places[old] < localBase) {
        settle(from + i);
      }
    }
  }

  /** Removes slots and returns their registers. */
  int[] popSlots(int slots) {
    int[] registers = new int[slots];
    depth -= slots;
    for (int i = 0; i < slots; i++) {
      int slot = depth + i;
      if (kind[slot] == Kind.SECOND) {
        registers[i] = registers[i - 1] + 1;
      } else {
        if (place[slot] == CONSTANT) {
          settle(slot);
        }
        registers[i] = place[slot];
      }
    }
    return registers;
  }

  /** Removes slots and returns their registers: such as a call can name. */
  int[] popArguments(int slots) {
    int[] registers = popSlots(slots);
    if (!areNamed(registers)) {
      for (int i = 0; i < slots; i++) {
        settle(depth + i);
        registers[i] = canonical(depth + i);
      }
    }
    return registers;
  }

  /** Returns whether a call can name registers: few of 4 bits, or any in a row. */
  static boolean areNamed(int[] registers) {
    boolean isShort = registers.length <= 5;
    boolean isRow = true;
    for (int i = 0; i < registers.length; i++) {
      isShort &= registers[i] < LOW;
      isRow &= registers[i] == registers[0] + i;
    }
    return isShort || isRow;
  }

  /** Returns a register with few bits that has the value of another. */
  private int low(int register, int bits, int scratch, byte ofKind) {
    if (register >>> bits == 0) {
      return register;
    }
    move(ofKind, scratch, register);
    return scratch;
  }

  private void finish(int result, int written, byte ofKind) {
    if (result != written) {
      move(ofKind, result, written);
    }
  }

  private static int lowResult(int register, int bits) {
    return register >>> bits == 0 ? register : 0;
  }

  /** An instruction with one source of 8 bits. */
  void use(Opcode opcode, int source, byte ofKind) {
    b.emit(opcode, low(source, 8, 0, ofKind));
  }

  /** An instruction with a result of 8 bits alone. */
  void define(Opcode opcode, int result, byte ofKind) {
    int to = lowResult(result, 8);
    b.emit(opcode, to);
    finish(result, to, ofKind);
  }

  /** An instruction with a result and a source, of 4 bits. */
  void unary(Opcode opcode, int result, byte resultKind, int source, byte ofKind) {
    int from = low(source, 4, 0, ofKind);
    int to = lowResult(result, 4);
    b.emit(opcode, to, from);
    finish(result, to, resultKind);
  }

  /** An instruction with a result and two sources, of 8 bits. */
  void binary(
      Opcode opcode,
      int result,
      byte resultKind,
      int left,
      byte leftKind,
      int right,
      byte rightKind) {
    int a = low(left, 8, 0, leftKind);
    int c = low(right, 8, 2, rightKind);
    int to = lowResult(result, 8);
    b.emit(opcode, to, a, c);
    finish(result, to, resultKind);
  }

  /** A binary instruction with a number of 8 bits. */
  void literal(Opcode opcode, int result, int source, int number) {
    int from = low(source, 8, 0, Kind.INT);
    int to = lowResult(result, 8);
    b.literal(opcode, to, from, number);
    finish(result, to, Kind.INT);
  }

  /** An aput with an array of 8 bits. */
  void store(Opcode opcode, int value, byte ofKind, int array, int index) {
    int from = low(value, 8, 2, ofKind);
    int a = low(array, 8, 0, Kind.REFERENCE);
    b.emit(opcode, from, a, low(index, 8, 1, Kind.INT));
  }

  void getField(Opcode opcode, int result, byte ofKind, int object, FieldRef field) {
    int from = low(object, 4, 0, Kind.REFERENCE);
    int to = lowResult(result, 4);
    b.field(opcode, to, from, field);
    finish(result, to, ofKind);
  }

  void putField(Opcode opcode, int value, byte ofKind, int object, FieldRef field) {
    int from = low(value, 4, 2, ofKind);
    b.field(opcode, from, low(object, 4, 0, Kind.REFERENCE), field);
  }

  void getStatic(Opcode opcode, int result, byte ofKind, FieldRef field) {
    int to = lowResult(result, 8);
    b.field(opcode, to, field);
    finish(result, to, ofKind);
  }

  void putStatic(Opcode opcode, int value, byte ofKind, FieldRef field) {
    b.field(opcode, low(value, 8, 0, ofKind), field);
  }

  /** An instruction with a result, a source and a type, of 4 bits. */
  void typed(Opcode opcode, int result, byte resultKind, int source, byte ofKind, String type) {
    int from = low(source, 4, 0, ofKind);
    int to = lowResult(result, 4);
    b.type(opcode, to, from, type);
    finish(result, to, resultKind);
  }

  /** An instruction with a result and a type. */
  void typed(Opcode opcode, int result, String type) {
    int to = lowResult(result, 8);
    b.type(opcode, to, type);
    finish(result, to, Kind.REFERENCE);
  }

  /** Casts a value in its register. */
  void cast(int register, String type) {
    int at = low(register, 8, 0, Kind.REFERENCE);
    b.type(Opcode.CHECK_CAST, at, type);
    finish(register, at, Kind.REFERENCE);
  }

  void string(int result, String text) {
    int to = lowResult(result, 8);
    b.constantString(to, text);
    finish(result, to, Kind.REFERENCE);
  }

  void methodType(int result, Proto type) {
    int to = lowResult(result, 8);
    b.constantMethodType(to, type);
    finish(result, to, Kind.REFERENCE);
  }

  void methodHandle(int result, MethodHandle handle) {
    int to = lowResult(result, 8);
    b.constantMethodHandle(to, handle);
    finish(result, to, Kind.REFERENCE);
  }

  /** Returns the two registers of a comparison as it can name them. */
  int[] compared(int left, int right, byte ofKind) {
    return new int[] {low(left, 4, 0, ofKind), low(right, 4, 1, ofKind)};
  }

  /** Returns a register of 8 bits with the same value. */
  int low(int register, byte ofKind) {
    return low(register, 8, 0, ofKind);
  }
}
