package dev.dexscope.inject;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A class with random methods {@code m0}, {@code m1}, ... of five ints, a long, two locks and one
 * more object: arithmetic that may throw, branches, loops, tries, monitors as compilers use them,
 * calls, returns and throws anywhere; frames of all sizes. Each method counts its calls in a field
 * of its own.
 */
final class RandomCode {
  static final String TYPE = "Lp/Gen;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String ARITHMETIC = "Ljava/lang/ArithmeticException;";
  private static final String STATE = "Ljava/lang/IllegalStateException;";
  private static final String RUNTIME = "Ljava/lang/RuntimeException;";
  private static final FieldRef FUEL = new FieldRef(TYPE, "fuel", "I");

  /** Working registers: five ints (the last two count loops), a long, two locks, one object. */
  private static final int INTS = 3;

  private static final int COUNTER = 3;
  private static final int LONG = 5;
  private static final int LOCK = 7;
  private static final int OTHER = 9;
  private static final int SHARE = 10;
  private static final int MOST_DEPTH = 4;

  /** So many ints more make 16 argument registers. */
  private static final int MORE_INTS = 6;

  private final Random random;
  private final List<Proto> protos = new ArrayList<>();

  private RandomCode(long seed) {
    this.random = new Random(seed);
  }

  static byte[] dex(long seed, int methods) {
    var code = new RandomCode(seed);
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        TYPE,
        c -> {
          c.accessFlags(AccessFlags.PUBLIC);
          c.field(AccessFlags.PUBLIC | AccessFlags.STATIC, "fuel", "I");
          for (int i = 0; i < methods; i++) {
            code.define(c, i);
          }
        });
    return dex.build();
  }

  private void define(ClassBuilder c, int number) {
    c.field(AccessFlags.PUBLIC | AccessFlags.STATIC, "c" + number, "I");
    boolean wide = random.nextInt(4) == 0;
    List<String> types =
        new ArrayList<>(List.of("I", "I", "I", "I", "I", "J", OBJECT, OBJECT, OBJECT));
    for (int i = 0; wide && i < MORE_INTS; i++) {
      types.add("I");
    }
    Proto proto = new Proto("I", types);
    int[] sizes = wide ? new int[] {0, 0, 1, 16, 300} : new int[] {0, 1, 2, 5, 10, 20, 250};
    int locals = sizes[random.nextInt(sizes.length)];
    protos.add(proto);
    c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "m" + number, proto)
        .code(locals, b -> new Body(b, locals, wide).write(number));
  }

  /** The state of a method being written. */
  private final class Body {
    private final CodeBuilder b;
    private final int locals;
    private final boolean wide;

    /** The first of the working registers. */
    private int base;

    private final List<Integer> held = new ArrayList<>();
    private int loops;

    Body(CodeBuilder b, int locals, boolean wide) {
      this.b = b;
      this.locals = locals;
      this.wide = wide;
    }

    void write(int number) {
      if (locals >= SHARE) {
        for (int i = 0; i < LONG; i++) {
          b.move(Opcode.MOVE, i, locals + i);
        }
        b.move(Opcode.MOVE_WIDE, LONG, locals + LONG);
        for (int i = LOCK; i <= OTHER; i++) {
          b.move(Opcode.MOVE_OBJECT, i, locals + i);
        }
      } else {
        base = locals;
      }
      count(new FieldRef(TYPE, "c" + number, "I"), 1);
      count(FUEL, -1);
      Label go = b.newLabel();
      b.branch(Opcode.IF_GEZ, base + COUNTER, go);
      b.emit(Opcode.RETURN, base + COUNTER);
      b.bind(go);
      if (wide && locals == 0) {
        // Four bits for the last register: this frame cannot grow in front.
        Label next = b.newLabel();
        b.branch(Opcode.IF_EQ, b.registers() - 1, 0, next);
        b.bind(next);
      }
      if (statements(0)) {
        b.emit(Opcode.RETURN, base);
      }
    }

    private void count(FieldRef field, int by) {
      b.field(Opcode.SGET, base + COUNTER, field);
      b.literal(Opcode.ADD_INT_LIT8, base + COUNTER, base + COUNTER, by);
      b.field(Opcode.SPUT, base + COUNTER, field);
    }

    private int anyInt() {
      return base + random.nextInt(INTS);
    }

    /** Returns whether the end is reached. */
    private boolean statements(int depth) {
      int count = 1 + random.nextInt(depth == 0 ? 7 : 3);
      for (int i = 0; i < count; i++) {
        if (!statement(depth)) {
          return false;
        }
      }
      return true;
    }

    private boolean statement(int depth) {
      int kinds = depth < MOST_DEPTH ? 14 : 6;
      switch (random.nextInt(kinds)) {
        case 0 -> b.emit(Opcode.ADD_INT, anyInt(), anyInt(), anyInt());
        case 1 -> b.emit(Opcode.DIV_INT, anyInt(), anyInt(), anyInt());
        case 2 -> b.literal(Opcode.CONST_16, anyInt(), random.nextInt(7) - 3);
        case 3 -> mixLong();
        case 4 -> call();
        case 5 -> {
          if (random.nextInt(3) == 0) {
            return end();
          }
          b.emit(Opcode.XOR_INT, anyInt(), anyInt(), anyInt());
        }
        case 6, 7 -> branch(depth);
        case 8 -> loop(depth);
        case 9, 10 -> tryCatch(depth);
        case 11, 12 -> lock(depth);
        default -> choose(depth);
      }
      return true;
    }

    private void mixLong() {
      b.emit(Opcode.ADD_LONG, base + LONG, base + LONG, base + LONG);
      b.emit(Opcode.LONG_TO_INT, anyInt() & 0xf, base + LONG);
    }

    private void call() {
      int callee = random.nextInt(protos.size());
      if (protos.get(callee).parameters().size() > OTHER) {
        return;
      }
      // A handler may have received an object whose constructor had not ended.
      b.move(Opcode.MOVE_OBJECT, base + OTHER, base + LOCK);
      int[] arguments = new int[SHARE];
      for (int i = 0; i < SHARE; i++) {
        arguments[i] = base + i;
      }
      b.invoke(
          Opcode.INVOKE_STATIC, new MethodRef(TYPE, "m" + callee, protos.get(callee)), arguments);
      if (random.nextBoolean()) {
        b.emit(Opcode.MOVE_RESULT, anyInt());
      }
    }

    /** Leaves the method, with all monitors free. */
    private boolean end() {
      if (random.nextBoolean()) {
        for (int lock : held.reversed()) {
          b.emit(Opcode.MONITOR_EXIT, lock);
        }
        b.emit(Opcode.RETURN, anyInt());
      } else {
        b.type(Opcode.NEW_INSTANCE, base + OTHER, STATE);
        b.invoke(Opcode.INVOKE_DIRECT, MethodRef.of(STATE, "<init>", "()V"), base + OTHER);
        b.emit(Opcode.THROW, base + OTHER);
      }
      return false;
    }

    private void branch(int depth) {
      Label otherwise = b.newLabel();
      Label end = b.newLabel();
      b.branch(random.nextBoolean() ? Opcode.IF_LEZ : Opcode.IF_NEZ, anyInt(), otherwise);
      if (statements(depth + 1)) {
        b.branch(end);
      }
      b.bind(otherwise);
      boolean falls = statements(depth + 1);
      b.bind(end);
      if (!falls) {
        // The first way may have come here.
        b.literal(Opcode.CONST_16, base, 1);
      }
    }

    private void loop(int depth) {
      if (loops == LONG - COUNTER) {
        return;
      }
      int counter = base + COUNTER + loops++;
      b.literal(Opcode.CONST_16, counter, 1 + random.nextInt(3));
      Label again = b.newLabel();
      Label end = b.newLabel();
      b.bind(again);
      if (statements(depth + 1)) {
        b.literal(Opcode.ADD_INT_LIT8, counter, counter, -1);
        b.branch(Opcode.IF_GTZ, counter, again);
      }
      b.bind(end);
      b.literal(Opcode.CONST_16, counter, 0);
      loops--;
    }

    private void tryCatch(int depth) {
      Label start = b.newLabel();
      Label stop = b.newLabel();
      Label handler = b.newLabel();
      Label end = b.newLabel();
      b.bind(start);
      b.emit(Opcode.DIV_INT, anyInt(), anyInt(), anyInt());
      boolean falls = statements(depth + 1);
      b.bind(stop);
      if (falls) {
        b.branch(end);
      }
      String[] types = {ARITHMETIC, STATE, RUNTIME, ""};
      String type = types[random.nextInt(types.length)];
      if (type.isEmpty()) {
        b.tryCatchAll(start, stop, handler);
      } else {
        b.tryCatch(start, stop, type, handler);
      }
      b.bind(handler);
      if (random.nextInt(3) > 0) {
        b.emit(Opcode.MOVE_EXCEPTION, base + OTHER);
      }
      if (!statements(depth + 1)) {
        b.bind(end);
        b.literal(Opcode.CONST_16, base, 2);
        return;
      }
      b.bind(end);
    }

    /** As javac has it: the handler that frees the monitor covers itself. */
    private void lock(int depth) {
      int lock = base + LOCK + random.nextInt(2);
      if (held.contains(lock)) {
        // The verifier knows a monitor by its register: twice in one is more than it follows.
        return;
      }
      Label start = b.newLabel();
      Label stop = b.newLabel();
      Label handler = b.newLabel();
      Label handlerStop = b.newLabel();
      Label end = b.newLabel();
      b.emit(Opcode.MONITOR_ENTER, lock);
      held.add(lock);
      b.bind(start);
      b.emit(Opcode.DIV_INT, anyInt(), anyInt(), anyInt());
      if (statements(depth + 1)) {
        b.emit(Opcode.MONITOR_EXIT, lock);
        b.bind(stop);
        b.branch(end);
      } else {
        b.bind(stop);
      }
      held.removeLast();
      b.bind(handler);
      b.emit(Opcode.MOVE_EXCEPTION, base + OTHER);
      b.emit(Opcode.MONITOR_EXIT, lock);
      b.bind(handlerStop);
      b.tryCatchAll(start, stop, handler);
      b.tryCatchAll(handler, handlerStop, handler);
      b.emit(Opcode.THROW, base + OTHER);
      b.bind(end);
      b.literal(Opcode.CONST_16, base + 1, 5);
    }

    private void choose(int depth) {
      Label one = b.newLabel();
      Label two = b.newLabel();
      Label end = b.newLabel();
      if (random.nextBoolean()) {
        b.packedSwitch(anyInt(), -1, one, two, end);
      } else {
        b.sparseSwitch(anyInt(), new int[] {-5, 0, 1000}, one, two, end);
      }
      b.bind(one);
      statementsOrNot(depth, end);
      b.bind(two);
      statementsOrNot(depth, end);
      b.bind(end);
      b.literal(Opcode.CONST_16, base + 2, 9);
    }

    private void statementsOrNot(int depth, Label end) {
      if (statements(depth + 1) && random.nextBoolean()) {
        b.branch(end);
      }
    }
  }
}
