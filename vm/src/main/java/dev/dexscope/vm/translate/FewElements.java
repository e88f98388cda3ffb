package dev.dexscope.vm.translate;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * The data of a short array, which are written element by element as by a Java compiler: this reads
 * no constant, which would be reported to agents.
 *
 * @param component the descriptor of the array's component type, a primitive one
 * @param bits of each element
 */
record FewElements(char component, long[] bits) {
  /** More take less room as one constant. */
  private static final int MOST = 16;

  /** In long methods, in code units, the code may become too long for the JVM. */
  private static final int SHORT_METHOD = 4_000;

  /** Null where they are better one constant. */
  static @Nullable FewElements of(char component, long[] bits, int methodSize) {
    var elements = new FewElements(component, bits);
    boolean isShort = bits.length <= MOST && methodSize <= SHORT_METHOD;
    return isShort && !elements.hasNan() ? elements : null;
  }

  /** Constants of class files need not keep the bits of a NaN. */
  private boolean hasNan() {
    for (long each : bits) {
      if ((component == 'F' && Float.isNaN(Float.intBitsToFloat((int) each)))
          || (component == 'D' && Double.isNaN(Double.longBitsToDouble(each)))) {
        return true;
      }
    }
    return false;
  }

  int size() {
    return bits.length;
  }

  /** Writes them into the array on top of the operand stack, and takes it away. */
  void store(CodeBuilder code) {
    TypeKind kind = TypeKind.fromDescriptor(String.valueOf(component));
    for (int i = 0; i < bits.length; i++) {
      code.dup().loadConstant(i);
      push(code, bits[i]);
      code.arrayStore(kind);
    }
    code.pop();
  }

  private void push(CodeBuilder code, long value) {
    switch (component) {
      case 'Z' -> code.loadConstant((int) value & 1);
      case 'B' -> code.loadConstant((byte) value);
      case 'S' -> code.loadConstant((short) value);
      case 'C' -> code.loadConstant((char) value);
      case 'F' -> code.loadConstant(Float.intBitsToFloat((int) value));
      case 'J' -> code.loadConstant(value);
      case 'D' -> code.loadConstant(Double.longBitsToDouble(value));
      default -> code.loadConstant((int) value);
    }
  }
}
