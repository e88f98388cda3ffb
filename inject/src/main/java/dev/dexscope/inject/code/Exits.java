package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The places of a method's returns: as few as possible call the profiler and return. The last
 * return keeps its place if no try covers it; others lead to one that returns the same, some by a
 * move into its register.
 */
final class Exits {
  private static final int NONE = -1;
  private static final int SHORT_MOVE = 16;

  /**
   * The distance that a goto of one unit reaches, with room for a move and a call after the code.
   */
  private static final int NEAR = 0x7f - 16;

  private final MethodBody body;

  /** Whether returns of objects may share a place where their types merge. */
  private final boolean joinsObjects;

  /** The address of the return that stays in its place. */
  private int last = NONE;

  /** Its label, once another return leads there. */
  private @Nullable Label inPlace;

  /** The addresses of all returns. */
  private final List<Integer> returns = new ArrayList<>();

  private final List<Exit> exits = new ArrayList<>();

  /** A place after the code, and where it continues after a move, if it does not return itself. */
  private record Exit(Label label, Instruction instruction, @Nullable Target onwards) {}

  /** A place that returns a register. */
  private record Target(Label label, Instruction instruction) {}

  /**
   * Creates the exits of a method.
   *
   * @param joinsObjects whether returns of objects may share a place. Their types merge there, and
   *     an error of one of them affects all
   */
  Exits(MethodBody body, boolean joinsObjects) {
    this.body = body;
    this.joinsObjects = joinsObjects;
    for (Instruction each = body.instructions(); each.next(); ) {
      if (!each.isPayload() && !each.isAlignment()) {
        last = isReturn(each) && body.findTry(each.pc()) < 0 ? each.pc() : NONE;
        if (isReturn(each)) {
          returns.add(each.pc());
        }
      }
    }
  }

  private static boolean isReturn(Instruction instruction) {
    return (Opcode.flags(instruction.opcodeValue()) & Opcode.CAN_RETURN) != 0;
  }

  /** Returns the return that keeps its place; -1 if there is none. */
  int last() {
    return last;
  }

  /** Returns where another return leads: to its exit, or to one on the way that leads there. */
  Label of(CodeBuilder b, Instruction i) {
    Label exit = exitOf(b, i);
    int end = exit == inPlace ? last : body.size;
    if (end - i.pc() <= NEAR) {
      return exit;
    }
    boolean joins = joinsObjects || i.opcodeValue() != Opcode.RETURN_OBJECT.value();
    int onTheWay = NONE;
    for (int each : returns) {
      if (joins && each > i.pc() && each - i.pc() <= NEAR && body.insns[each] == unit(i)) {
        onTheWay = each;
      }
    }
    return onTheWay == NONE ? exit : b.labelOf(onTheWay);
  }

  private Label exitOf(CodeBuilder b, Instruction i) {
    List<Target> targets = new ArrayList<>();
    if (last != NONE) {
      Instruction there = i.copy();
      there.moveTo(last);
      inPlace = inPlace == null ? b.labelOf(last) : inPlace;
      targets.add(new Target(inPlace, there));
    }
    exits.forEach(each -> targets.add(new Target(each.label(), each.instruction())));
    boolean joins = joinsObjects || i.opcodeValue() != Opcode.RETURN_OBJECT.value();
    Target onwards = null;
    for (Target each : targets) {
      if (joins && unit(each.instruction()) == unit(i)) {
        return each.label();
      }
      if (joins && onwards == null && isMoved(i, each.instruction())) {
        onwards = each;
      }
    }
    var exit = new Exit(b.newLabel(), i.copy(), onwards);
    exits.add(exit);
    return exit.label();
  }

  private int unit(Instruction i) {
    return body.insns[i.pc()];
  }

  private static boolean isMoved(Instruction from, Instruction to) {
    return from.opcodeValue() == to.opcodeValue() && from.a() < SHORT_MOVE && to.a() < SHORT_MOVE;
  }

  private static Opcode move(int returns) {
    return returns == Opcode.RETURN.value()
        ? Opcode.MOVE
        : returns == Opcode.RETURN_WIDE.value() ? Opcode.MOVE_WIDE : Opcode.MOVE_OBJECT;
  }

  /**
   * Writes the places after the code.
   *
   * @param call writes the call of the profiler
   * @param shift the number added to the method's registers
   */
  void write(CodeBuilder b, Consumer<CodeBuilder> call, int shift) {
    for (Exit each : exits) {
      b.bind(each.label());
      if (each.onwards() instanceof Target(Label label, Instruction there)) {
        b.move(move(there.opcodeValue()), there.a() + shift, each.instruction().a() + shift);
        b.branch(label);
      } else {
        call.accept(b);
        b.with(each.instruction());
      }
    }
  }
}
