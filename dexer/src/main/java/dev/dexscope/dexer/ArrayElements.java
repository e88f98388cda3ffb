package dev.dexscope.dexer;

import static dev.dexscope.dexer.Bytecode.*;

import java.lang.classfile.constantpool.LoadableConstantEntry;

/**
 * The elements of a new array, as far as the instructions after it are those of an initializer:
 * {@code dup}, an index, a constant and a store for each. Dex code has them as data, without which
 * large tables would exceed the size of a method.
 */
final class ArrayElements {
  private final Bytecode code;
  private final Pool pool;
  private final TypeFlow flow;
  private final int width;
  private final byte[] bytes;

  /** The end of the constant that was read last, and its value. */
  private int end;

  private long value;

  ArrayElements(Bytecode code, Pool pool, TypeFlow flow, int width, int length) {
    this.code = code;
    this.pool = pool;
    this.flow = flow;
    this.width = width;
    // An initializer has an instruction for each element at least, unless these are zero.
    if (length > code.size()) {
      this.bytes = new byte[0];
    } else {
      this.bytes = new byte[length * width];
    }
  }

  /** Returns the size of an array's elements; 0 for references. */
  static int width(String type) {
    return switch (type.charAt(1)) {
      case 'Z', 'B' -> 1;
      case 'C', 'S' -> 2;
      case 'I', 'F' -> 4;
      case 'J', 'D' -> 8;
      default -> 0;
    };
  }

  byte[] bytes() {
    return bytes;
  }

  /** Reads from an address on; returns where the initializer ends, -1 if there is none. */
  int read(int from) {
    int at = from;
    int last = -1;
    int count = 0;
    while (at < code.size() && code.u1(at) == DUP && isPlain(at) && constant(at + 1)) {
      long index = value;
      int store;
      if (index <= last || index >= bytes.length / width || !constant(end)) {
        break;
      }
      store = end;
      if (store >= code.size() || !isPlain(store) || !isStore(code.u1(store))) {
        break;
      }
      put((int) index, value);
      last = (int) index;
      at = store + 1;
      count++;
    }
    return count == 0 ? -1 : at;
  }

  private boolean isPlain(int at) {
    return !flow.isLeader(at);
  }

  private static boolean isStore(int op) {
    return op >= IASTORE && op <= SASTORE && op != AASTORE;
  }

  private void put(int index, long bits) {
    for (int i = 0; i < width; i++) {
      bytes[index * width + i] = (byte) (bits >>> (8 * i));
    }
  }

  private boolean constant(int at) {
    if (at >= code.size() || !isPlain(at)) {
      return false;
    }
    end = at + code.length(at);
    if (isOfPool(code.u1(at))) {
      LoadableConstantEntry constant = pool.constant(code.poolIndex(at));
      boolean isNumber = Pool.kind(constant) != Kind.REFERENCE;
      value = isNumber ? Pool.bits(constant) : 0;
      return isNumber;
    }
    byte kind = code.constantKind(at);
    value = kind == Kind.NONE ? 0 : code.constantBits(at);
    return kind != Kind.NONE && kind != Kind.NULL;
  }
}
