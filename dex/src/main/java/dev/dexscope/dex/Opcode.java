package dev.dexscope.dex;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of Dalvik bytecode: mnemonic, format, where control goes and what the operands
 * name ("Summary of bytecode set").
 *
 * <pre>{@code
 * Opcode.of(0x6e).mnemonic()   // "invoke-virtual"
 * Opcode.INVOKE_VIRTUAL.has(Opcode.CAN_THROW)
 * }</pre>
 */
public enum Opcode {
  NOP(0x00, "nop", Format.F10X, Flags.CONTINUE),
  MOVE(0x01, "move", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_FROM16(0x02, "move/from16", Format.F22X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_16(0x03, "move/16", Format.F32X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_WIDE(0x04, "move-wide", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MOVE_WIDE_FROM16(
      0x05, "move-wide/from16", Format.F22X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MOVE_WIDE_16(0x06, "move-wide/16", Format.F32X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MOVE_OBJECT(0x07, "move-object", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_OBJECT_FROM16(0x08, "move-object/from16", Format.F22X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_OBJECT_16(0x09, "move-object/16", Format.F32X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_RESULT(0x0a, "move-result", Format.F11X, Flags.CONTINUE | Flags.A),
  MOVE_RESULT_WIDE(0x0b, "move-result-wide", Format.F11X, Flags.CONTINUE | Flags.A_WIDE),
  MOVE_RESULT_OBJECT(0x0c, "move-result-object", Format.F11X, Flags.CONTINUE | Flags.A),
  MOVE_EXCEPTION(0x0d, "move-exception", Format.F11X, Flags.CONTINUE | Flags.A),
  RETURN_VOID(0x0e, "return-void", Format.F10X, Flags.RETURN),
  RETURN(0x0f, "return", Format.F11X, Flags.RETURN | Flags.A),
  RETURN_WIDE(0x10, "return-wide", Format.F11X, Flags.RETURN | Flags.A_WIDE),
  RETURN_OBJECT(0x11, "return-object", Format.F11X, Flags.RETURN | Flags.A),
  CONST_4(0x12, "const/4", Format.F11N, Flags.CONTINUE | Flags.A),
  CONST_16(0x13, "const/16", Format.F21S, Flags.CONTINUE | Flags.A),
  CONST(0x14, "const", Format.F31I, Flags.CONTINUE | Flags.A),
  CONST_HIGH16(0x15, "const/high16", Format.F21IH, Flags.CONTINUE | Flags.A),
  CONST_WIDE_16(0x16, "const-wide/16", Format.F21S, Flags.CONTINUE | Flags.A_WIDE),
  CONST_WIDE_32(0x17, "const-wide/32", Format.F31I, Flags.CONTINUE | Flags.A_WIDE),
  CONST_WIDE(0x18, "const-wide", Format.F51L, Flags.CONTINUE | Flags.A_WIDE),
  CONST_WIDE_HIGH16(0x19, "const-wide/high16", Format.F21LH, Flags.CONTINUE | Flags.A_WIDE),
  CONST_STRING(
      0x1a,
      "const-string",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_STRING),
  CONST_STRING_JUMBO(
      0x1b,
      "const-string/jumbo",
      Format.F31C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_STRING),
  CONST_CLASS(
      0x1c, "const-class", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_TYPE),
  MONITOR_ENTER(0x1d, "monitor-enter", Format.F11X, Flags.CONTINUE | Flags.THROW | Flags.A),
  MONITOR_EXIT(0x1e, "monitor-exit", Format.F11X, Flags.CONTINUE | Flags.THROW | Flags.A),
  CHECK_CAST(
      0x1f, "check-cast", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_TYPE),
  INSTANCE_OF(
      0x20,
      "instance-of",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_TYPE),
  ARRAY_LENGTH(0x21, "array-length", Format.F12X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  NEW_INSTANCE(
      0x22, "new-instance", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_TYPE),
  NEW_ARRAY(
      0x23,
      "new-array",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_TYPE),
  FILLED_NEW_ARRAY(
      0x24,
      "filled-new-array",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.INDEX_TYPE),
  FILLED_NEW_ARRAY_RANGE(
      0x25,
      "filled-new-array/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.INDEX_TYPE),
  FILL_ARRAY_DATA(0x26, "fill-array-data", Format.F31T, Flags.CONTINUE | Flags.THROW | Flags.A),
  THROW(0x27, "throw", Format.F11X, Flags.THROW | Flags.A),
  GOTO(0x28, "goto", Format.F10T, Flags.BRANCH),
  GOTO_16(0x29, "goto/16", Format.F20T, Flags.BRANCH),
  GOTO_32(0x2a, "goto/32", Format.F30T, Flags.BRANCH),
  PACKED_SWITCH(0x2b, "packed-switch", Format.F31T, Flags.CONTINUE | Flags.SWITCH | Flags.A),
  SPARSE_SWITCH(0x2c, "sparse-switch", Format.F31T, Flags.CONTINUE | Flags.SWITCH | Flags.A),
  CMPL_FLOAT(0x2d, "cmpl-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  CMPG_FLOAT(0x2e, "cmpg-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  CMPL_DOUBLE(
      0x2f, "cmpl-double", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B_WIDE | Flags.C_WIDE),
  CMPG_DOUBLE(
      0x30, "cmpg-double", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B_WIDE | Flags.C_WIDE),
  CMP_LONG(0x31, "cmp-long", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B_WIDE | Flags.C_WIDE),
  IF_EQ(0x32, "if-eq", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_NE(0x33, "if-ne", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_LT(0x34, "if-lt", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_GE(0x35, "if-ge", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_GT(0x36, "if-gt", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_LE(0x37, "if-le", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_EQZ(0x38, "if-eqz", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_NEZ(0x39, "if-nez", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_LTZ(0x3a, "if-ltz", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_GEZ(0x3b, "if-gez", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_GTZ(0x3c, "if-gtz", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_LEZ(0x3d, "if-lez", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  AGET(0x44, "aget", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_WIDE(
      0x45,
      "aget-wide",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.C | Flags.A_WIDE),
  AGET_OBJECT(
      0x46, "aget-object", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_BOOLEAN(
      0x47,
      "aget-boolean",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_BYTE(
      0x48, "aget-byte", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_CHAR(
      0x49, "aget-char", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_SHORT(
      0x4a, "aget-short", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT(0x4b, "aput", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_WIDE(
      0x4c,
      "aput-wide",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.C | Flags.A_WIDE),
  APUT_OBJECT(
      0x4d, "aput-object", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_BOOLEAN(
      0x4e,
      "aput-boolean",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_BYTE(
      0x4f, "aput-byte", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_CHAR(
      0x50, "aput-char", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_SHORT(
      0x51, "aput-short", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  IGET(
      0x52,
      "iget",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_WIDE(
      0x53,
      "iget-wide",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.A_WIDE | Flags.INDEX_FIELD),
  IGET_OBJECT(
      0x54,
      "iget-object",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_BOOLEAN(
      0x55,
      "iget-boolean",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_BYTE(
      0x56,
      "iget-byte",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_CHAR(
      0x57,
      "iget-char",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_SHORT(
      0x58,
      "iget-short",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT(
      0x59,
      "iput",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_WIDE(
      0x5a,
      "iput-wide",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.A_WIDE | Flags.INDEX_FIELD),
  IPUT_OBJECT(
      0x5b,
      "iput-object",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_BOOLEAN(
      0x5c,
      "iput-boolean",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_BYTE(
      0x5d,
      "iput-byte",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_CHAR(
      0x5e,
      "iput-char",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_SHORT(
      0x5f,
      "iput-short",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  SGET(0x60, "sget", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_WIDE(
      0x61,
      "sget-wide",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.INDEX_FIELD),
  SGET_OBJECT(
      0x62, "sget-object", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_BOOLEAN(
      0x63,
      "sget-boolean",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_BYTE(
      0x64, "sget-byte", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_CHAR(
      0x65, "sget-char", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_SHORT(
      0x66, "sget-short", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT(0x67, "sput", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_WIDE(
      0x68,
      "sput-wide",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.INDEX_FIELD),
  SPUT_OBJECT(
      0x69, "sput-object", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_BOOLEAN(
      0x6a,
      "sput-boolean",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_BYTE(
      0x6b, "sput-byte", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_CHAR(
      0x6c, "sput-char", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_SHORT(
      0x6d, "sput-short", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  INVOKE_VIRTUAL(
      0x6e,
      "invoke-virtual",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_SUPER(
      0x6f,
      "invoke-super",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_DIRECT(
      0x70,
      "invoke-direct",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_STATIC(
      0x71,
      "invoke-static",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.INDEX_METHOD),
  INVOKE_INTERFACE(
      0x72,
      "invoke-interface",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  RETURN_VOID_NO_BARRIER(0x73, "return-void-no-barrier", Format.F10X, Flags.RETURN),
  INVOKE_VIRTUAL_RANGE(
      0x74,
      "invoke-virtual/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_SUPER_RANGE(
      0x75,
      "invoke-super/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_DIRECT_RANGE(
      0x76,
      "invoke-direct/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_STATIC_RANGE(
      0x77,
      "invoke-static/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.INDEX_METHOD),
  INVOKE_INTERFACE_RANGE(
      0x78,
      "invoke-interface/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  NEG_INT(0x7b, "neg-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  NOT_INT(0x7c, "not-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  NEG_LONG(0x7d, "neg-long", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  NOT_LONG(0x7e, "not-long", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  NEG_FLOAT(0x7f, "neg-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  NEG_DOUBLE(0x80, "neg-double", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  INT_TO_LONG(0x81, "int-to-long", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  INT_TO_FLOAT(0x82, "int-to-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  INT_TO_DOUBLE(0x83, "int-to-double", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  LONG_TO_INT(0x84, "long-to-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  LONG_TO_FLOAT(0x85, "long-to-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  LONG_TO_DOUBLE(0x86, "long-to-double", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  FLOAT_TO_INT(0x87, "float-to-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  FLOAT_TO_LONG(0x88, "float-to-long", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  FLOAT_TO_DOUBLE(0x89, "float-to-double", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  DOUBLE_TO_INT(0x8a, "double-to-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  DOUBLE_TO_LONG(0x8b, "double-to-long", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  DOUBLE_TO_FLOAT(0x8c, "double-to-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  INT_TO_BYTE(0x8d, "int-to-byte", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  INT_TO_CHAR(0x8e, "int-to-char", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  INT_TO_SHORT(0x8f, "int-to-short", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_INT(0x90, "add-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SUB_INT(0x91, "sub-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  MUL_INT(0x92, "mul-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  DIV_INT(0x93, "div-int", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  REM_INT(0x94, "rem-int", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AND_INT(0x95, "and-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  OR_INT(0x96, "or-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  XOR_INT(0x97, "xor-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SHL_INT(0x98, "shl-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SHR_INT(0x99, "shr-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  USHR_INT(0x9a, "ushr-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  ADD_LONG(
      0x9b, "add-long", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  SUB_LONG(
      0x9c, "sub-long", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  MUL_LONG(
      0x9d, "mul-long", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  DIV_LONG(
      0x9e,
      "div-long",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  REM_LONG(
      0x9f,
      "rem-long",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  AND_LONG(
      0xa0, "and-long", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  OR_LONG(
      0xa1, "or-long", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  XOR_LONG(
      0xa2, "xor-long", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  SHL_LONG(0xa3, "shl-long", Format.F23X, Flags.CONTINUE | Flags.C | Flags.A_WIDE | Flags.B_WIDE),
  SHR_LONG(0xa4, "shr-long", Format.F23X, Flags.CONTINUE | Flags.C | Flags.A_WIDE | Flags.B_WIDE),
  USHR_LONG(0xa5, "ushr-long", Format.F23X, Flags.CONTINUE | Flags.C | Flags.A_WIDE | Flags.B_WIDE),
  ADD_FLOAT(0xa6, "add-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SUB_FLOAT(0xa7, "sub-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  MUL_FLOAT(0xa8, "mul-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  DIV_FLOAT(0xa9, "div-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  REM_FLOAT(0xaa, "rem-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  ADD_DOUBLE(
      0xab, "add-double", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  SUB_DOUBLE(
      0xac, "sub-double", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  MUL_DOUBLE(
      0xad, "mul-double", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  DIV_DOUBLE(
      0xae, "div-double", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  REM_DOUBLE(
      0xaf, "rem-double", Format.F23X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  ADD_INT_2ADDR(0xb0, "add-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SUB_INT_2ADDR(0xb1, "sub-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_INT_2ADDR(0xb2, "mul-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_INT_2ADDR(
      0xb3, "div-int/2addr", Format.F12X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  REM_INT_2ADDR(
      0xb4, "rem-int/2addr", Format.F12X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  AND_INT_2ADDR(0xb5, "and-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  OR_INT_2ADDR(0xb6, "or-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  XOR_INT_2ADDR(0xb7, "xor-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SHL_INT_2ADDR(0xb8, "shl-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SHR_INT_2ADDR(0xb9, "shr-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  USHR_INT_2ADDR(0xba, "ushr-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_LONG_2ADDR(0xbb, "add-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  SUB_LONG_2ADDR(0xbc, "sub-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MUL_LONG_2ADDR(0xbd, "mul-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  DIV_LONG_2ADDR(
      0xbe,
      "div-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE),
  REM_LONG_2ADDR(
      0xbf,
      "rem-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE),
  AND_LONG_2ADDR(0xc0, "and-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  OR_LONG_2ADDR(0xc1, "or-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  XOR_LONG_2ADDR(0xc2, "xor-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  SHL_LONG_2ADDR(0xc3, "shl-long/2addr", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  SHR_LONG_2ADDR(0xc4, "shr-long/2addr", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  USHR_LONG_2ADDR(0xc5, "ushr-long/2addr", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  ADD_FLOAT_2ADDR(0xc6, "add-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SUB_FLOAT_2ADDR(0xc7, "sub-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_FLOAT_2ADDR(0xc8, "mul-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_FLOAT_2ADDR(0xc9, "div-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  REM_FLOAT_2ADDR(0xca, "rem-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_DOUBLE_2ADDR(
      0xcb, "add-double/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  SUB_DOUBLE_2ADDR(
      0xcc, "sub-double/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MUL_DOUBLE_2ADDR(
      0xcd, "mul-double/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  DIV_DOUBLE_2ADDR(
      0xce, "div-double/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  REM_DOUBLE_2ADDR(
      0xcf, "rem-double/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  ADD_INT_LIT16(0xd0, "add-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  RSUB_INT(0xd1, "rsub-int", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_INT_LIT16(0xd2, "mul-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_INT_LIT16(
      0xd3, "div-int/lit16", Format.F22S, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  REM_INT_LIT16(
      0xd4, "rem-int/lit16", Format.F22S, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  AND_INT_LIT16(0xd5, "and-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  OR_INT_LIT16(0xd6, "or-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  XOR_INT_LIT16(0xd7, "xor-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_INT_LIT8(0xd8, "add-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  RSUB_INT_LIT8(0xd9, "rsub-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_INT_LIT8(0xda, "mul-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_INT_LIT8(0xdb, "div-int/lit8", Format.F22B, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  REM_INT_LIT8(0xdc, "rem-int/lit8", Format.F22B, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  AND_INT_LIT8(0xdd, "and-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  OR_INT_LIT8(0xde, "or-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  XOR_INT_LIT8(0xdf, "xor-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  SHL_INT_LIT8(0xe0, "shl-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  SHR_INT_LIT8(0xe1, "shr-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  USHR_INT_LIT8(0xe2, "ushr-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  INVOKE_POLYMORPHIC(
      0xfa,
      "invoke-polymorphic",
      Format.F45CC,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD_AND_PROTO),
  INVOKE_POLYMORPHIC_RANGE(
      0xfb,
      "invoke-polymorphic/range",
      Format.F4RCC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD_AND_PROTO),
  INVOKE_CUSTOM(
      0xfc,
      "invoke-custom",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.INDEX_CALL_SITE),
  INVOKE_CUSTOM_RANGE(
      0xfd,
      "invoke-custom/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.INDEX_CALL_SITE),
  CONST_METHOD_HANDLE(
      0xfe,
      "const-method-handle",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_METHOD_HANDLE),
  CONST_METHOD_TYPE(
      0xff,
      "const-method-type",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_PROTO);

  /** Control may go on to the next instruction. */
  public static final int CAN_CONTINUE = Flags.CONTINUE;

  /** Control may go to the branch's target. */
  public static final int CAN_BRANCH = Flags.BRANCH;

  /** Control may go to the cases of a switch payload. */
  public static final int CAN_SWITCH = Flags.SWITCH;

  /** The instruction may throw. */
  public static final int CAN_THROW = Flags.THROW;

  /** Control leaves the method. */
  public static final int CAN_RETURN = Flags.RETURN;

  /** Operand A is a register of 32 bits. */
  public static final int A = Flags.A;

  /** Operand B is a register of 32 bits. */
  public static final int B = Flags.B;

  /** Operand C is a register of 32 bits. */
  public static final int C = Flags.C;

  /** Operand A is a register pair. */
  public static final int A_WIDE = Flags.A_WIDE;

  /** Operand B is a register pair. */
  public static final int B_WIDE = Flags.B_WIDE;

  /** Operand C is a register pair. */
  public static final int C_WIDE = Flags.C_WIDE;

  /** The registers are a list of up to five. */
  public static final int LIST = Flags.LIST;

  /** The registers are a range. */
  public static final int RANGE = Flags.RANGE;

  /** The list or range holds one register at least. */
  public static final int NOT_EMPTY = Flags.NOT_EMPTY;

  /** In {@link #flags(int)}: no instruction of the specification. */
  public static final int ILLEGAL = Flags.ILLEGAL;

  /** What an index operand points to. */
  public enum IndexKind {
    NONE,
    STRING,
    TYPE,
    FIELD,
    METHOD,
    CALL_SITE,
    METHOD_HANDLE,
    PROTO,
    METHOD_AND_PROTO;

    private static final IndexKind[] ALL = values();
  }

  private static final @Nullable Opcode[] OPCODES = new Opcode[256];
  private static final int[] FLAGS = new int[256];
  private static final byte[] WIDTHS = new byte[256];

  static {
    Arrays.fill(FLAGS, ILLEGAL | CAN_CONTINUE);
    Arrays.fill(WIDTHS, (byte) 1);
    for (Opcode each : values()) {
      OPCODES[each.value] = each;
      FLAGS[each.value] = each.flags;
      WIDTHS[each.value] = (byte) each.format.units();
    }
  }

  private final int value;
  private final String mnemonic;
  private final Format format;
  private final int flags;

  Opcode(int value, String mnemonic, Format format, int flags) {
    this.value = value;
    this.mnemonic = mnemonic;
    this.format = format;
    this.flags = flags;
  }

  /** The opcode of a number, or null for the numbers that the specification leaves unused. */
  public static @Nullable Opcode of(int value) {
    return OPCODES[value];
  }

  /** The low byte of the first code unit. */
  public int value() {
    return value;
  }

  /** The name in assembler text. */
  public String mnemonic() {
    return mnemonic;
  }

  /** How the operands are laid out. */
  public Format format() {
    return format;
  }

  /** Whether one of these flags is set. */
  public boolean has(int anyOf) {
    return (flags & anyOf) != 0;
  }

  /** What the index operand points to. */
  public IndexKind indexKind() {
    return indexKind(flags);
  }

  /** For inner loops: the flags of any of the 256 numbers. */
  public static int flags(int value) {
    return FLAGS[value];
  }

  /** For inner loops: the code units of any of the 256 numbers, 1 for the unused ones. */
  public static int width(int value) {
    return WIDTHS[value];
  }

  /** What an index operand points to, taken from the flags. */
  public static IndexKind indexKind(int flags) {
    return IndexKind.ALL[flags >>> Flags.INDEX_SHIFT];
  }

  /** The bits, in a class of their own because an enum's constants come before its constants. */
  private static final class Flags {
    static final int CONTINUE = 1;
    static final int BRANCH = 1 << 1;
    static final int SWITCH = 1 << 2;
    static final int THROW = 1 << 3;
    static final int RETURN = 1 << 4;
    static final int A = 1 << 5;
    static final int B = 1 << 6;
    static final int C = 1 << 7;
    static final int A_WIDE = 1 << 8;
    static final int B_WIDE = 1 << 9;
    static final int C_WIDE = 1 << 10;
    static final int LIST = 1 << 11;
    static final int RANGE = 1 << 12;
    static final int NOT_EMPTY = 1 << 13;
    static final int ILLEGAL = 1 << 14;
    static final int INDEX_SHIFT = 16;
    static final int INDEX_STRING = 1 << INDEX_SHIFT;
    static final int INDEX_TYPE = 2 << INDEX_SHIFT;
    static final int INDEX_FIELD = 3 << INDEX_SHIFT;
    static final int INDEX_METHOD = 4 << INDEX_SHIFT;
    static final int INDEX_CALL_SITE = 5 << INDEX_SHIFT;
    static final int INDEX_METHOD_HANDLE = 6 << INDEX_SHIFT;
    static final int INDEX_PROTO = 7 << INDEX_SHIFT;
    static final int INDEX_METHOD_AND_PROTO = 8 << INDEX_SHIFT;
  }
}
