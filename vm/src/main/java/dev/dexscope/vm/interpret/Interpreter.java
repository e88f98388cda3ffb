package dev.dexscope.vm.interpret;

import dev.dexscope.vm.code.Refusal;
import dev.dexscope.vm.runtime.Messages;
import org.jspecify.annotations.Nullable;

/** Executes decoded code, one instruction after the other. */
final class Interpreter {
  /** Answers of {@link #run} that are no instruction. */
  static final int RETURNED = -1;

  static final int STOPPED = -2;

  private Interpreter() {}

  /**
   * Runs a frame from an instruction on. A monitor is held by a {@code synchronized} block around a
   * nested run, so that the JVM knows its owner, and releases it if an exception leaves the method.
   *
   * @return {@link #RETURNED}, {@link #STOPPED}, or the instruction to continue at if the monitor
   *     that the run was started for has been released
   */
  // Results of int instructions are ints, which registers hold as longs; if-eq compares identity.
  @SuppressWarnings({"IntLongMath", "NarrowCalculation", "ReferenceEquality"})
  static int run(Frame f, int start) throws Throwable {
    long[] code = f.code.instructions;
    Object[] operands = f.code.operands;
    long[] n = f.numbers;
    @Nullable Object[] o = f.references;
    int at = start;
    while (true) {
      try {
        while (true) {
          long i = code[at];
          int a = (int) (i >>> 8) & 0xff;
          int b = (int) (i >>> 16) & 0xff;
          switch ((int) i & 0xff) {
            case Op.NOP -> {}
            case Op.MOVE -> n[(int) (i >>> 48)] = n[(int) (i >>> 32) & 0xffff];
            case Op.MOVE_OBJECT -> o[(int) (i >>> 48)] = o[(int) (i >>> 32) & 0xffff];
            case Op.MOVE_RESULT -> n[a] = f.result;
            case Op.MOVE_RESULT_OBJECT -> {
              o[a] = f.resultReference;
              // No use of the object: only registers are.
              f.resultReference = null;
            }
            case Op.MOVE_EXCEPTION -> {
              o[a] = f.exception;
              f.exception = null;
            }
            case Op.RETURN_VOID -> {
              return end(f, at);
            }
            case Op.RETURN -> {
              f.result = n[a];
              return end(f, at);
            }
            case Op.RETURN_OBJECT -> {
              f.resultReference = o[a];
              return end(f, at);
            }
            case Op.CONST -> n[a] = (int) (i >>> 32);
            case Op.CONST_ZERO -> {
              n[(int) (i >>> 48)] = 0;
              o[(int) (i >>> 48)] = null;
            }
            case Op.CONST_WIDE -> n[a] = f.code.wide[(int) (i >>> 32)];
            case Op.CONST_STRING -> o[a] = operands[(int) (i >>> 32)];
            case Op.MONITOR_ENTER -> {
              f.at = at;
              int next = Monitors.enter(f, o[a], at + 1);
              if (next < 0 || f.monitors().isInnermostReleased()) {
                return next;
              }
              at = next;
              continue;
            }
            case Op.MONITOR_EXIT -> {
              if (Monitors.exit(f, o[a])) {
                return at + 1;
              }
            }
            case Op.THROW -> {
              if (o[a] == null) {
                throw new NullPointerException();
              }
              throw (Throwable) o[a];
            }
            case Op.GOTO -> {
              at = (int) (i >>> 32);
              continue;
            }
            case Op.SWITCH -> {
              at = ((SwitchTable) operands[(int) (i >>> 32)]).target((int) n[a], at + 1);
              continue;
            }
            case Op.IF_EQ -> {
              if ((int) n[a] == (int) n[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_NE -> {
              if ((int) n[a] != (int) n[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_LT -> {
              if ((int) n[a] < (int) n[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_GE -> {
              if ((int) n[a] >= (int) n[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_GT -> {
              if ((int) n[a] > (int) n[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_LE -> {
              if ((int) n[a] <= (int) n[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_EQZ -> {
              if ((int) n[a] == 0) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_NEZ -> {
              if ((int) n[a] != 0) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_LTZ -> {
              if ((int) n[a] < 0) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_GEZ -> {
              if ((int) n[a] >= 0) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_GTZ -> {
              if ((int) n[a] > 0) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_LEZ -> {
              if ((int) n[a] <= 0) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_SAME -> {
              if (o[a] == o[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_NOT_SAME -> {
              if (o[a] != o[b]) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_NULL -> {
              if (o[a] == null) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.IF_NOT_NULL -> {
              if (o[a] != null) {
                at = (int) (i >>> 32);
                continue;
              }
            }
            case Op.AGET -> n[a] = ArrayAccess.get32(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AGET_WIDE -> n[a] = ArrayAccess.get64(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AGET_OBJECT ->
                o[a] = ArrayAccess.getObject(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AGET_BOOLEAN ->
                n[a] = ArrayAccess.getBoolean(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AGET_BYTE -> n[a] = ArrayAccess.getByte(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AGET_CHAR -> n[a] = ArrayAccess.getChar(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AGET_SHORT ->
                n[a] = ArrayAccess.getShort(o[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.APUT -> ArrayAccess.put32(o[b], (int) n[(int) (i >>> 24) & 0xff], n[a]);
            case Op.APUT_WIDE -> ArrayAccess.put64(o[b], (int) n[(int) (i >>> 24) & 0xff], n[a]);
            case Op.APUT_OBJECT ->
                ArrayAccess.putObject(o[b], (int) n[(int) (i >>> 24) & 0xff], o[a]);
            case Op.APUT_BOOLEAN ->
                ArrayAccess.putBoolean(o[b], (int) n[(int) (i >>> 24) & 0xff], n[a]);
            case Op.APUT_BYTE -> ArrayAccess.putByte(o[b], (int) n[(int) (i >>> 24) & 0xff], n[a]);
            case Op.APUT_CHAR -> ArrayAccess.putChar(o[b], (int) n[(int) (i >>> 24) & 0xff], n[a]);
            case Op.APUT_SHORT ->
                ArrayAccess.putShort(o[b], (int) n[(int) (i >>> 24) & 0xff], n[a]);
            case Op.IGET -> {
              f.at = at;
              n[a] = ((FieldAccess) operands[(int) (i >>> 32)]).getNumber(o[b]);
            }
            case Op.IGET_OBJECT -> {
              f.at = at;
              o[a] = ((FieldAccess) operands[(int) (i >>> 32)]).getReference(o[b]);
            }
            case Op.IPUT -> {
              f.at = at;
              ((FieldAccess) operands[(int) (i >>> 32)]).putNumber(o[b], n[a]);
            }
            case Op.IPUT_OBJECT -> {
              f.at = at;
              ((FieldAccess) operands[(int) (i >>> 32)]).putReference(o[b], o[a]);
            }
            case Op.SGET -> {
              f.at = at;
              n[a] = ((FieldAccess) operands[(int) (i >>> 32)]).getNumber();
            }
            case Op.SGET_OBJECT -> {
              f.at = at;
              o[a] = ((FieldAccess) operands[(int) (i >>> 32)]).getReference();
            }
            case Op.SPUT -> {
              f.at = at;
              ((FieldAccess) operands[(int) (i >>> 32)]).putNumber(n[a]);
            }
            case Op.SPUT_OBJECT -> {
              f.at = at;
              ((FieldAccess) operands[(int) (i >>> 32)]).putReference(o[a]);
            }
            case Op.INVOKE -> {
              f.at = at;
              ((Call) operands[(int) (i >>> 32)]).invoke(f);
            }
            case Op.ADD_INT -> n[a] = (int) n[b] + (int) n[(int) (i >>> 24) & 0xff];
            case Op.SUB_INT -> n[a] = (int) n[b] - (int) n[(int) (i >>> 24) & 0xff];
            case Op.MUL_INT -> n[a] = (int) n[b] * (int) n[(int) (i >>> 24) & 0xff];
            case Op.DIV_INT -> n[a] = Numbers.divide((int) n[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.REM_INT ->
                n[a] = Numbers.remainder((int) n[b], (int) n[(int) (i >>> 24) & 0xff]);
            case Op.AND_INT -> n[a] = (int) n[b] & (int) n[(int) (i >>> 24) & 0xff];
            case Op.OR_INT -> n[a] = (int) n[b] | (int) n[(int) (i >>> 24) & 0xff];
            case Op.XOR_INT -> n[a] = (int) n[b] ^ (int) n[(int) (i >>> 24) & 0xff];
            case Op.SHL_INT -> n[a] = (int) n[b] << (int) n[(int) (i >>> 24) & 0xff];
            case Op.SHR_INT -> n[a] = (int) n[b] >> (int) n[(int) (i >>> 24) & 0xff];
            case Op.USHR_INT -> n[a] = (int) n[b] >>> (int) n[(int) (i >>> 24) & 0xff];
            case Op.ADD_LONG -> n[a] = n[b] + n[(int) (i >>> 24) & 0xff];
            case Op.SUB_LONG -> n[a] = n[b] - n[(int) (i >>> 24) & 0xff];
            case Op.MUL_LONG -> n[a] = n[b] * n[(int) (i >>> 24) & 0xff];
            case Op.AND_LONG -> n[a] = n[b] & n[(int) (i >>> 24) & 0xff];
            case Op.OR_LONG -> n[a] = n[b] | n[(int) (i >>> 24) & 0xff];
            case Op.XOR_LONG -> n[a] = n[b] ^ n[(int) (i >>> 24) & 0xff];
            case Op.ADD_DOUBLE ->
                n[a] = Numbers.bits(Numbers.real(n[b]) + Numbers.real(n[(int) (i >>> 24) & 0xff]));
            case Op.SUB_DOUBLE ->
                n[a] = Numbers.bits(Numbers.real(n[b]) - Numbers.real(n[(int) (i >>> 24) & 0xff]));
            case Op.MUL_DOUBLE ->
                n[a] = Numbers.bits(Numbers.real(n[b]) * Numbers.real(n[(int) (i >>> 24) & 0xff]));
            case Op.ADD_LITERAL -> n[a] = (int) n[b] + (int) (i >>> 32);
            case Op.RSUB_LITERAL -> n[a] = (int) (i >>> 32) - (int) n[b];
            case Op.MUL_LITERAL -> n[a] = (int) n[b] * (int) (i >>> 32);
            case Op.DIV_LITERAL -> n[a] = Numbers.divide((int) n[b], (int) (i >>> 32));
            case Op.REM_LITERAL -> n[a] = Numbers.remainder((int) n[b], (int) (i >>> 32));
            case Op.AND_LITERAL -> n[a] = (int) n[b] & (int) (i >>> 32);
            case Op.OR_LITERAL -> n[a] = (int) n[b] | (int) (i >>> 32);
            case Op.XOR_LITERAL -> n[a] = (int) n[b] ^ (int) (i >>> 32);
            case Op.SHL_LITERAL -> n[a] = (int) n[b] << (int) (i >>> 32);
            case Op.SHR_LITERAL -> n[a] = (int) n[b] >> (int) (i >>> 32);
            case Op.USHR_LITERAL -> n[a] = (int) n[b] >>> (int) (i >>> 32);
            case Op.INT_TO_LONG -> n[a] = (int) n[b];
            case Op.LONG_TO_INT -> n[a] = (int) n[b];
            case Op.INT_TO_BYTE -> n[a] = (byte) n[b];
            case Op.INT_TO_CHAR -> n[a] = (char) n[b];
            case Op.INT_TO_SHORT -> n[a] = (short) n[b];
            case Op.STOP -> {
              return stop(f, at);
            }
            default -> {
              f.at = at;
              other(f, i, a, b);
            }
          }
          at++;
        }
      } catch (Throwable thrown) {
        at = handler(f, at, thrown);
      }
    }
  }

  /** The instructions that hot loops have seldom: the method above must stay below 8,000 bytes. */
  private static void other(Frame f, long i, int a, int b) throws Throwable {
    long[] n = f.numbers;
    @Nullable Object[] o = f.references;
    int literal = (int) (i >>> 32);
    Object[] operands = f.code.operands;
    switch ((int) i & 0xff) {
      case Op.CONST_LINKED -> o[a] = ((LinkedConstant) operands[literal]).value();
      case Op.CHECK_CAST -> ((TypeUse) operands[literal]).check(o[a]);
      case Op.INSTANCE_OF -> n[a] = ((TypeUse) operands[literal]).isInstance(o[b]) ? 1 : 0;
      case Op.ARRAY_LENGTH -> n[a] = ArrayAccess.length(o[b]);
      case Op.NEW_INSTANCE -> o[a] = ((TypeUse) operands[literal]).newInstance();
      case Op.NEW_ARRAY ->
          o[a] = ArrayAccess.make(((TypeUse) operands[literal]).type(), (int) n[b]);
      case Op.FILLED_NEW_ARRAY -> f.resultReference = ((FilledArray) operands[literal]).make(f);
      case Op.FILL_ARRAY_DATA -> ArrayAccess.fill(o[a], f.code.data(literal));
      case Op.REFUSE -> throw f.code.linker.error((Refusal) operands[literal]);
      case Op.UNREACHED ->
          throw new VerifyError("the verifier reached no instruction at " + f.dexPc());
      default -> n[a] = Numbers.compute((int) i & 0xff, n[b], n[(int) (i >>> 24) & 0xff]);
    }
  }

  private static int end(Frame f, int at) {
    f.at = at;
    if (f.monitors != null) {
      Object held = f.monitors.held();
      if (held != null) {
        // Thrown as the method ends, after all of its handlers.
        f.unwinding = true;
        throw Thrown.stillHeld(held);
      }
    }
    return RETURNED;
  }

  private static int stop(Frame f, int at) {
    f.at = at;
    if (f.monitors != null && f.monitors.depth() > 0) {
      throw new InternalError(
          "the interpreter cannot hold a monitor over the instruction at "
              + f.dexPc()
              + " of "
              + f.method);
    }
    return STOPPED;
  }

  /**
   * Returns the instruction at which the method continues after an exception; throws it if there is
   * no handler.
   */
  static int handler(Frame f, int at, Throwable thrown) throws Throwable {
    f.at = at;
    f.thread.top = f;
    // A handler that releases a monitor covers itself: without stack space for that it would never
    // end. The blocks that hold the monitors end with the method instead.
    boolean endless =
        thrown instanceof StackOverflowError && (f.code.instructions[at] & 0xff) == Op.MONITOR_EXIT;
    if (!f.unwinding && !endless) {
      GuestTraces.see(thrown, f);
      int handler = f.code.handler(f.dexPc(), thrown);
      if (handler >= 0) {
        f.exception = Messages.adapt(thrown);
        return handler;
      }
      f.unwinding = true;
      if (f.monitors != null && f.method.source().types().countsLocks()) {
        Object held = f.monitors.held();
        if (held != null) {
          throw Thrown.stillHeld(held);
        }
      }
    }
    throw thrown;
  }
}
