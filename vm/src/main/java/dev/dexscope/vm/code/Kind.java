package dev.dexscope.vm.code;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;

/** The JVM's kind of a value: each register has a local variable for each kind that it holds. */
public enum Kind {
  INT(0, TypeKind.INT),
  FLOAT(1, TypeKind.FLOAT),
  LONG(2, TypeKind.LONG),
  DOUBLE(3, TypeKind.DOUBLE),
  REFERENCE(4, TypeKind.REFERENCE);

  /** The number of kinds. */
  public static final int COUNT = 5;

  private static final Kind[] ALL = values();

  private final int index;
  private final TypeKind type;

  Kind(int index, TypeKind type) {
    this.index = index;
    this.type = type;
  }

  /** The kind of values of a type. */
  public static Kind of(String descriptor) {
    return switch (descriptor.charAt(0)) {
      case 'Z', 'B', 'S', 'C', 'I' -> INT;
      case 'F' -> FLOAT;
      case 'J' -> LONG;
      case 'D' -> DOUBLE;
      default -> REFERENCE;
    };
  }

  /** Returns the kind of a variable's content. */
  public static Kind ofVariable(int variable) {
    return ALL[variable % COUNT];
  }

  /** The number of the variable that holds a register's values of this kind. */
  public int variable(int register) {
    return register * COUNT + index;
  }

  /** Pushes the kind's zero: the null reference too. */
  public void pushZero(CodeBuilder code) {
    switch (this) {
      case INT -> code.iconst_0();
      case FLOAT -> code.fconst_0();
      case LONG -> code.lconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
    }
  }

  /** Returns the type as JNI and dex write it: I, J, F, D or L. */
  public char letter() {
    return switch (this) {
      case INT -> 'I';
      case LONG -> 'J';
      case FLOAT -> 'F';
      case DOUBLE -> 'D';
      case REFERENCE -> 'L';
    };
  }

  /** Returns its kind in class files. */
  public TypeKind type() {
    return type;
  }

  /** Returns whether values take two registers. */
  public boolean isWide() {
    return this == LONG || this == DOUBLE;
  }
}
