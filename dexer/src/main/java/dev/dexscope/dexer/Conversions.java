package dev.dexscope.dexer;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.CodeBuilder;

/** How values become values of another type where lambda expressions are called (JLS 5.1). */
final class Conversions {
  private static final String PRIMITIVES = "ZBSCIJFD";

  private Conversions() {}

  static boolean isPrimitive(String type) {
    return type.length() == 1;
  }

  /** The class of the objects with values of a primitive type. */
  static String wrapper(String primitive) {
    return switch (primitive) {
      case "Z" -> "Ljava/lang/Boolean;";
      case "B" -> "Ljava/lang/Byte;";
      case "S" -> "Ljava/lang/Short;";
      case "C" -> "Ljava/lang/Character;";
      case "I" -> "Ljava/lang/Integer;";
      case "J" -> "Ljava/lang/Long;";
      case "F" -> "Ljava/lang/Float;";
      case "D" -> "Ljava/lang/Double;";
      default -> "Ljava/lang/Void;";
    };
  }

  /** Returns the primitive type of the objects of a class; empty for another class. */
  private static String unwrapped(String type) {
    for (int i = 0; i < PRIMITIVES.length(); i++) {
      String each = PRIMITIVES.substring(i, i + 1);
      if (wrapper(each).equals(type)) {
        return each;
      }
    }
    return "";
  }

  private static String getter(String primitive) {
    return switch (primitive) {
      case "Z" -> "booleanValue";
      case "B" -> "byteValue";
      case "S" -> "shortValue";
      case "C" -> "charValue";
      case "I" -> "intValue";
      case "J" -> "longValue";
      case "F" -> "floatValue";
      default -> "doubleValue";
    };
  }

  /**
   * Converts the value in a register, which has a second one behind it if either type needs it.
   *
   * @param register with at most 4 bits
   */
  static void convert(CodeBuilder b, int register, String from, String to) {
    if (from.equals(to) || to.equals("V")) {
      return;
    }
    if (isPrimitive(from)) {
      if (isPrimitive(to)) {
        widen(b, register, from, to);
      } else {
        box(b, register, from, to);
      }
    } else if (isPrimitive(to)) {
      String boxed = unwrapped(from);
      if (boxed.isEmpty()) {
        boxed = to;
        b.type(Opcode.CHECK_CAST, register, wrapper(to));
      }
      unbox(b, register, boxed);
      widen(b, register, boxed, to);
    } else if (!to.equals("Ljava/lang/Object;")) {
      b.type(Opcode.CHECK_CAST, register, to);
    }
  }

  private static void unbox(CodeBuilder b, int register, String primitive) {
    var getter = MethodRef.of(wrapper(primitive), getter(primitive), "()" + primitive);
    b.invoke(Opcode.INVOKE_VIRTUAL, getter, register);
    b.emit(Access.of(primitive).moveResult(), register);
  }

  private static void box(CodeBuilder b, int register, String from, String to) {
    String boxed = unwrapped(to);
    String primitive = boxed.isEmpty() ? from : boxed;
    widen(b, register, from, primitive);
    String wrapper = wrapper(primitive);
    var valueOf = MethodRef.of(wrapper, "valueOf", "(" + primitive + ")" + wrapper);
    b.invoke(Opcode.INVOKE_STATIC, valueOf, Nest.row(register, Kind.width(Kind.of(primitive))));
    b.emit(Opcode.MOVE_RESULT_OBJECT, register);
  }

  private static void widen(CodeBuilder b, int register, String from, String to) {
    if (from.equals(to)) {
      return;
    }
    Opcode opcode =
        switch (from) {
          case "J" -> to.equals("F") ? Opcode.LONG_TO_FLOAT : Opcode.LONG_TO_DOUBLE;
          case "F" -> Opcode.FLOAT_TO_DOUBLE;
          default ->
              switch (to) {
                case "J" -> Opcode.INT_TO_LONG;
                case "F" -> Opcode.INT_TO_FLOAT;
                case "D" -> Opcode.INT_TO_DOUBLE;
                default -> Opcode.NOP;
              };
        };
    if (opcode != Opcode.NOP) {
      b.emit(opcode, register, register);
    }
  }
}
