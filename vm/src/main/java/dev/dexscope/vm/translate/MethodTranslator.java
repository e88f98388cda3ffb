package dev.dexscope.vm.translate;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MethodSource;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates one method's dex code to JVM code.
 *
 * <p>Each register becomes one local variable for each kind of value that it holds ({@link Kind}),
 * a parameter's register the parameter itself. Instructions are translated one by one, those that
 * no path reaches are left out; HotSpot's compilers do the rest.
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
   * Prepares a method that has code.
   *
   * @throws UntranslatableException when the JVM has no equal for something in it
   */
  public MethodTranslator(MethodSource source) {
    this.source = source;
    var operands = new Operands(source);
    this.graph = new FlowGraph(source, operands);
    this.locks = new Locks(source, graph, operands);
    this.liveness = new Liveness(graph.nodes(), source.body().registers);
    this.debug = new DebugNames(source);
  }

  /** Whether the translated method must have ACC_SYNCHRONIZED: its code no longer locks. */
  public boolean isSynchronized() {
    return locks.isSynchronized();
  }

  /** Writes the code; may be called again. */
  public void emit(CodeBuilder code) {
    new Emission(code).run();
  }

  /** One writing of the code. */
  private final class Emission {
    private final CodeBuilder code;
    private final int[] slots = new int[source.body().registers * Kind.COUNT];
    private final List<Integer> lockSlots = new ArrayList<>();

    // In the order in which they come up, so that a class has the same bytes each time.
    private final Map<Node, Label> discards = new LinkedHashMap<>();
    private final Map<Integer, Label> releases = new LinkedHashMap<>();

    /** What is protected at the moment: the node that says by which handlers, and from where on. */
    private @Nullable Node region;

    private @Nullable Label regionStart;
    private boolean regionIsEmpty;

    /** The result of the node before is on the operand stack, where the next one wants it. */
    private boolean onStack;

    private int line = -1;

    Emission(CodeBuilder code) {
      this.code = code;
    }

    void run() {
      List<Node> nodes = graph.nodes();
      nodes.forEach(node -> node.setLabel(code.newLabel()));
      Arrays.fill(slots, -1);
      placeParameters();
      if (nodes.getFirst() != graph.first()) {
        code.goto_(graph.first().label());
      }
      for (int i = 0; i < nodes.size(); i++) {
        emit(nodes.get(i), i + 1 < nodes.size() ? nodes.get(i + 1) : null);
      }
      close();
      discards.forEach((node, label) -> code.labelBinding(label).pop().goto_(node.label()));
      releases.forEach(this::emitRelease);
      LocalNames.emit(debug, code, nodes, this::slotIfUsed);
    }

    private void placeParameters() {
      MethodBody body = source.body();
      int register = body.registers - body.ins;
      int parameter = 0;
      if ((source.method().accessFlags() & AccessFlags.STATIC) == 0) {
        slots[Kind.REFERENCE.variable(register++)] = code.receiverSlot();
      }
      for (String type : source.proto().parameters()) {
        Kind kind = Kind.of(type);
        slots[kind.variable(register)] = code.parameterSlot(parameter++);
        register += kind.isWide() ? 2 : 1;
      }
    }

    private void emit(Node node, @Nullable Node following) {
      code.labelBinding(node.label());
      int lineHere = debug.line(node.pc);
      if (lineHere != line) {
        line = lineHere;
        code.lineNumber(line);
      }
      if (region != null && !mayContain(region, node)) {
        close();
      }
      if (region == null && isProtected(node)) {
        region = node;
        regionStart = node.label();
        regionIsEmpty = true;
      }
      for (int i = onStack ? 1 : 0; i < node.ops.size(); i++) {
        onStack = i == node.ops.size() - 1 && node.next == following && staysOnStack(node);
        if (!onStack) {
          emit(node, i);
        }
      }
      if (node.next != null && node.next != following) {
        code.goto_(node.next.label());
      }
    }

    /**
     * Whether a node's result may stay on the operand stack for the next node, which starts with
     * it, when it is not needed afterwards: small code is what HotSpot inlines.
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
      if (next.catches.stream().anyMatch(each -> liveness.isLiveBefore(each.handler(), variable))) {
        return false;
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

    /** Whether the range of a node's handlers may go on over another one. */
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
      // To the JVM's verifier it can throw too: what the handlers read must be there already.
      return protectedNode.catches.stream()
          .allMatch(each -> liveness.isAllLiveBefore(each.handler(), node));
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
        Label label = releases.computeIfAbsent(held, _ -> code.newLabel());
        code.exceptionCatchAll(start, end, label);
      }
    }

    /** Gives back the monitors that the method holds, innermost first, and throws on. */
    private void emitRelease(int held, Label label) {
      int exception = code.allocateLocal(TypeKind.REFERENCE);
      code.labelBinding(label).astore(exception);
      for (int depth = held - 1; depth >= locks.base(); depth--) {
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
          code.storeLocal(kind.type(), slot(kind.variable(register)));
        }
        case Step.Constant(int register, long bits, boolean wide) -> {
          seek(node, index);
          for (Kind kind : Liveness.kinds(wide)) {
            int variable = kind.variable(register);
            if (liveness.isLive(variable) && (kind != Kind.REFERENCE || bits == 0)) {
              beforeWrite(variable);
              push(kind, bits);
              code.storeLocal(kind.type(), slot(variable));
            }
          }
        }
        case Step.Copy(int to, int from, boolean wide) -> {
          seek(node, index);
          for (Kind kind : Liveness.kinds(wide)) {
            if (liveness.isLive(kind.variable(to)) && kind != Kind.REFERENCE) {
              beforeWrite(kind.variable(to));
              code.loadLocal(kind.type(), slot(kind.variable(from)));
              code.storeLocal(kind.type(), slot(kind.variable(to)));
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
      if (!(op instanceof Step.Constant || op instanceof Step.Copy)) {
        regionIsEmpty = false;
      }
    }

    /** Sets the liveness to behind the op. */
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
