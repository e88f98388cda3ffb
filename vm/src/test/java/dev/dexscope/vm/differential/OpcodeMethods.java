package dev.dexscope.vm.differential;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Format;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Label;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.Adler32;

/**
 * A class for each opcode number, with a static method {@code m} which contains the instruction
 * once and reaches it. It returns the instruction's result, so that engines can be compared.
 */
final class OpcodeMethods {
  /** Of every number of a member instruction: the type that its suffix means. */
  private static final Map<String, String> MEMBER_TYPES =
      Map.of(
          "",
          "I",
          "-wide",
          "J",
          "-object",
          "Ljava/lang/Object;",
          "-boolean",
          "Z",
          "-byte",
          "B",
          "-char",
          "C",
          "-short",
          "S");

  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String STRING = "Ljava/lang/String;";
  private static final String THROWABLE = "Ljava/lang/Throwable;";
  private static final String HANDLES = "Ljava/lang/invoke/MethodHandles$Lookup;";
  private static final String METHOD_TYPE = "Ljava/lang/invoke/MethodType;";
  private static final String CALL_SITE = "Ljava/lang/invoke/CallSite;";

  /**
   * The content of each register; a pair takes two. All values are 1 or of the size that it allows.
   */
  private static final int I = 0;

  private static final int I2 = 1;
  private static final int J = 2;
  private static final int J2 = 4;
  private static final int F = 6;
  private static final int F2 = 7;
  private static final int D = 8;
  private static final int D2 = 10;
  private static final int TEXT = 12;
  private static final int SELF = 13;
  private static final int T = 14;
  private static final int U = 15;

  /** Registers that only a range can name. */
  private static final int HIGH = 16;

  private static final int LOCALS = 20;

  private final Opcode opcode;
  private final String self;
  private final String stem;
  private final String form;
  private String result = "V";

  private OpcodeMethods(Opcode opcode) {
    this.opcode = opcode;
    this.self = descriptor(opcode.value());
    int slash = opcode.mnemonic().indexOf('/');
    this.stem = slash < 0 ? opcode.mnemonic() : opcode.mnemonic().substring(0, slash);
    this.form = slash < 0 ? "" : opcode.mnemonic().substring(slash + 1);
  }

  /** The class of an opcode number. */
  static String className(int value) {
    return "op.X%02x".formatted(value);
  }

  private static String descriptor(int value) {
    return "L" + className(value).replace('.', '/') + ";";
  }

  /** A file with the classes of all 256 numbers. */
  static byte[] dex() {
    DexBuilder dex = DexBuilder.ofVersion(39);
    for (int value = 0; value < 256; value++) {
      Opcode opcode = Opcode.of(value);
      dex.define(
          descriptor(value),
          opcode == null
              ? c -> c.method(flags(), "m", Proto.of("V")).code(1, OpcodeMethods::unused)
              : new OpcodeMethods(opcode)::define);
    }
    byte[] bytes = dex.build();
    DexFile file = DexFile.parse("opcodes", bytes).getFirst();
    for (int value = 0; value < 256; value++) {
      patch(bytes, file, value);
    }
    var checksum = new Adler32();
    checksum.update(bytes, 12, bytes.length - 12);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, (int) checksum.getValue());
    return bytes;
  }

  /** Patches opcodes that a writer generates only if necessary, or never. */
  private static void patch(byte[] bytes, DexFile file, int value) {
    Opcode opcode = Opcode.of(value);
    if (opcode != null && opcode != Opcode.CONST_STRING_JUMBO) {
      return;
    }
    EncodedMethod method =
        Objects.requireNonNull(file.findClass(descriptor(value))).data().methods().stream()
            .filter(each -> each.ref().name().equals("m"))
            .findFirst()
            .orElseThrow();
    CodeItem code = Objects.requireNonNull(method.code());
    for (Instruction i = code.instructions(); i.next(); ) {
      if (i.opcode() == (opcode == null ? Opcode.NOP : Opcode.CONST_STRING)) {
        bytes[code.offset() + 16 + 2 * i.pc()] = (byte) value;
        return;
      }
    }
    throw new IllegalStateException("nothing to patch for " + value);
  }

  private static void unused(CodeBuilder b) {
    b.emit(Opcode.NOP);
    b.emit(Opcode.RETURN_VOID);
  }

  private static int flags() {
    return AccessFlags.PUBLIC | AccessFlags.STATIC;
  }

  private void define(ClassBuilder c) {
    c.accessFlags(AccessFlags.PUBLIC);
    MEMBER_TYPES
        .values()
        .forEach(type -> {
          c.field(AccessFlags.PUBLIC, "f" + type.charAt(0), type);
          c.field(flags(), "s" + type.charAt(0), type);
        });
    c.method(AccessFlags.PUBLIC | AccessFlags.CONSTRUCTOR, "<init>", Proto.of("V"))
        .code(
            0,
            b -> {
              b.invoke(Opcode.INVOKE_DIRECT, MethodRef.of(OBJECT, "<init>", "()V"), 0);
              b.emit(Opcode.RETURN_VOID);
            });
    c.method(flags(), "twice", Proto.of("I", "I")).code(0, OpcodeMethods::twice);
    c.method(AccessFlags.PUBLIC, "virtual", Proto.of("I", "I"))
        .code(
            0,
            b -> {
              b.emit(Opcode.ADD_INT, 1, 1, 1);
              b.emit(Opcode.RETURN, 1);
            });
    c.method(AccessFlags.PRIVATE, "direct", Proto.of("I", "I"))
        .code(
            0,
            b -> {
              b.emit(Opcode.ADD_INT, 1, 1, 1);
              b.emit(Opcode.RETURN, 1);
            });
    c.method(AccessFlags.PUBLIC, "equals", Proto.of("Z", OBJECT)).code(LOCALS, this::superEquals);
    c.method(flags(), "wide", Proto.of("J", "J")).code(0, b -> b.emit(Opcode.RETURN_WIDE, 0));
    if (stem.equals("invoke-custom")) {
      c.method(flags(), "link", Proto.of(CALL_SITE, HANDLES, STRING, METHOD_TYPE))
          .code(4, this::link);
    }
    // The code determines its return type, and the prototype must be known before.
    var written = c.method(flags(), "dry", Proto.of("V")).code(LOCALS, this::write);
    c.remove(written);
    c.method(flags(), "m", Proto.of(result)).code(LOCALS, this::write);
  }

  private static void twice(CodeBuilder b) {
    b.emit(Opcode.ADD_INT, 0, 0, 0);
    b.emit(Opcode.RETURN, 0);
  }

  private void superEquals(CodeBuilder b) {
    MethodRef equals = MethodRef.of(OBJECT, "equals", "(Ljava/lang/Object;)Z");
    b.move(Opcode.MOVE_OBJECT, HIGH, LOCALS);
    b.move(Opcode.MOVE_OBJECT, HIGH + 1, LOCALS + 1);
    b.move(Opcode.MOVE_OBJECT, 0, LOCALS);
    b.move(Opcode.MOVE_OBJECT, 1, LOCALS + 1);
    if (opcode == Opcode.INVOKE_SUPER_RANGE) {
      b.invoke(Opcode.INVOKE_SUPER, equals, HIGH, HIGH + 1);
    } else {
      b.invoke(Opcode.INVOKE_SUPER, equals, 0, 1);
    }
    b.emit(Opcode.MOVE_RESULT, 0);
    b.emit(Opcode.RETURN, 0);
  }

  /** The linker of the call site: finds {@code twice}. */
  private void link(CodeBuilder b) {
    int lookup = b.firstArgument();
    b.type(Opcode.CONST_CLASS, 0, self);
    b.invoke(
        Opcode.INVOKE_VIRTUAL,
        MethodRef.of(
            HANDLES,
            "findStatic",
            "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                + "Ljava/lang/invoke/MethodHandle;"),
        lookup,
        0,
        lookup + 1,
        lookup + 2);
    b.emit(Opcode.MOVE_RESULT_OBJECT, 1);
    b.type(Opcode.NEW_INSTANCE, 0, "Ljava/lang/invoke/ConstantCallSite;");
    b.invoke(
        Opcode.INVOKE_DIRECT,
        MethodRef.of(
            "Ljava/lang/invoke/ConstantCallSite;", "<init>", "(Ljava/lang/invoke/MethodHandle;)V"),
        0,
        1);
    b.emit(Opcode.RETURN_OBJECT, 0);
  }

  private void write(CodeBuilder b) {
    b.constant(I, 1);
    b.constant(I2, 1);
    b.constantWide(J, 7);
    b.constantWide(J2, 2);
    b.constant(F, Float.floatToIntBits(1.5f));
    b.constant(F2, Float.floatToIntBits(0.25f));
    b.constantWide(D, Double.doubleToLongBits(2.5));
    b.constantWide(D2, Double.doubleToLongBits(-3));
    b.type(Opcode.NEW_INSTANCE, SELF, self);
    b.invoke(Opcode.INVOKE_DIRECT, MethodRef.of(self, "<init>", "()V"), SELF);
    if (opcode != Opcode.CONST_STRING_JUMBO) {
      b.constantString(TEXT, "text");
    }
    b.constant(T, 0);
    if (stem.startsWith("iget") || stem.startsWith("iput")) {
      instanceField(b);
    } else if (stem.startsWith("sget") || stem.startsWith("sput")) {
      staticField(b);
    } else if (stem.startsWith("aget") || stem.startsWith("aput")) {
      element(b);
    } else if (stem.startsWith("move")) {
      move(b);
    } else if (stem.startsWith("const")) {
      constant(b);
    } else if (stem.startsWith("if-")) {
      branch(b);
    } else if (stem.startsWith("invoke-")) {
      call(b);
    } else if (opcode.format() == Format.F12X && stem.contains("-to-")) {
      int from = registerOf(stem.substring(0, stem.indexOf('-')), false);
      String type = stem.substring(stem.lastIndexOf('-') + 1);
      int to = registerOf(type, true);
      b.emit(opcode, to, from);
      end(b, letter(type), to);
    } else if (isArithmetic()) {
      arithmetic(b);
    } else {
      other(b);
    }
  }

  private boolean isArithmetic() {
    return opcode.value() >= Opcode.NEG_INT.value()
        && opcode.value() <= Opcode.USHR_INT_LIT8.value();
  }

  private static String letter(String type) {
    return switch (type) {
      case "long" -> "J";
      case "float" -> "F";
      case "double" -> "D";
      default -> "I";
    };
  }

  private static int registerOf(String type, boolean second) {
    return switch (type) {
      case "long" -> second ? J2 : J;
      case "float" -> second ? F2 : F;
      case "double" -> second ? D2 : D;
      default -> second ? I2 : I;
    };
  }

  private void end(CodeBuilder b, String type, int register) {
    result = type;
    switch (type.charAt(0)) {
      case 'J', 'D' -> b.emit(Opcode.RETURN_WIDE, register);
      case 'L', '[' -> b.emit(Opcode.RETURN_OBJECT, register);
      default -> b.emit(Opcode.RETURN, register);
    }
  }

  private void endWithoutResult(CodeBuilder b) {
    result = "V";
    b.emit(Opcode.RETURN_VOID);
  }

  private void arithmetic(CodeBuilder b) {
    String type = stem.substring(stem.lastIndexOf('-') + 1);
    int left = registerOf(type, false);
    int right = stem.startsWith("sh") || stem.startsWith("ushr") ? I2 : registerOf(type, true);
    switch (opcode.format()) {
      case F22S, F22B -> b.literal(opcode, left, left, 3);
      case F23X -> b.emit(opcode, left, left, right);
      default -> b.emit(opcode, left, form.isEmpty() ? left : right);
    }
    end(b, letter(type), left);
  }

  private String memberType() {
    return Objects.requireNonNull(MEMBER_TYPES.get(stem.substring(4)));
  }

  private static int valueOf(String type) {
    return switch (type) {
      case "J" -> J;
      case OBJECT -> TEXT;
      default -> I;
    };
  }

  private Opcode sibling(String from, String to) {
    for (Opcode each : Opcode.values()) {
      if (each.mnemonic().equals(to + stem.substring(from.length()))) {
        return each;
      }
    }
    throw new IllegalStateException(stem);
  }

  private void instanceField(CodeBuilder b) {
    String type = memberType();
    int value = valueOf(type);
    var field = new FieldRef(self, "f" + type.charAt(0), type);
    b.field(sibling("iget", "iput"), value, SELF, field);
    b.field(sibling("iget", "iget"), value, SELF, field);
    end(b, type, value);
  }

  private void staticField(CodeBuilder b) {
    String type = memberType();
    int value = valueOf(type);
    var field = new FieldRef(self, "s" + type.charAt(0), type);
    b.field(sibling("sget", "sput"), value, field);
    b.field(sibling("sget", "sget"), value, field);
    end(b, type, value);
  }

  private void element(CodeBuilder b) {
    String type = memberType();
    int value = valueOf(type);
    b.type(Opcode.NEW_ARRAY, U, I, "[" + type);
    b.emit(sibling("aget", "aput"), value, U, T);
    b.emit(sibling("aget", "aget"), value, U, T);
    end(b, type, value);
  }

  private void move(CodeBuilder b) {
    switch (stem) {
      case "move-result" -> {
        b.invoke(Opcode.INVOKE_STATIC, MethodRef.of(self, "twice", "(I)I"), I);
        b.emit(opcode, T);
        end(b, "I", T);
      }
      case "move-result-wide" -> {
        b.invoke(Opcode.INVOKE_STATIC, MethodRef.of(self, "wide", "(J)J"), J, J + 1);
        b.emit(opcode, J2);
        end(b, "J", J2);
      }
      case "move-result-object" -> {
        b.filledNewArray("[I", I, I2);
        b.emit(opcode, T);
        end(b, "[I", T);
      }
      case "move-exception" -> caught(b);
      case "move-wide" -> {
        b.emit(opcode, J2, J);
        end(b, "J", J2);
      }
      case "move-object" -> {
        b.emit(opcode, T, TEXT);
        end(b, STRING, T);
      }
      default -> {
        b.emit(opcode, T, I);
        end(b, "I", T);
      }
    }
  }

  /** A new exception, thrown and caught. */
  private void caught(CodeBuilder b) {
    Label start = b.newLabel();
    Label end = b.newLabel();
    Label handler = b.newLabel();
    b.type(Opcode.NEW_INSTANCE, U, THROWABLE);
    b.invoke(
        Opcode.INVOKE_DIRECT, MethodRef.of(THROWABLE, "<init>", "(Ljava/lang/String;)V"), U, TEXT);
    b.bind(start);
    b.emit(Opcode.THROW, U);
    b.bind(end);
    b.bind(handler);
    b.emit(Opcode.MOVE_EXCEPTION, T);
    b.tryCatchAll(start, end, handler);
    b.invoke(
        Opcode.INVOKE_VIRTUAL, MethodRef.of(THROWABLE, "getMessage", "()Ljava/lang/String;"), T);
    b.emit(Opcode.MOVE_RESULT_OBJECT, T);
    end(b, STRING, T);
  }

  private void constant(CodeBuilder b) {
    switch (opcode) {
      case CONST_STRING -> end(b, STRING, TEXT);
      case CONST_STRING_JUMBO -> {
        // Patched: the nop is the upper half of the index.
        b.constantString(TEXT, "text");
        b.emit(Opcode.NOP);
        end(b, STRING, TEXT);
      }
      case CONST_CLASS -> {
        b.type(opcode, T, STRING);
        end(b, "Ljava/lang/Class;", T);
      }
      case CONST_METHOD_HANDLE -> {
        handle(b);
        b.invoke(
            Opcode.INVOKE_VIRTUAL,
            MethodRef.of(
                "Ljava/lang/invoke/MethodHandle;", "type", "()Ljava/lang/invoke/MethodType;"),
            T);
        b.emit(Opcode.MOVE_RESULT_OBJECT, T);
        end(b, METHOD_TYPE, T);
      }
      case CONST_METHOD_TYPE -> {
        b.constantMethodType(T, Proto.of("I", "J"));
        end(b, METHOD_TYPE, T);
      }
      default -> {
        boolean wide = opcode.has(Opcode.A_WIDE);
        long value = stem.endsWith("high16") || form.equals("high16") ? high(wide) : -2;
        b.literal(opcode, wide ? J : I, value);
        end(b, wide ? "J" : "I", wide ? J : I);
      }
    }
  }

  private static long high(boolean wide) {
    return wide ? 0x7123L << 48 : 0x7123 << 16;
  }

  private void handle(CodeBuilder b) {
    b.constantMethodHandle(
        T, MethodHandle.of(MethodHandle.Kind.INVOKE_STATIC, MethodRef.of(self, "twice", "(I)I")));
  }

  private void branch(CodeBuilder b) {
    Label target = b.newLabel();
    if (opcode.format() == Format.F21T) {
      b.branch(opcode, I, target);
    } else {
      b.branch(opcode, I, I2, target);
    }
    b.constant(T, 3);
    b.bind(target);
    end(b, "I", T);
  }

  private void call(CodeBuilder b) {
    boolean range = form.equals("range");
    b.move(Opcode.MOVE_OBJECT, HIGH, SELF);
    b.move(Opcode.MOVE, HIGH + 1, I);
    int object = range ? HIGH : SELF;
    int number = range ? HIGH + 1 : I;
    switch (stem) {
      case "invoke-virtual" ->
          b.invoke(Opcode.INVOKE_VIRTUAL, MethodRef.of(self, "virtual", "(I)I"), object, number);
      case "invoke-direct" ->
          b.invoke(Opcode.INVOKE_DIRECT, MethodRef.of(self, "direct", "(I)I"), object, number);
      case "invoke-static" ->
          b.invoke(Opcode.INVOKE_STATIC, MethodRef.of(self, "twice", "(I)I"), number);
      case "invoke-super" ->
          b.invoke(
              Opcode.INVOKE_VIRTUAL,
              MethodRef.of(self, "equals", "(Ljava/lang/Object;)Z"),
              SELF,
              SELF);
      case "invoke-interface" -> {
        b.move(Opcode.MOVE_OBJECT, HIGH, TEXT);
        b.invoke(
            Opcode.INVOKE_INTERFACE,
            MethodRef.of("Ljava/lang/CharSequence;", "length", "()I"),
            range ? HIGH : TEXT);
      }
      case "invoke-custom" ->
          b.invokeCustom(
              new CallSite(
                  MethodHandle.of(
                      MethodHandle.Kind.INVOKE_STATIC,
                      new MethodRef(
                          self, "link", Proto.of(CALL_SITE, HANDLES, STRING, METHOD_TYPE))),
                  "twice",
                  Proto.of("I", "I"),
                  List.of()),
              number);
      default -> {
        handle(b);
        b.move(Opcode.MOVE_OBJECT, HIGH, T);
        b.invokePolymorphic(
            MethodRef.of(
                "Ljava/lang/invoke/MethodHandle;",
                "invokeExact",
                "([Ljava/lang/Object;)Ljava/lang/Object;"),
            Proto.of("I", "I"),
            range ? HIGH : T,
            number);
      }
    }
    b.emit(Opcode.MOVE_RESULT, T);
    end(b, stem.equals("invoke-super") ? "Z" : "I", T);
  }

  private void other(CodeBuilder b) {
    switch (opcode) {
      case NOP -> {
        b.emit(opcode);
        endWithoutResult(b);
      }
      case RETURN_VOID, RETURN_VOID_NO_BARRIER -> {
        result = "V";
        b.emit(opcode);
      }
      case RETURN -> end(b, "I", I);
      case RETURN_WIDE -> end(b, "J", J);
      case RETURN_OBJECT -> end(b, STRING, TEXT);
      case MONITOR_ENTER, MONITOR_EXIT -> {
        b.emit(Opcode.MONITOR_ENTER, SELF);
        b.emit(Opcode.MONITOR_EXIT, SELF);
        endWithoutResult(b);
      }
      case CHECK_CAST -> {
        b.move(Opcode.MOVE_OBJECT, T, TEXT);
        b.type(opcode, T, STRING);
        end(b, STRING, T);
      }
      case INSTANCE_OF -> {
        b.type(opcode, T, SELF, STRING);
        end(b, "Z", T);
      }
      case ARRAY_LENGTH, NEW_ARRAY -> {
        b.type(Opcode.NEW_ARRAY, U, I, "[J");
        b.emit(Opcode.ARRAY_LENGTH, T, U);
        end(b, "I", T);
      }
      case NEW_INSTANCE -> end(b, self, SELF);
      case FILLED_NEW_ARRAY, FILLED_NEW_ARRAY_RANGE -> {
        boolean range = opcode == Opcode.FILLED_NEW_ARRAY_RANGE;
        b.move(Opcode.MOVE, HIGH, I);
        b.move(Opcode.MOVE, HIGH + 1, I2);
        b.filledNewArray("[I", range ? HIGH : I, range ? HIGH + 1 : I2);
        b.emit(Opcode.MOVE_RESULT_OBJECT, T);
        end(b, "[I", T);
      }
      case FILL_ARRAY_DATA -> {
        b.constant(T, 3);
        b.type(Opcode.NEW_ARRAY, U, T, "[S");
        b.fillArrayData(U, 2, new byte[] {1, 0, 2, 0, -1, -1});
        end(b, "[S", U);
      }
      case THROW -> caught(b);
      case GOTO, GOTO_16, GOTO_32 -> jump(b);
      case PACKED_SWITCH, SPARSE_SWITCH -> choose(b);
      case CMPL_FLOAT, CMPG_FLOAT -> {
        b.emit(opcode, T, F, F2);
        end(b, "I", T);
      }
      case CMPL_DOUBLE, CMPG_DOUBLE -> {
        b.emit(opcode, T, D, D2);
        end(b, "I", T);
      }
      case CMP_LONG -> {
        b.emit(opcode, T, J, J2);
        end(b, "I", T);
      }
      default -> throw new IllegalStateException("no method for " + opcode.mnemonic());
    }
  }

  /** As far as only this form reaches. */
  private void jump(CodeBuilder b) {
    int distance =
        switch (opcode) {
          case GOTO -> 1;
          case GOTO_16 -> 0x100;
          default -> 0x9000;
        };
    Label target = b.newLabel();
    b.branch(target);
    for (int i = 0; i < distance; i++) {
      b.emit(Opcode.NOP);
    }
    b.bind(target);
    end(b, "I", I);
  }

  private void choose(CodeBuilder b) {
    Label none = b.newLabel();
    Label first = b.newLabel();
    Label second = b.newLabel();
    if (opcode == Opcode.PACKED_SWITCH) {
      b.packedSwitch(I, 0, first, second);
    } else {
      b.sparseSwitch(I, new int[] {-1000, 1}, first, second);
    }
    b.bind(none);
    b.constant(T, 1);
    b.bind(first);
    b.constant(T, 2);
    b.bind(second);
    end(b, "I", T);
  }
}
