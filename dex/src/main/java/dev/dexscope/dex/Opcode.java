package dev.dexscope.dex;

import dev.dexscope.dex.raw.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of Dalvik bytecode: mnemonic, format, control flow and the kinds of operands
 * ("Summary of bytecode set").
 *
 * <pre>{@code
 * Opcode.of(0x6e).mnemonic()   // "invoke-virtual"
 * Opcode.INVOKE_VIRTUAL.has(Opcode.CAN_THROW)
 * }</pre>
 */
public enum Opcode {
  NOP(Op.NOP, "nop", Format.F10X, Flags.CONTINUE),
  MOVE(Op.MOVE, "move", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_FROM16(Op.MOVE_FROM16, "move/from16", Format.F22X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_16(Op.MOVE_16, "move/16", Format.F32X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_WIDE(Op.MOVE_WIDE, "move-wide", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MOVE_WIDE_FROM16(
      Op.MOVE_WIDE_FROM16,
      "move-wide/from16",
      Format.F22X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MOVE_WIDE_16(
      Op.MOVE_WIDE_16, "move-wide/16", Format.F32X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MOVE_OBJECT(Op.MOVE_OBJECT, "move-object", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_OBJECT_FROM16(
      Op.MOVE_OBJECT_FROM16, "move-object/from16", Format.F22X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_OBJECT_16(
      Op.MOVE_OBJECT_16, "move-object/16", Format.F32X, Flags.CONTINUE | Flags.A | Flags.B),
  MOVE_RESULT(Op.MOVE_RESULT, "move-result", Format.F11X, Flags.CONTINUE | Flags.A),
  MOVE_RESULT_WIDE(
      Op.MOVE_RESULT_WIDE, "move-result-wide", Format.F11X, Flags.CONTINUE | Flags.A_WIDE),
  MOVE_RESULT_OBJECT(
      Op.MOVE_RESULT_OBJECT, "move-result-object", Format.F11X, Flags.CONTINUE | Flags.A),
  MOVE_EXCEPTION(Op.MOVE_EXCEPTION, "move-exception", Format.F11X, Flags.CONTINUE | Flags.A),
  RETURN_VOID(Op.RETURN_VOID, "return-void", Format.F10X, Flags.RETURN),
  RETURN(Op.RETURN, "return", Format.F11X, Flags.RETURN | Flags.A),
  RETURN_WIDE(Op.RETURN_WIDE, "return-wide", Format.F11X, Flags.RETURN | Flags.A_WIDE),
  RETURN_OBJECT(Op.RETURN_OBJECT, "return-object", Format.F11X, Flags.RETURN | Flags.A),
  CONST_4(Op.CONST_4, "const/4", Format.F11N, Flags.CONTINUE | Flags.A),
  CONST_16(Op.CONST_16, "const/16", Format.F21S, Flags.CONTINUE | Flags.A),
  CONST(Op.CONST, "const", Format.F31I, Flags.CONTINUE | Flags.A),
  CONST_HIGH16(Op.CONST_HIGH16, "const/high16", Format.F21IH, Flags.CONTINUE | Flags.A),
  CONST_WIDE_16(Op.CONST_WIDE_16, "const-wide/16", Format.F21S, Flags.CONTINUE | Flags.A_WIDE),
  CONST_WIDE_32(Op.CONST_WIDE_32, "const-wide/32", Format.F31I, Flags.CONTINUE | Flags.A_WIDE),
  CONST_WIDE(Op.CONST_WIDE, "const-wide", Format.F51L, Flags.CONTINUE | Flags.A_WIDE),
  CONST_WIDE_HIGH16(
      Op.CONST_WIDE_HIGH16, "const-wide/high16", Format.F21LH, Flags.CONTINUE | Flags.A_WIDE),
  CONST_STRING(
      Op.CONST_STRING,
      "const-string",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_STRING),
  CONST_STRING_JUMBO(
      Op.CONST_STRING_JUMBO,
      "const-string/jumbo",
      Format.F31C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_STRING),
  CONST_CLASS(
      Op.CONST_CLASS,
      "const-class",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_TYPE),
  MONITOR_ENTER(
      Op.MONITOR_ENTER, "monitor-enter", Format.F11X, Flags.CONTINUE | Flags.THROW | Flags.A),
  MONITOR_EXIT(
      Op.MONITOR_EXIT, "monitor-exit", Format.F11X, Flags.CONTINUE | Flags.THROW | Flags.A),
  CHECK_CAST(
      Op.CHECK_CAST,
      "check-cast",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_TYPE),
  INSTANCE_OF(
      Op.INSTANCE_OF,
      "instance-of",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_TYPE),
  ARRAY_LENGTH(
      Op.ARRAY_LENGTH,
      "array-length",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  NEW_INSTANCE(
      Op.NEW_INSTANCE,
      "new-instance",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_TYPE),
  NEW_ARRAY(
      Op.NEW_ARRAY,
      "new-array",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_TYPE),
  FILLED_NEW_ARRAY(
      Op.FILLED_NEW_ARRAY,
      "filled-new-array",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.INDEX_TYPE),
  FILLED_NEW_ARRAY_RANGE(
      Op.FILLED_NEW_ARRAY_RANGE,
      "filled-new-array/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.INDEX_TYPE),
  FILL_ARRAY_DATA(
      Op.FILL_ARRAY_DATA, "fill-array-data", Format.F31T, Flags.CONTINUE | Flags.THROW | Flags.A),
  THROW(Op.THROW, "throw", Format.F11X, Flags.THROW | Flags.A),
  GOTO(Op.GOTO, "goto", Format.F10T, Flags.BRANCH),
  GOTO_16(Op.GOTO_16, "goto/16", Format.F20T, Flags.BRANCH),
  GOTO_32(Op.GOTO_32, "goto/32", Format.F30T, Flags.BRANCH),
  PACKED_SWITCH(
      Op.PACKED_SWITCH, "packed-switch", Format.F31T, Flags.CONTINUE | Flags.SWITCH | Flags.A),
  SPARSE_SWITCH(
      Op.SPARSE_SWITCH, "sparse-switch", Format.F31T, Flags.CONTINUE | Flags.SWITCH | Flags.A),
  CMPL_FLOAT(
      Op.CMPL_FLOAT, "cmpl-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  CMPG_FLOAT(
      Op.CMPG_FLOAT, "cmpg-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  CMPL_DOUBLE(
      Op.CMPL_DOUBLE,
      "cmpl-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A | Flags.B_WIDE | Flags.C_WIDE),
  CMPG_DOUBLE(
      Op.CMPG_DOUBLE,
      "cmpg-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A | Flags.B_WIDE | Flags.C_WIDE),
  CMP_LONG(
      Op.CMP_LONG, "cmp-long", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B_WIDE | Flags.C_WIDE),
  IF_EQ(Op.IF_EQ, "if-eq", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_NE(Op.IF_NE, "if-ne", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_LT(Op.IF_LT, "if-lt", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_GE(Op.IF_GE, "if-ge", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_GT(Op.IF_GT, "if-gt", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_LE(Op.IF_LE, "if-le", Format.F22T, Flags.CONTINUE | Flags.BRANCH | Flags.A | Flags.B),
  IF_EQZ(Op.IF_EQZ, "if-eqz", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_NEZ(Op.IF_NEZ, "if-nez", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_LTZ(Op.IF_LTZ, "if-ltz", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_GEZ(Op.IF_GEZ, "if-gez", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_GTZ(Op.IF_GTZ, "if-gtz", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  IF_LEZ(Op.IF_LEZ, "if-lez", Format.F21T, Flags.CONTINUE | Flags.BRANCH | Flags.A),
  AGET(Op.AGET, "aget", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_WIDE(
      Op.AGET_WIDE,
      "aget-wide",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.C | Flags.A_WIDE),
  AGET_OBJECT(
      Op.AGET_OBJECT,
      "aget-object",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_BOOLEAN(
      Op.AGET_BOOLEAN,
      "aget-boolean",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_BYTE(
      Op.AGET_BYTE,
      "aget-byte",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_CHAR(
      Op.AGET_CHAR,
      "aget-char",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AGET_SHORT(
      Op.AGET_SHORT,
      "aget-short",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT(Op.APUT, "aput", Format.F23X, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_WIDE(
      Op.APUT_WIDE,
      "aput-wide",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.C | Flags.A_WIDE),
  APUT_OBJECT(
      Op.APUT_OBJECT,
      "aput-object",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_BOOLEAN(
      Op.APUT_BOOLEAN,
      "aput-boolean",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_BYTE(
      Op.APUT_BYTE,
      "aput-byte",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_CHAR(
      Op.APUT_CHAR,
      "aput-char",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  APUT_SHORT(
      Op.APUT_SHORT,
      "aput-short",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  IGET(
      Op.IGET,
      "iget",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_WIDE(
      Op.IGET_WIDE,
      "iget-wide",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.A_WIDE | Flags.INDEX_FIELD),
  IGET_OBJECT(
      Op.IGET_OBJECT,
      "iget-object",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_BOOLEAN(
      Op.IGET_BOOLEAN,
      "iget-boolean",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_BYTE(
      Op.IGET_BYTE,
      "iget-byte",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_CHAR(
      Op.IGET_CHAR,
      "iget-char",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IGET_SHORT(
      Op.IGET_SHORT,
      "iget-short",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT(
      Op.IPUT,
      "iput",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_WIDE(
      Op.IPUT_WIDE,
      "iput-wide",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.B | Flags.A_WIDE | Flags.INDEX_FIELD),
  IPUT_OBJECT(
      Op.IPUT_OBJECT,
      "iput-object",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_BOOLEAN(
      Op.IPUT_BOOLEAN,
      "iput-boolean",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_BYTE(
      Op.IPUT_BYTE,
      "iput-byte",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_CHAR(
      Op.IPUT_CHAR,
      "iput-char",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  IPUT_SHORT(
      Op.IPUT_SHORT,
      "iput-short",
      Format.F22C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.INDEX_FIELD),
  SGET(Op.SGET, "sget", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_WIDE(
      Op.SGET_WIDE,
      "sget-wide",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.INDEX_FIELD),
  SGET_OBJECT(
      Op.SGET_OBJECT,
      "sget-object",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_BOOLEAN(
      Op.SGET_BOOLEAN,
      "sget-boolean",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_BYTE(
      Op.SGET_BYTE,
      "sget-byte",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_CHAR(
      Op.SGET_CHAR,
      "sget-char",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SGET_SHORT(
      Op.SGET_SHORT,
      "sget-short",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT(Op.SPUT, "sput", Format.F21C, Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_WIDE(
      Op.SPUT_WIDE,
      "sput-wide",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.INDEX_FIELD),
  SPUT_OBJECT(
      Op.SPUT_OBJECT,
      "sput-object",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_BOOLEAN(
      Op.SPUT_BOOLEAN,
      "sput-boolean",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_BYTE(
      Op.SPUT_BYTE,
      "sput-byte",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_CHAR(
      Op.SPUT_CHAR,
      "sput-char",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  SPUT_SHORT(
      Op.SPUT_SHORT,
      "sput-short",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_FIELD),
  INVOKE_VIRTUAL(
      Op.INVOKE_VIRTUAL,
      "invoke-virtual",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_SUPER(
      Op.INVOKE_SUPER,
      "invoke-super",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_DIRECT(
      Op.INVOKE_DIRECT,
      "invoke-direct",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_STATIC(
      Op.INVOKE_STATIC,
      "invoke-static",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.INDEX_METHOD),
  INVOKE_INTERFACE(
      Op.INVOKE_INTERFACE,
      "invoke-interface",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  RETURN_VOID_NO_BARRIER(
      Op.RETURN_VOID_NO_BARRIER, "return-void-no-barrier", Format.F10X, Flags.RETURN),
  INVOKE_VIRTUAL_RANGE(
      Op.INVOKE_VIRTUAL_RANGE,
      "invoke-virtual/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_SUPER_RANGE(
      Op.INVOKE_SUPER_RANGE,
      "invoke-super/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_DIRECT_RANGE(
      Op.INVOKE_DIRECT_RANGE,
      "invoke-direct/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  INVOKE_STATIC_RANGE(
      Op.INVOKE_STATIC_RANGE,
      "invoke-static/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.INDEX_METHOD),
  INVOKE_INTERFACE_RANGE(
      Op.INVOKE_INTERFACE_RANGE,
      "invoke-interface/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD),
  NEG_INT(Op.NEG_INT, "neg-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  NOT_INT(Op.NOT_INT, "not-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  NEG_LONG(Op.NEG_LONG, "neg-long", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  NOT_LONG(Op.NOT_LONG, "not-long", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  NEG_FLOAT(Op.NEG_FLOAT, "neg-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  NEG_DOUBLE(
      Op.NEG_DOUBLE, "neg-double", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  INT_TO_LONG(Op.INT_TO_LONG, "int-to-long", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  INT_TO_FLOAT(Op.INT_TO_FLOAT, "int-to-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  INT_TO_DOUBLE(
      Op.INT_TO_DOUBLE, "int-to-double", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  LONG_TO_INT(Op.LONG_TO_INT, "long-to-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  LONG_TO_FLOAT(
      Op.LONG_TO_FLOAT, "long-to-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  LONG_TO_DOUBLE(
      Op.LONG_TO_DOUBLE,
      "long-to-double",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  FLOAT_TO_INT(Op.FLOAT_TO_INT, "float-to-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  FLOAT_TO_LONG(
      Op.FLOAT_TO_LONG, "float-to-long", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  FLOAT_TO_DOUBLE(
      Op.FLOAT_TO_DOUBLE, "float-to-double", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  DOUBLE_TO_INT(
      Op.DOUBLE_TO_INT, "double-to-int", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  DOUBLE_TO_LONG(
      Op.DOUBLE_TO_LONG,
      "double-to-long",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  DOUBLE_TO_FLOAT(
      Op.DOUBLE_TO_FLOAT, "double-to-float", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B_WIDE),
  INT_TO_BYTE(Op.INT_TO_BYTE, "int-to-byte", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  INT_TO_CHAR(Op.INT_TO_CHAR, "int-to-char", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  INT_TO_SHORT(Op.INT_TO_SHORT, "int-to-short", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_INT(Op.ADD_INT, "add-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SUB_INT(Op.SUB_INT, "sub-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  MUL_INT(Op.MUL_INT, "mul-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  DIV_INT(
      Op.DIV_INT,
      "div-int",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  REM_INT(
      Op.REM_INT,
      "rem-int",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B | Flags.C),
  AND_INT(Op.AND_INT, "and-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  OR_INT(Op.OR_INT, "or-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  XOR_INT(Op.XOR_INT, "xor-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SHL_INT(Op.SHL_INT, "shl-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SHR_INT(Op.SHR_INT, "shr-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  USHR_INT(Op.USHR_INT, "ushr-int", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  ADD_LONG(
      Op.ADD_LONG,
      "add-long",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  SUB_LONG(
      Op.SUB_LONG,
      "sub-long",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  MUL_LONG(
      Op.MUL_LONG,
      "mul-long",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  DIV_LONG(
      Op.DIV_LONG,
      "div-long",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  REM_LONG(
      Op.REM_LONG,
      "rem-long",
      Format.F23X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  AND_LONG(
      Op.AND_LONG,
      "and-long",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  OR_LONG(
      Op.OR_LONG,
      "or-long",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  XOR_LONG(
      Op.XOR_LONG,
      "xor-long",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  SHL_LONG(
      Op.SHL_LONG, "shl-long", Format.F23X, Flags.CONTINUE | Flags.C | Flags.A_WIDE | Flags.B_WIDE),
  SHR_LONG(
      Op.SHR_LONG, "shr-long", Format.F23X, Flags.CONTINUE | Flags.C | Flags.A_WIDE | Flags.B_WIDE),
  USHR_LONG(
      Op.USHR_LONG,
      "ushr-long",
      Format.F23X,
      Flags.CONTINUE | Flags.C | Flags.A_WIDE | Flags.B_WIDE),
  ADD_FLOAT(Op.ADD_FLOAT, "add-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  SUB_FLOAT(Op.SUB_FLOAT, "sub-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  MUL_FLOAT(Op.MUL_FLOAT, "mul-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  DIV_FLOAT(Op.DIV_FLOAT, "div-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  REM_FLOAT(Op.REM_FLOAT, "rem-float", Format.F23X, Flags.CONTINUE | Flags.A | Flags.B | Flags.C),
  ADD_DOUBLE(
      Op.ADD_DOUBLE,
      "add-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  SUB_DOUBLE(
      Op.SUB_DOUBLE,
      "sub-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  MUL_DOUBLE(
      Op.MUL_DOUBLE,
      "mul-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  DIV_DOUBLE(
      Op.DIV_DOUBLE,
      "div-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  REM_DOUBLE(
      Op.REM_DOUBLE,
      "rem-double",
      Format.F23X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE | Flags.C_WIDE),
  ADD_INT_2ADDR(Op.ADD_INT_2ADDR, "add-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SUB_INT_2ADDR(Op.SUB_INT_2ADDR, "sub-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_INT_2ADDR(Op.MUL_INT_2ADDR, "mul-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_INT_2ADDR(
      Op.DIV_INT_2ADDR,
      "div-int/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  REM_INT_2ADDR(
      Op.REM_INT_2ADDR,
      "rem-int/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  AND_INT_2ADDR(Op.AND_INT_2ADDR, "and-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  OR_INT_2ADDR(Op.OR_INT_2ADDR, "or-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  XOR_INT_2ADDR(Op.XOR_INT_2ADDR, "xor-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SHL_INT_2ADDR(Op.SHL_INT_2ADDR, "shl-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SHR_INT_2ADDR(Op.SHR_INT_2ADDR, "shr-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  USHR_INT_2ADDR(
      Op.USHR_INT_2ADDR, "ushr-int/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_LONG_2ADDR(
      Op.ADD_LONG_2ADDR,
      "add-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  SUB_LONG_2ADDR(
      Op.SUB_LONG_2ADDR,
      "sub-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MUL_LONG_2ADDR(
      Op.MUL_LONG_2ADDR,
      "mul-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  DIV_LONG_2ADDR(
      Op.DIV_LONG_2ADDR,
      "div-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE),
  REM_LONG_2ADDR(
      Op.REM_LONG_2ADDR,
      "rem-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.THROW | Flags.A_WIDE | Flags.B_WIDE),
  AND_LONG_2ADDR(
      Op.AND_LONG_2ADDR,
      "and-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  OR_LONG_2ADDR(
      Op.OR_LONG_2ADDR, "or-long/2addr", Format.F12X, Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  XOR_LONG_2ADDR(
      Op.XOR_LONG_2ADDR,
      "xor-long/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  SHL_LONG_2ADDR(
      Op.SHL_LONG_2ADDR, "shl-long/2addr", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  SHR_LONG_2ADDR(
      Op.SHR_LONG_2ADDR, "shr-long/2addr", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  USHR_LONG_2ADDR(
      Op.USHR_LONG_2ADDR, "ushr-long/2addr", Format.F12X, Flags.CONTINUE | Flags.B | Flags.A_WIDE),
  ADD_FLOAT_2ADDR(
      Op.ADD_FLOAT_2ADDR, "add-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  SUB_FLOAT_2ADDR(
      Op.SUB_FLOAT_2ADDR, "sub-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_FLOAT_2ADDR(
      Op.MUL_FLOAT_2ADDR, "mul-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_FLOAT_2ADDR(
      Op.DIV_FLOAT_2ADDR, "div-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  REM_FLOAT_2ADDR(
      Op.REM_FLOAT_2ADDR, "rem-float/2addr", Format.F12X, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_DOUBLE_2ADDR(
      Op.ADD_DOUBLE_2ADDR,
      "add-double/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  SUB_DOUBLE_2ADDR(
      Op.SUB_DOUBLE_2ADDR,
      "sub-double/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  MUL_DOUBLE_2ADDR(
      Op.MUL_DOUBLE_2ADDR,
      "mul-double/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  DIV_DOUBLE_2ADDR(
      Op.DIV_DOUBLE_2ADDR,
      "div-double/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  REM_DOUBLE_2ADDR(
      Op.REM_DOUBLE_2ADDR,
      "rem-double/2addr",
      Format.F12X,
      Flags.CONTINUE | Flags.A_WIDE | Flags.B_WIDE),
  ADD_INT_LIT16(Op.ADD_INT_LIT16, "add-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  RSUB_INT(Op.RSUB_INT, "rsub-int", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_INT_LIT16(Op.MUL_INT_LIT16, "mul-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_INT_LIT16(
      Op.DIV_INT_LIT16,
      "div-int/lit16",
      Format.F22S,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  REM_INT_LIT16(
      Op.REM_INT_LIT16,
      "rem-int/lit16",
      Format.F22S,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  AND_INT_LIT16(Op.AND_INT_LIT16, "and-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  OR_INT_LIT16(Op.OR_INT_LIT16, "or-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  XOR_INT_LIT16(Op.XOR_INT_LIT16, "xor-int/lit16", Format.F22S, Flags.CONTINUE | Flags.A | Flags.B),
  ADD_INT_LIT8(Op.ADD_INT_LIT8, "add-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  RSUB_INT_LIT8(Op.RSUB_INT_LIT8, "rsub-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  MUL_INT_LIT8(Op.MUL_INT_LIT8, "mul-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  DIV_INT_LIT8(
      Op.DIV_INT_LIT8,
      "div-int/lit8",
      Format.F22B,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  REM_INT_LIT8(
      Op.REM_INT_LIT8,
      "rem-int/lit8",
      Format.F22B,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.B),
  AND_INT_LIT8(Op.AND_INT_LIT8, "and-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  OR_INT_LIT8(Op.OR_INT_LIT8, "or-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  XOR_INT_LIT8(Op.XOR_INT_LIT8, "xor-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  SHL_INT_LIT8(Op.SHL_INT_LIT8, "shl-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  SHR_INT_LIT8(Op.SHR_INT_LIT8, "shr-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  USHR_INT_LIT8(Op.USHR_INT_LIT8, "ushr-int/lit8", Format.F22B, Flags.CONTINUE | Flags.A | Flags.B),
  INVOKE_POLYMORPHIC(
      Op.INVOKE_POLYMORPHIC,
      "invoke-polymorphic",
      Format.F45CC,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.NOT_EMPTY | Flags.INDEX_METHOD_AND_PROTO),
  INVOKE_POLYMORPHIC_RANGE(
      Op.INVOKE_POLYMORPHIC_RANGE,
      "invoke-polymorphic/range",
      Format.F4RCC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.NOT_EMPTY | Flags.INDEX_METHOD_AND_PROTO),
  INVOKE_CUSTOM(
      Op.INVOKE_CUSTOM,
      "invoke-custom",
      Format.F35C,
      Flags.CONTINUE | Flags.THROW | Flags.LIST | Flags.INDEX_CALL_SITE),
  INVOKE_CUSTOM_RANGE(
      Op.INVOKE_CUSTOM_RANGE,
      "invoke-custom/range",
      Format.F3RC,
      Flags.CONTINUE | Flags.THROW | Flags.RANGE | Flags.INDEX_CALL_SITE),
  CONST_METHOD_HANDLE(
      Op.CONST_METHOD_HANDLE,
      "const-method-handle",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_METHOD_HANDLE),
  CONST_METHOD_TYPE(
      Op.CONST_METHOD_TYPE,
      "const-method-type",
      Format.F21C,
      Flags.CONTINUE | Flags.THROW | Flags.A | Flags.INDEX_PROTO);

  /** Control may continue at the next instruction. */
  public static final int CAN_CONTINUE = Flags.CONTINUE;

  /** Control may go to the branch's target. */
  public static final int CAN_BRANCH = Flags.BRANCH;

  /** Control may go to the cases of a switch payload. */
  public static final int CAN_SWITCH = Flags.SWITCH;

  /** The instruction may throw. */
  public static final int CAN_THROW = Flags.THROW;

  /** Control returns from the method. */
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

  /** The kind of item that an index operand refers to. */
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

  /**
   * Returns the opcode of a number, or null for the numbers that the specification leaves unused.
   */
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

  /** Returns the layout of the operands. */
  public Format format() {
    return format;
  }

  /** Returns whether one of these flags is set. */
  public boolean has(int anyOf) {
    return (flags & anyOf) != 0;
  }

  /** Returns the kind of item that the index operand refers to. */
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

  /** Returns the kind of item that an index operand refers to, from the flags. */
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
