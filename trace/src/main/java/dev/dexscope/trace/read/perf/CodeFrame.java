package dev.dexscope.trace.read.perf;

import java.util.Arrays;

/**
 * A frame of a sample: a method's number, and who runs it.
 *
 * @param method its number
 * @param runner of its code
 */
record CodeFrame(int method, Runner runner) {
  /** The runners of a method. */
  enum Runner {
    /** The processor: a function of a library, of the kernel, or compiled before the start. */
    NATIVE,
    /** The same, and it belongs to the runtime. */
    RUNTIME,
    /** The same, and it is the way from dex code to a native method. */
    TRAMPOLINE,
    /** The processor, by code that the runtime has compiled. */
    JIT,
    /** The runtime's interpreter. */
    INTERPRETER
  }

  private boolean isJava() {
    return runner == Runner.JIT || runner == Runner.INTERPRETER;
  }

  private boolean isRuntime() {
    return runner == Runner.RUNTIME || runner == Runner.TRAMPOLINE;
  }

  /**
   * Returns the methods of a stack as the program has called them, as simpleperf's reports do: the
   * runtime's functions beside a dex method are its interpreter, and belong to the method. A native
   * method that the runtime has itself stays. A method that changes to its compiled code is one
   * call.
   *
   * @param frames the innermost first
   */
  static int[] program(CodeFrame[] frames) {
    boolean[] isFolded = folded(frames);
    int[] methods = new int[frames.length];
    int count = 0;
    CodeFrame callee = null;
    for (int i = 0; i < frames.length; i++) {
      if (!isFolded[i]) {
        CodeFrame frame = frames[i];
        boolean isEntered =
            callee != null
                && callee.runner == Runner.JIT
                && frame.runner == Runner.INTERPRETER
                && callee.method == frame.method;
        if (!isEntered) {
          methods[count++] = frame.method;
        }
        callee = frame;
      }
    }
    return Arrays.copyOf(methods, count);
  }

  private static boolean[] folded(CodeFrame[] frames) {
    boolean[] isFolded = new boolean[frames.length];
    boolean isBesideJava = false;
    for (int i = 0; i < frames.length; i++) {
      if (frames[i].isJava()) {
        isBesideJava = true;
        for (int j = i - 1; j >= 0 && frames[j].isRuntime(); j--) {
          isFolded[j] = true;
        }
      } else {
        isBesideJava &= frames[i].isRuntime();
        isFolded[i] = isBesideJava;
      }
    }
    for (int i = 1; i < frames.length; i++) {
      if (isFolded[i] && frames[i].runner == Runner.TRAMPOLINE) {
        isFolded[i - 1] = false;
      }
    }
    return isFolded;
  }
}
