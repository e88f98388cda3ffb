package dev.dexscope.vm.interpret;

/**
 * The operations of decoded code. Those that a dex instruction has alone carry its opcode; forms
 * that differ in their operands only (/from16, /2addr, /lit16, ...) are one operation.
 */
final class Op {
  static final int NOP = 0x00;
  static final int MOVE = 0x01;
  static final int MOVE_OBJECT = 0x07;
  static final int MOVE_RESULT = 0x0a;
  static final int MOVE_RESULT_OBJECT = 0x0c;
  static final int MOVE_EXCEPTION = 0x0d;
  static final int RETURN_VOID = 0x0e;
  static final int RETURN = 0x0f;
  static final int RETURN_OBJECT = 0x11;
  static final int CONST = 0x14;
  static final int CONST_WIDE = 0x18;
  static final int CONST_STRING = 0x1a;

  /** const-class, const-method-handle, const-method-type: resolved when it is first reached. */
  static final int CONST_LINKED = 0x1c;

  static final int MONITOR_ENTER = 0x1d;
  static final int MONITOR_EXIT = 0x1e;
  static final int CHECK_CAST = 0x1f;
  static final int INSTANCE_OF = 0x20;
  static final int ARRAY_LENGTH = 0x21;
  static final int NEW_INSTANCE = 0x22;
  static final int NEW_ARRAY = 0x23;
  static final int FILLED_NEW_ARRAY = 0x24;
  static final int FILL_ARRAY_DATA = 0x26;
  static final int THROW = 0x27;
  static final int GOTO = 0x28;
  static final int SWITCH = 0x2b;
  static final int CMPL_FLOAT = 0x2d;
  static final int CMPG_FLOAT = 0x2e;
  static final int CMPL_DOUBLE = 0x2f;
  static final int CMPG_DOUBLE = 0x30;
  static final int CMP_LONG = 0x31;
  static final int IF_EQ = 0x32;
  static final int IF_NE = 0x33;
  static final int IF_LT = 0x34;
  static final int IF_GE = 0x35;
  static final int IF_GT = 0x36;
  static final int IF_LE = 0x37;
  static final int IF_EQZ = 0x38;
  static final int IF_NEZ = 0x39;
  static final int IF_LTZ = 0x3a;
  static final int IF_GEZ = 0x3b;
  static final int IF_GTZ = 0x3c;
  static final int IF_LEZ = 0x3d;

  /** The constant zero, which is null too. */
  static final int CONST_ZERO = 0x3e;

  /** if-eq, if-ne, if-eqz and if-nez of references. */
  static final int IF_SAME = 0x3f;

  static final int IF_NOT_SAME = 0x40;
  static final int IF_NULL = 0x41;
  static final int IF_NOT_NULL = 0x42;

  /** An address that no path reaches, according to the verifier. */
  static final int UNREACHED = 0x43;

  static final int AGET = 0x44;
  static final int AGET_WIDE = 0x45;
  static final int AGET_OBJECT = 0x46;
  static final int AGET_BOOLEAN = 0x47;
  static final int AGET_BYTE = 0x48;
  static final int AGET_CHAR = 0x49;
  static final int AGET_SHORT = 0x4a;
  static final int APUT = 0x4b;
  static final int APUT_WIDE = 0x4c;
  static final int APUT_OBJECT = 0x4d;
  static final int APUT_BOOLEAN = 0x4e;
  static final int APUT_BYTE = 0x4f;
  static final int APUT_CHAR = 0x50;
  static final int APUT_SHORT = 0x51;
  static final int IGET = 0x52;
  static final int IGET_OBJECT = 0x54;
  static final int IPUT = 0x59;
  static final int IPUT_OBJECT = 0x5b;
  static final int SGET = 0x60;
  static final int SGET_OBJECT = 0x62;
  static final int SPUT = 0x67;
  static final int SPUT_OBJECT = 0x69;
  static final int INVOKE = 0x6e;

  /** An instruction that the stub executes. */
  static final int STOP = 0x79;

  /** An instruction that throws because of the class or member that it names. */
  static final int REFUSE = 0x7a;

  static final int NEG_INT = 0x7b;
  static final int NOT_INT = 0x7c;
  static final int NEG_LONG = 0x7d;
  static final int NOT_LONG = 0x7e;
  static final int NEG_FLOAT = 0x7f;
  static final int NEG_DOUBLE = 0x80;
  static final int INT_TO_LONG = 0x81;
  static final int INT_TO_FLOAT = 0x82;
  static final int INT_TO_DOUBLE = 0x83;
  static final int LONG_TO_INT = 0x84;
  static final int LONG_TO_FLOAT = 0x85;
  static final int LONG_TO_DOUBLE = 0x86;
  static final int FLOAT_TO_INT = 0x87;
  static final int FLOAT_TO_LONG = 0x88;
  static final int FLOAT_TO_DOUBLE = 0x89;
  static final int DOUBLE_TO_INT = 0x8a;
  static final int DOUBLE_TO_LONG = 0x8b;
  static final int DOUBLE_TO_FLOAT = 0x8c;
  static final int INT_TO_BYTE = 0x8d;
  static final int INT_TO_CHAR = 0x8e;
  static final int INT_TO_SHORT = 0x8f;
  static final int ADD_INT = 0x90;
  static final int SUB_INT = 0x91;
  static final int MUL_INT = 0x92;
  static final int DIV_INT = 0x93;
  static final int REM_INT = 0x94;
  static final int AND_INT = 0x95;
  static final int OR_INT = 0x96;
  static final int XOR_INT = 0x97;
  static final int SHL_INT = 0x98;
  static final int SHR_INT = 0x99;
  static final int USHR_INT = 0x9a;
  static final int ADD_LONG = 0x9b;
  static final int SUB_LONG = 0x9c;
  static final int MUL_LONG = 0x9d;
  static final int DIV_LONG = 0x9e;
  static final int REM_LONG = 0x9f;
  static final int AND_LONG = 0xa0;
  static final int OR_LONG = 0xa1;
  static final int XOR_LONG = 0xa2;
  static final int SHL_LONG = 0xa3;
  static final int SHR_LONG = 0xa4;
  static final int USHR_LONG = 0xa5;
  static final int ADD_FLOAT = 0xa6;
  static final int SUB_FLOAT = 0xa7;
  static final int MUL_FLOAT = 0xa8;
  static final int DIV_FLOAT = 0xa9;
  static final int REM_FLOAT = 0xaa;
  static final int ADD_DOUBLE = 0xab;
  static final int SUB_DOUBLE = 0xac;
  static final int MUL_DOUBLE = 0xad;
  static final int DIV_DOUBLE = 0xae;
  static final int REM_DOUBLE = 0xaf;
  static final int ADD_LITERAL = 0xd8;
  static final int RSUB_LITERAL = 0xd9;
  static final int MUL_LITERAL = 0xda;
  static final int DIV_LITERAL = 0xdb;
  static final int REM_LITERAL = 0xdc;
  static final int AND_LITERAL = 0xdd;
  static final int OR_LITERAL = 0xde;
  static final int XOR_LITERAL = 0xdf;
  static final int SHL_LITERAL = 0xe0;
  static final int SHR_LITERAL = 0xe1;
  static final int USHR_LITERAL = 0xe2;

  private Op() {}
}
