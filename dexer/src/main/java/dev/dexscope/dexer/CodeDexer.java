package dev.dexscope.dexer;

import static dev.dexscope.dexer.Bytecode.*;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.Label;
import dev.dexscope.dex.write.MethodBuilder;
import java.lang.classfile.Attributes;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.classfile.attribute.LineNumberTableAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translates the code of a method, in one pass over its instructions: each becomes one of dex code,
 * but those that only move values to and from the stack, which become none.
 */
final class CodeDexer {
  /** Smaller arrays are filled by instructions. */
  private static final int FEWEST_ELEMENTS = 4;

  private static final MethodRef NEW_ARRAYS =
      MethodRef.of(
          "Ljava/lang/reflect/Array;", "newInstance", "(Ljava/lang/Class;[I)Ljava/lang/Object;");

  /** The first arithmetic instruction for ints, longs, floats and doubles. */
  private static final int[] FIRST = {
    Opcode.ADD_INT.value(),
    Opcode.ADD_LONG.value(),
    Opcode.ADD_FLOAT.value(),
    Opcode.ADD_DOUBLE.value()
  };

  private static final int ADD = 0;
  private static final int SUB = 1;

  private final Members members;
  private final Pool pool;
  private final Dynamics dynamics;
  private final MethodBuilder method;
  private final Bytecode code;
  private final TypeFlow flow;
  private final Frame.Layout layout;

  /** The source lines that begin, by the address in the class file; 0 for none. */
  private final int[] lines;

  private CodeDexer(
      Members members, Pool pool, Dynamics dynamics, MethodBuilder method, CodeAttribute from) {
    this.members = members;
    this.pool = pool;
    this.dynamics = dynamics;
    this.method = method;
    this.code = new Bytecode(from.codeArray());
    byte[] arguments = arguments();
    if (from.maxLocals() < arguments.length) {
      throw new UnsupportedClassException("no local variables for the arguments");
    }
    this.flow = new TypeFlow(from, code, pool, arguments);
    int spare = Math.max(flow.rearranges() ? 6 : 0, flow.dynamicSlots() + 2);
    this.layout =
        new Frame.Layout(
            Math.max(from.maxStack(), 1)
                + (isSynchronized() && isStatic() ? 1 : 0)
                + (members.nest().isAlone() ? 0 : 1),
            flow.dynamicSlots() < 0 && !flow.rearranges() ? 0 : spare,
            from.maxLocals(),
            arguments.length,
            flow.straddles() || (isSynchronized() && !isStatic() && flow.storesFirst()));
    this.lines = new int[code.size()];
    from.findAttribute(Attributes.lineNumberTable()).ifPresent(this::addLines);
  }

  /** Gives a method the code of a method of a class file. */
  static void translate(
      Members members, Pool pool, Dynamics dynamics, MethodBuilder method, CodeAttribute from) {
    var dexer = new CodeDexer(members, pool, dynamics, method, from);
    method.code(dexer.layout.beforeArguments(), b -> dexer.new Translation(b).run());
  }

  private boolean isStatic() {
    return (method.accessFlags() & AccessFlags.STATIC) != 0;
  }

  private boolean isSynchronized() {
    return (method.accessFlags() & AccessFlags.DECLARED_SYNCHRONIZED) != 0;
  }

  private byte[] arguments() {
    Proto proto = method.ref().proto();
    byte[] kinds = new byte[proto.registers() + (isStatic() ? 0 : 1)];
    int at = 0;
    if (!isStatic()) {
      kinds[at++] = Kind.REFERENCE;
    }
    for (String each : proto.parameters()) {
      byte kind = Kind.of(each);
      kinds[at++] = kind;
      if (Kind.isWide(kind)) {
        kinds[at++] = Kind.SECOND;
      }
    }
    return kinds;
  }

  private void addLines(LineNumberTableAttribute table) {
    for (LineNumberInfo each : table.lineNumbers()) {
      if (each.startPc() < lines.length) {
        lines[each.startPc()] = each.lineNumber();
      }
    }
  }

  /** One run over the instructions. */
  private final class Translation {
    private final CodeBuilder b;
    private final Frame frame;

    /** The beginnings and ends of the ranges that run with the monitor of a synchronized method. */
    private final List<Label> locked = new ArrayList<>();

    private Label lockedFrom;

    /** By the address in the class file: where blocks begin. */
    private final @Nullable Label[] labels = new Label[code.size()];

    /** Where ranges with handlers begin and end. */
    private final @Nullable Label[] ranges = new Label[code.size() + 1];

    /** Where handlers receive the exception. */
    private final @Nullable Label[] landings = new Label[code.size()];

    private boolean isOpen = true;
    private int pc;
    private int next;

    Translation(CodeBuilder b) {
      this.b = b;
      this.frame = new Frame(b, layout);
      this.lockedFrom = b.newLabel();
    }

    void run() {
      for (int i = 0; i < code.size(); i++) {
        if (flow.isLeader(i)) {
          labels[i] = b.newLabel();
        }
      }
      for (TypeFlow.Guard each : flow.guards) {
        rangeLabel(each.start());
        rangeLabel(each.end());
      }
      // Android's tools expect an entry for each parameter, with or without a name.
      b.parameterNames(Collections.nCopies(method.ref().proto().parameters().size(), null));
      if (layout.areArgumentsMoved()) {
        moveArguments();
      }
      if (isSynchronized()) {
        lock();
        b.bind(lockedFrom);
      }
      frame.enter(new byte[0]);
      while (pc < code.size()) {
        next = pc + code.length(pc);
        if (flow.isReached(pc)) {
          reached();
        } else {
          bindRange(pc);
        }
        pc = next;
      }
      bindRange(code.size());
      addHandlers();
    }

    /** Labels of ranges are bound even where no code is reached; blocks have others. */
    private void rangeLabel(int at) {
      if (ranges[at] == null) {
        ranges[at] = b.newLabel();
      }
    }

    private void bindRange(int at) {
      Label range = ranges[at];
      if (range != null) {
        b.bind(range);
      }
    }

    private void moveArguments() {
      int from = b.firstArgument();
      byte[] kinds = arguments();
      for (int i = 0; i < kinds.length; i++) {
        if (kinds[i] != Kind.SECOND) {
          frame.move(kinds[i], frame.local(i), from + i);
        }
      }
    }

    /** The register of the object whose monitor a synchronized method has. */
    private int lockRegister() {
      return isStatic() ? frame.spare() - 1 : b.firstArgument();
    }

    private void lock() {
      if (isStatic()) {
        frame.typed(Opcode.CONST_CLASS, lockRegister(), members.self());
      }
      frame.use(Opcode.MONITOR_ENTER, lockRegister(), Kind.REFERENCE);
    }

    /**
     * Writes the end of a method's work before it returns. The return itself is in no range: it
     * would lead to the handler, which has the monitor released, where its type is not resolved.
     */
    private void unlock() {
      locked.add(lockedFrom);
      lockedFrom = b.newLabel();
      b.bind(lockedFrom);
      locked.add(lockedFrom);
      frame.use(Opcode.MONITOR_EXIT, lockRegister(), Kind.REFERENCE);
    }

    /** The next instruction is again one that runs with the monitor. */
    private void lockAgain() {
      if (isSynchronized()) {
        lockedFrom = b.newLabel();
        b.bind(lockedFrom);
      }
    }

    private void reached() {
      Label label = labels[pc];
      boolean isHandler = flow.isHandler(pc);
      boolean isShared = isHandler && (flow.isBranchTarget(pc) || isOpen);
      if (label != null) {
        if (isOpen) {
          frame.settle();
        }
        b.bind(label);
        frame.enter(flow.stackAt(pc));
      }
      bindRange(pc);
      if (isHandler && isShared) {
        landings[pc] = b.newLabel();
      } else if (isHandler) {
        landings[pc] = label;
        frame.drop(1);
        frame.receiveException();
      }
      if (lines[pc] != 0) {
        b.onlyLine(lines[pc]);
      }
      isOpen = true;
      int op = code.u1(pc);
      boolean isStored =
          next < code.size() && !flow.isLeader(next) && code.stored(next) != Kind.NONE;
      frame.target(isStored ? code.local(next) : -1);
      translate(op);
      if (frame.endTarget() && isStored) {
        bindRange(next);
        if (lines[next] != 0) {
          b.onlyLine(lines[next]);
        }
        next += code.length(next);
      }
      if (ends(op)) {
        isOpen = false;
      }
    }

    private void addHandlers() {
      for (int at = 0; at < code.size(); at++) {
        Label landing = landings[at];
        if (landing != null && landing != labels[at]) {
          b.bind(landing);
          frame.enter(new byte[0]);
          frame.receiveException();
          b.branch(label(at));
        }
      }
      for (TypeFlow.Guard each : flow.guards) {
        Label landing = landings[each.handler()];
        Label from = ranges[each.start()];
        Label to = ranges[each.end()];
        if (landing == null || from == null || to == null) {
          continue; // No instruction of the range is reached.
        }
        if (each.type() == 0) {
          b.tryCatchAll(from, to, landing);
        } else {
          b.tryCatch(from, to, pool.type(each.type()), landing);
        }
      }
      if (isSynchronized()) {
        Label handler = b.newLabel();
        locked.add(lockedFrom);
        locked.add(handler);
        b.bind(handler);
        frame.enter(new byte[0]);
        int register = frame.receiveException();
        frame.use(Opcode.MONITOR_EXIT, lockRegister(), Kind.REFERENCE);
        frame.use(Opcode.THROW, register, Kind.REFERENCE);
        for (int i = 0; i < locked.size(); i += 2) {
          b.tryCatchAll(locked.get(i), locked.get(i + 1), handler);
        }
      }
    }

    private Label label(int at) {
      Label label = labels[at];
      if (label == null) {
        throw new UnsupportedClassException("no instruction at " + at);
      }
      return label;
    }

    private void translate(int op) {
      byte loaded = code.loaded(pc);
      byte stored = code.stored(pc);
      if (loaded != Kind.NONE) {
        frame.target(-1);
        frame.pushLocal(loaded, code.local(pc));
      } else if (stored != Kind.NONE) {
        frame.store(code.local(pc));
      } else if (op <= LDC2_W) {
        constant(op);
      } else if (op <= SASTORE) {
        array(op);
      } else if (op <= SWAP) {
        stack(op);
      } else if (op < IINC) {
        arithmetic(op);
      } else if (op == IINC) {
        frame.increment(code.u1(pc + 1), code.s1(pc + 2));
      } else if (op == WIDE) {
        frame.increment(code.u2(pc + 2), code.s2(pc + 4));
      } else if (op <= I2S) {
        convert(op);
      } else if (op <= DCMPG) {
        compare(op);
      } else if (isConditional(op)) {
        branch(op);
      } else {
        other(op);
      }
    }

    private void constant(int op) {
      if (isOfPool(op)) {
        loadConstant(pool.constant(code.poolIndex(pc)));
      } else if (op != NOP) {
        frame.pushConstant(code.constantKind(pc), code.constantBits(pc));
      }
    }

    private void loadConstant(LoadableConstantEntry constant) {
      byte kind = Pool.kind(constant);
      if (kind != Kind.REFERENCE) {
        frame.pushConstant(kind, Pool.bits(constant));
      } else if (constant instanceof StringEntry string) {
        frame.string(frame.result(Kind.REFERENCE), string.stringValue());
      } else if (constant instanceof ClassEntry type) {
        String descriptor = pool.descriptor(type.asInternalName());
        frame.typed(Opcode.CONST_CLASS, frame.result(Kind.REFERENCE), descriptor);
      } else if (constant instanceof MethodTypeEntry type) {
        Proto proto = pool.proto(type.descriptor().stringValue());
        frame.methodType(frame.result(Kind.REFERENCE), proto);
      } else if (constant instanceof MethodHandleEntry handle) {
        dynamics.handle(handle, frame);
      } else {
        throw new UnsupportedClassException("a dynamic constant");
      }
    }

    private void array(int op) {
      if (op <= SALOAD) {
        byte kind = op - IALOAD < 4 ? Kind.OF_TYPED[op - IALOAD] : Kind.INT;
        kind = op == AALOAD ? Kind.REFERENCE : kind;
        int index = frame.pop();
        int array = frame.pop();
        int result = frame.result(kind);
        frame.binary(arrayGet(op), result, kind, array, Kind.REFERENCE, index, Kind.INT);
      } else {
        byte kind = op - IASTORE < 4 ? Kind.OF_TYPED[op - IASTORE] : Kind.INT;
        kind = op == AASTORE ? Kind.REFERENCE : kind;
        int value = frame.pop();
        int index = frame.pop();
        int array = frame.pop();
        frame.store(arrayPut(op), value, kind, array, index);
      }
    }

    private Opcode arrayGet(int op) {
      return switch (op) {
        case 0x2f, 0x31 -> Opcode.AGET_WIDE;
        case AALOAD -> Opcode.AGET_OBJECT;
        case BALOAD -> flow.isOfBooleans(pc) ? Opcode.AGET_BOOLEAN : Opcode.AGET_BYTE;
        case 0x34 -> Opcode.AGET_CHAR;
        case SALOAD -> Opcode.AGET_SHORT;
        default -> Opcode.AGET;
      };
    }

    private Opcode arrayPut(int op) {
      return switch (op) {
        case LASTORE, DASTORE -> Opcode.APUT_WIDE;
        case AASTORE -> Opcode.APUT_OBJECT;
        case BASTORE -> flow.isOfBooleans(pc) ? Opcode.APUT_BOOLEAN : Opcode.APUT_BYTE;
        case CASTORE -> Opcode.APUT_CHAR;
        case SASTORE -> Opcode.APUT_SHORT;
        default -> Opcode.APUT;
      };
    }

    private void stack(int op) {
      switch (op) {
        case POP -> frame.drop(1);
        case POP2 -> frame.drop(2);
        case DUP -> frame.duplicate(1);
        case DUP_X1 -> frame.rearrange(2, 1, 0, 1);
        case DUP_X2 -> frame.rearrange(3, 2, 0, 1, 2);
        case DUP2 -> frame.duplicate(2);
        case DUP2_X1 -> frame.rearrange(3, 1, 2, 0, 1, 2);
        case DUP2_X2 -> frame.rearrange(4, 2, 3, 0, 1, 2, 3);
        default -> frame.rearrange(2, 1, 0);
      }
    }

    private void arithmetic(int op) {
      if (op >= INEG && op <= DNEG) {
        byte kind = Kind.OF_TYPED[op - INEG];
        int source = frame.pop();
        frame.unary(negation(op), frame.result(kind), kind, source, kind);
        return;
      }
      boolean isShift = op >= ISHL && op <= LUSHR;
      int typed = op < INEG ? op & 3 : op & 1;
      byte kind = Kind.OF_TYPED[typed];
      int operation = operation(op);
      if (kind == Kind.INT && frame.isConstant()) {
        // There is no subtraction of a literal number.
        int number = operation == SUB ? -frame.constant() : frame.constant();
        if (number == (byte) number) {
          int literal = Opcode.ADD_INT_LIT8.value() + (operation == SUB ? ADD : operation);
          frame.drop(1);
          int source = frame.pop();
          frame.literal(opcode(literal), frame.result(Kind.INT), source, number);
          return;
        }
      }
      int right = frame.pop();
      int left = frame.pop();
      int result = frame.result(kind);
      byte rightKind = isShift ? Kind.INT : kind;
      frame.binary(opcode(FIRST[typed] + operation), result, kind, left, kind, right, rightKind);
    }

    private void convert(int op) {
      byte from = op > 0x90 ? Kind.INT : Kind.OF_TYPED[(op - I2L) / 3];
      byte to = TypeFlow.ofConversion(op);
      int source = frame.pop();
      Opcode opcode = opcode(Opcode.INT_TO_LONG.value() + op - I2L);
      frame.unary(opcode, frame.result(to), to, source, from);
    }

    private void compare(int op) {
      byte kind = op == LCMP ? Kind.LONG : op <= 0x96 ? Kind.FLOAT : Kind.DOUBLE;
      Opcode opcode =
          switch (op) {
            case LCMP -> Opcode.CMP_LONG;
            case 0x95 -> Opcode.CMPL_FLOAT;
            case 0x96 -> Opcode.CMPG_FLOAT;
            case 0x97 -> Opcode.CMPL_DOUBLE;
            default -> Opcode.CMPG_DOUBLE;
          };
      int right = frame.pop();
      int left = frame.pop();
      frame.binary(opcode, frame.result(Kind.INT), Kind.INT, left, kind, right, kind);
    }

    private void branch(int op) {
      Label target = label(code.target(pc));
      if (op >= IF_ICMPEQ && op <= IF_ACMPNE) {
        byte kind = op >= IF_ACMPEQ ? Kind.REFERENCE : Kind.INT;
        int number = op >= IF_ACMPEQ ? op - IF_ACMPEQ : op - IF_ICMPEQ;
        if (frame.isConstant() && frame.constant() == 0) {
          frame.drop(1);
          branchIfZero(number, kind, target);
          return;
        }
        int right = frame.pop();
        int left = frame.pop();
        frame.settle();
        int[] compared = frame.compared(left, right, kind);
        b.branch(opcode(Opcode.IF_EQ.value() + number), compared[0], compared[1], target);
      } else if (op >= IFNULL) {
        branchIfZero(op - IFNULL, Kind.REFERENCE, target);
      } else {
        branchIfZero(op - IFEQ, Kind.INT, target);
      }
    }

    private void branchIfZero(int number, byte kind, Label target) {
      int source = frame.pop();
      frame.settle();
      b.branch(opcode(Opcode.IF_EQZ.value() + number), frame.low(source, kind), target);
    }

    private void other(int op) {
      switch (op) {
        case GOTO, GOTO_W -> leave(code.target(pc));
        case TABLESWITCH, LOOKUPSWITCH -> switchOver(op);
        case RETURN -> {
          if (isSynchronized()) {
            unlock();
          }
          b.emit(Opcode.RETURN_VOID);
          lockAgain();
        }
        case GETSTATIC, GETFIELD -> read(op == GETSTATIC);
        case PUTSTATIC, PUTFIELD -> write(op == PUTSTATIC);
        case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE -> invoke(op);
        case INVOKEDYNAMIC -> dynamics.call(pool.dynamic(code.u2(pc + 1)), b, frame);
        case NEW -> frame.typed(Opcode.NEW_INSTANCE, plainResult(), pool.type(code.u2(pc + 1)));
        case NEWARRAY -> newArray(ARRAY_TYPES[code.u1(pc + 1) - 4]);
        case ANEWARRAY -> newArray('[' + pool.type(code.u2(pc + 1)));
        case MULTIANEWARRAY -> newArrays(pool.type(code.u2(pc + 1)), code.u1(pc + 3));
        case ARRAYLENGTH -> {
          int array = frame.pop();
          frame.unary(Opcode.ARRAY_LENGTH, frame.result(Kind.INT), Kind.INT, array, Kind.REFERENCE);
        }
        case ATHROW -> frame.use(Opcode.THROW, frame.pop(), Kind.REFERENCE);
        case CHECKCAST -> cast(pool.type(code.u2(pc + 1)));
        case INSTANCEOF -> {
          int source = frame.pop();
          String type = pool.type(code.u2(pc + 1));
          int result = frame.result(Kind.INT);
          frame.typed(Opcode.INSTANCE_OF, result, Kind.INT, source, Kind.REFERENCE, type);
        }
        case MONITORENTER -> frame.use(Opcode.MONITOR_ENTER, frame.pop(), Kind.REFERENCE);
        case MONITOREXIT -> frame.use(Opcode.MONITOR_EXIT, frame.pop(), Kind.REFERENCE);
        default -> returnValue(Kind.OF_TYPED[op - IRETURN]);
      }
    }

    /** A result on the stack even where it is stored next. */
    private int plainResult() {
      frame.target(-1);
      return frame.result(Kind.REFERENCE);
    }

    private void leave(int target) {
      frame.settle();
      if (target != next) {
        b.branch(label(target));
      }
    }

    private void returnValue(byte kind) {
      int source = frame.pop();
      if (isSynchronized()) {
        unlock();
      }
      Opcode opcode =
          Kind.isWide(kind)
              ? Opcode.RETURN_WIDE
              : kind == Kind.REFERENCE ? Opcode.RETURN_OBJECT : Opcode.RETURN;
      frame.use(opcode, source, kind);
      lockAgain();
    }

    private void switchOver(int op) {
      int source = frame.pop();
      frame.settle();
      int count = code.cases(pc);
      if (count > 0) {
        Label[] targets = new Label[count];
        int[] keys = new int[count];
        for (int i = 0; i < count; i++) {
          targets[i] = label(code.caseTarget(pc, i));
          keys[i] = code.caseKey(pc, i);
        }
        int register = frame.low(source, Kind.INT);
        if (op == TABLESWITCH) {
          b.packedSwitch(register, keys[0], targets);
        } else {
          b.sparseSwitch(register, keys, targets);
        }
      }
      if (code.defaultTarget(pc) != next) {
        b.branch(label(code.defaultTarget(pc)));
      }
    }

    private void read(boolean isStatic) {
      FieldRef field = pool.field(code.u2(pc + 1));
      byte kind = Kind.of(field.type());
      Access access = Access.of(field.type());
      if (isOfOther(field)) {
        MethodRef method = members.nest().get(field, isStatic);
        int[] arguments = frame.popArguments(isStatic ? 0 : 1);
        int result = frame.resultOf(field.type());
        b.invoke(Opcode.INVOKE_STATIC, method, arguments);
        frame.moveResult(result, field.type());
      } else if (isStatic) {
        frame.getStatic(access.sget(), frame.result(kind), kind, field);
      } else {
        int object = frame.pop();
        frame.getField(access.iget(), frame.result(kind), kind, object, field);
      }
    }

    private void write(boolean isStatic) {
      FieldRef field = pool.field(code.u2(pc + 1));
      byte kind = Kind.of(field.type());
      Access access = Access.of(field.type());
      if (isOfOther(field)) {
        int slots = Kind.width(kind) + (isStatic ? 0 : 1);
        MethodRef method = members.nest().put(field, isStatic);
        b.invoke(Opcode.INVOKE_STATIC, method, frame.popArguments(slots));
      } else if (isStatic) {
        frame.putStatic(access.sput(), frame.pop(), kind, field);
      } else {
        int value = frame.pop();
        frame.putField(access.iput(), value, kind, frame.pop(), field);
      }
    }

    private boolean isOfOther(FieldRef field) {
      return !field.definingClass().equals(members.self()) && members.nest().isPrivate(field);
    }

    private void invoke(int op) {
      MethodRef method = pool.method(code.u2(pc + 1));
      Proto proto = method.proto();
      int slots = proto.registers() + (op == INVOKESTATIC ? 0 : 1);
      boolean isPolymorphic = Members.isPolymorphic(method);
      Members.Call call = isPolymorphic ? null : members.call(op, method);
      if (call != null && call.needsMarker()) {
        frame.pushConstant(Kind.NULL, 0);
        slots++;
      }
      int[] arguments = frame.popArguments(slots);
      int result = frame.resultOf(proto.returnType());
      if (call == null) {
        b.invokePolymorphic(Members.declared(method), proto, arguments);
      } else {
        b.invoke(call.opcode(), call.method(), arguments);
      }
      frame.moveResult(result, proto.returnType());
    }

    private void cast(String type) {
      int source = frame.pop();
      // A handler may use the variable where it is stored next, which a failed cast must not
      // change.
      int result = flow.guards.isEmpty() ? frame.result(Kind.REFERENCE) : plainResult();
      // The variable that it was loaded from keeps its type.
      if (source != result) {
        frame.move(Kind.REFERENCE, result, source);
      }
      frame.cast(result, type);
    }

    private void newArray(String type) {
      boolean isConstant = frame.isConstant();
      int length = isConstant ? frame.constant() : -1;
      int size = frame.pop();
      byte[] elements = isConstant ? elements(type, length) : null;
      int result = elements == null ? frame.result(Kind.REFERENCE) : plainResult();
      frame.typed(Opcode.NEW_ARRAY, result, Kind.REFERENCE, size, Kind.INT, type);
      if (elements != null) {
        b.fillArrayData(frame.low(result, Kind.REFERENCE), elements.length / length, elements);
      }
    }

    /**
     * The elements of an array that the instructions after it fill with constants, which are then
     * skipped; null for another array.
     */
    private byte @Nullable [] elements(String type, int length) {
      int width = ArrayElements.width(type);
      if (width == 0 || length < FEWEST_ELEMENTS) {
        return null;
      }
      var elements = new ArrayElements(code, pool, flow, width, length);
      int after = elements.read(next);
      if (after < 0) {
        return null;
      }
      for (int at = next; at < after; at += code.length(at)) {
        bindRange(at);
      }
      next = after;
      return elements.bytes();
    }

    private void newArrays(String type, int dimensions) {
      int[] sizes = frame.popArguments(dimensions);
      int component = frame.spare();
      int list = component + 1;
      int result = frame.result(Kind.REFERENCE);
      b.filledNewArray("[I", sizes);
      frame.define(Opcode.MOVE_RESULT_OBJECT, list, Kind.REFERENCE);
      String of = type.substring(dimensions);
      if (of.length() == 1) {
        FieldRef primitive = new FieldRef(Conversions.wrapper(of), "TYPE", "Ljava/lang/Class;");
        frame.getStatic(Opcode.SGET_OBJECT, component, Kind.REFERENCE, primitive);
      } else {
        frame.typed(Opcode.CONST_CLASS, component, of);
      }
      b.invoke(Opcode.INVOKE_STATIC, NEW_ARRAYS, component, list);
      frame.define(Opcode.MOVE_RESULT_OBJECT, result, Kind.REFERENCE);
      frame.cast(result, type);
    }
  }

  /** Returns the number of an operation in the order of dex code. */
  private static int operation(int op) {
    if (op < INEG) {
      return (op - IADD) >> 2;
    }
    // Shifts come before "and", "or" and "xor" in class files, and after them in dex code.
    return op <= LUSHR ? 8 + ((op - ISHL) >> 1) : 5 + ((op - IAND) >> 1);
  }

  private static Opcode negation(int op) {
    return switch (op - INEG) {
      case 0 -> Opcode.NEG_INT;
      case 1 -> Opcode.NEG_LONG;
      case 2 -> Opcode.NEG_FLOAT;
      default -> Opcode.NEG_DOUBLE;
    };
  }

  private static Opcode opcode(int value) {
    Opcode opcode = Opcode.of(value);
    if (opcode == null) {
      throw new IllegalStateException("no opcode " + value);
    }
    return opcode;
  }
}
