package dev.dexscope.vm.translate;

import static dev.dexscope.vm.translate.Operands.OBJECT;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Format;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.BoxingCode;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MethodSource;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns each dex instruction into ops. Both machines have the same operations on the same types, so
 * that nearly every instruction is: load the operands, compute, store. What differs: dex constants
 * have no type, arrays are accessed by width instead of by type, results of calls are fetched by an
 * instruction of their own.
 */
final class Lowering {
  private static final ClassDesc ARRAY_DATA = ClassDesc.of("dev.dexscope.vm.runtime.ArrayData");
  private static final ClassDesc MESSAGES = ClassDesc.of("dev.dexscope.vm.runtime.Messages");
  private static final MethodTypeDesc ADAPT =
      MethodTypeDesc.of(ConstantDescs.CD_Throwable, ConstantDescs.CD_Throwable);

  /** Arrays of primitives. */
  private static final Set<String> FILLED = Set.of("[Z", "[B", "[S", "[C", "[I", "[F", "[J", "[D");

  private static final MethodTypeDesc CHECK_FILLED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  /**
   * Chars that one constant holds: three bytes each, 65,535 bytes at most (JVMS 4.4.7). A multiple
   * of four, so that no element of array data is torn.
   */
  static final int MAX_CHARS = 65_535 / 3 & ~3;

  private final DexFile dex;
  private final MethodBody body;
  private final RegisterTypes types;
  private final Operands operands;
  private final Calls calls;
  private final String returnType;
  private final Instruction at;

  /** The code that has the variable {@link #caught}: code that is too long is generated again. */
  private @Nullable CodeBuilder catching;

  private int caught;

  Lowering(MethodSource source, Operands operands) {
    this.dex = source.dex();
    this.body = source.body();
    this.types = source.types();
    this.operands = operands;
    this.calls = new Calls(source, operands);
    this.returnType = source.proto().returnType();
    this.at = body.instructions();
  }

  /**
   * Fills the node's ops and targets.
   *
   * @param nodes the nodes of branch targets
   */
  void lower(Node node, IntFunction<Node> nodes) {
    operands.start(node);
    at.moveTo(node.pc);
    Arithmetic arithmetic = Arithmetic.of(at.opcodeValue());
    if (arithmetic != null) {
      compute(arithmetic);
      return;
    }
    switch (at.opcode()) {
      case NOP -> {}
      case MOVE, MOVE_FROM16, MOVE_16 -> operands.copy(at.a(), at.b(), false);
      case MOVE_WIDE, MOVE_WIDE_FROM16, MOVE_WIDE_16 -> operands.copy(at.a(), at.b(), true);
      case MOVE_OBJECT, MOVE_OBJECT_FROM16, MOVE_OBJECT_16 ->
          operands.move(at.a(), at.b(), Kind.REFERENCE);
      case MOVE_EXCEPTION -> moveException(node);
      case RETURN_VOID, RETURN_VOID_NO_BARRIER -> operands.code(CodeBuilder::return_);
      case RETURN, RETURN_WIDE, RETURN_OBJECT -> returnValue();
      case CONST_4, CONST_16, CONST, CONST_HIGH16 ->
          operands.constant(at.a(), at.literal() & 0xffff_ffffL, false);
      case CONST_WIDE_16, CONST_WIDE_32, CONST_WIDE, CONST_WIDE_HIGH16 ->
          operands.constant(at.a(), at.literal(), true);
      case CONST_STRING, CONST_STRING_JUMBO -> constString(dex.string(at.index()));
      case CONST_CLASS -> constClass(dex.type(at.index()));
      case CONST_METHOD_HANDLE -> {
        var handle = calls.handle(dex.methodHandle(at.index()));
        operands.code(c -> c.loadConstant(handle));
        operands.store(at.a(), Kind.REFERENCE);
      }
      case CONST_METHOD_TYPE -> {
        var type = MethodTypeDesc.ofDescriptor(dex.protoDescriptor(at.index()));
        operands.code(c -> c.loadConstant(type));
        operands.store(at.a(), Kind.REFERENCE);
      }
      case CHECK_CAST -> checkCast(dex.type(at.index()));
      case INSTANCE_OF -> {
        ClassDesc type = ClassDesc.ofDescriptor(dex.type(at.index()));
        operands.load(at.b(), Kind.REFERENCE);
        operands.code(c -> c.instanceOf(type));
        operands.store(at.a(), Kind.INT);
      }
      case ARRAY_LENGTH -> {
        operands.loadArray(at.b(), "[" + OBJECT);
        operands.code(CodeBuilder::arraylength);
        operands.store(at.a(), Kind.INT);
      }
      case NEW_INSTANCE -> {
        String type = dex.type(at.index());
        boolean isLate = operands.isLateClass(type);
        operands.code(c -> {
          if (isLate) {
            c.aconst_null();
          } else {
            c.new_(ClassDesc.ofDescriptor(type));
          }
        });
        operands.store(at.a(), Kind.REFERENCE);
      }
      case NEW_ARRAY -> {
        operands.load(at.b(), Kind.INT);
        newArray(dex.type(at.index()));
        operands.store(at.a(), Kind.REFERENCE);
      }
      case FILLED_NEW_ARRAY, FILLED_NEW_ARRAY_RANGE -> filledNewArray();
      case FILL_ARRAY_DATA -> fillArrayData();
      case THROW -> {
        operands.load(at.a(), "Ljava/lang/Throwable;");
        operands.code(CodeBuilder::athrow);
      }
      case GOTO, GOTO_16, GOTO_32 -> {
        Node target = nodes.apply(at.target());
        node.targets.add(target);
        operands.code(c -> c.goto_(target.label()));
      }
      case PACKED_SWITCH, SPARSE_SWITCH -> lowerSwitch(node, nodes);
      case IF_EQ, IF_NE, IF_LT, IF_GE, IF_GT, IF_LE -> ifTwo(node, nodes.apply(at.target()));
      case IF_EQZ, IF_NEZ, IF_LTZ, IF_GEZ, IF_GTZ, IF_LEZ -> ifZero(node, nodes.apply(at.target()));
      case NOT_INT -> {
        operands.load(at.b(), Kind.INT);
        operands.code(c -> c.iconst_m1().ixor());
        operands.store(at.a(), Kind.INT);
      }
      case NOT_LONG -> {
        operands.load(at.b(), Kind.LONG);
        operands.code(c -> c.loadConstant(-1L).lxor());
        operands.store(at.a(), Kind.LONG);
      }
      case IGET, IGET_WIDE, IGET_OBJECT, IGET_BOOLEAN, IGET_BYTE, IGET_CHAR, IGET_SHORT -> {
        FieldRef field = dex.field(at.index());
        ClassDesc type = ClassDesc.ofDescriptor(field.type());
        if (operands.isUninitialized(at.b())) {
          throw new UntranslatableException("field of an object that is not initialized");
        }
        String keeper = operands.keeper(at.b(), field);
        if (keeper == null) {
          operands.loadObject(at.b(), field);
          operands.code(c -> c.getfield(owner(field), field.name(), type));
        } else {
          operands.load(at.b(), Kind.REFERENCE);
          operands.code(KeptMembers.getter(keeper, field));
        }
        operands.store(at.a(), Kind.of(field.type()));
      }
      case IPUT, IPUT_WIDE, IPUT_OBJECT, IPUT_BOOLEAN, IPUT_BYTE, IPUT_CHAR, IPUT_SHORT -> {
        FieldRef field = dex.field(at.index());
        ClassDesc type = ClassDesc.ofDescriptor(field.type());
        String keeper = operands.keeper(at.b(), field);
        if (keeper == null) {
          operands.loadObject(at.b(), field);
          operands.load(at.a(), field.type());
          operands.code(c -> c.putfield(owner(field), field.name(), type));
        } else {
          operands.load(at.b(), Kind.REFERENCE);
          operands.load(at.a(), field.type());
          operands.code(KeptMembers.setter(keeper, field));
        }
      }
      case SGET, SGET_WIDE, SGET_OBJECT, SGET_BOOLEAN, SGET_BYTE, SGET_CHAR, SGET_SHORT -> {
        FieldRef field = dex.field(at.index());
        ClassDesc type = ClassDesc.ofDescriptor(field.type());
        operands.code(c -> c.getstatic(owner(field), field.name(), type));
        operands.store(at.a(), Kind.of(field.type()));
      }
      case SPUT, SPUT_WIDE, SPUT_OBJECT, SPUT_BOOLEAN, SPUT_BYTE, SPUT_CHAR, SPUT_SHORT -> {
        FieldRef field = dex.field(at.index());
        ClassDesc type = ClassDesc.ofDescriptor(field.type());
        operands.load(at.a(), field.type());
        operands.code(c -> c.putstatic(owner(field), field.name(), type));
      }
      case AGET, AGET_WIDE, AGET_OBJECT, AGET_BOOLEAN, AGET_BYTE, AGET_CHAR, AGET_SHORT -> aget();
      case APUT, APUT_WIDE, APUT_OBJECT, APUT_BOOLEAN, APUT_BYTE, APUT_CHAR, APUT_SHORT -> aput();
      // What they become is known when all of the method's are (Locks).
      case MONITOR_ENTER, MONITOR_EXIT -> {
        if (operands.isUninitialized(at.a())) {
          throw new UntranslatableException("monitor of an object that is not initialized");
        }
      }
      case MOVE_RESULT, MOVE_RESULT_WIDE, MOVE_RESULT_OBJECT -> storeResult();
      default -> literalOrCall();
    }
  }

  private void literalOrCall() {
    int opcode = at.opcodeValue();
    if (opcode >= Opcode.ADD_INT_LIT16.value() && opcode <= Opcode.USHR_INT_LIT8.value()) {
      computeLiteral(opcode);
      return;
    }
    String result = calls.invoke(at);
    if (!result.equals("V") && !resultIsFetched()) {
      operands.code(Kind.of(result).isWide() ? CodeBuilder::pop2 : CodeBuilder::pop);
    }
  }

  private boolean resultIsFetched() {
    int next = at.pc() + at.units();
    if (next >= body.size) {
      return false;
    }
    int opcode = body.insns[next] & 0xff;
    return opcode >= Opcode.MOVE_RESULT.value() && opcode <= Opcode.MOVE_RESULT_OBJECT.value();
  }

  /**
   * Stores the result of the preceding call; the type of the register after it determines the kind.
   */
  private void storeResult() {
    operands.store(at.a(), resultKind());
  }

  private Kind resultKind() {
    Instruction call = at.copy();
    int pc = at.pc();
    // The call stands directly before; instructions have 3 or 4 units when they are calls.
    for (int units = 3; units <= 4; units++) {
      if (pc >= units && types.isReached(pc - units)) {
        call.moveTo(pc - units);
        if (call.units() == units && !call.isPayload() && isCall(call.opcode())) {
          return kindOfResult(call);
        }
      }
    }
    throw new UntranslatableException("move-result without a call");
  }

  private static boolean isCall(Opcode opcode) {
    return opcode.has(Opcode.LIST | Opcode.RANGE);
  }

  private Kind kindOfResult(Instruction call) {
    return switch (call.opcode()) {
      case FILLED_NEW_ARRAY, FILLED_NEW_ARRAY_RANGE -> Kind.REFERENCE;
      case INVOKE_CUSTOM, INVOKE_CUSTOM_RANGE ->
          Kind.of(dex.callSite(call.index()).type().returnType());
      case INVOKE_POLYMORPHIC, INVOKE_POLYMORPHIC_RANGE ->
          Kind.of(dex.proto(call.protoIndex()).returnType());
      default -> Kind.of(dex.type(dex.returnType(dex.methodProto(call.index()))));
    };
  }

  private void compute(Arithmetic arithmetic) {
    boolean twoAddress = at.opcode().format() == Format.F12X;
    Kind second = arithmetic.second();
    if (second == null) {
      operands.load(at.b(), arithmetic.first());
    } else {
      operands.load(twoAddress ? at.a() : at.b(), arithmetic.first());
      operands.load(twoAddress ? at.b() : at.c(), second);
    }
    emit(arithmetic.code());
    operands.store(at.a(), arithmetic.result());
  }

  private void emit(java.lang.classfile.Opcode code) {
    if (isConversion(code)) {
      operands.code(c -> c.with(ConvertInstruction.of(code)));
    } else {
      operands.code(c -> c.with(OperatorInstruction.of(code)));
    }
  }

  /** JVMS 2.11.4: the type conversions are consecutive. */
  private static boolean isConversion(java.lang.classfile.Opcode code) {
    return code.bytecode() >= java.lang.classfile.Opcode.I2L.bytecode()
        && code.bytecode() <= java.lang.classfile.Opcode.I2S.bytecode();
  }

  private static final java.lang.classfile.Opcode[] LITERAL_CODES = {
    java.lang.classfile.Opcode.IADD,
    java.lang.classfile.Opcode.ISUB,
    java.lang.classfile.Opcode.IMUL,
    java.lang.classfile.Opcode.IDIV,
    java.lang.classfile.Opcode.IREM,
    java.lang.classfile.Opcode.IAND,
    java.lang.classfile.Opcode.IOR,
    java.lang.classfile.Opcode.IXOR,
    java.lang.classfile.Opcode.ISHL,
    java.lang.classfile.Opcode.ISHR,
    java.lang.classfile.Opcode.IUSHR
  };

  private void computeLiteral(int opcode) {
    boolean reversed = opcode == Opcode.RSUB_INT.value() || opcode == Opcode.RSUB_INT_LIT8.value();
    int first =
        opcode < Opcode.ADD_INT_LIT8.value()
            ? Opcode.ADD_INT_LIT16.value()
            : Opcode.ADD_INT_LIT8.value();
    int literal = (int) at.literal();
    if (reversed) {
      operands.code(c -> c.loadConstant(literal));
      operands.load(at.b(), Kind.INT);
    } else {
      operands.load(at.b(), Kind.INT);
      operands.code(c -> c.loadConstant(literal));
    }
    emit(LITERAL_CODES[opcode - first]);
    operands.store(at.a(), Kind.INT);
  }

  private void moveException(Node node) {
    node.movesException = true;
    int next = at.pc() + at.units();
    String type = types.isReached(next) ? types.descriptor(next, at.a()) : "Ljava/lang/Throwable;";
    operands.code(c -> adapt(c, canBeOverflow(type)));
    if (!type.equals("Ljava/lang/Throwable;") && !type.equals(OBJECT) && !type.isEmpty()) {
      operands.code(c -> c.checkcast(ClassDesc.ofDescriptor(type)));
    }
    operands.store(at.a(), Kind.REFERENCE);
  }

  /** Returns whether what is caught as a type may say that the stack has ended. */
  private static boolean canBeOverflow(String type) {
    return switch (type) {
      case "",
          OBJECT,
          "Ljava/lang/Throwable;",
          "Ljava/lang/Error;",
          "Ljava/lang/VirtualMachineError;",
          "Ljava/lang/StackOverflowError;" ->
          true;
      default -> false;
    };
  }

  /**
   * Words the exception as ART does. Where the stack has ended it may be too short for that call,
   * or for loading its class: a handler that calls nothing itself, such as that of a {@code
   * finally}, must run all the same.
   */
  @SuppressWarnings("ReferenceEquality") // The same builder.
  private void adapt(CodeBuilder code, boolean canBeOverflow) {
    if (!canBeOverflow) {
      code.invokestatic(MESSAGES, "adapt", ADAPT);
      return;
    }
    Label start = code.newLabel();
    Label end = code.newLabel();
    Label failed = code.newLabel();
    Label done = code.newLabel();
    if (code != catching) {
      catching = code;
      caught = code.allocateLocal(TypeKind.REFERENCE);
    }
    code.astore(caught)
        .labelBinding(start)
        .aload(caught)
        .invokestatic(MESSAGES, "adapt", ADAPT)
        .labelBinding(end)
        .goto_(done)
        .labelBinding(failed)
        .pop()
        .aload(caught)
        .labelBinding(done)
        .exceptionCatchAll(start, end, failed);
  }

  private void returnValue() {
    operands.load(at.a(), returnType);
    TypeKind kind = Kind.of(returnType).type();
    operands.code(c -> c.return_(kind));
  }

  private void constString(String text) {
    operands.code(c -> loadString(c, text));
    operands.store(at.a(), Kind.REFERENCE);
  }

  /** One constant holds 65,535 bytes (JVMS 4.4.7); a longer string is put together. */
  static void loadString(CodeBuilder code, String text) {
    if (text.length() <= MAX_CHARS) {
      code.loadConstant(text);
      return;
    }
    MethodTypeDesc concat = MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String);
    code.loadConstant(text.substring(0, MAX_CHARS));
    for (int i = MAX_CHARS; i < text.length(); i += MAX_CHARS) {
      code.loadConstant(text.substring(i, Math.min(text.length(), i + MAX_CHARS)));
      code.invokevirtual(ConstantDescs.CD_String, "concat", concat);
    }
    code.invokevirtual(
        ConstantDescs.CD_String, "intern", MethodTypeDesc.of(ConstantDescs.CD_String));
  }

  private void constClass(String type) {
    ClassDesc desc = ClassDesc.ofDescriptor(type);
    if (desc.isPrimitive()) {
      operands.code(c -> c.getstatic(BoxingCode.wrapper(desc), "TYPE", ConstantDescs.CD_Class));
    } else {
      operands.code(c -> c.loadConstant(desc));
    }
    operands.store(at.a(), Kind.REFERENCE);
  }

  private void checkCast(String type) {
    operands.load(at.a(), Kind.REFERENCE);
    operands.code(c -> c.checkcast(ClassDesc.ofDescriptor(type)));
    operands.store(at.a(), Kind.REFERENCE);
  }

  private void newArray(String type) {
    String component = type.substring(1);
    if (Kind.of(component) == Kind.REFERENCE) {
      operands.code(c -> c.anewarray(ClassDesc.ofDescriptor(component)));
    } else {
      operands.code(c -> c.newarray(TypeKind.fromDescriptor(component)));
    }
  }

  private void filledNewArray() {
    String type = dex.type(at.index());
    String component = type.substring(1);
    int count = at.argumentCount();
    if (component.length() == 1 && !component.equals("I")) {
      operands.code(
          c -> c.loadConstant(component).invokestatic(ARRAY_DATA, "checkFilled", CHECK_FILLED));
    }
    operands.code(c -> c.loadConstant(count));
    newArray(type);
    for (int i = 0; i < count; i++) {
      int index = i;
      operands.code(c -> c.dup().loadConstant(index));
      operands.load(at.argument(i), component);
      TypeKind kind = TypeKind.fromDescriptor(component);
      operands.code(c -> c.arrayStore(kind));
    }
    if (!resultIsFetched()) {
      operands.code(CodeBuilder::pop);
    }
  }

  private void fillArrayData() {
    Instruction data = at.copy();
    data.moveTo(at.target());
    String known = operands.receiver(at.a());
    String type = known != null && FILLED.contains(known) ? known : Operands.OBJECT;
    operands.load(at.a(), type);
    FewElements few =
        type.equals(Operands.OBJECT)
            ? null
            : FewElements.of(type.charAt(1), elements(data), body.size);
    if (few != null) {
      var check =
          MethodTypeDesc.of(
              ConstantDescs.CD_void, ClassDesc.ofDescriptor(type), ConstantDescs.CD_int);
      operands.code(c ->
          few.store(c.dup().loadConstant(few.size()).invokestatic(ARRAY_DATA, "check", check)));
      return;
    }
    String text = pack(data);
    var fill =
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ClassDesc.ofDescriptor(type),
            ConstantDescs.CD_String,
            ConstantDescs.CD_int);
    operands.code(c -> {
      for (int i = 0; i == 0 || i < text.length(); i += MAX_CHARS) {
        int end = Math.min(text.length(), i + MAX_CHARS);
        if (end < text.length()) {
          c.dup();
        }
        c.loadConstant(text.substring(i, end)).loadConstant(i);
        c.invokestatic(ARRAY_DATA, "fill", fill);
      }
    });
  }

  private static long[] elements(Instruction data) {
    long[] elements = new long[data.payloadSize()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = data.element(i);
    }
    return elements;
  }

  /**
   * The elements as chars: a byte or short in one, an int in two, a long in four, low bits first.
   */
  private static String pack(Instruction data) {
    int count = data.payloadSize();
    int chars = Math.max(1, data.elementWidth() / 2);
    var text = new StringBuilder(count * chars);
    for (int i = 0; i < count; i++) {
      long value = data.element(i);
      for (int j = 0; j < chars; j++) {
        text.append((char) (value >>> (16 * j)));
      }
    }
    return text.toString();
  }

  private void lowerSwitch(Node node, IntFunction<Node> nodes) {
    Instruction table = at.copy();
    table.moveTo(at.target());
    int next = at.pc() + at.units();
    Node otherwise = nodes.apply(next);
    node.targets.add(otherwise);
    operands.load(at.a(), Kind.INT);
    int count = table.payloadSize();
    if (count == 0) {
      operands.code(c -> c.pop().goto_(otherwise.label()));
      return;
    }
    int[] keys = new int[count];
    List<Node> targets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys[i] = table.caseKey(i);
      targets.add(nodes.apply(at.pc() + table.caseOffset(i)));
    }
    node.targets.addAll(targets);
    if (table.isPackedSwitchPayload()) {
      operands.code(
          c -> c.tableswitch(keys[0], keys[count - 1], otherwise.label(), cases(keys, targets)));
    } else {
      operands.code(c -> c.lookupswitch(otherwise.label(), cases(keys, targets)));
    }
  }

  private static List<SwitchCase> cases(int[] keys, List<Node> targets) {
    List<SwitchCase> cases = new ArrayList<>(keys.length);
    for (int i = 0; i < keys.length; i++) {
      cases.add(SwitchCase.of(keys[i], targets.get(i).label()));
    }
    return cases;
  }

  private void ifTwo(Node node, Node target) {
    node.targets.add(target);
    boolean equal = at.opcode() == Opcode.IF_EQ;
    if (operands.isReference(at.a()) || operands.isReference(at.b())) {
      boolean isNull = operands.needsNoVariable(at.a(), Kind.REFERENCE);
      if (isNull || operands.needsNoVariable(at.b(), Kind.REFERENCE)) {
        operands.load(isNull ? at.b() : at.a(), Kind.REFERENCE);
        operands.code(c -> ifNull(c, equal, target.label()));
        return;
      }
      operands.load(at.a(), Kind.REFERENCE);
      operands.load(at.b(), Kind.REFERENCE);
      operands.code(c -> {
        if (equal) {
          c.if_acmpeq(target.label());
        } else {
          c.if_acmpne(target.label());
        }
      });
      return;
    }
    operands.load(at.a(), Kind.INT);
    operands.load(at.b(), Kind.INT);
    operands.code(
        switch (at.opcode()) {
          case IF_EQ -> c -> c.if_icmpeq(target.label());
          case IF_NE -> c -> c.if_icmpne(target.label());
          case IF_LT -> c -> c.if_icmplt(target.label());
          case IF_GE -> c -> c.if_icmpge(target.label());
          case IF_GT -> c -> c.if_icmpgt(target.label());
          default -> c -> c.if_icmple(target.label());
        });
  }

  private void ifZero(Node node, Node target) {
    node.targets.add(target);
    boolean isNullVariable = operands.isZero(at.a()) && operands.isVariable(at.a(), Kind.REFERENCE);
    if (operands.isReference(at.a()) || isNullVariable) {
      boolean equal = at.opcode() == Opcode.IF_EQZ;
      operands.load(at.a(), Kind.REFERENCE);
      operands.code(c -> ifNull(c, equal, target.label()));
      return;
    }
    operands.load(at.a(), Kind.INT);
    operands.code(
        switch (at.opcode()) {
          case IF_EQZ -> c -> c.ifeq(target.label());
          case IF_NEZ -> c -> c.ifne(target.label());
          case IF_LTZ -> c -> c.iflt(target.label());
          case IF_GEZ -> c -> c.ifge(target.label());
          case IF_GTZ -> c -> c.ifgt(target.label());
          default -> c -> c.ifle(target.label());
        });
  }

  private static void ifNull(CodeBuilder code, boolean equal, Label label) {
    if (equal) {
      code.ifnull(label);
    } else {
      code.ifnonnull(label);
    }
  }

  private void aget() {
    String component = component(at.b());
    Kind kind = Kind.of(component);
    TypeKind width = TypeKind.fromDescriptor(component);
    operands.loadArray(at.b(), "[" + component);
    operands.load(at.c(), Kind.INT);
    operands.code(c -> c.arrayLoad(width));
    if (operands.isZero(at.b())) {
      // It has thrown; what follows expects any kind.
      operands.code(kind.isWide() ? CodeBuilder::pop2 : CodeBuilder::pop);
      operands.constant(at.a(), 0, kind.isWide());
    } else {
      operands.store(at.a(), kind);
    }
  }

  private void aput() {
    String component = component(at.b());
    TypeKind width = TypeKind.fromDescriptor(component);
    operands.loadArray(at.b(), "[" + component);
    operands.load(at.c(), Kind.INT);
    if (operands.isZero(at.b()) && Kind.of(component) != Kind.REFERENCE) {
      // The array is null, so that it is not known whether the value is meant as a float.
      operands.code(Kind.of(component)::pushZero);
    } else {
      operands.load(at.a(), Kind.of(component));
    }
    operands.code(c -> c.arrayStore(width));
  }

  /**
   * Returns the component type of an array that is accessed: the opcode contains only the width.
   */
  private String component(int array) {
    String type = operands.descriptor(array);
    if (type.startsWith("[")) {
      String component = type.substring(1);
      return Kind.of(component) == Kind.REFERENCE ? OBJECT : component;
    }
    return switch (at.opcode()) {
      case AGET, APUT -> "I";
      case AGET_WIDE, APUT_WIDE -> "J";
      case AGET_BOOLEAN, APUT_BOOLEAN -> "Z";
      case AGET_BYTE, APUT_BYTE -> "B";
      case AGET_CHAR, APUT_CHAR -> "C";
      case AGET_SHORT, APUT_SHORT -> "S";
      default -> OBJECT;
    };
  }

  private static ClassDesc owner(FieldRef field) {
    return ClassDesc.ofDescriptor(field.definingClass());
  }
}
