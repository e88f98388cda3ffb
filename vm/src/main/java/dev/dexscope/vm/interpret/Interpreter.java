package dev.dexscope.vm.interpret;

import static dev.dexscope.vm.interpret.Packed.a;
import static dev.dexscope.vm.interpret.Packed.b;
import static dev.dexscope.vm.interpret.Packed.c;
import static dev.dexscope.vm.interpret.Packed.index;
import static dev.dexscope.vm.interpret.Packed.literal;
import static dev.dexscope.vm.interpret.Packed.moveA;
import static dev.dexscope.vm.interpret.Packed.moveB;
import static dev.dexscope.vm.interpret.Packed.operation;

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
    long[] numbers = f.numbers;
    @Nullable Object[] references = f.references;
    int at = start;
    while (true) {
      try {
        while (true) {
          long instruction = code[at];
          int a = a(instruction);
          int b = b(instruction);
          switch (operation(instruction)) {
            case Op.NOP -> {}
            case Op.MOVE -> numbers[moveA(instruction)] = numbers[moveB(instruction)];
            case Op.MOVE_OBJECT -> references[moveA(instruction)] = references[moveB(instruction)];
            case Op.MOVE_RESULT -> numbers[a] = f.result;
            case Op.MOVE_RESULT_OBJECT -> {
              references[a] = f.resultReference;
              // No use of the object: only registers are.
              f.resultReference = null;
            }
            case Op.MOVE_EXCEPTION -> {
              references[a] = f.exception;
              f.exception = null;
            }
            case Op.RETURN_VOID -> {
              return end(f, at);
            }
            case Op.RETURN -> {
              f.result = numbers[a];
              return end(f, at);
            }
            case Op.RETURN_OBJECT -> {
              f.resultReference = references[a];
              return end(f, at);
            }
            case Op.CONST -> numbers[a] = literal(instruction);
            case Op.CONST_ZERO -> {
              numbers[moveA(instruction)] = 0;
              references[moveA(instruction)] = null;
            }
            case Op.CONST_WIDE -> numbers[a] = f.code.wide[index(instruction)];
            case Op.CONST_STRING -> references[a] = operands[index(instruction)];
            case Op.MONITOR_ENTER -> {
              f.at = at;
              int next = Monitors.enter(f, references[a], at + 1);
              if (next < 0 || f.monitors().isInnermostReleased()) {
                return next;
              }
              at = next;
              continue;
            }
            case Op.MONITOR_EXIT -> {
              if (Monitors.exit(f, references[a])) {
                return at + 1;
              }
            }
            case Op.THROW -> {
              if (references[a] == null) {
                throw new NullPointerException();
              }
              throw (Throwable) references[a];
            }
            case Op.GOTO -> {
              at = index(instruction);
              continue;
            }
            case Op.SWITCH -> {
              at = ((SwitchTable) operands[index(instruction)]).target((int) numbers[a], at + 1);
              continue;
            }
            case Op.IF_EQ -> {
              if ((int) numbers[a] == (int) numbers[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_NE -> {
              if ((int) numbers[a] != (int) numbers[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_LT -> {
              if ((int) numbers[a] < (int) numbers[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_GE -> {
              if ((int) numbers[a] >= (int) numbers[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_GT -> {
              if ((int) numbers[a] > (int) numbers[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_LE -> {
              if ((int) numbers[a] <= (int) numbers[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_EQZ -> {
              if ((int) numbers[a] == 0) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_NEZ -> {
              if ((int) numbers[a] != 0) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_LTZ -> {
              if ((int) numbers[a] < 0) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_GEZ -> {
              if ((int) numbers[a] >= 0) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_GTZ -> {
              if ((int) numbers[a] > 0) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_LEZ -> {
              if ((int) numbers[a] <= 0) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_SAME -> {
              if (references[a] == references[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_NOT_SAME -> {
              if (references[a] != references[b]) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_NULL -> {
              if (references[a] == null) {
                at = index(instruction);
                continue;
              }
            }
            case Op.IF_NOT_NULL -> {
              if (references[a] != null) {
                at = index(instruction);
                continue;
              }
            }
            case Op.AGET ->
                numbers[a] = ArrayAccess.get32(references[b], (int) numbers[c(instruction)]);
            case Op.AGET_WIDE ->
                numbers[a] = ArrayAccess.get64(references[b], (int) numbers[c(instruction)]);
            case Op.AGET_OBJECT ->
                references[a] = ArrayAccess.getObject(references[b], (int) numbers[c(instruction)]);
            case Op.AGET_BOOLEAN ->
                numbers[a] = ArrayAccess.getBoolean(references[b], (int) numbers[c(instruction)]);
            case Op.AGET_BYTE ->
                numbers[a] = ArrayAccess.getByte(references[b], (int) numbers[c(instruction)]);
            case Op.AGET_CHAR ->
                numbers[a] = ArrayAccess.getChar(references[b], (int) numbers[c(instruction)]);
            case Op.AGET_SHORT ->
                numbers[a] = ArrayAccess.getShort(references[b], (int) numbers[c(instruction)]);
            case Op.APUT ->
                ArrayAccess.put32(references[b], (int) numbers[c(instruction)], numbers[a]);
            case Op.APUT_WIDE ->
                ArrayAccess.put64(references[b], (int) numbers[c(instruction)], numbers[a]);
            case Op.APUT_OBJECT ->
                ArrayAccess.putObject(references[b], (int) numbers[c(instruction)], references[a]);
            case Op.APUT_BOOLEAN ->
                ArrayAccess.putBoolean(references[b], (int) numbers[c(instruction)], numbers[a]);
            case Op.APUT_BYTE ->
                ArrayAccess.putByte(references[b], (int) numbers[c(instruction)], numbers[a]);
            case Op.APUT_CHAR ->
                ArrayAccess.putChar(references[b], (int) numbers[c(instruction)], numbers[a]);
            case Op.APUT_SHORT ->
                ArrayAccess.putShort(references[b], (int) numbers[c(instruction)], numbers[a]);
            case Op.IGET -> {
              f.at = at;
              numbers[a] = ((FieldAccess) operands[index(instruction)]).getNumber(references[b]);
            }
            case Op.IGET_OBJECT -> {
              f.at = at;
              references[a] =
                  ((FieldAccess) operands[index(instruction)]).getReference(references[b]);
            }
            case Op.IPUT -> {
              f.at = at;
              ((FieldAccess) operands[index(instruction)]).putNumber(references[b], numbers[a]);
            }
            case Op.IPUT_OBJECT -> {
              f.at = at;
              ((FieldAccess) operands[index(instruction)])
                  .putReference(references[b], references[a]);
            }
            case Op.SGET -> {
              f.at = at;
              numbers[a] = ((FieldAccess) operands[index(instruction)]).getNumber();
            }
            case Op.SGET_OBJECT -> {
              f.at = at;
              references[a] = ((FieldAccess) operands[index(instruction)]).getReference();
            }
            case Op.SPUT -> {
              f.at = at;
              ((FieldAccess) operands[index(instruction)]).putNumber(numbers[a]);
            }
            case Op.SPUT_OBJECT -> {
              f.at = at;
              ((FieldAccess) operands[index(instruction)]).putReference(references[a]);
            }
            case Op.INVOKE -> {
              f.at = at;
              ((Call) operands[index(instruction)]).invoke(f);
            }
            case Op.ADD_INT -> numbers[a] = (int) numbers[b] + (int) numbers[c(instruction)];
            case Op.SUB_INT -> numbers[a] = (int) numbers[b] - (int) numbers[c(instruction)];
            case Op.MUL_INT -> numbers[a] = (int) numbers[b] * (int) numbers[c(instruction)];
            case Op.DIV_INT ->
                numbers[a] = Numbers.divide((int) numbers[b], (int) numbers[c(instruction)]);
            case Op.REM_INT ->
                numbers[a] = Numbers.remainder((int) numbers[b], (int) numbers[c(instruction)]);
            case Op.AND_INT -> numbers[a] = (int) numbers[b] & (int) numbers[c(instruction)];
            case Op.OR_INT -> numbers[a] = (int) numbers[b] | (int) numbers[c(instruction)];
            case Op.XOR_INT -> numbers[a] = (int) numbers[b] ^ (int) numbers[c(instruction)];
            case Op.SHL_INT -> numbers[a] = (int) numbers[b] << (int) numbers[c(instruction)];
            case Op.SHR_INT -> numbers[a] = (int) numbers[b] >> (int) numbers[c(instruction)];
            case Op.USHR_INT -> numbers[a] = (int) numbers[b] >>> (int) numbers[c(instruction)];
            case Op.ADD_LONG -> numbers[a] = numbers[b] + numbers[c(instruction)];
            case Op.SUB_LONG -> numbers[a] = numbers[b] - numbers[c(instruction)];
            case Op.MUL_LONG -> numbers[a] = numbers[b] * numbers[c(instruction)];
            case Op.AND_LONG -> numbers[a] = numbers[b] & numbers[c(instruction)];
            case Op.OR_LONG -> numbers[a] = numbers[b] | numbers[c(instruction)];
            case Op.XOR_LONG -> numbers[a] = numbers[b] ^ numbers[c(instruction)];
            case Op.ADD_DOUBLE ->
                numbers[a] =
                    Numbers.bits(Numbers.real(numbers[b]) + Numbers.real(numbers[c(instruction)]));
            case Op.SUB_DOUBLE ->
                numbers[a] =
                    Numbers.bits(Numbers.real(numbers[b]) - Numbers.real(numbers[c(instruction)]));
            case Op.MUL_DOUBLE ->
                numbers[a] =
                    Numbers.bits(Numbers.real(numbers[b]) * Numbers.real(numbers[c(instruction)]));
            case Op.ADD_LITERAL -> numbers[a] = (int) numbers[b] + literal(instruction);
            case Op.RSUB_LITERAL -> numbers[a] = literal(instruction) - (int) numbers[b];
            case Op.MUL_LITERAL -> numbers[a] = (int) numbers[b] * literal(instruction);
            case Op.DIV_LITERAL ->
                numbers[a] = Numbers.divide((int) numbers[b], literal(instruction));
            case Op.REM_LITERAL ->
                numbers[a] = Numbers.remainder((int) numbers[b], literal(instruction));
            case Op.AND_LITERAL -> numbers[a] = (int) numbers[b] & literal(instruction);
            case Op.OR_LITERAL -> numbers[a] = (int) numbers[b] | literal(instruction);
            case Op.XOR_LITERAL -> numbers[a] = (int) numbers[b] ^ literal(instruction);
            case Op.SHL_LITERAL -> numbers[a] = (int) numbers[b] << literal(instruction);
            case Op.SHR_LITERAL -> numbers[a] = (int) numbers[b] >> literal(instruction);
            case Op.USHR_LITERAL -> numbers[a] = (int) numbers[b] >>> literal(instruction);
            case Op.INT_TO_LONG -> numbers[a] = (int) numbers[b];
            case Op.LONG_TO_INT -> numbers[a] = (int) numbers[b];
            case Op.INT_TO_BYTE -> numbers[a] = (byte) numbers[b];
            case Op.INT_TO_CHAR -> numbers[a] = (char) numbers[b];
            case Op.INT_TO_SHORT -> numbers[a] = (short) numbers[b];
            case Op.STOP -> {
              return stop(f, at);
            }
            default -> {
              f.at = at;
              other(f, instruction, a, b);
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
  private static void other(Frame f, long instruction, int a, int b) throws Throwable {
    long[] numbers = f.numbers;
    @Nullable Object[] references = f.references;
    int index = index(instruction);
    Object[] operands = f.code.operands;
    switch (operation(instruction)) {
      case Op.CONST_LINKED -> references[a] = ((LinkedConstant) operands[index]).value();
      case Op.CHECK_CAST -> ((TypeUse) operands[index]).check(references[a]);
      case Op.INSTANCE_OF ->
          numbers[a] = ((TypeUse) operands[index]).isInstance(references[b]) ? 1 : 0;
      case Op.ARRAY_LENGTH -> numbers[a] = ArrayAccess.length(references[b]);
      case Op.NEW_INSTANCE -> references[a] = ((TypeUse) operands[index]).newInstance();
      case Op.NEW_ARRAY ->
          references[a] = ArrayAccess.make(((TypeUse) operands[index]).type(), (int) numbers[b]);
      case Op.FILLED_NEW_ARRAY -> f.resultReference = ((FilledArray) operands[index]).make(f);
      case Op.FILL_ARRAY_DATA -> ArrayAccess.fill(references[a], f.code.data(index));
      case Op.REFUSE -> throw f.code.linker.error((Refusal) operands[index]);
      case Op.UNREACHED ->
          throw new VerifyError("the verifier reached no instruction at " + f.dexPc());
      default ->
          numbers[a] = Numbers.compute(operation(instruction), numbers[b], numbers[c(instruction)]);
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
        thrown instanceof StackOverflowError
            && operation(f.code.instructions[at]) == Op.MONITOR_EXIT;
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
