package dev.dexscope.dexer;

import static dev.dexscope.dexer.Bytecode.*;

import java.lang.classfile.Label;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows a method along all paths: which instructions run, where blocks begin, and the kinds of
 * values on the operand stack there. Types of objects do not matter, so that no other class is
 * needed.
 */
final class TypeFlow {
  /** A range of instructions with a handler; a type in the constant pool, 0 for everything. */
  record Guard(int start, int end, int handler, int type) {}

  /** Each is compared with all others. */
  private static final int MOST_GUARDS = 5_000;

  private final Bytecode code;
  private final Pool pool;
  private final int maxLocals;
  private final int maxStack;
  final List<Guard> guards = new ArrayList<>();

  private final boolean[] leader;
  private final boolean[] branchTarget;
  private final boolean[] handler;
  private final boolean[] reached;
  private final boolean[] booleans;

  /** The kinds on the stack, at the beginnings of blocks. */
  private final byte[] @Nullable [] stacks;

  private final byte[] @Nullable [] locals;

  /** Whether the kinds of local variables matter: to elements of arrays of bytes alone. */
  private boolean followsLocals;

  private boolean rearranges;
  private int dynamicSlots = -1;
  private boolean straddles;
  private boolean storesFirst;

  private int[] work = new int[16];
  private int waiting;
  private final boolean[] isWaiting;

  /** The state at the instruction that is followed. */
  private final byte[] stack;

  private final byte[] variables;
  private int depth;

  /**
   * @param arguments the kinds of the method's arguments, in the first local variables
   */
  TypeFlow(CodeAttribute attribute, Bytecode code, Pool pool, byte[] arguments) {
    this.code = code;
    this.pool = pool;
    this.maxLocals = attribute.maxLocals();
    this.maxStack = attribute.maxStack();
    int size = code.size();
    this.leader = new boolean[size + 1];
    this.branchTarget = new boolean[size + 1];
    this.handler = new boolean[size + 1];
    this.reached = new boolean[size];
    this.booleans = new boolean[size];
    this.isWaiting = new boolean[size];
    this.stacks = new byte[size][];
    this.locals = new byte[size][];
    this.stack = new byte[maxStack + 2];
    this.variables = new byte[maxLocals + 1];
    if (attribute.exceptionHandlers().size() > MOST_GUARDS) {
      throw new UnsupportedClassException("more exception handlers than any compiler writes");
    }
    for (ExceptionCatch each : attribute.exceptionHandlers()) {
      Label start = each.tryStart();
      int type = each.catchType().isPresent() ? each.catchType().get().index() : 0;
      int at = attribute.labelToBci(each.handler());
      guards.add(
          new Guard(attribute.labelToBci(start), attribute.labelToBci(each.tryEnd()), at, type));
      handler[at] = true;
      leader[at] = true;
    }
    scan(arguments.length);
    System.arraycopy(arguments, 0, variables, 0, arguments.length);
    merge(0);
    while (waiting > 0) {
      int pc = work[--waiting];
      isWaiting[pc] = false;
      followBlock(pc);
    }
  }

  boolean isLeader(int pc) {
    return leader[pc];
  }

  /** Returns whether another instruction branches to it. */
  boolean isBranchTarget(int pc) {
    return branchTarget[pc];
  }

  boolean isHandler(int pc) {
    return handler[pc];
  }

  boolean isReached(int pc) {
    return reached[pc];
  }

  /** Returns whether an access to an array of bytes or booleans is one of booleans. */
  boolean isOfBooleans(int pc) {
    return booleans[pc];
  }

  byte[] stackAt(int pc) {
    byte[] known = stacks[pc];
    if (known == null) {
      throw new UnsupportedClassException("no path leads to " + pc);
    }
    return known;
  }

  /** Returns whether values on the stack change their order. */
  boolean rearranges() {
    return rearranges;
  }

  /** Returns the most slots of arguments of dynamic calls and new arrays; -1 without any. */
  int dynamicSlots() {
    return dynamicSlots;
  }

  /** Returns whether a local variable is in the last slot of the arguments and in the next. */
  boolean straddles() {
    return straddles;
  }

  /** Returns whether the first local variable, {@code this}, is written. */
  boolean storesFirst() {
    return storesFirst;
  }

  private void scan(int arguments) {
    int pc = 0;
    while (pc < code.size()) {
      int op = code.u1(pc);
      for (int each : code.targets(pc)) {
        leader[each] = true;
        branchTarget[each] = true;
      }
      if (op == JSR || op == JSR_W || op == RET) {
        throw UnsupportedClassException.ofSubroutine();
      } else if (op == BALOAD || op == BASTORE) {
        followsLocals = true;
      } else if (op >= DUP_X1 && op <= SWAP && op != DUP2) {
        rearranges = true;
      } else if (op == INVOKEDYNAMIC) {
        String type = pool.dynamic(code.u2(pc + 1)).type().stringValue();
        dynamicSlots = Math.max(dynamicSlots, pool.proto(type).registers());
      } else if (op == MULTIANEWARRAY) {
        dynamicSlots = Math.max(dynamicSlots, 2);
      }
      int local = code.local(pc);
      if (local >= 0) {
        byte kind = code.stored(pc) == Kind.NONE ? code.loaded(pc) : code.stored(pc);
        int last = local + Kind.width(kind) - 1;
        if (last >= maxLocals) {
          throw new UnsupportedClassException("no local variable " + last);
        }
        straddles |= local == arguments - 1 && last == arguments;
        storesFirst |= local == 0 && code.loaded(pc) == Kind.NONE;
      }
      pc += code.length(pc);
    }
    if (pc != code.size()) {
      throw new UnsupportedClassException("an instruction exceeds the code");
    }
  }

  /** The current state is one in which an instruction begins to run. */
  private void merge(int pc) {
    byte[] known = stacks[pc];
    boolean isChanged = false;
    if (known == null) {
      stacks[pc] = Arrays.copyOf(stack, depth);
      if (followsLocals) {
        locals[pc] = variables.clone();
      }
      isChanged = true;
    } else {
      if (known.length != depth) {
        throw new UnsupportedClassException("stacks of different heights at " + pc);
      }
      isChanged = merge(known, stack);
      byte[] knownLocals = locals[pc];
      if (knownLocals != null) {
        isChanged |= merge(knownLocals, variables);
      }
    }
    if (isChanged && !isWaiting[pc]) {
      isWaiting[pc] = true;
      if (waiting == work.length) {
        work = Arrays.copyOf(work, 2 * waiting);
      }
      work[waiting++] = pc;
    }
  }

  private static boolean merge(byte[] known, byte[] other) {
    boolean isChanged = false;
    for (int i = 0; i < known.length; i++) {
      byte merged = Kind.merge(known[i], other[i]);
      isChanged |= merged != known[i];
      known[i] = merged;
    }
    return isChanged;
  }

  private void followBlock(int start) {
    byte[] entry = stackAt(start);
    System.arraycopy(entry, 0, stack, 0, entry.length);
    depth = entry.length;
    byte[] entryLocals = locals[start];
    if (entryLocals != null) {
      System.arraycopy(entryLocals, 0, variables, 0, variables.length);
    }
    boolean isNew = true;
    int pc = start;
    while (true) {
      reached[pc] = true;
      if (!guards.isEmpty()) {
        mergeHandlers(pc, isNew);
      }
      int op = code.u1(pc);
      isNew = followsLocals && code.stored(pc) != Kind.NONE;
      follow(pc, op);
      for (int each : code.targets(pc)) {
        merge(each);
      }
      if (ends(op)) {
        return;
      }
      int length = code.length(pc);
      if (isNew && !guards.isEmpty()) {
        // An exception after a store sees the new value, within the same ranges.
        mergeHandlers(pc, true);
        isNew = false;
      }
      pc += length;
      if (leader[pc]) {
        merge(pc);
        return;
      }
    }
  }

  private void mergeHandlers(int pc, boolean isNew) {
    for (Guard each : guards) {
      if (pc >= each.start && pc < each.end && (isNew || pc == each.start)) {
        int oldDepth = depth;
        byte oldFirst = stack[0];
        stack[0] = Kind.REFERENCE;
        depth = 1;
        merge(each.handler);
        depth = oldDepth;
        stack[0] = oldFirst;
      }
    }
  }

  private void push(byte kind) {
    if (kind == Kind.NONE) {
      return;
    }
    stack[depth++] = kind;
    if (Kind.isWide(kind)) {
      stack[depth++] = Kind.SECOND;
    }
    if (depth > maxStack) {
      throw new UnsupportedClassException("the stack is higher than declared");
    }
  }

  private byte pop(int slots) {
    depth -= slots;
    return stack[depth];
  }

  private void follow(int pc, int op) {
    byte loaded = code.loaded(pc);
    byte stored = code.stored(pc);
    if (loaded != Kind.NONE) {
      byte known = variables[code.local(pc)];
      push(loaded == Kind.REFERENCE && Kind.isReference(known) ? known : loaded);
    } else if (stored != Kind.NONE) {
      int local = code.local(pc);
      variables[local] = pop(Kind.width(stored));
      if (Kind.isWide(stored)) {
        variables[local + 1] = Kind.SECOND;
      }
    } else if (op <= LDC2_W) {
      followConstant(pc, op);
    } else if (op <= SASTORE) {
      followArray(pc, op);
    } else if (op <= SWAP) {
      followStack(op);
    } else if (op <= DCMPG) {
      followArithmetic(op);
    } else {
      followOther(pc, op);
    }
  }

  private void followConstant(int pc, int op) {
    push(isOfPool(op) ? Pool.kind(pool.constant(code.poolIndex(pc))) : code.constantKind(pc));
  }

  private void followArray(int pc, int op) {
    if (op <= SALOAD) {
      byte array = pop(2);
      if (op == AALOAD) {
        push(Kind.ofElement(array));
      } else {
        booleans[pc] = op == BALOAD && Kind.isBooleans(array);
        push(op - IALOAD < 4 ? Kind.OF_TYPED[op - IALOAD] : Kind.INT);
      }
    } else {
      byte array = pop(op == LASTORE || op == DASTORE ? 4 : 3);
      booleans[pc] = op == BASTORE && Kind.isBooleans(array);
    }
  }

  private void followStack(int op) {
    switch (op) {
      case POP -> pop(1);
      case POP2 -> pop(2);
      case DUP -> insert(1, 0);
      case DUP_X1 -> insert(1, 1);
      case DUP_X2 -> insert(1, 2);
      case DUP2 -> insert(2, 0);
      case DUP2_X1 -> insert(2, 1);
      case DUP2_X2 -> insert(2, 2);
      default -> {
        byte top = stack[depth - 1];
        stack[depth - 1] = stack[depth - 2];
        stack[depth - 2] = top;
      }
    }
  }

  /** Copies the upmost slots below those under them. */
  private void insert(int copied, int below) {
    int from = depth - copied - below;
    if (from < 0 || depth + copied > maxStack) {
      throw new UnsupportedClassException("the stack is not as high as it must be");
    }
    System.arraycopy(stack, from, stack, from + copied, copied + below);
    System.arraycopy(stack, depth, stack, from, copied);
    depth += copied;
  }

  private void followArithmetic(int op) {
    if (op <= DREM || (op >= IAND && op <= LXOR)) {
      byte kind = Kind.OF_TYPED[op <= DREM ? op & 3 : op & 1];
      pop(2 * Kind.width(kind));
      push(kind);
    } else if (op >= ISHL && op <= LUSHR) {
      byte kind = Kind.OF_TYPED[op & 1];
      pop(Kind.width(kind) + 1);
      push(kind);
    } else if (op >= I2L && op <= I2S) {
      byte from = op > 0x90 ? Kind.INT : Kind.OF_TYPED[(op - I2L) / 3];
      pop(Kind.width(from));
      push(ofConversion(op));
    } else if (op >= LCMP) {
      pop(op == 0x95 || op == 0x96 ? 2 : 4);
      push(Kind.INT);
    }
  }

  /** Returns the kind of the result of i2l to i2s. */
  static byte ofConversion(int op) {
    return switch (op - I2L) {
      case 0, 7, 10 -> Kind.LONG;
      case 1, 4, 11 -> Kind.FLOAT;
      case 2, 5, 8 -> Kind.DOUBLE;
      default -> Kind.INT;
    };
  }

  private void followOther(int pc, int op) {
    switch (op) {
      case GOTO, GOTO_W, RETURN, WIDE -> {}
      case TABLESWITCH, LOOKUPSWITCH, MONITORENTER, MONITOREXIT, ATHROW -> pop(1);
      case GETSTATIC -> push(ofField(pc));
      case PUTSTATIC -> pop(Kind.width(ofField(pc)));
      case GETFIELD -> {
        pop(1);
        push(ofField(pc));
      }
      case PUTFIELD -> pop(Kind.width(ofField(pc)) + 1);
      case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE -> {
        var method = pool.method(code.u2(pc + 1));
        pop(method.proto().registers() + (op == INVOKESTATIC ? 0 : 1));
        push(Kind.of(method.proto().returnType()));
      }
      case INVOKEDYNAMIC -> {
        var proto = pool.proto(pool.dynamic(code.u2(pc + 1)).type().stringValue());
        pop(proto.registers());
        push(Kind.of(proto.returnType()));
      }
      case NEW -> push(Kind.REFERENCE);
      case NEWARRAY -> {
        pop(1);
        push(Kind.of(ARRAY_TYPES[code.u1(pc + 1) - 4]));
      }
      case ANEWARRAY -> {
        pop(1);
        push(Kind.of('[' + pool.type(code.u2(pc + 1))));
      }
      case ARRAYLENGTH, INSTANCEOF -> {
        pop(1);
        push(Kind.INT);
      }
      case CHECKCAST -> {
        pop(1);
        push(Kind.of(pool.type(code.u2(pc + 1))));
      }
      case MULTIANEWARRAY -> {
        pop(code.u1(pc + 3));
        push(Kind.of(pool.type(code.u2(pc + 1))));
      }
      default -> {
        if (op >= IRETURN && op <= ARETURN) {
          pop(Kind.width(Kind.OF_TYPED[op - IRETURN]));
        } else if (isConditional(op)) {
          pop(op >= IF_ICMPEQ && op <= IF_ACMPNE ? 2 : 1);
        } else {
          throw new UnsupportedClassException("instruction " + op);
        }
      }
    }
  }

  private byte ofField(int pc) {
    return Kind.of(pool.field(code.u2(pc + 1)).type());
  }
}
