package dev.dexscope.vm.translate;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MethodLayout;
import dev.dexscope.vm.code.MethodSource;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates one method's dex code to JVM code.
 *
 * <p>Each register becomes one local variable for each kind of value that it holds ({@link Kind}),
 * a parameter's register the parameter itself unless it gets other values. Instructions are
 * translated one by one, those that no path reaches are left out; HotSpot's compilers do the rest.
 *
 * <pre>{@code
 * MethodTranslator translator = new MethodTranslator(source);
 * classBuilder.withMethodBody(name, type, flags, translator::emit);
 * }</pre>
 */
public final class MethodTranslator {
  private final MethodSource source;
  private final FlowGraph graph;
  private final Locks locks;
  private final Liveness liveness;
  private final DebugNames debug;

  /**
   * The parameters whose registers also get other values ({@link Kind#variable}). Each stays where
   * it was, and its register has a local variable of its own: agents take {@code this} and the
   * parameters from there at any place, because javac uses it for nothing else. In a constructor a
   * handler for code on both sides of such an assignment to {@code this} would be for two states
   * (JVMS 4.10.1.6, flags).
   */
  private final BitSet reused;

  /**
   * Prepares a method that has code.
   *
   * @throws UntranslatableException when the JVM has no equal for something in it
   */
  public MethodTranslator(MethodSource source) {
    this.source = source;
    if (source.types().countsLocks()) {
      throw new UntranslatableException("monitors that the verifier cannot follow");
    }
    this.debug = new DebugNames(source);
    var operands = new Operands(source, debug);
    this.graph = new FlowGraph(source, operands);
    this.locks = new Locks(source, graph, operands);
    this.liveness = new Liveness(graph.nodes(), source.body().registers, debug);
    this.reused = reused(graph.nodes());
  }

  private BitSet reused(List<Node> nodes) {
    BitSet found = new BitSet();
    for (Node node : nodes) {
      for (Step step : node.ops) {
        switch (step) {
          case Step.Store(int to, Kind kind) -> reuses(node, to, List.of(kind), found);
          case Step.Constant(int to, _, boolean wide) ->
              reuses(node, to, Liveness.kinds(wide), found);
          case Step.Copy(int to, _, boolean wide) -> reuses(node, to, Liveness.kinds(wide), found);
          case Step.Forget(int to) -> reuses(node, to, List.of(Kind.REFERENCE), found);
          case Step.Load _, Step.Enter _, Step.Exit _, Step.Code _ -> {}
        }
      }
    }
    return found;
  }

  private void reuses(Node node, int register, List<Kind> kinds, BitSet found) {
    if (register >= self() && !isNewValueOfParameter(node, register)) {
      kinds.forEach(kind -> found.set(kind.variable(register)));
    }
  }

  /** One stays in the parameter's place, as in javac's code; {@code this} has no other. */
  private boolean isNewValueOfParameter(Node node, int register) {
    boolean isThis = register == self() && !isStatic();
    return !isThis && node.next != null && debug.isParameter(register, node.next.pc);
  }

  private boolean isStatic() {
    return (source.method().accessFlags() & AccessFlags.STATIC) != 0;
  }

  /** The first parameter's register: in a constructor that of {@code this}. */
  private int self() {
    return source.body().registers - source.body().ins;
  }

  /** Returns whether the translated method must have ACC_SYNCHRONIZED: its code no longer locks. */
  public boolean isSynchronized() {
    return locks.isSynchronized();
  }

  /** Writes the code; may be called again. */
  public void emit(CodeBuilder code) {
    new Emission(code, null).run();
  }

  /** Writes the same code with the numbers of instructions as lines; returns the layout. */
  public MethodLayout emitNumbered(CodeBuilder code) {
    var values = new HeldValues();
    var emission = new Emission(code, values);
    emission.run();
    values.follow(graph.first(), emission.parameters);
    int[] pcs = graph.nodes().stream().mapToInt(node -> node.pc).toArray();
    List<BitSet> held = graph.nodes().stream().map(values::before).toList();
    return MethodLayout.translated(source, pcs, emission.slots, held);
  }

  /** One writing of the code. */
  private final class Emission {
    private final CodeBuilder code;

    /** Receives assignments; null if the locations of values are not requested. */
    private final @Nullable HeldValues values;

    private final int[] slots = new int[source.body().registers * Kind.COUNT];

    /** The variables that hold values when the method begins. */
    private final BitSet parameters = new BitSet();

    private final List<Integer> lockSlots = new ArrayList<>();

    // In the order in which they come up, so that a class has the same bytes each time.
    private final Map<Node, Label> discards = new LinkedHashMap<>();
    private final Map<Release, Label> releases = new LinkedHashMap<>();

    /**
     * Code that releases monitors.
     *
     * @param early before the super constructor: the JVM's verifier distinguishes the two states
     */
    private record Release(int held, boolean early) {}

    /** The protected region: the node with its handlers, and its start. */
    private @Nullable Node region;

    private @Nullable Label regionStart;
    private boolean regionIsEmpty;

    /** The node that was written last; null at first. */
    private @Nullable Node preceding;

    /** Whether the result of the preceding node is on the operand stack, for the next one. */
    private boolean onStack;

    private int line = -1;

    Emission(CodeBuilder code, @Nullable HeldValues values) {
      this.code = code;
      this.values = values;
      Arrays.fill(slots, -1);
    }

    void run() {
      List<Node> nodes = graph.nodes();
      nodes.forEach(node -> node.setLabel(code.newLabel()));
      placeParameters();
      if (nodes.getFirst() != graph.first()) {
        code.goto_(graph.first().label());
      }
      for (int i = 0; i < nodes.size(); i++) {
        line(values == null ? debug.line(nodes.get(i).pc) : i + 1);
        emit(nodes.get(i), i + 1 < nodes.size() ? nodes.get(i + 1) : null);
      }
      close();
      discards.forEach(this::emitDiscard);
      if (values != null) {
        line(MethodLayout.NO_INSTRUCTION);
      }
      releases.forEach(this::emitRelease);
      LocalNames.emit(debug, code, nodes, this::slotIfUsed);
    }

    private void placeParameters() {
      int register = self();
      int parameter = 0;
      if (!isStatic()) {
        place(Kind.REFERENCE, register++, code.receiverSlot());
      }
      for (String type : source.proto().parameters()) {
        Kind kind = Kind.of(type);
        place(kind, register, code.parameterSlot(parameter++));
        register += kind.isWide() ? 2 : 1;
      }
    }

    private void place(Kind kind, int register, int slot) {
      int variable = kind.variable(register);
      parameters.set(variable);
      if (reused.get(variable)) {
        code.loadLocal(kind.type(), slot).storeLocal(kind.type(), slot(variable));
      } else {
        slots[variable] = slot;
      }
    }

    private void line(int number) {
      if (number != line) {
        line = number;
        code.lineNumber(number);
      }
    }

    private void emit(Node node, @Nullable Node following) {
      code.labelBinding(node.label());
      if (region != null && !mayContain(region, node)) {
        close();
      }
      if (region == null && isProtected(node)) {
        region = node;
        regionStart = node.label();
        regionIsEmpty = true;
      }
      if (values != null && region != null) {
        values.isCovered(node, region.catches);
      }
      for (int i = onStack ? 1 : 0; i < node.ops.size(); i++) {
        onStack = i == node.ops.size() - 1 && node.next == following && staysOnStack(node);
        if (values != null) {
          values.assigns(node, node.ops.get(i));
        }
        if (!onStack) {
          emit(node, i);
        }
      }
      if (node.next != null && node.next != following) {
        code.goto_(node.next.label());
      }
      preceding = node;
    }

    /**
     * Returns whether a node's result may stay on the operand stack for the next node, which starts
     * with it, when it is not needed afterwards: small code is what HotSpot inlines.
     */
    private boolean staysOnStack(Node node) {
      Node next = node.next;
      if (next == null || next.entries > 1 || next.ops.isEmpty()) {
        return false;
      }
      if (!(node.ops.getLast() instanceof Step.Store(int stored, Kind kind))
          || !(next.ops.getFirst() instanceof Step.Load(int loaded, Kind kindLoaded))
          || stored != loaded
          || kind != kindLoaded) {
        return false;
      }
      int variable = kind.variable(stored);
      if (liveness.isNamed(next, variable)) {
        return false;
      }
      for (Node.Catch each : next.catches) {
        if (liveness.isLiveBefore(each.handler(), variable)) {
          return false;
        }
      }
      seek(next, 0);
      return !liveness.isLive(variable);
    }

    private boolean isProtected(Node node) {
      return node.canThrow
          && !node.initializesThis
          && (!node.catches.isEmpty() || releaseOf(node) > 0);
    }

    private int releaseOf(Node node) {
      int held = locks.toRelease(node);
      return held > locks.base() ? held : 0;
    }

    /** Returns whether the range of a node's handlers may continue over another node. */
    private boolean mayContain(Node protectedNode, Node node) {
      if (protectedNode.tryIndex != node.tryIndex
          || protectedNode.early != node.early
          || protectedNode.locks != node.locks
          || node.initializesThis) {
        return false;
      }
      if (node.canThrow) {
        return protectedNode.catches.isEmpty() == node.catches.isEmpty()
            && releaseOf(protectedNode) == releaseOf(node);
      }
      // To the JVM's verifier it can throw too: what the handlers read must be there already, and
      // be nothing else, as it may be where other code leads here.
      boolean isEnteredFromElsewhere =
          node.entries > 1 || preceding == null || preceding.next != node;
      for (Node.Catch each : protectedNode.catches) {
        if (isEnteredFromElsewhere || !liveness.isAllLiveBefore(each.handler(), node)) {
          return false;
        }
      }
      return true;
    }

    private void close() {
      Node node = region;
      Label start = regionStart;
      region = null;
      if (node == null || start == null || regionIsEmpty) {
        return;
      }
      Label end = code.newBoundLabel();
      for (Node.Catch each : node.catches) {
        Node handler = each.handler();
        Label label =
            handler.movesException
                ? handler.label()
                : discards.computeIfAbsent(handler, _ -> code.newLabel());
        String type = each.type();
        if (type == null) {
          code.exceptionCatchAll(start, end, label);
        } else {
          code.exceptionCatch(start, end, label, ClassDesc.ofDescriptor(type));
        }
      }
      int held = releaseOf(node);
      if (held > 0) {
        Label label = releases.computeIfAbsent(new Release(held, node.early), _ -> code.newLabel());
        code.exceptionCatchAll(start, end, label);
      }
    }

    /** Enters a handler that does not look at its exception. */
    private void emitDiscard(Node handler, Label label) {
      if (values != null) {
        line(graph.nodes().indexOf(handler) + 1);
      }
      code.labelBinding(label).pop().goto_(handler.label());
    }

    /** Gives back the monitors that the method holds, innermost first, and throws on. */
    private void emitRelease(Release release, Label label) {
      int exception = code.allocateLocal(TypeKind.REFERENCE);
      code.labelBinding(label).astore(exception);
      for (int depth = release.held - 1; depth >= locks.base(); depth--) {
        code.aload(lockSlot(depth)).monitorexit();
      }
      code.aload(exception).checkcast(ConstantDescs.CD_Throwable).athrow();
    }

    private void emit(Node node, int index) {
      Step op = node.ops.get(index);
      switch (op) {
        case Step.Load(int register, Kind kind) ->
            code.loadLocal(kind.type(), slot(kind.variable(register)));
        case Step.Store(int register, Kind kind) -> {
          beforeWrite(kind.variable(register));
          store(node, kind.variable(register));
        }
        case Step.Constant(int register, long bits, boolean wide) -> {
          seek(node, index);
          for (Kind kind : Liveness.kinds(wide)) {
            int variable = kind.variable(register);
            if (liveness.isLive(variable) && (kind != Kind.REFERENCE || bits == 0)) {
              beforeWrite(variable);
              push(kind, bits);
              store(node, variable);
            }
          }
        }
        case Step.Forget(int register) -> forget(node, index, register);
        case Step.Copy(int to, int from, boolean wide) -> {
          seek(node, index);
          for (Kind kind : Liveness.kinds(wide)) {
            if (liveness.isLive(kind.variable(to)) && kind != Kind.REFERENCE) {
              beforeWrite(kind.variable(to));
              code.loadLocal(kind.type(), slot(kind.variable(from)));
              store(node, kind.variable(to));
            }
          }
        }
        case Step.Enter(int depth) -> code.dup().astore(lockSlot(depth)).monitorenter();
        case Step.Exit(int depth) -> code.aload(lockSlot(depth)).monitorexit();
        case Step.Code(var emitter) -> {
          emitter.accept(code);
          regionIsEmpty = false;
        }
      }
      if (op instanceof Step.Load
          || op instanceof Step.Store
          || op instanceof Step.Enter
          || op instanceof Step.Exit) {
        regionIsEmpty = false;
      }
    }

    private void forget(Node node, int index, int register) {
      seek(node, index);
      int variable = Kind.REFERENCE.variable(register);
      boolean isRead = false;
      for (Kind each : Liveness.kinds(false)) {
        isRead |= liveness.isLive(each.variable(register));
      }
      if (!isRead && slots[variable] >= 0) {
        beforeWrite(variable);
        code.aconst_null();
        store(node, variable);
      }
    }

    private void store(Node node, int variable) {
      code.storeLocal(Kind.ofVariable(variable).type(), slot(variable));
      if (values != null) {
        values.stores(node, variable);
      }
    }

    /** Sets the liveness to the state after the op. */
    private void seek(Node node, int index) {
      liveness.startAfter(node);
      for (int i = node.ops.size() - 1; i > index; i--) {
        liveness.step(node.ops.get(i));
      }
    }

    /**
     * A handler sees the variables as they were before an instruction that throws, but to the JVM's
     * verifier an assignment within the range of a handler reaches the handler: the range ends
     * before one that the handler would notice.
     */
    private void beforeWrite(int variable) {
      if (region == null) {
        return;
      }
      for (Node.Catch each : region.catches) {
        if (liveness.isLiveBefore(each.handler(), variable)) {
          close();
          return;
        }
      }
    }

    private void push(Kind kind, long bits) {
      switch (kind) {
        case INT -> code.loadConstant((int) bits);
        case FLOAT -> pushFloat((int) bits);
        case LONG -> code.loadConstant(bits);
        case DOUBLE -> pushDouble(bits);
        case REFERENCE -> code.aconst_null();
      }
    }

    /** Constants in class files are equal when their values are: all NaNs would become one. */
    private void pushFloat(int bits) {
      float value = Float.intBitsToFloat(bits);
      if (Float.floatToIntBits(value) == bits) {
        code.loadConstant(value);
      } else {
        code.loadConstant(bits);
        code.invokestatic(
            ConstantDescs.CD_Float,
            "intBitsToFloat",
            MethodTypeDesc.of(ConstantDescs.CD_float, ConstantDescs.CD_int));
      }
    }

    private void pushDouble(long bits) {
      double value = Double.longBitsToDouble(bits);
      if (Double.doubleToLongBits(value) == bits) {
        code.loadConstant(value);
      } else {
        code.loadConstant(bits);
        code.invokestatic(
            ConstantDescs.CD_Double,
            "longBitsToDouble",
            MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
      }
    }

    private int slot(int variable) {
      if (slots[variable] < 0) {
        slots[variable] = code.allocateLocal(Kind.ofVariable(variable).type());
      }
      return slots[variable];
    }

    private int slotIfUsed(int variable) {
      return slots[variable];
    }

    private int lockSlot(int depth) {
      while (lockSlots.size() <= depth) {
        lockSlots.add(code.allocateLocal(TypeKind.REFERENCE));
      }
      return lockSlots.get(depth);
    }
  }
}
