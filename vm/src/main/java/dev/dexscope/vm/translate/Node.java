package dev.dexscope.vm.translate;

import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instruction that can be reached, translated. In constructors an instruction that is reached
 * both before and after the call of the super constructor has a node for each: the JVM
 * distinguishes the two states of {@code this} (JVMS 4.10.1.9 invokespecial), dex permits them to
 * meet in handlers.
 */
final class Node {
  final int pc;

  /** Whether {@code this} is not initialised yet. */
  final boolean early;

  final List<Step> ops = new ArrayList<>();

  /** The index of the try item that covers the instruction, or -1. */
  final int tryIndex;

  /** The handlers of exceptions, in search order. */
  List<Catch> catches = List.of();

  /** The next node after the last op. */
  @Nullable Node next;

  /** The targets of branches. */
  final List<Node> targets = new ArrayList<>();

  /** The number of predecessors. */
  int entries;

  /** The number of monitors held before the instruction. */
  int locks;

  boolean canThrow;

  /** A target of a branch that the verifier could not follow: it throws VerifyError. */
  boolean isUnknown;

  /**
   * Calls the super constructor. No handler can cover that in JVM code: for its verifier the object
   * is initialised after the call, and the handler is for one that is not (JVMS 4.10.1.6, flags).
   */
  boolean initializesThis;

  /** Starts with the exception on the operand stack. */
  boolean movesException;

  /** A handler and its caught type; null for everything. */
  record Catch(@Nullable String type, Node handler) {}

  private @Nullable Label label;

  Node(int pc, boolean early, int tryIndex) {
    this.pc = pc;
    this.early = early;
    this.tryIndex = tryIndex;
  }

  /** The node's place in the code that is being emitted. */
  Label label() {
    return Objects.requireNonNull(label);
  }

  void setLabel(Label place) {
    label = place;
  }

  boolean catchesAll() {
    return !catches.isEmpty() && catches.getLast().type() == null;
  }
}
