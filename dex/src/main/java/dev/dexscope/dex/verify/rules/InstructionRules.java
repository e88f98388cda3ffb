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
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import dev.dexscope.dex.verify.types.RegisterLine;

/** What each instruction asks of the registers and makes of them ("Summary of bytecode set"). */
final class InstructionRules {
  private static final int RETURN_VOID_NO_BARRIER = 0x73;

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

  /** Applies the instruction at the frame's pc; true when it leaves a result. */
  boolean apply(int opcode) {
    switch (opcode >>> 4) {
      case 0x0, 0x1 -> applyMoveReturnConst(opcode);
      case 0x2 -> {
        return applyObject(opcode);
      }
      case 0x3 -> applyCompareOrBranch(opcode);
      case 0x7, 0x8, 0x9, 0xa, 0xb, 0xc, 0xd -> {
        if (opcode < 0x7b) {
          return applyInvoke(opcode);
        }
        applyArithmetic(opcode);
      }
      case 0x4, 0x5 -> applyMember(opcode);
      case 0x6 -> {
        if (opcode >= 0x6e) {
          return applyInvoke(opcode);
        }
        applyMember(opcode);
      }
      case 0xe -> applyArithmetic(opcode);
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
      case 0x00 -> {
        if (body.insns[frame.pc] != 0) {
          frame.hard("encountered data table in instruction stream");
        }
      }
      case 0x01, 0x02, 0x03 -> frame.move(a(), b(), false);
      case 0x04, 0x05, 0x06 -> frame.moveWide(a(), b());
      case 0x07, 0x08, 0x09 -> frame.move(a(), b(), true);
      case 0x0a -> frame.moveResult(a(), false);
      case 0x0b -> frame.moveResultWide(a());
      case 0x0c -> frame.moveResult(a(), true);
      case 0x0d -> method.moveException(a());
      case 0x0e -> returnVoid();
      case 0x0f -> returnCategory1();
      case 0x10 -> returnWide();
      case 0x11 -> returnObject();
      case 0x12 -> frame.set(a(), RegType.constant(body.insns[frame.pc] << 16 >> 28));
      case 0x13 -> frame.set(a(), RegType.constant((short) body.insns[frame.pc + 1]));
      case 0x14 -> frame.set(a(), RegType.constant(body.int32(frame.pc + 1)));
      case 0x15 -> frame.set(a(), RegType.constant(body.insns[frame.pc + 1] << 16));
      case 0x16, 0x17, 0x18, 0x19 -> frame.work.setWide(a(), CONST_LO);
      case 0x1a, 0x1b -> frame.set(a(), types.string);
      case 0x1c -> constClass();
      case 0x1d -> monitorEnter();
      case 0x1e -> monitorExit();
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
    if (opcode >= 0x07 && opcode <= 0x09) {
      if (body.registerB(before) == register) {
        frame.move(body.registerA(before), register, true);
      }
    } else if (opcode == 0x1c && before != 0 && !method.isTarget(before)) {
      int first = method.previous(before);
      boolean sameClass =
          (body.insns[first] & 0xff) == 0x1c && body.insns[first + 1] == body.insns[before + 1];
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
      // The resolver has said so.
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
      case 0x20 -> instanceOf();
      case 0x21 -> arrayLength();
      case 0x22 -> newInstance();
      case 0x23 -> members.newArray();
      case 0x24 -> {
        members.filledNewArray(false);
        return true;
      }
      case 0x25 -> {
        members.filledNewArray(true);
        return true;
      }
      case 0x26 -> members.fillArrayData();
      case 0x27 -> checkThrow();
      case 0x2b, 0x2c -> frame.expect(a(), INTEGER);
      case 0x2d, 0x2e -> compare(FLOAT);
      case 0x2f -> compare(DOUBLE_LO);
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
      case 0x30 -> compare(DOUBLE_LO);
      case 0x31 -> compare(LONG_LO);
      case 0x32, 0x33 -> ifEqual();
      case 0x34, 0x35, 0x36, 0x37 -> ifOrdered();
      case 0x38, 0x39 -> ifZero(opcode == 0x38);
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
      if ((body.insns[before] & 0xff) == 0x20) {
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
      if (opcode >= 0x07
          && opcode <= 0x09
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
    if (opcode < 0x44) {
      return;
    }
    if (opcode <= 0x51) {
      int kind = (opcode - 0x44) % 7;
      if (opcode < 0x4b) {
        members.arrayGet(kind);
      } else {
        members.arrayPut(kind);
      }
      return;
    }
    boolean isStatic = opcode >= 0x60;
    int first = isStatic ? 0x60 : 0x52;
    boolean put = opcode >= first + 7;
    members.field((opcode - first) % 7, isStatic, put);
  }

  private boolean applyInvoke(int opcode) {
    return switch (opcode) {
      case RETURN_VOID_NO_BARRIER -> {
        returnVoidNoBarrier();
        yield false;
      }
      case 0xfe -> {
        frame.set(a(), types.methodHandle);
        yield false;
      }
      case 0xff -> {
        frame.set(a(), types.methodType);
        yield false;
      }
      case 0xfa, 0xfb -> invokes.polymorphic(opcode == 0xfb);
      case 0xfc, 0xfd -> invokes.custom(opcode == 0xfd);
      default -> {
        boolean range = opcode >= 0x74;
        yield invokes.invoke(InvokeKind.of(opcode - (range ? 0x74 : 0x6e)), range);
      }
    };
  }

  /** What ART writes for return-void where no final field was set. */
  private void returnVoidNoBarrier() {
    if (method.isInstanceConstructor() && method.declaresFinalInstanceField()) {
      frame.hard("return-void-no-barrier not expected in a class with final fields");
    }
    if (!method.isConstructor() && method.returnType() != CONFLICT) {
      frame.hard("return-void not expected");
    }
  }

  private void applyArithmetic(int opcode) {
    if (opcode < 0x90) {
      unary(opcode);
    } else if (opcode < 0xb0) {
      binary(opcode - 0x90, a(), b(), c());
    } else if (opcode < 0xd0) {
      binary(opcode - 0xb0, a(), a(), b());
    } else {
      literal(opcode);
    }
  }

  private void unary(int opcode) {
    switch (opcode) {
      case 0x7b, 0x7c -> convert(INTEGER, INTEGER);
      case 0x7d, 0x7e -> convert(LONG_LO, LONG_LO);
      case 0x7f -> convert(FLOAT, FLOAT);
      case 0x80 -> convert(DOUBLE_LO, DOUBLE_LO);
      case 0x81 -> convert(INTEGER, LONG_LO);
      case 0x82 -> convert(INTEGER, FLOAT);
      case 0x83 -> convert(INTEGER, DOUBLE_LO);
      case 0x84 -> convert(LONG_LO, INTEGER);
      case 0x85 -> convert(LONG_LO, FLOAT);
      case 0x86 -> convert(LONG_LO, DOUBLE_LO);
      case 0x87 -> convert(FLOAT, INTEGER);
      case 0x88 -> convert(FLOAT, LONG_LO);
      case 0x89 -> convert(FLOAT, DOUBLE_LO);
      case 0x8a -> convert(DOUBLE_LO, INTEGER);
      case 0x8b -> convert(DOUBLE_LO, LONG_LO);
      case 0x8c -> convert(DOUBLE_LO, FLOAT);
      case 0x8d -> convert(INTEGER, BYTE);
      case 0x8e -> convert(INTEGER, CHAR);
      default -> convert(INTEGER, SHORT);
    }
  }

  private void convert(int from, int to) {
    if (frame.expect(b(), from)) {
      frame.setAny(a(), to);
    }
  }

  /** The opcodes of 23x and of 12x (2addr) stand in the same order. */
  private void binary(int operation, int to, int left, int right) {
    if (operation <= 0x0a) {
      binaryInt(operation >= 0x05 && operation <= 0x07, to, left, right);
    } else if (operation <= 0x12) {
      arithmetic(LONG_LO, LONG_LO, to, left, right);
    } else if (operation <= 0x15) {
      arithmetic(LONG_LO, INTEGER, to, left, right);
    } else if (operation <= 0x1a) {
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
    boolean wide = opcode < 0xd8;
    int value = wide ? (short) body.insns[frame.pc + 1] : (byte) (body.insns[frame.pc + 1] >>> 8);
    boolean bitwise = wide ? opcode >= 0xd5 : opcode >= 0xdd && opcode <= 0xdf;
    if (frame.expect(b(), INTEGER)) {
      boolean booleans = bitwise && RegType.isBoolean(frame.get(b())) && (value == 0 || value == 1);
      frame.set(a(), booleans ? BOOLEAN : INTEGER);
    }
  }
}
