package dev.dexscope.monitor.hprof;

/** The types of fields and elements, by the format's numbers. */
final class FieldType {
  static final int OBJECT = 2;
  static final int CHAR = 5;
  static final int BYTE = 8;

  private static final String[] NAMES = {
    "boolean", "char", "float", "double", "byte", "short", "int", "long"
  };
  private static final int FIRST = 4;

  private FieldType() {}

  /** Returns how many bytes a value has. */
  static int size(int type, HprofInput in) {
    return switch (type) {
      case OBJECT -> in.idSize();
      case 4, BYTE -> 1;
      case CHAR, 9 -> 2;
      case 6, 10 -> 4;
      case 7, 11 -> 8;
      default -> throw in.fault("unknown type " + type);
    };
  }

  static boolean isPrimitive(int type) {
    return type >= FIRST && type < FIRST + NAMES.length;
  }

  /** Of a type that is no class. */
  static String name(int type) {
    return NAMES[type - FIRST];
  }
}
