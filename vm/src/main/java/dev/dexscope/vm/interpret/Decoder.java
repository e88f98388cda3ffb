package dev.dexscope.vm.interpret;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.InterpreterStub;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.code.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Decodes a method. */
final class Decoder {
  private final MethodSource source;
  private final DexFile dex;
  private final MethodBody body;
  private final RegisterTypes types;
  private final Linker linker;
  private final Set<Integer> stops;
  private final Instruction at;
  private final int[] addresses;
  private final List<Object> operands = new ArrayList<>();
  private long[] wide = new long[0];

  Decoder(MethodSource source, Linker linker) {
    this.source = source;
    this.dex = source.dex();
    this.body = source.body();
    this.types = source.types();
    this.linker = linker;
    this.stops = new HashSet<>(InterpreterStub.stops(source));
    this.at = body.instructions();
    this.addresses = addresses();
  }

  private int[] addresses() {
    int[] all = new int[body.size];
    int count = 0;
    for (Instruction each = body.instructions(); each.next(); ) {
      if (!each.isPayload()) {
        all[count++] = each.pc();
      }
    }
    return Arrays.copyOf(all, count);
  }

  Code decode() {
    // One more, so that an index after the end is an instruction too.
    long[] instructions = new long[addresses.length + 1];
    for (int i = 0; i < addresses.length; i++) {
      at.moveTo(addresses[i]);
      instructions[i] = types.isReached(at.pc()) ? instruction() : Op.UNREACHED;
    }
    instructions[addresses.length] = Op.UNREACHED;
    return new Code(instructions, addresses, operands.toArray(), wide, body, linker);
  }

  private long operand(int op, int a, int b, Object operand) {
    operands.add(operand);
    return Packed.of(op, a, b, operands.size() - 1);
  }

  private int index(int address) {
    int index = Arrays.binarySearch(addresses, address);
    // The verifier ensures that no path leads elsewhere.
    return index >= 0 ? index : addresses.length;
  }

  private RegisterTypes.Kind kind(int register) {
    return types.kind(at.pc(), register);
  }

  private boolean isZero(int register) {
    return kind(register) == RegisterTypes.Kind.ZERO || kind(register) == RegisterTypes.Kind.NULL;
  }

  private boolean isReference(int register) {
    return switch (kind(register)) {
      case REFERENCE, NULL, UNINITIALIZED, UNINITIALIZED_THIS -> true;
      default -> false;
    };
  }

  private long instruction() {
    Refusal refusal = Refusal.at(source, at);
    if (refusal != null) {
      return operand(Op.REFUSE, 0, 0, refusal);
    }
    if (stops.contains(at.pc())) {
      return Op.STOP;
    }
    return switch (at.opcode()) {
      case NOP -> Op.NOP;
      case MOVE, MOVE_FROM16, MOVE_16 -> move(Op.MOVE);
      case MOVE_WIDE, MOVE_WIDE_FROM16, MOVE_WIDE_16 -> Packed.move(Op.MOVE, at.a(), at.b());
      case MOVE_OBJECT, MOVE_OBJECT_FROM16, MOVE_OBJECT_16 -> move(Op.MOVE_OBJECT);
      case MOVE_RESULT, MOVE_RESULT_WIDE -> Packed.of(Op.MOVE_RESULT, at.a(), 0, 0);
      case MOVE_RESULT_OBJECT -> Packed.of(Op.MOVE_RESULT_OBJECT, at.a(), 0, 0);
      case MOVE_EXCEPTION -> Packed.of(Op.MOVE_EXCEPTION, at.a(), 0, 0);
      // The barrier is the one after a constructor; without it the instruction is the same here.
      case RETURN_VOID, RETURN_VOID_NO_BARRIER -> Op.RETURN_VOID;
      case RETURN, RETURN_WIDE -> Packed.of(Op.RETURN, at.a(), 0, 0);
      case RETURN_OBJECT -> Packed.of(Op.RETURN_OBJECT, at.a(), 0, 0);
      case CONST_4, CONST_16, CONST, CONST_HIGH16 ->
          at.literal() == 0
              ? Packed.move(Op.CONST_ZERO, at.a(), 0)
              : Packed.of(Op.CONST, at.a(), 0, at.literal());
      case CONST_WIDE_16, CONST_WIDE_32, CONST_WIDE, CONST_WIDE_HIGH16 -> constWide();
      case CONST_STRING, CONST_STRING_JUMBO ->
          operand(Op.CONST_STRING, at.a(), 0, dex.string(at.index()).intern());
      case CONST_CLASS ->
          operand(Op.CONST_LINKED, at.a(), 0, new LinkedConstant.OfClass(linker, at.index()));
      case CONST_METHOD_HANDLE ->
          operand(Op.CONST_LINKED, at.a(), 0, new LinkedConstant.OfHandle(linker, at.index()));
      case CONST_METHOD_TYPE ->
          operand(Op.CONST_LINKED, at.a(), 0, new LinkedConstant.OfType(linker, at.index()));
      case MONITOR_ENTER -> Packed.of(Op.MONITOR_ENTER, at.a(), 0, 0);
      case MONITOR_EXIT -> Packed.of(Op.MONITOR_EXIT, at.a(), 0, 0);
      case CHECK_CAST -> operand(Op.CHECK_CAST, at.a(), 0, new TypeUse(linker, at.index()));
      case INSTANCE_OF -> operand(Op.INSTANCE_OF, at.a(), at.b(), new TypeUse(linker, at.index()));
      case ARRAY_LENGTH -> Packed.of(Op.ARRAY_LENGTH, at.a(), at.b(), 0);
      case NEW_INSTANCE -> operand(Op.NEW_INSTANCE, at.a(), 0, new TypeUse(linker, at.index()));
      case NEW_ARRAY -> operand(Op.NEW_ARRAY, at.a(), at.b(), new TypeUse(linker, at.index()));
      case FILLED_NEW_ARRAY, FILLED_NEW_ARRAY_RANGE ->
          operand(
              Op.FILLED_NEW_ARRAY,
              0,
              0,
              new FilledArray(new TypeUse(linker, at.index()), argumentRegisters()));
      case FILL_ARRAY_DATA -> Packed.of(Op.FILL_ARRAY_DATA, at.a(), 0, at.target());
      case THROW -> Packed.of(Op.THROW, at.a(), 0, 0);
      case GOTO, GOTO_16, GOTO_32 -> Packed.of(Op.GOTO, 0, 0, index(at.target()));
      case PACKED_SWITCH, SPARSE_SWITCH -> operand(Op.SWITCH, at.a(), 0, switchTable());
      case IF_EQ -> branch(isReference(at.a()) || isReference(at.b()) ? Op.IF_SAME : Op.IF_EQ);
      case IF_NE -> branch(isReference(at.a()) || isReference(at.b()) ? Op.IF_NOT_SAME : Op.IF_NE);
      case IF_LT, IF_GE, IF_GT, IF_LE -> branch(at.opcodeValue());
      case IF_EQZ -> branchOnOne(isReference(at.a()) ? Op.IF_NULL : Op.IF_EQZ);
      case IF_NEZ -> branchOnOne(isReference(at.a()) ? Op.IF_NOT_NULL : Op.IF_NEZ);
      case IF_LTZ, IF_GEZ, IF_GTZ, IF_LEZ -> branchOnOne(at.opcodeValue());
      case IGET, IGET_WIDE, IGET_BOOLEAN, IGET_BYTE, IGET_CHAR, IGET_SHORT ->
          field(Op.IGET, at.b(), false, true);
      case IGET_OBJECT -> field(Op.IGET_OBJECT, at.b(), false, true);
      case IPUT, IPUT_WIDE, IPUT_BOOLEAN, IPUT_BYTE, IPUT_CHAR, IPUT_SHORT ->
          field(Op.IPUT, at.b(), false, false);
      case IPUT_OBJECT -> field(Op.IPUT_OBJECT, at.b(), false, false);
      case SGET, SGET_WIDE, SGET_BOOLEAN, SGET_BYTE, SGET_CHAR, SGET_SHORT ->
          field(Op.SGET, 0, true, true);
      case SGET_OBJECT -> field(Op.SGET_OBJECT, 0, true, true);
      case SPUT, SPUT_WIDE, SPUT_BOOLEAN, SPUT_BYTE, SPUT_CHAR, SPUT_SHORT ->
          field(Op.SPUT, 0, true, false);
      case SPUT_OBJECT -> field(Op.SPUT_OBJECT, 0, true, false);
      default -> arithmeticOrCall();
    };
  }

  private long arithmeticOrCall() {
    int opcode = at.opcodeValue();
    Opcode named = at.opcode();
    if (named.has(Opcode.LIST | Opcode.RANGE)) {
      return operand(Op.INVOKE, 0, 0, CallDecoder.decode(linker, types, at, argumentRegisters()));
    }
    return switch (named.format()) {
      case F22S -> literal(opcode + Op.ADD_LITERAL - Opcode.ADD_INT_LIT16.value());
      case F22B -> literal(opcode);
      case F23X -> Packed.of(opcode, at.a(), at.b(), at.c());
      default ->
          opcode >= Opcode.ADD_INT_2ADDR.value()
              ? Packed.of(
                  opcode - Opcode.ADD_INT_2ADDR.value() + Op.ADD_INT, at.a(), at.a(), at.b())
              : Packed.of(opcode, at.a(), at.b(), 0);
    };
  }

  /** Moves zero as both a number and null. */
  private long move(int op) {
    return isZero(at.b()) ? Packed.move(Op.CONST_ZERO, at.a(), 0) : Packed.move(op, at.a(), at.b());
  }

  private long constWide() {
    wide = Arrays.copyOf(wide, wide.length + 1);
    wide[wide.length - 1] = at.literal();
    return Packed.of(Op.CONST_WIDE, at.a(), 0, wide.length - 1);
  }

  private long literal(int op) {
    return Packed.of(op, at.a(), at.b(), at.literal());
  }

  private long branch(int op) {
    return Packed.of(op, at.a(), at.b(), index(at.target()));
  }

  private long branchOnOne(int op) {
    return Packed.of(op, at.a(), 0, index(at.target()));
  }

  private long field(int op, int object, boolean isStatic, boolean read) {
    return operand(op, at.a(), object, new FieldAccess(linker, at.index(), isStatic, read));
  }

  private int[] argumentRegisters() {
    int[] registers = new int[at.argumentCount()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = at.argument(i);
    }
    return registers;
  }

  private SwitchTable switchTable() {
    Instruction payload = at.copy();
    payload.moveTo(at.target());
    int count = payload.payloadSize();
    int[] keys = new int[count];
    int[] targets = new int[count];
    for (int i = 0; i < count; i++) {
      keys[i] = payload.caseKey(i);
      targets[i] = index(at.pc() + payload.caseOffset(i));
    }
    return new SwitchTable(keys, targets);
  }
}
