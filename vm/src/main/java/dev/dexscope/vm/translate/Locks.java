package dev.dexscope.vm.translate;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MethodSource;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes monitor instructions structured again. HotSpot compiles a method only if each monitor is
 * released on every path, exceptional ones included, innermost first, and if it can prove that the
 * released object is the one that was locked. So each depth has a local variable of its own for the
 * object, and code that holds monitors without a handler gets one that releases them. A method that
 * was declared synchronized becomes one again.
 */
final class Locks {
  private static final int UNKNOWN = -1;

  private final FlowGraph graph;
  private final MethodSource source;
  private final Instruction at;
  private boolean isStructured = true;
  private final boolean isSynchronized;

  Locks(MethodSource source, FlowGraph graph, Operands operands) {
    this.source = source;
    this.graph = graph;
    this.at = source.body().instructions();
    List<Node> monitors = new ArrayList<>();
    for (Node node : graph.nodes()) {
      if (isEnter(node) || isExit(node)) {
        monitors.add(node);
      }
    }
    if (!monitors.isEmpty()) {
      findDepths();
    }
    isSynchronized = isStructured && isDeclaredSynchronized() && isWhole(monitors);
    for (Node node : monitors) {
      operands.start(node);
      lower(node, operands);
    }
  }

  /**
   * Returns whether the method takes its monitor as a synchronized method does, not by
   * instructions.
   */
  boolean isSynchronized() {
    return isSynchronized;
  }

  /**
   * Returns the number of the node's monitors that a handler must release because the method itself
   * does not.
   */
  int toRelease(Node node) {
    if (!isStructured || !node.canThrow || node.catchesAll() || isExit(node)) {
      return 0;
    }
    return node.locks;
  }

  /** The depth of the outermost monitor that instructions hold. */
  int base() {
    return isSynchronized ? 1 : 0;
  }

  private Opcode opcode(Node node) {
    at.moveTo(node.pc);
    return node.isUnknown ? Opcode.NOP : at.opcode();
  }

  private boolean isEnter(Node node) {
    return opcode(node) == Opcode.MONITOR_ENTER;
  }

  private boolean isExit(Node node) {
    return opcode(node) == Opcode.MONITOR_EXIT;
  }

  private void findDepths() {
    graph.nodes().forEach(node -> node.locks = UNKNOWN);
    Deque<Node> work = new ArrayDeque<>();
    reach(graph.first(), 0, work);
    while (!work.isEmpty() && isStructured) {
      Node node = work.poll();
      int after = node.locks + (isEnter(node) ? 1 : isExit(node) ? -1 : 0);
      if (after < 0) {
        isStructured = false;
      }
      if (node.next != null) {
        reach(node.next, after, work);
      }
      for (Node target : node.targets) {
        reach(target, after, work);
      }
      if (!isExit(node)) {
        // A failure of the release is ignored, as by ART's verifier.
        node.catches.forEach(each -> reach(each.handler(), node.locks, work));
      }
    }
    if (!isStructured) {
      graph.nodes().forEach(node -> node.locks = 0);
    }
  }

  private void reach(Node node, int depth, Deque<Node> work) {
    if (node.locks == UNKNOWN) {
      node.locks = depth;
      work.add(node);
    } else if (node.locks != depth) {
      isStructured = false;
    }
  }

  private boolean isDeclaredSynchronized() {
    return Modifiers.has(source.method().accessFlags(), AccessFlags.DECLARED_SYNCHRONIZED);
  }

  /** Returns whether one monitor is held from the start of the method to each of its ends. */
  private boolean isWhole(List<Node> monitors) {
    Set<Node> prologue = new HashSet<>();
    Node node = graph.first();
    while (node != null && !isEnter(node)) {
      prologue.add(node);
      boolean straight = node.targets.isEmpty() && node.catches.isEmpty();
      node = straight && !prologue.contains(node.next) ? node.next : null;
    }
    if (node == null) {
      return false;
    }
    for (Node each : monitors) {
      if (each != node && isEnter(each) && each.locks == 0) {
        return false;
      }
    }
    for (Node each : graph.nodes()) {
      if (isReturn(each) && each.locks != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isReturn(Node node) {
    return opcode(node).has(Opcode.CAN_RETURN);
  }

  private void lower(Node node, Operands operands) {
    at.moveTo(node.pc);
    int register = at.a();
    if (!isStructured) {
      operands.load(register, Kind.REFERENCE);
      boolean enter = isEnter(node);
      operands.code(c -> c.with(monitor(enter)));
    } else if (isEnter(node)) {
      if (node.locks >= base()) {
        operands.load(register, Kind.REFERENCE);
        node.ops.add(new Step.Enter(node.locks));
      }
    } else if (node.locks > base()) {
      node.ops.add(new Step.Exit(node.locks - 1));
    }
  }

  private static MonitorInstruction monitor(boolean enter) {
    return MonitorInstruction.of(
        enter ? java.lang.classfile.Opcode.MONITORENTER : java.lang.classfile.Opcode.MONITOREXIT);
  }
}
