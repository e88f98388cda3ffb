package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.WireReader;

/** The kinds of values, {@code JDWP.Tag}: characters of signatures, and some more for objects. */
final class Tags {
  private Tags() {}

  /** Returns how many bytes the value has. */
  static int size(WireReader in, int tag, IdSizes ids) {
    int size = size(tag, ids);
    if (size < 0) {
      throw in.fault("unknown tag " + tag + " of a value");
    }
    return size;
  }

  /** Returns how many bytes the value has; -1 for no tag. */
  static int size(int tag, IdSizes ids) {
    return switch (tag) {
      case 'V' -> 0;
      case 'B', 'Z' -> 1;
      case 'C', 'S' -> 2;
      case 'I', 'F' -> 4;
      case 'J', 'D' -> 8;
      default -> isObject(tag) ? ids.object() : -1;
    };
  }

  static boolean isObject(int tag) {
    return switch (tag) {
      case 'L', '[', 's', 't', 'g', 'l', 'c' -> true;
      default -> false;
    };
  }

  /** Returns the kind of ids with this tag. */
  static Kind kind(int tag) {
    return switch (tag) {
      case '[' -> Kind.ARRAY;
      case 's' -> Kind.STRING_OBJECT;
      case 't' -> Kind.THREAD;
      case 'g' -> Kind.THREAD_GROUP;
      case 'l' -> Kind.CLASS_LOADER;
      case 'c' -> Kind.CLASS_OBJECT;
      default -> Kind.OBJECT;
    };
  }
}
