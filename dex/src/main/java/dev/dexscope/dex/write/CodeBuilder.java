package dev.dexscope.dex.write;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Format;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.code.Assembler;
import dev.dexscope.dex.write.code.Code;
import dev.dexscope.dex.write.code.Debug;
import dev.dexscope.dex.write.code.DebugTable;
import dev.dexscope.dex.write.code.TryTable;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.IndexTranslator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a method's code. Branches lead to labels; offsets, the sizes that they require, and the
 * places of payloads at the end are computed. Ids are specified by name.
 *
 * <pre>{@code
 * Label again = b.newLabel();
 * b.constant(0, 10);
 * b.bind(again);
 * b.literal(Opcode.ADD_INT_LIT8, 0, 0, -1);
 * b.branch(Opcode.IF_NEZ, 0, again);
 * b.emit(Opcode.RETURN_VOID);
 * }</pre>
 */
public final class CodeBuilder {
  private static final int NOT_UNIFORM = Integer.MIN_VALUE;
  private static final int LAST_IN_ORDER = Integer.MAX_VALUE;

  private final ConstantPool pool;
  private final IndexTranslator translator;

  /** The code that is changed; empty for new code. */
  private final MethodBody old;

  private final DebugTable debug;
  private final Assembler assembler;
  private final List<Guard> guards = new ArrayList<>();

  /** The labels where handlers of the old code begin instead, by their old addresses. */
  private final Map<Integer, Integer> movedHandlers = new HashMap<>();

  /** The labels to which the instruction that is being written leads, by the old addresses. */
  private Map<Integer, Label> elsewhere = Map.of();

  private int registers;
  private final int ins;
  private int outs;

  /** The number added to the registers of the old code. */
  private int registerShift;

  /** The distance by which all old instructions have moved, if it is the same for all. */
  private int shift = NOT_UNIFORM;

  private boolean uniform = true;

  /** A handler for a range. */
  private record Guard(Label start, Label end, int type, Label handler) {}

  CodeBuilder(ConstantPool pool, IndexTranslator translator, MethodBody old, DebugTable debug) {
    this.pool = pool;
    this.translator = translator;
    this.old = old;
    this.debug = debug;
    this.assembler = new Assembler(old);
    this.registers = old.registers;
    this.ins = old.ins;
    this.outs = old.outs;
  }

  /** Goes through the old code. */
  void run(CodeTransform transform) {
    transform.atStart(this);
    for (Instruction each = old.instructions(); each.next(); ) {
      int pc = each.pc();
      assembler.bind(pc);
      // Payloads, and the nops that align them, are written again after the code.
      if (each.isPayload() || each.isAlignment()) {
        continue;
      }
      int moved = assembler.size() - pc;
      if (shift == NOT_UNIFORM) {
        shift = moved;
      } else if (shift != moved) {
        uniform = false;
      }
      transform.accept(this, each);
    }
    assembler.bind(old.size);
    transform.atEnd(this);
  }

  /** The frame's size. */
  public int registers() {
    return registers;
  }

  /** Returns how many registers, the last ones of the frame, the arguments take. */
  public int ins() {
    return ins;
  }

  /** The register of the first argument. */
  public int firstArgument() {
    return registers - ins;
  }

  /**
   * Sets the frame's size; the arguments are its last registers.
   *
   * @throws RegisterRangeException when no frame is so large
   */
  public void registers(int count) {
    if (count < ins) {
      throw new IllegalArgumentException("no frame of " + count + " registers");
    }
    if (count > 0xffff) {
      throw new RegisterRangeException("no frame has " + count + " registers");
    }
    registers = count;
  }

  /**
   * Makes the frame larger in front: the old code's registers get higher numbers by so many, the
   * first ones are free. To be called before anything is written.
   *
   * @throws RegisterRangeException when no frame is so large; from {@link #with}, when an
   *     instruction has no room for a number
   */
  public void growInFront(int count) {
    registers(registers + count);
    registerShift += count;
  }

  /**
   * Enlarges the frame at its end: arguments are moved to where the old code expects them, which
   * makes the last registers free. To be called before anything else is written.
   *
   * @param isStatic whether there is no {@code this}
   * @param proto the method's
   * @return the first free register
   * @throws RegisterRangeException if the frame would be too large
   */
  public int growBehind(int count, boolean isStatic, Proto proto) {
    registers(registers + count);
    return moveArguments(count, isStatic, proto);
  }

  /**
   * Moves the arguments to where they were before the frame grew: a part of {@link #growBehind},
   * for callers that use the free registers in front before that.
   *
   * @param count the number of registers added to the frame
   * @param isStatic whether there is no {@code this}
   * @param proto the method's
   * @return the first free register after them
   */
  public int moveArguments(int count, boolean isStatic, Proto proto) {
    int to = firstArgument() - count;
    if (!isStatic) {
      move(Opcode.MOVE_OBJECT, to, to + count);
      to++;
    }
    for (String type : proto.parameters()) {
      switch (type) {
        case "J", "D" -> {
          move(Opcode.MOVE_WIDE, to, to + count);
          to += 2;
        }
        case "Z", "B", "S", "C", "I", "F" -> {
          move(Opcode.MOVE, to, to + count);
          to++;
        }
        default -> {
          move(Opcode.MOVE_OBJECT, to, to + count);
          to++;
        }
      }
    }
    declareArguments(to, isStatic, proto);
    return to;
  }

  /** Debuggers look for arguments at the frame's end: these have moved. */
  private void declareArguments(int end, boolean isStatic, Proto proto) {
    int[] names = debug.oldParameterNames(translator);
    int register = end - ins + (isStatic ? 0 : 1);
    for (int i = 0; i < proto.parameters().size(); i++) {
      String type = proto.parameters().get(i);
      if (i < names.length && names[i] >= 0) {
        debug.startLocal(assembler.size(), register, names[i], pool.type(type), DebugTable.NONE);
      }
      register += type.equals("J") || type.equals("D") ? 2 : 1;
    }
  }

  /** A label, not bound yet. */
  public Label newLabel() {
    return new Label(assembler.newLabel());
  }

  /** Binds a label to the next instruction written. */
  public void bind(Label label) {
    assembler.bind(label.id);
  }

  /** The label of an address in the old code; its end has one too. */
  public Label labelOf(int oldPc) {
    if (oldPc < 0 || oldPc > old.size) {
      throw new IllegalArgumentException("no address " + oldPc);
    }
    return new Label(oldPc);
  }

  /** Adds a handler for a range, after those that the old code has there. */
  public void tryCatch(Label start, Label end, String type, Label handler) {
    guards.add(new Guard(start, end, pool.type(type), handler));
  }

  /**
   * Adds a handler of everything for a range, as the last one; omitted where the old code has one.
   */
  public void tryCatchAll(Label start, Label end, Label handler) {
    guards.add(new Guard(start, end, MethodBody.CATCH_ALL, handler));
  }

  /** Lets a handler of the old code, by its address, begin elsewhere. */
  public void handler(int oldPc, Label handler) {
    movedHandlers.put(oldPc, handler.id);
  }

  /** Writes an instruction of the old code, with all that it refers to. */
  public void with(Instruction instruction) {
    int opcode = instruction.opcodeValue();
    int flags = Opcode.flags(opcode);
    debug.oldInstruction(assembler.size());
    if (registerShift != 0) {
      RegisterShift.write(this, instruction, registerShift);
    } else if (opcode == Opcode.FILL_ARRAY_DATA.value()) {
      copyArray(instruction, instruction.a());
    } else if ((flags & (Opcode.CAN_BRANCH | Opcode.CAN_SWITCH)) != 0) {
      copyBranch(instruction, instruction.body().insns[instruction.pc()]);
    } else {
      copy(instruction, flags);
    }
  }

  /**
   * Writes an instruction of the old code whose branches lead elsewhere.
   *
   * @param elsewhere where to, by the old addresses; other branches lead where they led
   */
  public void with(Instruction instruction, Map<Integer, Label> elsewhere) {
    this.elsewhere = elsewhere;
    with(instruction);
    this.elsewhere = Map.of();
  }

  /** A branch or switch; its first unit, with registers. */
  void copyBranch(Instruction instruction, int unit) {
    int opcode = unit & 0xff;
    if (opcode >= Opcode.GOTO.value() && opcode <= Opcode.GOTO_32.value()) {
      assembler.branch(instruction.units(), target(instruction, instruction.target()));
    } else if (opcode == Opcode.PACKED_SWITCH.value() || opcode == Opcode.SPARSE_SWITCH.value()) {
      copySwitch(instruction, unit);
    } else {
      assembler.branchIf(unit, target(instruction, instruction.target()));
    }
  }

  private int target(Instruction instruction, int address) {
    if (address < 0 || address >= old.size) {
      throw old.broken(instruction.pc(), "branch leads out of the method");
    }
    Label other = elsewhere.get(address);
    return other == null ? address : other.id;
  }

  private void copySwitch(Instruction instruction, int unit) {
    Instruction payload = payload(instruction);
    boolean fits =
        (unit & 0xff) == Opcode.PACKED_SWITCH.value()
            ? payload.isPackedSwitchPayload()
            : payload.isSparseSwitchPayload();
    if (!fits) {
      throw old.broken(instruction.pc(), "switch with a payload of another kind");
    }
    int count = payload.payloadSize();
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = target(instruction, instruction.pc() + payload.caseOffset(i));
    }
    int headUnits = payload.units() - 2 * count;
    assembler.payload(unit, payload.pc(), units(payload, headUnits), labels);
  }

  void copyArray(Instruction instruction, int register) {
    Instruction payload = payload(instruction);
    if (!payload.isArrayPayload()) {
      throw old.broken(instruction.pc(), "fill-array-data with a payload of another kind");
    }
    assembler.payload(
        Opcode.FILL_ARRAY_DATA.value() | register << 8,
        payload.pc(),
        units(payload, payload.units()),
        new int[0]);
  }

  private Instruction payload(Instruction user) {
    Instruction payload = user.copy();
    int address = user.target();
    payload.moveTo(address);
    if (!payload.isPayload()) {
      throw old.broken(user.pc(), "no payload at " + address);
    }
    return payload;
  }

  private static char[] units(Instruction from, int count) {
    return Arrays.copyOfRange(from.body().insns, from.pc(), from.pc() + count);
  }

  private void copy(Instruction instruction, int flags) {
    char[] insns = instruction.body().insns;
    int pc = instruction.pc();
    int at = assembler.size();
    if (Opcode.indexKind(flags) == Opcode.IndexKind.STRING) {
      string(insns[pc] >>> 8, instruction);
      return;
    }
    assembler.units(insns, pc, instruction.units());
    if (!translator.keepsAll()) {
      translate(Opcode.indexKind(flags), instruction, at);
    }
  }

  /** A const-string keeps its form in its own file; in another it gets the one it needs. */
  void string(int register, Instruction instruction) {
    if (translator.keepsAll()) {
      boolean jumbo = instruction.opcodeValue() == Opcode.CONST_STRING_JUMBO.value();
      writeString(register, instruction.index(), jumbo);
    } else {
      int index = translator.string(instruction.index());
      writeString(register, index, index >= ConstantPool.LIMIT);
    }
  }

  private void writeString(int register, int index, boolean jumbo) {
    Opcode opcode = jumbo ? Opcode.CONST_STRING_JUMBO : Opcode.CONST_STRING;
    assembler.unit(opcode.value() | register << 8);
    assembler.unit(index);
    if (jumbo) {
      assembler.unit(index >>> 16);
    }
  }

  private void translate(Opcode.IndexKind kind, Instruction instruction, int at) {
    if (kind == Opcode.IndexKind.NONE) {
      return;
    }
    assembler.put(at + 1, translated(kind, instruction.index()));
    if (kind == Opcode.IndexKind.METHOD_AND_PROTO) {
      assembler.put(at + 3, translator.proto(instruction.protoIndex()));
    }
  }

  /** Returns the index in this file of an index in the old code. */
  int translated(Opcode.IndexKind kind, int index) {
    return switch (kind) {
      case NONE -> index;
      case STRING -> translator.string(index);
      case TYPE -> translator.type(index);
      case FIELD -> translator.field(index);
      case METHOD, METHOD_AND_PROTO -> translator.method(index);
      case CALL_SITE -> translator.callSite(index);
      case METHOD_HANDLE -> translator.methodHandle(index);
      case PROTO -> translator.proto(index);
    };
  }

  Assembler assembler() {
    return assembler;
  }

  IndexTranslator translator() {
    return translator;
  }

  /** An instruction without operands. */
  public void emit(Opcode opcode) {
    require(opcode, Format.F10X);
    assembler.unit(opcode.value());
  }

  /** An instruction with one register. */
  public void emit(Opcode opcode, int a) {
    require(opcode, Format.F11X);
    assembler.unit(opcode.value() | fits(opcode, a, 8) << 8);
  }

  /** An instruction with two registers; {@link #move} chooses the form that they need. */
  public void emit(Opcode opcode, int a, int b) {
    switch (opcode.format()) {
      case F12X ->
          assembler.unit(opcode.value() | fits(opcode, a, 4) << 8 | fits(opcode, b, 4) << 12);
      case F22X -> {
        assembler.unit(opcode.value() | fits(opcode, a, 8) << 8);
        assembler.unit(fits(opcode, b, 16));
      }
      case F32X -> {
        assembler.unit(opcode.value());
        assembler.unit(fits(opcode, a, 16));
        assembler.unit(fits(opcode, b, 16));
      }
      default -> throw new IllegalArgumentException(opcode.mnemonic() + " has other operands");
    }
  }

  /** An instruction with three registers. */
  public void emit(Opcode opcode, int a, int b, int c) {
    require(opcode, Format.F23X);
    assembler.unit(opcode.value() | fits(opcode, a, 8) << 8);
    assembler.unit(fits(opcode, b, 8) | fits(opcode, c, 8) << 8);
  }

  /** The shortest of MOVE, MOVE_WIDE or MOVE_OBJECT's three forms. */
  public void move(Opcode kind, int to, int from) {
    if (kind != Opcode.MOVE && kind != Opcode.MOVE_WIDE && kind != Opcode.MOVE_OBJECT) {
      throw new IllegalArgumentException(kind.mnemonic() + " is not a move");
    }
    int form = to < 16 && from < 16 ? 0 : to < 256 ? 1 : 2;
    emit(opcode(kind.value() + form), to, from);
  }

  static Opcode opcode(int value) {
    Opcode opcode = Opcode.of(value);
    if (opcode == null) {
      throw new IllegalArgumentException("unused opcode 0x" + Integer.toHexString(value));
    }
    return opcode;
  }

  /** The shortest instruction that loads a number of 32 bits. */
  public void constant(int register, int value) {
    if (register < 16 && value >= -8 && value < 8) {
      literal(Opcode.CONST_4, register, value);
    } else if (value == (short) value) {
      literal(Opcode.CONST_16, register, value);
    } else if ((value & 0xffff) == 0) {
      literal(Opcode.CONST_HIGH16, register, value);
    } else {
      literal(Opcode.CONST, register, value);
    }
  }

  /** The shortest instruction that loads a number of 64 bits. */
  public void constantWide(int register, long value) {
    if (value == (short) value) {
      literal(Opcode.CONST_WIDE_16, register, value);
    } else if (value == (int) value) {
      literal(Opcode.CONST_WIDE_32, register, value);
    } else if ((value & 0xffff_ffff_ffffL) == 0) {
      literal(Opcode.CONST_WIDE_HIGH16, register, value);
    } else {
      literal(Opcode.CONST_WIDE, register, value);
    }
  }

  /** An instruction with a register and a number. */
  public void literal(Opcode opcode, int a, long value) {
    int head = opcode.value() | a << 8;
    fits(opcode, a, opcode.format().bitsOfA());
    switch (opcode.format()) {
      case F11N -> assembler.unit(head | (int) (within(opcode, value, 4) & 0xf) << 12);
      case F21S -> {
        assembler.unit(head);
        assembler.unit((int) within(opcode, value, 16));
      }
      case F21IH -> {
        assembler.unit(head);
        assembler.unit((int) (value >>> 16));
      }
      case F21LH -> {
        assembler.unit(head);
        assembler.unit((int) (value >>> 48));
      }
      case F31I -> {
        assembler.unit(head);
        assembler.int32((int) within(opcode, value, 32));
      }
      case F51L -> {
        assembler.unit(head);
        assembler.int32((int) value);
        assembler.int32((int) (value >>> 32));
      }
      default -> throw new IllegalArgumentException(opcode.mnemonic() + " has other operands");
    }
  }

  /** An instruction with two registers and a number. */
  public void literal(Opcode opcode, int a, int b, int value) {
    if (opcode.format() == Format.F22B) {
      assembler.unit(opcode.value() | fits(opcode, a, 8) << 8);
      assembler.unit(fits(opcode, b, 8) | (int) (within(opcode, value, 8) & 0xff) << 8);
    } else {
      require(opcode, Format.F22S);
      assembler.unit(opcode.value() | fits(opcode, a, 4) << 8 | fits(opcode, b, 4) << 12);
      assembler.unit((int) within(opcode, value, 16));
    }
  }

  /** Loads a string. */
  public void constantString(int register, String text) {
    int index = pool.string(text);
    fits(Opcode.CONST_STRING, register, 8);
    writeString(register, index, index >= ConstantPool.LIMIT);
  }

  /** An instruction with a register and a type. */
  public void type(Opcode opcode, int a, String type) {
    require(opcode, Opcode.IndexKind.TYPE);
    register8(opcode, a, pool.type(type));
  }

  /** An instruction with two registers and a type. */
  public void type(Opcode opcode, int a, int b, String type) {
    require(opcode, Opcode.IndexKind.TYPE);
    registers4(opcode, a, b, pool.type(type));
  }

  /** An access to a static field. */
  public void field(Opcode opcode, int a, FieldRef field) {
    require(opcode, Opcode.IndexKind.FIELD);
    register8(opcode, a, pool.field(field));
  }

  /** An access to an instance field. */
  public void field(Opcode opcode, int a, int b, FieldRef field) {
    require(opcode, Opcode.IndexKind.FIELD);
    registers4(opcode, a, b, pool.field(field));
  }

  /** Loads a method handle. */
  public void constantMethodHandle(int register, MethodHandle handle) {
    pool.useLateInstructions();
    register8(Opcode.CONST_METHOD_HANDLE, register, pool.methodHandle(handle));
  }

  /** Loads a method type. */
  public void constantMethodType(int register, Proto proto) {
    pool.useLateInstructions();
    register8(Opcode.CONST_METHOD_TYPE, register, pool.proto(proto));
  }

  private void register8(Opcode opcode, int a, int index) {
    require(opcode, Format.F21C);
    assembler.unit(opcode.value() | fits(opcode, a, 8) << 8);
    assembler.unit(index);
  }

  private void registers4(Opcode opcode, int a, int b, int index) {
    require(opcode, Format.F22C);
    assembler.unit(opcode.value() | fits(opcode, a, 4) << 8 | fits(opcode, b, 4) << 12);
    assembler.unit(index);
  }

  /**
   * A call, by the opcode of its short form; where the registers need it the range form is taken.
   *
   * @throws IllegalArgumentException when the registers are neither few and low nor in a row
   */
  public void invoke(Opcode opcode, MethodRef method, int... arguments) {
    require(opcode, Opcode.IndexKind.METHOD);
    arguments(opcode, pool.method(method), arguments);
  }

  /** A call through a call site; see {@link #invoke}. */
  public void invokeCustom(CallSite site, int... arguments) {
    pool.useLateInstructions();
    arguments(Opcode.INVOKE_CUSTOM, pool.callSite(site), arguments);
  }

  /** A call of a signature-polymorphic method; see {@link #invoke}. */
  public void invokePolymorphic(MethodRef method, Proto proto, int... arguments) {
    pool.useLateInstructions();
    arguments(Opcode.INVOKE_POLYMORPHIC, pool.method(method), arguments);
    assembler.unit(pool.proto(proto));
  }

  /** Makes an array of these; see {@link #invoke} for the registers. */
  public void filledNewArray(String type, int... elements) {
    arguments(Opcode.FILLED_NEW_ARRAY, pool.type(type), elements);
  }

  /** A list where it can be one, else a range. */
  void arguments(Opcode opcode, int index, int... list) {
    if (!opcode.has(Opcode.LIST)) {
      throw new IllegalArgumentException(opcode.mnemonic() + " is not a call in its short form");
    }
    boolean isShort = list.length <= 5;
    boolean isRow = list.length <= 0xff;
    for (int i = 0; i < list.length; i++) {
      isShort &= fits(opcode, list[i], 16) < 16;
      isRow &= list[i] == list[0] + i;
    }
    if (isShort) {
      int fifth = list.length == 5 ? list[4] : 0;
      assembler.unit(opcode.value() | fifth << 8 | list.length << 12);
      assembler.unit(index);
      int rest = 0;
      for (int i = 0; i < Math.min(4, list.length); i++) {
        rest |= list[i] << (4 * i);
      }
      assembler.unit(rest);
    } else if (isRow) {
      assembler.unit(rangeForm(opcode).value() | list.length << 8);
      assembler.unit(index);
      assembler.unit(fits(opcode, list[0], 16));
    } else {
      throw new RegisterRangeException(
          opcode.mnemonic() + " cannot name the registers " + Arrays.toString(list));
    }
    outs = opcode == Opcode.FILLED_NEW_ARRAY ? outs : Math.max(outs, list.length);
  }

  static Opcode rangeForm(Opcode opcode) {
    return switch (opcode) {
      case FILLED_NEW_ARRAY -> Opcode.FILLED_NEW_ARRAY_RANGE;
      case INVOKE_VIRTUAL -> Opcode.INVOKE_VIRTUAL_RANGE;
      case INVOKE_SUPER -> Opcode.INVOKE_SUPER_RANGE;
      case INVOKE_DIRECT -> Opcode.INVOKE_DIRECT_RANGE;
      case INVOKE_STATIC -> Opcode.INVOKE_STATIC_RANGE;
      case INVOKE_INTERFACE -> Opcode.INVOKE_INTERFACE_RANGE;
      case INVOKE_POLYMORPHIC -> Opcode.INVOKE_POLYMORPHIC_RANGE;
      case INVOKE_CUSTOM -> Opcode.INVOKE_CUSTOM_RANGE;
      default -> throw new IllegalArgumentException(opcode.mnemonic() + " is not a call");
    };
  }

  /** GOTO, of whatever size it needs. */
  public void branch(Label target) {
    assembler.branch(1, target.id);
  }

  /** An if with one register. */
  public void branch(Opcode opcode, int a, Label target) {
    require(opcode, Format.F21T);
    assembler.branchIf(opcode.value() | fits(opcode, a, 8) << 8, target.id);
  }

  /** An if with two registers. */
  public void branch(Opcode opcode, int a, int b, Label target) {
    require(opcode, Format.F22T);
    assembler.branchIf(
        opcode.value() | fits(opcode, a, 4) << 8 | fits(opcode, b, 4) << 12, target.id);
  }

  /** A switch over consecutive keys. */
  public void packedSwitch(int register, int firstKey, Label... cases) {
    char[] head = {
      Instruction.PACKED_SWITCH_PAYLOAD,
      (char) cases.length,
      (char) firstKey,
      (char) (firstKey >>> 16),
    };
    assembler.payload(
        Opcode.PACKED_SWITCH.value() | fits(Opcode.PACKED_SWITCH, register, 8) << 8,
        LAST_IN_ORDER,
        head,
        ids(cases));
  }

  /** A switch over any keys, in ascending order. */
  public void sparseSwitch(int register, int[] keys, Label... cases) {
    if (keys.length != cases.length) {
      throw new IllegalArgumentException(keys.length + " keys for " + cases.length + " cases");
    }
    char[] head = new char[2 + 2 * keys.length];
    head[0] = Instruction.SPARSE_SWITCH_PAYLOAD;
    head[1] = (char) keys.length;
    for (int i = 0; i < keys.length; i++) {
      if (i > 0 && keys[i - 1] >= keys[i]) {
        throw new IllegalArgumentException("keys are not in ascending order");
      }
      head[2 + 2 * i] = (char) keys[i];
      head[3 + 2 * i] = (char) (keys[i] >>> 16);
    }
    assembler.payload(
        Opcode.SPARSE_SWITCH.value() | fits(Opcode.SPARSE_SWITCH, register, 8) << 8,
        LAST_IN_ORDER,
        head,
        ids(cases));
  }

  private static int[] ids(Label[] labels) {
    return Arrays.stream(labels).mapToInt(each -> each.id).toArray();
  }

  /** Fills an array with elements of 1, 2, 4 or 8 bytes, little-endian. */
  public void fillArrayData(int register, int elementWidth, byte[] elements) {
    int count = elements.length / elementWidth;
    char[] data = new char[4 + (elements.length + 1) / 2];
    data[0] = Instruction.ARRAY_DATA_PAYLOAD;
    data[1] = (char) elementWidth;
    data[2] = (char) count;
    data[3] = (char) (count >>> 16);
    for (int i = 0; i < elements.length; i++) {
      data[4 + i / 2] |= (char) ((elements[i] & 0xff) << (8 * (i & 1)));
    }
    assembler.payload(
        Opcode.FILL_ARRAY_DATA.value() | fits(Opcode.FILL_ARRAY_DATA, register, 8) << 8,
        LAST_IN_ORDER,
        data,
        new int[0]);
  }

  /** Sets the source line of the next instruction written. */
  public void line(int line) {
    debug.line(assembler.size(), line);
  }

  /**
   * The same in place of a line without instructions: of several lines of one address ART takes the
   * first one.
   */
  public void onlyLine(int line) {
    debug.onlyLine(assembler.size(), line);
  }

  /** From here on a register holds a local variable. */
  public void startLocal(int register, String name, String type, @Nullable String signature) {
    debug.startLocal(
        assembler.size(),
        register,
        pool.string(name),
        pool.type(type),
        signature == null ? DebugTable.NONE : pool.string(signature));
  }

  /** From here on a register holds no local variable. */
  public void endLocal(int register) {
    debug.local(assembler.size(), DebugInfo.END_LOCAL, register);
  }

  /** Sets the parameters' names, null for those without a name. */
  public void parameterNames(List<@Nullable String> names) {
    debug.parameterNames(
        names.stream()
            .mapToInt(each -> each == null ? DebugTable.NONE : pool.string(each))
            .toArray());
  }

  private static void require(Opcode opcode, Format format) {
    if (opcode.format() != format) {
      throw new IllegalArgumentException(opcode.mnemonic() + " has other operands");
    }
  }

  private static void require(Opcode opcode, Opcode.IndexKind kind) {
    if (opcode.indexKind() != kind) {
      throw new IllegalArgumentException(opcode.mnemonic() + " has other operands");
    }
  }

  private static int fits(Opcode opcode, int register, int bits) {
    if (register < 0 || register >>> bits != 0) {
      throw new RegisterRangeException(opcode.mnemonic() + " has no room for v" + register);
    }
    return register;
  }

  private static long within(Opcode opcode, long value, int bits) {
    if (value << (64 - bits) >> (64 - bits) != value) {
      throw new IllegalArgumentException(opcode.mnemonic() + " has no room for " + value);
    }
    return value;
  }

  /** The code, when all is written. */
  Code finish(boolean isFinal) {
    char[] insns = assembler.finish();
    var table = new TryTable();
    for (int i = 0; i < old.tries; i++) {
      if (old.tryEnd[i] > old.size) {
        throw old.broken(old.tryStart[i], "try exceeds the code");
      }
      table.keep(assembler.addressOf(old.tryStart[i]), endOfTry(old.tryEnd[i]), handlers(i));
    }
    for (Guard each : guards) {
      table.add(
          assembler.addressOf(each.start.id),
          assembler.addressOf(each.end.id),
          each.type,
          assembler.addressOf(each.handler.id));
    }
    boolean allMovedAlike =
        uniform && !assembler.hasMoved(old.size) && (registerShift == 0 || !debug.namesRegisters());
    Debug lines =
        allMovedAlike
            ? debug.shifted(shift == NOT_UNIFORM ? 0 : shift, assembler, translator, old.size)
            : debug.moved(assembler, translator, old.size, registerShift);
    return new Code(
        registers, ins, outs, insns, table.tries(insns), table.handlers(), lines, isFinal);
  }

  /** The format permits a try that ends inside an instruction, which it then covers. */
  private int endOfTry(int oldEnd) {
    int end = oldEnd;
    while (!assembler.isBound(end)) {
      end++;
    }
    return assembler.addressOf(end);
  }

  private int[] handlers(int oldTry) {
    int from = old.tryHandlers[oldTry];
    int[] handlers = new int[(old.tryHandlersEnd[oldTry] - from) * Code.HANDLER];
    for (int i = 0; i < handlers.length; i += Code.HANDLER) {
      int handler = from + i / Code.HANDLER;
      int type = old.handlerType[handler];
      handlers[i] = type == MethodBody.CATCH_ALL ? type : translator.type(type);
      int address = old.handlerPc[handler];
      if (address < 0 || address >= old.size) {
        throw old.broken(old.tryStart[oldTry], "handler is out of the method");
      }
      handlers[i + 1] = assembler.addressOf(movedHandlers.getOrDefault(address, address));
    }
    return handlers;
  }
}
