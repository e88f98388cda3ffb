package dev.dexscope.vm.load;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Calls of constructors that make objects, with the {@code new} and {@code dup} before them, by
 * their places among a method's elements. Compilers nest them in the order of the code.
 */
final class ConstructorCalls {
  private final Set<Integer> calls = new HashSet<>();
  private final Set<Integer> leftOut = new HashSet<>();

  private ConstructorCalls() {}

  /**
   * Finds them.
   *
   * @param isWanted which of them
   */
  static ConstructorCalls of(List<CodeElement> code, Predicate<InvokeInstruction> isWanted) {
    var found = new ConstructorCalls();
    Deque<Integer> begun = new ArrayDeque<>();
    for (int i = 0; i + 1 < code.size(); i++) {
      if (code.get(i) instanceof NewObjectInstruction && isDup(code.get(i + 1))) {
        begun.push(i);
      } else if (code.get(i) instanceof InvokeInstruction call
          && isConstructor(call)
          && !begun.isEmpty()
          && isOf(code.get(begun.peek()), call)) {
        int from = begun.pop();
        if (isWanted.test(call)) {
          found.calls.add(i);
          found.leftOut.addAll(List.of(from, from + 1));
        }
      }
    }
    return found;
  }

  private static boolean isDup(CodeElement element) {
    return element instanceof StackInstruction stack && stack.opcode() == Opcode.DUP;
  }

  private static boolean isConstructor(InvokeInstruction call) {
    return call.opcode() == Opcode.INVOKESPECIAL && call.name().equalsString("<init>");
  }

  private static boolean isOf(CodeElement made, InvokeInstruction call) {
    return made instanceof NewObjectInstruction object
        && object.className().asInternalName().equals(call.owner().asInternalName());
  }

  boolean isCall(int place) {
    return calls.contains(place);
  }

  /** Whether it is the {@code new} or {@code dup} of one. */
  boolean isLeftOut(int place) {
    return leftOut.contains(place);
  }
}
