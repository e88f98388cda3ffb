package dev.dexscope.dexer;

import dev.dexscope.dex.Opcode;

/** The instructions for values of a type. */
record Access(
    Opcode iget, Opcode iput, Opcode sget, Opcode sput, Opcode moveResult, Opcode returned) {
  private static final Access OBJECT =
      new Access(
          Opcode.IGET_OBJECT,
          Opcode.IPUT_OBJECT,
          Opcode.SGET_OBJECT,
          Opcode.SPUT_OBJECT,
          Opcode.MOVE_RESULT_OBJECT,
          Opcode.RETURN_OBJECT);
  private static final Access WIDE =
      new Access(
          Opcode.IGET_WIDE,
          Opcode.IPUT_WIDE,
          Opcode.SGET_WIDE,
          Opcode.SPUT_WIDE,
          Opcode.MOVE_RESULT_WIDE,
          Opcode.RETURN_WIDE);
  private static final Access SINGLE = single(Opcode.IGET, Opcode.IPUT, Opcode.SGET, Opcode.SPUT);
  private static final Access BOOLEAN =
      single(Opcode.IGET_BOOLEAN, Opcode.IPUT_BOOLEAN, Opcode.SGET_BOOLEAN, Opcode.SPUT_BOOLEAN);
  private static final Access BYTE =
      single(Opcode.IGET_BYTE, Opcode.IPUT_BYTE, Opcode.SGET_BYTE, Opcode.SPUT_BYTE);
  private static final Access CHAR =
      single(Opcode.IGET_CHAR, Opcode.IPUT_CHAR, Opcode.SGET_CHAR, Opcode.SPUT_CHAR);
  private static final Access SHORT =
      single(Opcode.IGET_SHORT, Opcode.IPUT_SHORT, Opcode.SGET_SHORT, Opcode.SPUT_SHORT);

  private static Access single(Opcode iget, Opcode iput, Opcode sget, Opcode sput) {
    return new Access(iget, iput, sget, sput, Opcode.MOVE_RESULT, Opcode.RETURN);
  }

  static Access of(String type) {
    return switch (type.charAt(0)) {
      case 'L', '[' -> OBJECT;
      case 'J', 'D' -> WIDE;
      case 'Z' -> BOOLEAN;
      case 'B' -> BYTE;
      case 'C' -> CHAR;
      case 'S' -> SHORT;
      default -> SINGLE;
    };
  }
}
