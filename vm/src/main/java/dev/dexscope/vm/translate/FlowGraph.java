package dev.dexscope.vm.translate;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.code.Refusal;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The instructions of a method that can be reached, and how control flows between them. */
final class FlowGraph {
  private static final String THROWABLE = "Ljava/lang/Throwable;";
  private static final ClassDesc LINKAGE = ClassDesc.of("dev.dexscope.vm.runtime.Linkage");
  private static final MethodTypeDesc ERROR = MethodTypeDesc.of(ClassDesc.of("java.lang.Error"));

  private final MethodSource source;
  private final MethodBody body;
  private final RegisterTypes types;
  private final Lowering lowering;
  private final Instruction at;
  private final Map<Integer, Node> known = new HashMap<>();
  private final Deque<Node> work = new ArrayDeque<>();
  private final List<Node> nodes;
  private final Node first;

  FlowGraph(MethodSource source, Operands operands) {
    this.source = source;
    this.body = source.body();
    this.types = source.types();
    this.lowering = new Lowering(source, operands);
    this.at = body.instructions();
    this.first = node(0, isConstructor());
    while (!work.isEmpty()) {
      connect(work.poll());
    }
    nodes = new ArrayList<>(known.values());
    nodes.sort(Comparator.comparing((Node node) -> !node.early).thenComparingInt(node -> node.pc));
  }

  private boolean isConstructor() {
    return source.name().equals("<init>");
  }

  /** Returns the nodes in the order of the code. */
  List<Node> nodes() {
    return nodes;
  }

  Node first() {
    return first;
  }

  /** The node, for one more that leads to it. */
  private Node node(int pc, boolean early) {
    int key = early ? ~pc : pc;
    Node node = known.get(key);
    if (node == null) {
      node = new Node(pc, early, body.findTry(pc));
      known.put(key, node);
      work.add(node);
    }
    node.entries++;
    return node;
  }

  private void connect(Node node) {
    if (!types.isReached(node.pc)) {
      node.isUnknown = true;
      node.canThrow = true;
      node.ops.add(new Step.Code(FlowGraph::didNotThrow));
      return;
    }
    at.moveTo(node.pc);
    Opcode opcode = at.opcode();
    if (node.early && opcode.has(Opcode.CAN_RETURN)) {
      throw new UntranslatableException("constructor returns without a super constructor");
    }
    node.initializesThis = node.early && initializesThis();
    boolean stillEarly = node.early && !node.initializesThis;
    // The JVM code of move-exception has a call in it, which holds monitors that are held.
    node.canThrow = opcode.has(Opcode.CAN_THROW) || opcode == Opcode.MOVE_EXCEPTION;
    if (opcode.has(Opcode.CAN_THROW) && node.tryIndex >= 0) {
      node.catches = catches(node);
    }
    Refusal refusal = Refusal.at(source, at);
    if (refusal != null) {
      node.ops.add(new Step.Code(c -> refuse(c, refusal)));
      return;
    }
    int next = node.pc + at.units();
    lowering.lower(node, pc -> node(pc, stillEarly));
    if (!opcode.has(Opcode.CAN_CONTINUE) || opcode.has(Opcode.CAN_SWITCH)) {
      return;
    }
    if (next < body.size && types.isReached(next)) {
      node.next = node(next, stillEarly);
    } else {
      // The verifier has seen that the instruction always throws, or could not follow the code.
      node.ops.add(new Step.Code(FlowGraph::didNotThrow));
    }
  }

  private static void refuse(CodeBuilder code, Refusal refusal) {
    if (refusal.isOfMissingClass()) {
      code.loadConstant(ClassDesc.ofDescriptor(refusal.failure().descriptor())).pop();
      didNotThrow(code);
      return;
    }
    ClassDesc error = ClassDesc.of(refusal.errorType().getName());
    code.new_(error)
        .dup()
        .loadConstant(refusal.failure().message())
        .invokespecial(
            error,
            ConstantDescs.INIT_NAME,
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
        .athrow();
  }

  private static void didNotThrow(CodeBuilder code) {
    code.invokestatic(LINKAGE, "didNotThrow", ERROR).athrow();
  }

  private boolean initializesThis() {
    return switch (at.opcode()) {
      case INVOKE_DIRECT, INVOKE_DIRECT_RANGE ->
          source.dex().methodName(at.index()).equals("<init>")
              && types.kind(at.pc(), at.argument(0)) == RegisterTypes.Kind.UNINITIALIZED_THIS;
      default -> false;
    };
  }

  private List<Node.Catch> catches(Node node) {
    List<Node.Catch> catches = new ArrayList<>();
    for (int i = body.tryHandlers[node.tryIndex]; i < body.tryHandlersEnd[node.tryIndex]; i++) {
      int handler = body.handlerPc[i];
      String type = catchType(body.handlerType[i]);
      // A class that is missing, or is none of exceptions, catches nothing.
      boolean possible = type == null || source.hierarchy().isAssignable(type, THROWABLE);
      if (possible && types.isReached(handler)) {
        catches.add(new Node.Catch(type, node(handler, node.early)));
      }
    }
    return catches;
  }

  private @Nullable String catchType(int type) {
    return type == MethodBody.CATCH_ALL ? null : source.dex().type(type);
  }
}
