package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.types.RegType.BOOLEAN;
import static dev.dexscope.dex.verify.types.RegType.BYTE;
import static dev.dexscope.dex.verify.types.RegType.CHAR;
import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.types.RegType.CONST_LO;
import static dev.dexscope.dex.verify.types.RegType.DOUBLE_LO;
import static dev.dexscope.dex.verify.types.RegType.FLOAT;
import static dev.dexscope.dex.verify.types.RegType.INTEGER;
import static dev.dexscope.dex.verify.types.RegType.LONG_LO;
import static dev.dexscope.dex.verify.types.RegType.SHORT;
import static dev.dexscope.dex.verify.types.RegType.UNDEFINED;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_SOFT;
import static dev.dexscope.dex.verify.verdict.Problem.INSTANTIATION;
import static dev.dexscope.dex.verify.verdict.Problem.LOCKING;
import static dev.dexscope.dex.verify.verdict.Problem.NO_CLASS;

import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.raw.Op;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import dev.dexscope.dex.verify.types.RegisterLine;

/**
 * The effect of each instruction on the registers, and its preconditions ("Summary of bytecode
 * set").
 */
final class InstructionRules {
  /** Instructions on members of each kind of type: 32 bits, wide, object, boolean to short. */
  private static final int MEMBER_KINDS = 7;

  private final MethodVerifier method;
  private final Frame frame;
  private final RegTypes types;
  private final MethodBody body;
  private final ClassResolver classes;
  private final MemberRules members;
  private final InvokeRules invokes;

  InstructionRules(MethodVerifier method, Frame frame, MethodBody body, ClassResolver classes) {
    this.method = method;
    this.frame = frame;
    this.types = frame.types;
    this.body = body;
    this.classes = classes;
    this.members = new MemberRules(method, frame, body, classes);
    this.invokes = new InvokeRules(method, frame, body, classes);
  }

  /** Applies the instruction at the frame's pc; returns whether it has a result. */
  boolean apply(int opcode) {
    // By the high digit: a chain of comparisons made verifying a large file take a fifth longer.
    switch (opcode >>> 4) {
      case Op.NOP >>> 4, Op.RETURN_WIDE >>> 4 -> applyMoveReturnConst(opcode);
      case Op.INSTANCE_OF >>> 4 -> {
        return applyObject(opcode);
      }
      case Op.CMPG_DOUBLE >>> 4 -> applyCompareOrBranch(opcode);
      case Op.INVOKE_STATIC_RANGE >>> 4,
          Op.NEG_DOUBLE >>> 4,
          Op.ADD_INT >>> 4,
          Op.AND_LONG >>> 4,
          Op.ADD_INT_2ADDR >>> 4,
          Op.AND_LONG_2ADDR >>> 4,
          Op.ADD_INT_LIT16 >>> 4 -> {
        if (opcode < Op.NEG_INT) {
          return applyInvoke(opcode);
        }
        applyArithmetic(opcode);
      }
      case Op.AGET >>> 4, Op.APUT_CHAR >>> 4 -> applyMember(opcode);
      case Op.SGET >>> 4 -> {
        if (opcode >= Op.INVOKE_VIRTUAL) {
          return applyInvoke(opcode);
        }
        applyMember(opcode);
      }
      case Op.SHL_INT_LIT8 >>> 4 -> applyArithmetic(opcode);
      default -> {
        return applyInvoke(opcode);
      }
    }
    return false;
  }

  private int a() {
    return body.registerA(frame.pc);
  }

  private int b() {
    return body.registerB(frame.pc);
  }

  private int c() {
    return body.registerC(frame.pc);
  }

  private void applyMoveReturnConst(int opcode) {
    switch (opcode) {
      case Op.NOP -> {
        if (body.insns[frame.pc] != 0) {
          frame.hard("encountered data table in instruction stream");
        }
      }
      case Op.MOVE, Op.MOVE_FROM16, Op.MOVE_16 -> frame.move(a(), b(), false);
      case Op.MOVE_WIDE, Op.MOVE_WIDE_FROM16, Op.MOVE_WIDE_16 -> frame.moveWide(a(), b());
      case Op.MOVE_OBJECT, Op.MOVE_OBJECT_FROM16, Op.MOVE_OBJECT_16 -> frame.move(a(), b(), true);
      case Op.MOVE_RESULT -> frame.moveResult(a(), false);
      case Op.MOVE_RESULT_WIDE -> frame.moveResultWide(a());
      case Op.MOVE_RESULT_OBJECT -> frame.moveResult(a(), true);
      case Op.MOVE_EXCEPTION -> method.moveException(a());
      case Op.RETURN_VOID -> returnVoid();
      case Op.RETURN -> returnCategory1();
      case Op.RETURN_WIDE -> returnWide();
      case Op.RETURN_OBJECT -> returnObject();
      case Op.CONST_4 -> frame.set(a(), RegType.constant(body.insns[frame.pc] << 16 >> 28));
      case Op.CONST_16 -> frame.set(a(), RegType.constant((short) body.insns[frame.pc + 1]));
      case Op.CONST -> frame.set(a(), RegType.constant(body.int32(frame.pc + 1)));
      case Op.CONST_HIGH16 -> frame.set(a(), RegType.constant(body.insns[frame.pc + 1] << 16));
      case Op.CONST_WIDE_16, Op.CONST_WIDE_32, Op.CONST_WIDE, Op.CONST_WIDE_HIGH16 ->
          frame.work.setWide(a(), CONST_LO);
      case Op.CONST_STRING, Op.CONST_STRING_JUMBO -> frame.set(a(), types.string);
      case Op.CONST_CLASS -> constClass();
      case Op.MONITOR_ENTER -> monitorEnter();
      case Op.MONITOR_EXIT -> monitorExit();
      default -> checkCast();
    }
  }

  private void returnVoid() {
    if (method.checkConstructorReturn() && method.returnType() != CONFLICT) {
      frame.hard("return-void not expected");
    }
  }

  private void returnCategory1() {
    if (!method.checkConstructorReturn()) {
      return;
    }
    int expected = method.returnType();
    if (!RegType.isCategory1(expected)) {
      frame.hard("unexpected non-category 1 return type " + frame.name(expected));
      return;
    }
    // Compilers make methods that return an int as a boolean, a byte, a short or a char.
    int actual = frame.get(a());
    boolean narrow =
        switch (expected) {
          case BOOLEAN -> actual == BYTE || actual == INTEGER;
          case BYTE, SHORT, CHAR -> actual == INTEGER;
          default -> false;
        };
    frame.expect(a(), narrow ? actual : expected);
  }

  private void returnWide() {
    if (!method.checkConstructorReturn()) {
      return;
    }
    int expected = method.returnType();
    if (RegType.isLowHalf(expected)) {
      frame.expect(a(), expected);
    } else {
      frame.hard("return-wide not expected");
    }
  }

  private void returnObject() {
    if (!method.checkConstructorReturn()) {
      return;
    }
    int expected = method.returnType();
    int actual = frame.get(a());
    if (!RegType.isReference(expected)) {
      frame.hard("return-object not expected");
    } else if (actual == UNDEFINED) {
      frame.hard("returning undefined register");
    } else if (actual == CONFLICT) {
      frame.hard("returning register with conflict");
    } else if (RegTypes.isUninitialized(actual)) {
      frame.hard("returning uninitialized object '" + frame.name(actual) + "'");
    } else if (!RegType.isReference(actual)) {
      frame.hard("return-object returns a non-reference type " + frame.name(actual));
    } else if (!types.isAssignable(expected, actual)) {
      boolean unresolved = types.isUnresolved(actual) || types.isUnresolved(expected);
      frame.fail(
          unresolved && !types.hasWholePlatform() ? NO_CLASS : BAD_CLASS_SOFT,
          unresolved
              ? "can't resolve returned type '"
                  + frame.name(expected)
                  + "' or '"
                  + frame.name(actual)
                  + "'"
              : "returning '"
                  + frame.name(actual)
                  + "', but expected from declaration '"
                  + frame.name(expected)
                  + "'");
    }
  }

  private void constClass() {
    int type = classes.resolve(body.insns[frame.pc + 1], ClassResolver.Access.CHECKED);
    frame.set(a(), type == CONFLICT ? CONFLICT : types.classType);
  }

  private void monitorEnter() {
    int register = a();
    int type = frame.get(register);
    if (!RegType.isReference(type)) {
      frame.hard("monitor-enter on non-object (" + frame.name(type) + ")");
    } else if (!frame.work.enter(register)) {
      frame.fail(LOCKING, "unexpected monitor-enter on register v" + register);
    }
    if (frame.pc != 0 && !method.isTarget(frame.pc)) {
      trackCopies(register);
    }
  }

  /** A copy made just before holds the monitor too: compilers enter one and exit the other. */
  private void trackCopies(int register) {
    int before = method.previous(frame.pc);
    int opcode = body.insns[before] & 0xff;
    if (opcode >= Op.MOVE_OBJECT && opcode <= Op.MOVE_OBJECT_16) {
      if (body.registerB(before) == register) {
        frame.move(body.registerA(before), register, true);
      }
    } else if (opcode == Op.CONST_CLASS && before != 0 && !method.isTarget(before)) {
      int first = method.previous(before);
      boolean sameClass =
          (body.insns[first] & 0xff) == Op.CONST_CLASS
              && body.insns[first + 1] == body.insns[before + 1];
      if (sameClass && body.registerA(before) == register) {
        frame.move(body.registerA(first), register, true);
      } else if (sameClass && body.registerA(first) == register) {
        frame.move(body.registerA(before), register, true);
      }
    }
  }

  private void monitorExit() {
    int register = a();
    int type = frame.get(register);
    if (!RegType.isReference(type)) {
      frame.hard("monitor-exit on non-object (" + frame.name(type) + ")");
    } else if (!frame.work.exit(register)) {
      frame.fail(LOCKING, "monitor-exit does not unlock the innermost monitor");
    }
  }

  private void checkCast() {
    int type = classes.resolve(body.insns[frame.pc + 1], ClassResolver.Access.CHECKED);
    if (checkOperandOfType("check-cast", type, a())) {
      frame.refine(a(), type);
    }
  }

  private void instanceOf() {
    int type = classes.resolve(body.insns[frame.pc + 1], ClassResolver.Access.CHECKED);
    if (checkOperandOfType("instance-of", type, b())) {
      frame.set(a(), BOOLEAN);
    }
  }

  private boolean checkOperandOfType(String what, int type, int register) {
    int operand = frame.get(register);
    if (type == CONFLICT) {
      // The resolver has reported it.
      return false;
    }
    if (!RegType.isNonZeroReference(type)) {
      frame.hard(what + " on unexpected class " + frame.name(type));
    } else if (!RegType.isReference(operand)) {
      frame.hard(what + " on non-reference in v" + register);
    } else if (RegTypes.isUninitialized(operand)) {
      frame.hard(what + " on uninitialized reference in v" + register);
    } else {
      return true;
    }
    return false;
  }

  private boolean applyObject(int opcode) {
    switch (opcode) {
      case Op.INSTANCE_OF -> instanceOf();
      case Op.ARRAY_LENGTH -> arrayLength();
      case Op.NEW_INSTANCE -> newInstance();
      case Op.NEW_ARRAY -> members.newArray();
      case Op.FILLED_NEW_ARRAY -> {
        members.filledNewArray(false);
        return true;
      }
      case Op.FILLED_NEW_ARRAY_RANGE -> {
        members.filledNewArray(true);
        return true;
      }
      case Op.FILL_ARRAY_DATA -> members.fillArrayData();
      case Op.THROW -> checkThrow();
      case Op.PACKED_SWITCH, Op.SPARSE_SWITCH -> frame.expect(a(), INTEGER);
      case Op.CMPL_FLOAT, Op.CMPG_FLOAT -> compare(FLOAT);
      case Op.CMPL_DOUBLE -> compare(DOUBLE_LO);
      default -> {
        // A goto neither reads nor writes.
      }
    }
    return false;
  }

  private void arrayLength() {
    int type = frame.get(b());
    if (RegType.isZeroOrNull(type) || types.isArray(type)) {
      frame.set(a(), INTEGER);
    } else {
      frame.hard("array-length on non-array " + frame.name(type));
    }
  }

  private void newInstance() {
    int type = classes.resolve(body.insns[frame.pc + 1], ClassResolver.Access.CHECKED);
    if (type == CONFLICT) {
      return;
    }
    if (!types.isInstantiable(type)) {
      frame.fail(
          INSTANTIATION,
          "new-instance on primitive, interface or abstract class " + frame.name(type));
    }
    int instance = types.uninitialized(type, frame.pc);
    // One made here before and not initialized yet could be taken for this one.
    frame.work.invalidate(instance);
    frame.set(a(), instance);
  }

  private void checkThrow() {
    int type = frame.get(a());
    if (types.isAssignable(types.throwable, type)) {
      return;
    }
    if (RegTypes.isUninitialized(type)) {
      frame.hard("thrown exception not initialized");
    } else if (!RegType.isReference(type)) {
      frame.hard("thrown value of non-reference type " + frame.name(type));
    } else {
      frame.fail(
          types.isUnresolved(type) ? NO_CLASS : BAD_CLASS_SOFT,
          "thrown class " + frame.name(type) + " not instanceof Throwable");
    }
  }

  private void compare(int operand) {
    if (frame.expect(b(), operand) && frame.expect(c(), operand)) {
      frame.set(a(), INTEGER);
    }
  }

  private void applyCompareOrBranch(int opcode) {
    switch (opcode) {
      case Op.CMPG_DOUBLE -> compare(DOUBLE_LO);
      case Op.CMP_LONG -> compare(LONG_LO);
      case Op.IF_EQ, Op.IF_NE -> ifEqual();
      case Op.IF_LT, Op.IF_GE, Op.IF_GT, Op.IF_LE -> ifOrdered();
      case Op.IF_EQZ, Op.IF_NEZ -> ifZero(opcode == Op.IF_EQZ);
      default -> {
        int type = frame.get(a());
        if (!RegType.isIntegral(type)) {
          frame.hard("type " + frame.name(type) + " unexpected as arg to if-ltz/gez/gtz/lez");
        }
      }
    }
  }

  private void ifEqual() {
    int first = frame.get(a());
    int second = frame.get(b());
    boolean fits;
    if (RegType.isZeroOrNull(first)) {
      fits = RegType.isReference(second) || RegType.isIntegral(second);
    } else if (RegType.isReference(first)) {
      fits = RegType.isReference(second);
    } else {
      fits = RegType.isIntegral(first) && RegType.isIntegral(second);
    }
    if (!fits) {
      frame.hard(
          "args to if-eq/if-ne ("
              + frame.name(first)
              + ","
              + frame.name(second)
              + ") must both be references or integral");
    }
  }

  private void ifOrdered() {
    int first = frame.get(a());
    int second = frame.get(b());
    if (!RegType.isIntegral(first) || !RegType.isIntegral(second)) {
      frame.hard(
          "args to 'if' (" + frame.name(first) + "," + frame.name(second) + ") must be integral");
    }
  }

  private void ifZero(boolean branchOnZero) {
    int type = frame.get(a());
    if (!RegType.isReference(type) && !RegType.isIntegral(type)) {
      frame.hard("type " + frame.name(type) + " unexpected as arg to if-eqz/if-nez");
    }
    if (frame.pc != 0 && !method.isTarget(frame.pc)) {
      int before = method.previous(frame.pc);
      if ((body.insns[before] & 0xff) == Op.INSTANCE_OF) {
        refineByInstanceOf(before, branchOnZero);
      }
    }
  }

  /**
   * After {@code instance-of vX, vY, T; if-eqz vX} the register vY holds a T where vX is not zero;
   * so does the register that vY was copied from just before.
   */
  private void refineByInstanceOf(int at, boolean branchOnZero) {
    int outcome = body.registerA(at);
    int object = body.registerB(at);
    if (outcome != a() || outcome == object) {
      return;
    }
    int type = frame.get(object);
    int wanted = classes.resolve(body.insns[at + 1], ClassResolver.Access.UNCHECKED);
    if (!isRefinement(type, wanted)) {
      return;
    }
    RegisterLine refined = method.refinedLine(branchOnZero);
    refined.copyFrom(frame.work);
    refined.types[object] = wanted;
    if (at != 0 && !method.isTarget(at)) {
      int move = method.previous(at);
      int opcode = body.insns[move] & 0xff;
      if (opcode >= Op.MOVE_OBJECT
          && opcode <= Op.MOVE_OBJECT_16
          && body.registerA(move) == object
          && body.registerB(move) != outcome) {
        refined.types[body.registerB(move)] = wanted;
      }
    }
  }

  private boolean isRefinement(int type, int wanted) {
    Klass klass = types.klass(wanted);
    return type != wanted
        && klass != null
        && !klass.isInterface()
        && !types.isUnresolved(type)
        && (RegType.isZeroOrNull(type)
            || (RegType.isNonZeroReference(type)
                && types.isStrictlyAssignable(type, types.merge(wanted, type))));
  }

  private void applyMember(int opcode) {
    if (opcode <= Op.APUT_SHORT) {
      int kind = (opcode - Op.AGET) % MEMBER_KINDS;
      if (opcode < Op.APUT) {
        members.arrayGet(kind);
      } else {
        members.arrayPut(kind);
      }
      return;
    }
    boolean isStatic = opcode >= Op.SGET;
    int first = isStatic ? Op.SGET : Op.IGET;
    boolean put = opcode >= first + MEMBER_KINDS;
    members.field((opcode - first) % MEMBER_KINDS, isStatic, put);
  }

  private boolean applyInvoke(int opcode) {
    return switch (opcode) {
      case Op.RETURN_VOID_NO_BARRIER -> {
        returnVoidNoBarrier();
        yield false;
      }
      case Op.CONST_METHOD_HANDLE -> {
        frame.set(a(), types.methodHandle);
        yield false;
      }
      case Op.CONST_METHOD_TYPE -> {
        frame.set(a(), types.methodType);
        yield false;
      }
      case Op.INVOKE_POLYMORPHIC, Op.INVOKE_POLYMORPHIC_RANGE ->
          invokes.polymorphic(opcode == Op.INVOKE_POLYMORPHIC_RANGE);
      case Op.INVOKE_CUSTOM, Op.INVOKE_CUSTOM_RANGE ->
          invokes.custom(opcode == Op.INVOKE_CUSTOM_RANGE);
      default -> {
        boolean range = opcode >= Op.INVOKE_VIRTUAL_RANGE;
        yield invokes.invoke(
            InvokeKind.of(opcode - (range ? Op.INVOKE_VIRTUAL_RANGE : Op.INVOKE_VIRTUAL)), range);
      }
    };
  }

  /** ART's replacement for return-void if no final field was set. */
  private void returnVoidNoBarrier() {
    if (method.isInstanceConstructor() && method.declaresFinalInstanceField()) {
      frame.hard("return-void-no-barrier not expected in a class with final fields");
    }
    if (!method.isConstructor() && method.returnType() != CONFLICT) {
      frame.hard("return-void not expected");
    }
  }

  private void applyArithmetic(int opcode) {
    if (opcode < Op.ADD_INT) {
      unary(opcode);
    } else if (opcode < Op.ADD_INT_2ADDR) {
      binary(opcode, a(), b(), c());
    } else if (opcode < Op.ADD_INT_LIT16) {
      binary(opcode - Op.ADD_INT_2ADDR + Op.ADD_INT, a(), a(), b());
    } else {
      literal(opcode);
    }
  }

  private void unary(int opcode) {
    switch (opcode) {
      case Op.NEG_INT, Op.NOT_INT -> convert(INTEGER, INTEGER);
      case Op.NEG_LONG, Op.NOT_LONG -> convert(LONG_LO, LONG_LO);
      case Op.NEG_FLOAT -> convert(FLOAT, FLOAT);
      case Op.NEG_DOUBLE -> convert(DOUBLE_LO, DOUBLE_LO);
      case Op.INT_TO_LONG -> convert(INTEGER, LONG_LO);
      case Op.INT_TO_FLOAT -> convert(INTEGER, FLOAT);
      case Op.INT_TO_DOUBLE -> convert(INTEGER, DOUBLE_LO);
      case Op.LONG_TO_INT -> convert(LONG_LO, INTEGER);
      case Op.LONG_TO_FLOAT -> convert(LONG_LO, FLOAT);
      case Op.LONG_TO_DOUBLE -> convert(LONG_LO, DOUBLE_LO);
      case Op.FLOAT_TO_INT -> convert(FLOAT, INTEGER);
      case Op.FLOAT_TO_LONG -> convert(FLOAT, LONG_LO);
      case Op.FLOAT_TO_DOUBLE -> convert(FLOAT, DOUBLE_LO);
      case Op.DOUBLE_TO_INT -> convert(DOUBLE_LO, INTEGER);
      case Op.DOUBLE_TO_LONG -> convert(DOUBLE_LO, LONG_LO);
      case Op.DOUBLE_TO_FLOAT -> convert(DOUBLE_LO, FLOAT);
      case Op.INT_TO_BYTE -> convert(INTEGER, BYTE);
      case Op.INT_TO_CHAR -> convert(INTEGER, CHAR);
      default -> convert(INTEGER, SHORT);
    }
  }

  private void convert(int from, int to) {
    if (frame.expect(b(), from)) {
      frame.setAny(a(), to);
    }
  }

  /** By the opcode of 23x; those of 12x (2addr) are in the same order. */
  private void binary(int opcode, int to, int left, int right) {
    if (opcode <= Op.USHR_INT) {
      binaryInt(opcode >= Op.AND_INT && opcode <= Op.XOR_INT, to, left, right);
    } else if (opcode <= Op.XOR_LONG) {
      arithmetic(LONG_LO, LONG_LO, to, left, right);
    } else if (opcode <= Op.USHR_LONG) {
      arithmetic(LONG_LO, INTEGER, to, left, right);
    } else if (opcode <= Op.REM_FLOAT) {
      arithmetic(FLOAT, FLOAT, to, left, right);
    } else {
      arithmetic(DOUBLE_LO, DOUBLE_LO, to, left, right);
    }
  }

  private void arithmetic(int leftType, int rightType, int to, int left, int right) {
    if (frame.expect(left, leftType) && frame.expect(right, rightType)) {
      frame.setAny(to, leftType);
    }
  }

  /** And, or and xor of two booleans make a boolean. */
  private void binaryInt(boolean bitwise, int to, int left, int right) {
    if (frame.expect(left, INTEGER) && frame.expect(right, INTEGER)) {
      boolean booleans =
          bitwise && RegType.isBoolean(frame.get(left)) && RegType.isBoolean(frame.get(right));
      frame.set(to, booleans ? BOOLEAN : INTEGER);
    }
  }

  private void literal(int opcode) {
    boolean wide = opcode < Op.ADD_INT_LIT8;
    int value = wide ? (short) body.insns[frame.pc + 1] : (byte) (body.insns[frame.pc + 1] >>> 8);
    boolean bitwise =
        wide ? opcode >= Op.AND_INT_LIT16 : opcode >= Op.AND_INT_LIT8 && opcode <= Op.XOR_INT_LIT8;
    if (frame.expect(b(), INTEGER)) {
      boolean booleans = bitwise && RegType.isBoolean(frame.get(b())) && (value == 0 || value == 1);
      frame.set(a(), booleans ? BOOLEAN : INTEGER);
    }
  }
}
