package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.CodeTransform;
import dev.dexscope.dex.write.Label;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of the profiler in one method: at its start, before it returns, in handlers that it
 * has, in a catch-all of its own.
 *
 * <p>A return in the middle becomes a goto of the same size, to {@link Exits}, and a handler begins
 * after the code. So the new calls, which can throw as all calls can, are in none of the method's
 * tries, and addresses do not change, so that methods continue to share their lines.
 */
final class Hooks implements CodeTransform {
  /** The last register that constants and results get into. */
  private static final int LAST_FOR_RESULTS = 0xff;

  private final ProfilerNames names;
  private final int id;
  private final Frame frame;

  /** The ranges that the catch-all covers; if empty, there is no catch-all. */
  private final List<Coverage.Range> covered;

  private final Catches catches;

  /** Whether the method stores its depth in the shadow stack, to restore the stack. */
  private final boolean keepsDepth;

  private int depthRegister;
  private final Exits exits;

  /** The calls of handlers, after the code. */
  private final List<Detour> detours = new ArrayList<>();

  private record Detour(Label handler, Instruction first) {}

  Hooks(
      ProfilerNames names,
      int id,
      Frame frame,
      List<Coverage.Range> covered,
      Catches catches,
      boolean keepsDepth,
      Exits exits) {
    this.names = names;
    this.id = id;
    this.frame = frame;
    this.covered = covered;
    this.catches = catches;
    this.keepsDepth = keepsDepth;
    this.exits = exits;
  }

  @Override
  public void atStart(CodeBuilder b) {
    frame.grow(b);
    if (!keepsDepth) {
      // v0 holds nothing yet that anybody will look for.
      enter(b, 0);
      frame.settle(b);
      return;
    }
    depthRegister = frame.keep(b);
    // Only now the last register is no argument any more.
    frame.settle(b);
    // If there are fewer arguments, v0 is not one of them, and still free.
    int free = depthRegister <= LAST_FOR_RESULTS ? depthRegister : 0;
    enter(b, free);
    b.emit(Opcode.MOVE_RESULT, free);
    if (free != depthRegister) {
      b.move(Opcode.MOVE, depthRegister, free);
    }
  }

  /** But for the largest ids always of one size: methods that move alike share their lines. */
  private void enter(CodeBuilder b, int free) {
    b.literal(id == (short) id ? Opcode.CONST_16 : Opcode.CONST, free, id);
    call(b, names.enter(), "(I)I", free);
  }

  private void call(CodeBuilder b, String name, String signature, int... registers) {
    MethodRef method = MethodRef.of(names.type(), name, signature);
    b.invoke(Opcode.INVOKE_STATIC, method, registers);
  }

  private void exit(CodeBuilder b) {
    if (keepsDepth) {
      call(b, names.exit(), "(I)V", depthRegister);
    } else {
      call(b, names.exit(), "()V");
    }
  }

  @Override
  public void accept(CodeBuilder b, Instruction i) {
    if (catches.working().get(i.pc())) {
      putRight(b, i);
    }
    if (i.pc() == exits.last()) {
      exit(b);
      b.with(i);
    } else if ((Opcode.flags(i.opcodeValue()) & Opcode.CAN_RETURN) != 0) {
      b.branch(exits.of(b, i));
    } else {
      b.with(i);
    }
  }

  /**
   * The handler begins after the code, with the call: in the handler itself it could throw while a
   * monitor is held, and would change addresses.
   */
  private void putRight(CodeBuilder b, Instruction first) {
    var detour = new Detour(b.newLabel(), first.copy());
    b.handler(first.pc(), detour.handler());
    detours.add(detour);
  }

  @Override
  public void atEnd(CodeBuilder b) {
    exits.write(b, this::exit, frame.shift());
    for (Detour detour : detours) {
      Instruction first = detour.first();
      b.bind(detour.handler());
      // It must be a handler's first instruction.
      boolean isMove = first.opcodeValue() == Opcode.MOVE_EXCEPTION.value();
      if (isMove) {
        b.with(first);
      }
      call(b, "unwindTo", "(I)V", depthRegister);
      b.branch(b.labelOf(isMove ? first.pc() + first.units() : first.pc()));
    }
    if (!covered.isEmpty()) {
      Label handler = b.newLabel();
      b.bind(handler);
      // The arguments and all else are of no use any more: every other register is free.
      int exception = depthRegister == 0 ? 1 : 0;
      b.emit(Opcode.MOVE_EXCEPTION, exception);
      call(b, "unwind", "(I)V", depthRegister);
      b.emit(Opcode.THROW, exception);
      for (Coverage.Range each : covered) {
        b.tryCatchAll(b.labelOf(each.start()), b.labelOf(each.end()), handler);
      }
    }
  }
}
