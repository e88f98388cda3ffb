package dev.dexscope.vm.differential;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Label;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * Makes verified methods with random code. Each register but two has one type in all of a method;
 * the scratch register and the scratch pair hold the last value written, and are undefined where
 * paths meet. Loops have counters of their own, and only methods without calls are called, so that
 * everything terminates.
 */
final class RandomMethods {
  static final String CLASS = "random.Methods";

  private static final String FIXTURE = "Ldev/dexscope/vm/differential/Fixture;";
  private static final String BASE = "Ldev/dexscope/vm/differential/Base;";
  private static final String SHAPE = "Ldev/dexscope/vm/differential/Shape;";
  private static final String KIN = "Ldev/dexscope/vm/differential/kin/Kin;";
  private static final String SELF = "Lrandom/Methods;";
  private static final String CHILD = "Lrandom/Child;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final Proto PROTO = Proto.of("J", "I", "J", "F", "D", "[I", OBJECT, FIXTURE);

  /** The registers, by type; the arguments follow. */
  private static final int I0 = 0;

  private static final int I1 = 1;
  private static final int COUNTER = 2;
  private static final int J = 4;
  private static final int F = 6;
  private static final int D = 7;
  private static final int ARRAY = 9;
  private static final int O = 10;
  private static final int SCRATCH = 11;
  private static final int WIDE = 12;
  private static final int T = 14;
  private static final int U = 15;
  private static final int LOCALS = 16;
  private static final int PARAMETER_INT = 16;
  private static final int PARAMETER_LONG = 17;
  private static final int PARAMETER_FLOAT = 19;
  private static final int PARAMETER_DOUBLE = 20;
  private static final int PARAMETER_ARRAY = 22;
  private static final int PARAMETER_OBJECT = 23;
  private static final int SELF_FIXTURE = 24;

  private static final int MAX_LOOPS = 2;

  /** The content of the scratch registers. */
  private enum Holds {
    NOTHING,
    ZERO,
    CONSTANT,
    INT,
    FLOAT,
    ARRAY,
    OBJECT,
    LONG,
    DOUBLE,
    WIDE_CONSTANT
  }

  private static final List<Opcode> INT_OPS = range(Opcode.ADD_INT, Opcode.USHR_INT);
  private static final List<Opcode> INT_OPS_2ADDR =
      range(Opcode.ADD_INT_2ADDR, Opcode.USHR_INT_2ADDR);
  private static final List<Opcode> LONG_OPS = range(Opcode.ADD_LONG, Opcode.XOR_LONG);
  private static final List<Opcode> LONG_OPS_2ADDR =
      range(Opcode.ADD_LONG_2ADDR, Opcode.XOR_LONG_2ADDR);
  private static final List<Opcode> LONG_SHIFTS = range(Opcode.SHL_LONG, Opcode.USHR_LONG);
  private static final List<Opcode> LONG_SHIFTS_2ADDR =
      range(Opcode.SHL_LONG_2ADDR, Opcode.USHR_LONG_2ADDR);
  private static final List<Opcode> FLOAT_OPS = range(Opcode.ADD_FLOAT, Opcode.REM_FLOAT);
  private static final List<Opcode> FLOAT_OPS_2ADDR =
      range(Opcode.ADD_FLOAT_2ADDR, Opcode.REM_FLOAT_2ADDR);
  private static final List<Opcode> DOUBLE_OPS = range(Opcode.ADD_DOUBLE, Opcode.REM_DOUBLE);
  private static final List<Opcode> DOUBLE_OPS_2ADDR =
      range(Opcode.ADD_DOUBLE_2ADDR, Opcode.REM_DOUBLE_2ADDR);
  private static final List<Opcode> LITERAL_16 = range(Opcode.ADD_INT_LIT16, Opcode.XOR_INT_LIT16);
  private static final List<Opcode> LITERAL_8 = range(Opcode.ADD_INT_LIT8, Opcode.USHR_INT_LIT8);
  private static final List<Opcode> IF_TWO = range(Opcode.IF_EQ, Opcode.IF_LE);
  private static final List<Opcode> IF_ONE = range(Opcode.IF_EQZ, Opcode.IF_LEZ);
  private static final String[] THROWABLES = {
    "Ljava/lang/ArithmeticException;",
    "Ljava/lang/NullPointerException;",
    "Ljava/lang/RuntimeException;",
    "Ljava/lang/IndexOutOfBoundsException;",
    "Ljava/lang/Throwable;"
  };
  private static final int[] INTERESTING = {
    0,
    1,
    -1,
    2,
    7,
    8,
    -8,
    127,
    128,
    255,
    32767,
    -32768,
    65535,
    0x10000,
    0x3f800000,
    0x7fc00000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };

  private final Random random;

  /** Of the method that is being made. */
  @SuppressWarnings("NullAway.Init")
  private CodeBuilder b;

  private Holds scratch = Holds.NOTHING;
  private Holds wide = Holds.NOTHING;
  private int loops;
  private boolean locked;
  private int callable;
  private int budget;

  private RandomMethods(long seed) {
    random = new Random(seed);
  }

  private static List<Opcode> range(Opcode first, Opcode last) {
    List<Opcode> all = List.of(Opcode.values());
    return all.subList(all.indexOf(first), all.indexOf(last) + 1);
  }

  /**
   * A dex file of one class with so many methods {@code m0}, {@code m1}, ... It is seen by its
   * package only, inherits from another package, and has a subclass.
   */
  static byte[] dex(long seed, int methods) {
    var maker = new RandomMethods(seed);
    DexBuilder dex = DexBuilder.ofVersion(37);
    dex.define(
        SELF,
        c -> {
          c.accessFlags(0);
          c.superclass(KIN);
          constructor(c, KIN);
          c.method(AccessFlags.STATIC | AccessFlags.CONSTRUCTOR, "<clinit>", Proto.of("V"))
              .code(
                  1,
                  b -> {
                    // Kin.last is it from now on.
                    b.type(Opcode.NEW_INSTANCE, 0, CHILD);
                    b.invoke(Opcode.INVOKE_DIRECT, MethodRef.of(CHILD, "<init>", "()V"), 0);
                    b.emit(Opcode.RETURN_VOID);
                  });
          for (int i = 0; i < methods; i++) {
            int index = i;
            c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "m" + i, PROTO)
                .code(LOCALS, b -> maker.method(b, index));
          }
        });
    dex.define(
        CHILD,
        c -> {
          c.accessFlags(0);
          c.superclass(SELF);
          constructor(c, SELF);
          c.method(AccessFlags.PROTECTED, "weigh", Proto.of("I", "I"))
              .code(
                  1,
                  b -> {
                    b.field(Opcode.IGET, 0, 1, new FieldRef(CHILD, "kinInt", "I"));
                    b.emit(Opcode.MUL_INT, 0, 0, 2);
                    b.emit(Opcode.RETURN, 0);
                  });
        });
    return dex.build();
  }

  private static void constructor(ClassBuilder type, String superclass) {
    type.method(AccessFlags.CONSTRUCTOR, "<init>", Proto.of("V"))
        .code(
            0,
            b -> {
              b.invoke(Opcode.INVOKE_DIRECT, MethodRef.of(superclass, "<init>", "()V"), 0);
              b.emit(Opcode.RETURN_VOID);
            });
  }

  private void method(CodeBuilder builder, int index) {
    b = builder;
    // The first fifth of ten calls nothing, the rest calls what is in that fifth.
    callable = index % 10 < 2 ? 0 : index - index % 10;
    scratch = Holds.NOTHING;
    wide = Holds.NOTHING;
    loops = 0;
    locked = false;
    budget = 4 + random.nextInt(40);
    b.move(Opcode.MOVE, I0, PARAMETER_INT);
    b.constant(I1, constant());
    b.move(Opcode.MOVE_WIDE, J, PARAMETER_LONG);
    b.move(Opcode.MOVE, F, PARAMETER_FLOAT);
    b.move(Opcode.MOVE_WIDE, D, PARAMETER_DOUBLE);
    b.move(Opcode.MOVE_OBJECT, ARRAY, PARAMETER_ARRAY);
    b.move(Opcode.MOVE_OBJECT, O, PARAMETER_OBJECT);
    block(0);
    while (budget > 0) {
      block(0);
    }
    finish();
  }

  /** Returns the hash of all registers. */
  private void finish() {
    Proto hash = Proto.of("J", "I", "I", "J", "F", "D", "[I", OBJECT);
    // The last eight registers but one: in a row, in the order of the parameters.
    int to = PARAMETER_INT;
    b.move(Opcode.MOVE_OBJECT, SELF_FIXTURE, O);
    b.move(Opcode.MOVE_OBJECT, PARAMETER_OBJECT, ARRAY);
    b.move(Opcode.MOVE_WIDE, PARAMETER_DOUBLE + 1, D);
    b.move(Opcode.MOVE, PARAMETER_DOUBLE, F);
    b.move(Opcode.MOVE_WIDE, PARAMETER_LONG + 1, J);
    b.move(Opcode.MOVE, PARAMETER_LONG, I1);
    b.move(Opcode.MOVE, to, I0);
    b.invoke(
        Opcode.INVOKE_STATIC,
        new MethodRef(FIXTURE, "hash", hash),
        to,
        to + 1,
        to + 2,
        to + 3,
        to + 4,
        to + 5,
        to + 6,
        to + 7,
        to + 8);
    b.emit(Opcode.MOVE_RESULT_WIDE, J);
    b.emit(Opcode.RETURN_WIDE, J);
  }

  private void block(int depth) {
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count && budget > 0; i++) {
      budget--;
      statement(depth);
    }
  }

  private void statement(int depth) {
    int kind = random.nextInt(depth < 3 ? 26 : 20);
    switch (kind) {
      case 0, 1 -> intArithmetic();
      case 2 -> longArithmetic();
      case 3 -> floatArithmetic();
      case 4 -> doubleArithmetic();
      case 5 -> conversion();
      case 6 -> comparison();
      case 7 -> constantIntoScratch();
      case 8 -> moveToScratch();
      case 9 -> moveFromScratch();
      case 10 -> intArray();
      case 11 -> otherArray();
      case 12 -> instanceField();
      case 13 -> staticField();
      case 14, 15 -> call();
      case 16 -> object();
      case 17 -> newArray();
      case 18 -> cast();
      case 19 -> inherited();
      case 20, 21 -> choice(depth);
      case 22 -> loop(depth);
      case 23 -> switching(depth);
      case 24 -> guarded(depth);
      default -> monitor(depth);
    }
  }

  private <E> E any(List<E> list) {
    return list.get(random.nextInt(list.size()));
  }

  private int constant() {
    return random.nextBoolean()
        ? INTERESTING[random.nextInt(INTERESTING.length)]
        : random.nextInt();
  }

  /** A register that holds an int. */
  private int anInt() {
    boolean usable = scratch == Holds.INT || scratch == Holds.CONSTANT || scratch == Holds.ZERO;
    return switch (random.nextInt(usable ? 5 : 4)) {
      case 0, 1 -> I0;
      case 2 -> I1;
      case 3 -> loops > 0 ? COUNTER + random.nextInt(loops) : I0;
      default -> SCRATCH;
    };
  }

  private int aLong() {
    boolean usable = wide == Holds.LONG || wide == Holds.WIDE_CONSTANT;
    return usable && random.nextBoolean() ? WIDE : J;
  }

  private int aDouble() {
    boolean usable = wide == Holds.DOUBLE || wide == Holds.WIDE_CONSTANT;
    return usable && random.nextBoolean() ? WIDE : D;
  }

  private int aFloat() {
    boolean usable = scratch == Holds.FLOAT || scratch == Holds.CONSTANT || scratch == Holds.ZERO;
    return usable && random.nextBoolean() ? SCRATCH : F;
  }

  private int anObject() {
    boolean usable = scratch == Holds.OBJECT || scratch == Holds.ARRAY || scratch == Holds.ZERO;
    return usable && random.nextBoolean() ? SCRATCH : O;
  }

  private int anArray() {
    boolean usable = scratch == Holds.ARRAY || (scratch == Holds.ZERO && random.nextInt(8) == 0);
    return usable && random.nextBoolean() ? SCRATCH : ARRAY;
  }

  /** An int's register to write to. */
  private int intTarget() {
    int target = random.nextInt(4);
    if (target == 3) {
      scratch = Holds.INT;
      return SCRATCH;
    }
    return target == 2 ? I1 : I0;
  }

  private int target(Holds holds, int own) {
    if (random.nextInt(3) > 0) {
      return own;
    }
    if (holds == Holds.LONG || holds == Holds.DOUBLE) {
      wide = holds;
      return WIDE;
    }
    scratch = holds;
    return SCRATCH;
  }

  private void intArithmetic() {
    int x = anInt();
    switch (random.nextInt(5)) {
      case 0, 1 -> {
        int y = anInt();
        b.emit(any(INT_OPS), intTarget(), x, y);
      }
      case 2 -> {
        int y = anInt();
        b.emit(any(INT_OPS_2ADDR), random.nextBoolean() ? I0 : I1, y);
      }
      case 3 -> b.literal(any(LITERAL_8), intTarget(), x, (byte) constant());
      default -> b.literal(any(LITERAL_16), intTarget(), x, (short) constant());
    }
  }

  private void longArithmetic() {
    int x = aLong();
    int y = aLong();
    switch (random.nextInt(4)) {
      case 0 -> b.emit(any(LONG_OPS), target(Holds.LONG, J), x, y);
      case 1 -> b.emit(any(LONG_OPS_2ADDR), J, y);
      case 2 -> {
        int by = anInt();
        b.emit(any(LONG_SHIFTS), target(Holds.LONG, J), x, by);
      }
      default -> b.emit(any(LONG_SHIFTS_2ADDR), J, anInt());
    }
  }

  private void floatArithmetic() {
    int x = aFloat();
    int y = aFloat();
    if (random.nextBoolean()) {
      b.emit(any(FLOAT_OPS), target(Holds.FLOAT, F), x, y);
    } else {
      b.emit(any(FLOAT_OPS_2ADDR), F, y);
    }
  }

  private void doubleArithmetic() {
    int x = aDouble();
    int y = aDouble();
    if (random.nextBoolean()) {
      b.emit(any(DOUBLE_OPS), target(Holds.DOUBLE, D), x, y);
    } else {
      b.emit(any(DOUBLE_OPS_2ADDR), D, y);
    }
  }

  private void conversion() {
    int i = anInt();
    int j = aLong();
    int f = aFloat();
    int d = aDouble();
    switch (random.nextInt(21)) {
      case 0 -> b.emit(Opcode.NEG_INT, intTarget(), i);
      case 1 -> b.emit(Opcode.NOT_INT, intTarget(), i);
      case 2 -> b.emit(Opcode.NEG_LONG, target(Holds.LONG, J), j);
      case 3 -> b.emit(Opcode.NOT_LONG, target(Holds.LONG, J), j);
      case 4 -> b.emit(Opcode.NEG_FLOAT, target(Holds.FLOAT, F), f);
      case 5 -> b.emit(Opcode.NEG_DOUBLE, target(Holds.DOUBLE, D), d);
      case 6 -> b.emit(Opcode.INT_TO_LONG, target(Holds.LONG, J), i);
      case 7 -> b.emit(Opcode.INT_TO_FLOAT, target(Holds.FLOAT, F), i);
      case 8 -> b.emit(Opcode.INT_TO_DOUBLE, target(Holds.DOUBLE, D), i);
      case 9 -> b.emit(Opcode.LONG_TO_INT, intTarget(), j);
      case 10 -> b.emit(Opcode.LONG_TO_FLOAT, target(Holds.FLOAT, F), j);
      case 11 -> b.emit(Opcode.LONG_TO_DOUBLE, target(Holds.DOUBLE, D), j);
      case 12 -> b.emit(Opcode.FLOAT_TO_INT, intTarget(), f);
      case 13 -> b.emit(Opcode.FLOAT_TO_LONG, target(Holds.LONG, J), f);
      case 14 -> b.emit(Opcode.FLOAT_TO_DOUBLE, target(Holds.DOUBLE, D), f);
      case 15 -> b.emit(Opcode.DOUBLE_TO_INT, intTarget(), d);
      case 16 -> b.emit(Opcode.DOUBLE_TO_LONG, target(Holds.LONG, J), d);
      case 17 -> b.emit(Opcode.DOUBLE_TO_FLOAT, target(Holds.FLOAT, F), d);
      case 18 -> b.emit(Opcode.INT_TO_BYTE, intTarget(), i);
      case 19 -> b.emit(Opcode.INT_TO_CHAR, intTarget(), i);
      default -> b.emit(Opcode.INT_TO_SHORT, intTarget(), i);
    }
  }

  private void comparison() {
    switch (random.nextInt(5)) {
      case 0 -> compare(Opcode.CMPL_FLOAT, aFloat(), aFloat());
      case 1 -> compare(Opcode.CMPG_FLOAT, aFloat(), aFloat());
      case 2 -> compare(Opcode.CMPL_DOUBLE, aDouble(), aDouble());
      case 3 -> compare(Opcode.CMPG_DOUBLE, aDouble(), aDouble());
      default -> compare(Opcode.CMP_LONG, aLong(), aLong());
    }
  }

  private void compare(Opcode opcode, int x, int y) {
    b.emit(opcode, intTarget(), x, y);
  }

  private void constantIntoScratch() {
    switch (random.nextInt(4)) {
      case 0 -> {
        b.constant(SCRATCH, 0);
        scratch = Holds.ZERO;
      }
      case 1 -> {
        int value = constant();
        b.constant(SCRATCH, value);
        scratch = value == 0 ? Holds.ZERO : Holds.CONSTANT;
      }
      case 2 -> {
        b.constantWide(WIDE, random.nextBoolean() ? constant() : random.nextLong());
        wide = Holds.WIDE_CONSTANT;
      }
      default -> b.constant(random.nextBoolean() ? I0 : I1, constant());
    }
  }

  private void moveToScratch() {
    switch (random.nextInt(6)) {
      case 0 -> {
        b.move(Opcode.MOVE, SCRATCH, I0);
        scratch = Holds.INT;
      }
      case 1 -> {
        b.move(Opcode.MOVE, SCRATCH, F);
        scratch = Holds.FLOAT;
      }
      case 2 -> {
        b.move(Opcode.MOVE_OBJECT, SCRATCH, ARRAY);
        scratch = Holds.ARRAY;
      }
      case 3 -> {
        b.move(Opcode.MOVE_OBJECT, SCRATCH, O);
        scratch = Holds.OBJECT;
      }
      case 4 -> {
        b.move(Opcode.MOVE_WIDE, WIDE, J);
        wide = Holds.LONG;
      }
      default -> {
        b.move(Opcode.MOVE_WIDE, WIDE, D);
        wide = Holds.DOUBLE;
      }
    }
  }

  private void moveFromScratch() {
    switch (scratch) {
      case INT -> b.move(Opcode.MOVE, I0, SCRATCH);
      case FLOAT -> b.move(Opcode.MOVE, F, SCRATCH);
      case CONSTANT -> b.move(Opcode.MOVE, random.nextBoolean() ? I1 : F, SCRATCH);
      case ARRAY -> b.move(Opcode.MOVE_OBJECT, random.nextBoolean() ? ARRAY : O, SCRATCH);
      case OBJECT -> b.move(Opcode.MOVE_OBJECT, O, SCRATCH);
      case ZERO -> {
        switch (random.nextInt(4)) {
          case 0 -> b.move(Opcode.MOVE_OBJECT, O, SCRATCH);
          case 1 -> b.move(Opcode.MOVE, F, SCRATCH);
          case 2 -> b.move(Opcode.MOVE, T, SCRATCH);
          default -> b.move(Opcode.MOVE, I1, SCRATCH);
        }
      }
      default -> b.emit(Opcode.NOP);
    }
    switch (wide) {
      case LONG -> b.move(Opcode.MOVE_WIDE, J, WIDE);
      case DOUBLE -> b.move(Opcode.MOVE_WIDE, D, WIDE);
      case WIDE_CONSTANT -> b.move(Opcode.MOVE_WIDE, random.nextBoolean() ? J : D, WIDE);
      default -> b.emit(Opcode.NOP);
    }
  }

  /** An index in T: mostly one that an array has. */
  private void index(int mask) {
    int from = anInt();
    if (random.nextInt(6) == 0) {
      b.move(Opcode.MOVE, T, from);
    } else {
      b.literal(Opcode.AND_INT_LIT8, T, from, mask);
    }
  }

  private void intArray() {
    index(7);
    int array = anArray();
    switch (random.nextInt(4)) {
      case 0, 1 -> b.emit(Opcode.AGET, intTarget(), array, T);
      case 2 -> b.emit(Opcode.APUT, anInt(), array, T);
      default -> b.emit(Opcode.ARRAY_LENGTH, intTarget(), array);
    }
  }

  private record Member(String name, String type, Opcode get, Opcode put) {}

  private static final List<Member> ARRAYS =
      List.of(
          new Member("booleans", "[Z", Opcode.AGET_BOOLEAN, Opcode.APUT_BOOLEAN),
          new Member("bytes", "[B", Opcode.AGET_BYTE, Opcode.APUT_BYTE),
          new Member("chars", "[C", Opcode.AGET_CHAR, Opcode.APUT_CHAR),
          new Member("shorts", "[S", Opcode.AGET_SHORT, Opcode.APUT_SHORT),
          new Member("longs", "[J", Opcode.AGET_WIDE, Opcode.APUT_WIDE),
          new Member("floats", "[F", Opcode.AGET, Opcode.APUT),
          new Member("doubles", "[D", Opcode.AGET_WIDE, Opcode.APUT_WIDE),
          new Member("objects", "[" + OBJECT, Opcode.AGET_OBJECT, Opcode.APUT_OBJECT));

  private void otherArray() {
    Member array = any(ARRAYS);
    b.move(Opcode.MOVE_OBJECT, U, SELF_FIXTURE);
    b.field(Opcode.IGET_OBJECT, U, U, new FieldRef(FIXTURE, array.name(), array.type()));
    index(3);
    String element = array.type().substring(1);
    if (random.nextBoolean()) {
      load(element, to -> b.emit(array.get(), to, U, T));
    } else {
      store(element, from -> b.emit(array.put(), from, U, T));
    }
  }

  /** Writes an instruction that yields a value of a type. */
  private void load(String type, IntConsumer writer) {
    switch (type.charAt(0)) {
      case 'J' -> writer.accept(target(Holds.LONG, J));
      case 'D' -> writer.accept(target(Holds.DOUBLE, D));
      case 'F' -> writer.accept(target(Holds.FLOAT, F));
      case 'L' -> writer.accept(target(Holds.OBJECT, O));
      default -> writer.accept(intTarget());
    }
  }

  /** Writes an instruction that takes a value of a type, in a register below 16. */
  private void store(String type, IntConsumer writer) {
    switch (type.charAt(0)) {
      case 'J' -> writer.accept(aLong());
      case 'D' -> writer.accept(aDouble());
      case 'F' -> writer.accept(aFloat());
      case 'L' -> writer.accept(anObject());
      case 'I' -> writer.accept(anInt());
      default -> {
        // T may hold an index: what is narrow goes through a register that nothing else needs then.
        writer.accept(narrow(type));
      }
    }
  }

  /** A value of a narrow type, in the scratch register. */
  private int narrow(String type) {
    int from = anInt();
    switch (type.charAt(0)) {
      case 'Z' -> b.literal(Opcode.AND_INT_LIT8, SCRATCH, from, 1);
      case 'B' -> b.emit(Opcode.INT_TO_BYTE, SCRATCH, from);
      case 'C' -> b.emit(Opcode.INT_TO_CHAR, SCRATCH, from);
      default -> b.emit(Opcode.INT_TO_SHORT, SCRATCH, from);
    }
    scratch = Holds.INT;
    return SCRATCH;
  }

  private static final List<Member> FIELDS =
      List.of(
          new Member("fieldBoolean", "Z", Opcode.IGET_BOOLEAN, Opcode.IPUT_BOOLEAN),
          new Member("fieldByte", "B", Opcode.IGET_BYTE, Opcode.IPUT_BYTE),
          new Member("fieldChar", "C", Opcode.IGET_CHAR, Opcode.IPUT_CHAR),
          new Member("fieldShort", "S", Opcode.IGET_SHORT, Opcode.IPUT_SHORT),
          new Member("fieldInt", "I", Opcode.IGET, Opcode.IPUT),
          new Member("inherited", "I", Opcode.IGET, Opcode.IPUT),
          new Member("fieldLong", "J", Opcode.IGET_WIDE, Opcode.IPUT_WIDE),
          new Member("fieldFloat", "F", Opcode.IGET, Opcode.IPUT),
          new Member("fieldDouble", "D", Opcode.IGET_WIDE, Opcode.IPUT_WIDE),
          new Member("fieldObject", OBJECT, Opcode.IGET_OBJECT, Opcode.IPUT_OBJECT));

  private void instanceField() {
    Member field = any(FIELDS);
    var ref = new FieldRef(FIXTURE, field.name(), field.type());
    b.move(Opcode.MOVE_OBJECT, U, SELF_FIXTURE);
    if (random.nextBoolean()) {
      load(field.type(), to -> b.field(field.get(), to, U, ref));
    } else {
      store(field.type(), from -> b.field(field.put(), from, U, ref));
    }
  }

  private static final List<Member> STATICS =
      List.of(
          new Member("staticBoolean", "Z", Opcode.SGET_BOOLEAN, Opcode.SPUT_BOOLEAN),
          new Member("staticByte", "B", Opcode.SGET_BYTE, Opcode.SPUT_BYTE),
          new Member("staticChar", "C", Opcode.SGET_CHAR, Opcode.SPUT_CHAR),
          new Member("staticShort", "S", Opcode.SGET_SHORT, Opcode.SPUT_SHORT),
          new Member("staticInt", "I", Opcode.SGET, Opcode.SPUT),
          new Member("staticLong", "J", Opcode.SGET_WIDE, Opcode.SPUT_WIDE),
          new Member("staticFloat", "F", Opcode.SGET, Opcode.SPUT),
          new Member("staticDouble", "D", Opcode.SGET_WIDE, Opcode.SPUT_WIDE),
          new Member("staticObject", OBJECT, Opcode.SGET_OBJECT, Opcode.SPUT_OBJECT));

  private void staticField() {
    Member field = any(STATICS);
    var ref = new FieldRef(FIXTURE, field.name(), field.type());
    if (random.nextBoolean()) {
      load(field.type(), to -> b.field(field.get(), to, ref));
    } else {
      store(field.type(), from -> b.field(field.put(), from, ref));
    }
  }

  private static final List<Member> KIN_FIELDS =
      List.of(
          new Member("kinInt", "I", Opcode.IGET, Opcode.IPUT),
          new Member("kinLong", "J", Opcode.IGET_WIDE, Opcode.IPUT_WIDE),
          new Member("kinFloat", "F", Opcode.IGET, Opcode.IPUT),
          new Member("kinDouble", "D", Opcode.IGET_WIDE, Opcode.IPUT_WIDE),
          new Member("kinByte", "B", Opcode.IGET_BYTE, Opcode.IPUT_BYTE),
          new Member("kinObject", OBJECT, Opcode.IGET_OBJECT, Opcode.IPUT_OBJECT));

  private static final List<Member> KIN_STATICS =
      List.of(
          new Member("kinStaticInt", "I", Opcode.SGET, Opcode.SPUT),
          new Member("kinStaticLong", "J", Opcode.SGET_WIDE, Opcode.SPUT_WIDE),
          new Member("kinStaticObject", OBJECT, Opcode.SGET_OBJECT, Opcode.SPUT_OBJECT));

  /** Members of superclasses in another package, most of them protected. */
  private void inherited() {
    String named = random.nextInt(3) == 0 ? KIN : random.nextBoolean() ? SELF : CHILD;
    switch (random.nextInt(7)) {
      case 0, 1 -> {
        Member field = any(KIN_FIELDS);
        var ref = new FieldRef(kin(named), field.name(), field.type());
        if (random.nextBoolean()) {
          load(field.type(), to -> b.field(field.get(), to, U, ref));
        } else {
          store(field.type(), from -> b.field(field.put(), from, U, ref));
        }
      }
      case 2 -> {
        Member field = any(KIN_STATICS);
        var ref = new FieldRef(named, field.name(), field.type());
        if (random.nextBoolean()) {
          load(field.type(), to -> b.field(field.get(), to, ref));
        } else {
          store(field.type(), from -> b.field(field.put(), from, ref));
        }
      }
      case 3 -> {
        int d = aDouble();
        invoke(Opcode.INVOKE_VIRTUAL, kin(named), "scale", "(D)D", U, d, d + 1);
        b.emit(Opcode.MOVE_RESULT_WIDE, target(Holds.DOUBLE, D));
      }
      case 4 -> {
        String name = random.nextBoolean() ? "weigh" : "open";
        invoke(Opcode.INVOKE_VIRTUAL, kin(named), name, "(I)I", U, anInt());
        b.emit(Opcode.MOVE_RESULT, intTarget());
      }
      case 5 -> {
        int j = aLong();
        invoke(Opcode.INVOKE_STATIC, named, "stretch", "(JI)J", j, j + 1, anInt());
        b.emit(Opcode.MOVE_RESULT_WIDE, target(Holds.LONG, J));
      }
      default -> {
        // Never null: no compiler calls a superclass's method on what is not this.
        b.field(Opcode.SGET_OBJECT, U, new FieldRef(KIN, "last", KIN));
        b.type(Opcode.CHECK_CAST, U, SELF);
        invoke(Opcode.INVOKE_SUPER, KIN, "weigh", "(I)I", U, anInt());
        b.emit(Opcode.MOVE_RESULT, intTarget());
      }
    }
  }

  /** Loads an object of a class; occasionally one of another class, or null. */
  private String kin(String named) {
    String name =
        switch (random.nextInt(16)) {
          case 0 -> "NONE";
          case 1, 2 -> named.equals(KIN) ? "STRANGER" : "last";
          default -> "last";
        };
    b.field(Opcode.SGET_OBJECT, U, new FieldRef(KIN, name, KIN));
    if (!named.equals(KIN)) {
      b.type(Opcode.CHECK_CAST, U, named);
    }
    return named;
  }

  private void call() {
    b.move(Opcode.MOVE_OBJECT, U, SELF_FIXTURE);
    switch (random.nextInt(callable > 0 ? 10 : 9)) {
      case 0 -> {
        int j = aLong();
        invoke(Opcode.INVOKE_INTERFACE, SHAPE, "area", "(IJ)I", U, anInt(), j, j + 1);
        b.emit(Opcode.MOVE_RESULT, intTarget());
      }
      case 1 -> {
        invoke(Opcode.INVOKE_INTERFACE, SHAPE, "twice", "(F)J", U, aFloat());
        b.emit(Opcode.MOVE_RESULT_WIDE, target(Holds.LONG, J));
      }
      case 2 -> {
        int i = narrow("B");
        b.emit(Opcode.INT_TO_CHAR, T, anInt());
        b.type(Opcode.INSTANCE_OF, WIDE, O, SHAPE);
        wide = Holds.NOTHING;
        String owner = random.nextBoolean() ? FIXTURE : BASE;
        invoke(Opcode.INVOKE_VIRTUAL, owner, "weight", "(BCSZ)I", U, i, T, i, WIDE);
        b.emit(Opcode.MOVE_RESULT, intTarget());
      }
      case 3 -> {
        int d = aDouble();
        invoke(Opcode.INVOKE_VIRTUAL, FIXTURE, "guarded", "(ID)J", U, anInt(), d, d + 1);
        b.emit(Opcode.MOVE_RESULT_WIDE, target(Holds.LONG, J));
      }
      case 4 -> {
        invoke(Opcode.INVOKE_STATIC, FIXTURE, "thrower", "(I)F", anInt());
        b.emit(Opcode.MOVE_RESULT, target(Holds.FLOAT, F));
      }
      case 5 -> {
        int j = aLong();
        invoke(Opcode.INVOKE_STATIC, "Ljava/lang/Long;", "rotateLeft", "(JI)J", j, j + 1, anInt());
        if (random.nextInt(4) > 0) {
          b.emit(Opcode.MOVE_RESULT_WIDE, target(Holds.LONG, J));
        }
      }
      case 6 -> {
        // A new object each time, also on Android, which keeps the decimal texts of small numbers.
        String type = "(I)Ljava/lang/String;";
        invoke(Opcode.INVOKE_STATIC, "Ljava/lang/Integer;", "toHexString", type, anInt());
        b.emit(Opcode.MOVE_RESULT_OBJECT, target(Holds.OBJECT, O));
      }
      case 7 -> {
        int x = aFloat();
        invoke(Opcode.INVOKE_STATIC, "Ljava/lang/Math;", "max", "(FF)F", x, aFloat());
        b.emit(Opcode.MOVE_RESULT, target(Holds.FLOAT, F));
      }
      case 8 -> {
        b.move(Opcode.MOVE_OBJECT, T, anObject());
        b.type(Opcode.CHECK_CAST, T, "Ljava/lang/String;");
        invoke(Opcode.INVOKE_VIRTUAL, "Ljava/lang/String;", "length", "()I", T);
        b.emit(Opcode.MOVE_RESULT, intTarget());
      }
      default -> {
        int[] all = {16, 17, 18, 19, 20, 21, 22, 23, 24};
        String name = "m" + (callable + random.nextInt(2));
        b.invoke(Opcode.INVOKE_STATIC, new MethodRef(SELF, name, PROTO), all);
        b.emit(Opcode.MOVE_RESULT_WIDE, target(Holds.LONG, J));
      }
    }
  }

  private void invoke(Opcode opcode, String owner, String name, String type, int... registers) {
    b.invoke(opcode, MethodRef.of(owner, name, type), registers);
  }

  /** Something for the object register. */
  private void object() {
    switch (random.nextInt(6)) {
      case 0 -> b.constantString(O, "text" + random.nextInt(3));
      case 1 -> b.move(Opcode.MOVE_OBJECT, O, SELF_FIXTURE);
      case 2 -> b.move(Opcode.MOVE_OBJECT, O, ARRAY);
      case 3 -> {
        b.type(Opcode.NEW_INSTANCE, U, FIXTURE);
        int j = aLong();
        if (random.nextBoolean()) {
          b.move(Opcode.MOVE_OBJECT, T, U);
          b.invoke(
              Opcode.INVOKE_DIRECT,
              MethodRef.of(FIXTURE, "<init>", "(IJ" + OBJECT + ")V"),
              T,
              anInt(),
              j,
              j + 1,
              O);
        } else {
          b.invoke(
              Opcode.INVOKE_DIRECT,
              MethodRef.of(FIXTURE, "<init>", "(IJ" + OBJECT + ")V"),
              U,
              anInt(),
              j,
              j + 1,
              O);
        }
        b.move(Opcode.MOVE_OBJECT, O, U);
      }
      case 4 -> b.type(Opcode.CONST_CLASS, O, random.nextBoolean() ? FIXTURE : "[[D");
      default -> {
        b.constant(O, 0);
      }
    }
  }

  private void newArray() {
    switch (random.nextInt(4)) {
      case 0 -> {
        index(7);
        Label fits = b.newLabel();
        b.literal(Opcode.SHR_INT_LIT8, U, T, 8);
        b.branch(Opcode.IF_EQZ, U, fits);
        b.constant(T, -1);
        b.bind(fits);
        b.type(Opcode.NEW_ARRAY, ARRAY, T, "[I");
      }
      case 1 -> {
        int i = anInt();
        b.filledNewArray("[I", i, anInt(), I1, i);
        b.emit(Opcode.MOVE_RESULT_OBJECT, ARRAY);
      }
      case 2 -> {
        byte[] data = new byte[4 * random.nextInt(6)];
        random.nextBytes(data);
        b.fillArrayData(ARRAY, 4, data);
      }
      default -> {
        b.constant(T, 2);
        b.type(Opcode.NEW_ARRAY, U, T, random.nextBoolean() ? "[Ljava/lang/String;" : "[" + SHAPE);
        b.constant(T, random.nextInt(3));
        b.emit(Opcode.APUT_OBJECT, O, U, T);
      }
    }
  }

  private void cast() {
    switch (random.nextInt(4)) {
      case 0 -> instanceOf(I0, "Ljava/lang/CharSequence;");
      case 1 -> instanceOf(I1, random.nextBoolean() ? "[I" : SHAPE);
      case 2 -> {
        b.move(Opcode.MOVE_OBJECT, T, anObject());
        b.type(Opcode.CHECK_CAST, T, random.nextBoolean() ? "[I" : "Ljava/lang/String;");
        b.move(Opcode.MOVE_OBJECT, O, T);
      }
      default -> {
        b.move(Opcode.MOVE_OBJECT, T, O);
        b.type(Opcode.CHECK_CAST, T, "[I");
        b.move(Opcode.MOVE_OBJECT, ARRAY, T);
      }
    }
  }

  private void instanceOf(int to, String type) {
    int object = anObject();
    b.type(Opcode.INSTANCE_OF, to, object, type);
    if (object == SCRATCH && scratch == Holds.ZERO) {
      // Where a branch follows, the verifier takes it for an object.
      scratch = Holds.NOTHING;
    }
  }

  private void forget() {
    scratch = Holds.NOTHING;
    wide = Holds.NOTHING;
  }

  private void choice(int depth) {
    Label otherwise = b.newLabel();
    Label end = b.newLabel();
    switch (random.nextInt(4)) {
      case 0 -> b.branch(any(IF_ONE), anInt(), otherwise);
      case 1 ->
          b.branch(random.nextBoolean() ? Opcode.IF_EQZ : Opcode.IF_NEZ, anObject(), otherwise);
      case 2 -> {
        int x = random.nextBoolean() ? O : ARRAY;
        b.branch(random.nextBoolean() ? Opcode.IF_EQ : Opcode.IF_NE, x, anObject(), otherwise);
      }
      default -> {
        int x = anInt();
        b.branch(any(IF_TWO), x, anInt(), otherwise);
      }
    }
    Holds scratchBefore = scratch;
    Holds wideBefore = wide;
    block(depth + 1);
    boolean hasElse = random.nextBoolean();
    Holds scratchThen = scratch;
    Holds wideThen = wide;
    if (hasElse) {
      b.branch(end);
    }
    b.bind(otherwise);
    scratch = scratchBefore;
    wide = wideBefore;
    if (hasElse) {
      block(depth + 1);
      b.bind(end);
    }
    // The verifier merges the results of both.
    scratch = scratch == scratchThen ? scratch : Holds.NOTHING;
    wide = wide == wideThen ? wide : Holds.NOTHING;
    if (scratch == Holds.ARRAY || scratch == Holds.OBJECT) {
      scratch = Holds.OBJECT;
    }
  }

  private void loop(int depth) {
    if (loops == MAX_LOOPS) {
      intArithmetic();
      return;
    }
    int counter = COUNTER + loops;
    b.constant(counter, 1 + random.nextInt(5));
    Label head = b.newLabel();
    Label end = b.newLabel();
    forget();
    loops++;
    b.bind(head);
    b.branch(Opcode.IF_LEZ, counter, end);
    b.literal(Opcode.ADD_INT_LIT8, counter, counter, -1);
    block(depth + 1);
    if (random.nextInt(3) == 0) {
      b.branch(any(IF_ONE), anInt(), end);
      block(depth + 1);
    }
    b.branch(head);
    b.bind(end);
    loops--;
    forget();
  }

  private void switching(int depth) {
    int count = 1 + random.nextInt(5);
    Label[] cases = new Label[count];
    for (int i = 0; i < count; i++) {
      cases[i] = b.newLabel();
    }
    int key = anInt();
    if (random.nextBoolean()) {
      b.packedSwitch(key, random.nextInt(5) - 3, cases);
    } else {
      int[] keys = new int[count];
      int next = random.nextBoolean() ? Integer.MIN_VALUE : -4;
      for (int i = 0; i < count; i++) {
        keys[i] = next;
        next += 1 + random.nextInt(i > 2 ? 40_000 : 3);
      }
      b.sparseSwitch(key, keys, cases);
    }
    Label end = b.newLabel();
    Holds scratchBefore = scratch;
    Holds wideBefore = wide;
    block(depth + 1);
    for (Label each : cases) {
      b.branch(end);
      b.bind(each);
      scratch = scratchBefore;
      wide = wideBefore;
      block(depth + 1);
      if (random.nextInt(3) == 0) {
        b.emit(Opcode.NOP);
      }
    }
    b.bind(end);
    forget();
  }

  private void guarded(int depth) {
    Label start = b.newLabel();
    Label end = b.newLabel();
    Label after = b.newLabel();
    b.bind(start);
    int before = budget;
    block(depth + 1);
    if (budget == before || random.nextInt(8) == 0) {
      call();
    }
    b.bind(end);
    b.branch(after);
    int handlers = 1 + random.nextInt(2);
    for (int i = 0; i < handlers; i++) {
      forget();
      Label handler = b.newLabel();
      b.bind(handler);
      b.emit(Opcode.MOVE_EXCEPTION, T);
      boolean all = i == handlers - 1 && random.nextBoolean();
      if (all) {
        b.tryCatchAll(start, end, handler);
      } else {
        b.tryCatch(start, end, THROWABLES[random.nextInt(THROWABLES.length)], handler);
      }
      if (random.nextInt(4) == 0) {
        b.emit(Opcode.THROW, T);
      } else {
        b.type(Opcode.INSTANCE_OF, I1, T, THROWABLES[random.nextInt(THROWABLES.length)]);
        block(depth + 1);
        b.branch(after);
      }
    }
    b.bind(after);
    forget();
  }

  /** As javac writes a synchronized block. */
  private void monitor(int depth) {
    if (locked) {
      // ART's verifier cannot always follow a monitor that is taken twice, and words things
      // otherwise.
      intArithmetic();
      return;
    }
    locked = true;
    Label start = b.newLabel();
    Label end = b.newLabel();
    Label handler = b.newLabel();
    Label handlerEnd = b.newLabel();
    Label after = b.newLabel();
    b.emit(Opcode.MONITOR_ENTER, SELF_FIXTURE);
    b.bind(start);
    block(depth + 1);
    locked = false;
    b.emit(Opcode.MONITOR_EXIT, SELF_FIXTURE);
    b.bind(end);
    b.branch(after);
    b.bind(handler);
    b.emit(Opcode.MOVE_EXCEPTION, U);
    b.emit(Opcode.MONITOR_EXIT, SELF_FIXTURE);
    b.bind(handlerEnd);
    b.emit(Opcode.THROW, U);
    b.tryCatchAll(start, end, handler);
    b.tryCatchAll(handler, handlerEnd, handler);
    b.bind(after);
    forget();
  }
}
