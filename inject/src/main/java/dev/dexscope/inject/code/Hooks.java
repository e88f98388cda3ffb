package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.CodeTransform;
import dev.dexscope.dex.write.Label;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of the profiler in one method: at its start, before each return, in a catch-all of its
 * own or in the handlers that it has.
 *
 * <p>Returns move behind the code, a goto of the same size takes their place. So the new calls,
 * which can throw as all calls can, are in none of the method's tries, and addresses stay as they
 * are, which lets methods go on sharing their lines.
 */
final class Hooks implements CodeTransform {
  private static final int MOST_OF_MOVE_RESULT = 0xff;

  private final ProfilerNames names;
  private final int id;
  private final Frame frame;

  /** What the catch-all covers; nothing: there is none. */
  private final List<Coverage.Range> covered;

  /** Where handlers begin that put the shadow stack right. */
  private final BitSet caught;

  /** Where the shadow stack's depth is kept when there are such handlers. */
  private int depthRegister;

  /**
   * Returns by their code unit, opcode and register: equal ones share a place. Those of objects do
   * not: their types would meet, and what is wrong with one of them would be wrong with another.
   */
  private final Map<Integer, Exit> shared = new HashMap<>();

  private final List<Exit> exits = new ArrayList<>();

  private record Exit(Label label, Instruction instruction) {}

  /** The calls that handlers make, behind the code too. */
  private final List<Detour> detours = new ArrayList<>();

  private record Detour(Label call, Label back) {}

  Hooks(ProfilerNames names, int id, Frame frame, List<Coverage.Range> covered, BitSet caught) {
    this.names = names;
    this.id = id;
    this.frame = frame;
    this.covered = covered;
    this.caught = caught;
  }

  @Override
  public void atStart(CodeBuilder b) {
    frame.grow(b);
    // v0 holds nothing yet that anybody will look for.
    loadId(b, 0);
    call(b, names.enter(), "(I)V", 0);
    frame.settle(b);
    if (!caught.isEmpty()) {
      depthRegister = frame.keep(b);
      call(b, "depth", "()I");
      if (depthRegister <= MOST_OF_MOVE_RESULT) {
        b.emit(Opcode.MOVE_RESULT, depthRegister);
      } else {
        // There are not so many arguments: v0 is none, and still free.
        b.emit(Opcode.MOVE_RESULT, 0);
        b.move(Opcode.MOVE, depthRegister, 0);
      }
    }
  }

  private void call(CodeBuilder b, String name, String signature, int... registers) {
    MethodRef method = MethodRef.of(names.type(), name, signature);
    b.invoke(Opcode.INVOKE_STATIC, method, registers);
  }

  /** Always of the same size but for the largest ids: methods that move alike share their lines. */
  private void loadId(CodeBuilder b, int register) {
    Opcode opcode = id == (short) id ? Opcode.CONST_16 : Opcode.CONST;
    b.literal(opcode, register, id);
  }

  @Override
  public void accept(CodeBuilder b, Instruction i) {
    boolean isHandler = caught.get(i.pc());
    // move-exception must be a handler's first instruction.
    boolean isMove = i.opcodeValue() == Opcode.MOVE_EXCEPTION.value();
    if (isHandler && !isMove) {
      putRight(b);
    }
    if ((Opcode.flags(i.opcodeValue()) & Opcode.CAN_RETURN) != 0) {
      b.branch(exit(b, i).label());
    } else {
      b.with(i);
    }
    if (isHandler && isMove) {
      putRight(b);
    }
  }

  private Exit exit(CodeBuilder b, Instruction i) {
    if (i.opcodeValue() == Opcode.RETURN_OBJECT.value()) {
      return newExit(b, i);
    }
    int unit = i.body().insns[i.pc()];
    return shared.computeIfAbsent(unit, _ -> newExit(b, i));
  }

  private Exit newExit(CodeBuilder b, Instruction i) {
    var exit = new Exit(b.newLabel(), i.copy());
    exits.add(exit);
    return exit;
  }

  /** Goes to the call and back: in the handler itself it could throw while a monitor is held. */
  private void putRight(CodeBuilder b) {
    var detour = new Detour(b.newLabel(), b.newLabel());
    detours.add(detour);
    b.branch(detour.call());
    b.bind(detour.back());
  }

  @Override
  public void atEnd(CodeBuilder b) {
    for (Exit exit : exits) {
      b.bind(exit.label());
      call(b, names.exit(), "()V");
      b.with(exit.instruction());
    }
    for (Detour detour : detours) {
      b.bind(detour.call());
      call(b, "unwindTo", "(I)V", depthRegister);
      b.branch(detour.back());
    }
    if (!covered.isEmpty()) {
      Label handler = b.newLabel();
      b.bind(handler);
      // The arguments and all else are of no use any more: two registers are free.
      b.emit(Opcode.MOVE_EXCEPTION, 0);
      loadId(b, 1);
      call(b, "unwind", "(I)V", 1);
      b.emit(Opcode.THROW, 0);
      for (Coverage.Range each : covered) {
        b.tryCatchAll(b.labelOf(each.start()), b.labelOf(each.end()), handler);
      }
    }
  }
}
