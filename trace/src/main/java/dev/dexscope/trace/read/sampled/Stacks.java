package dev.dexscope.trace.read.sampled;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Stacks of methods, each once: a stack is its caller's and a method above it. */
public final class Stacks {
  /** The stack of no method. */
  public static final int EMPTY = -1;

  private final Map<Long, Integer> numbers = new HashMap<>();
  private int[] callers = new int[256];
  private int[] methods = new int[256];
  private int[] depths = new int[256];
  private int size;

  /** The stack of a method that this one has called. */
  public int of(int caller, int method) {
    long key = (long) caller << 32 | method;
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    if (size == callers.length) {
      callers = Arrays.copyOf(callers, 2 * size);
      methods = Arrays.copyOf(methods, 2 * size);
      depths = Arrays.copyOf(depths, 2 * size);
    }
    callers[size] = caller;
    methods[size] = method;
    depths[size] = depth(caller) + 1;
    numbers.put(key, size);
    return size++;
  }

  /** Returns the number of stacks: they are numbered from 0. */
  public int size() {
    return size;
  }

  /** The stack below the innermost method. */
  public int caller(int stack) {
    return callers[stack];
  }

  /** The innermost method. */
  public int method(int stack) {
    return methods[stack];
  }

  /** Returns the number of methods in a stack. */
  public int depth(int stack) {
    return stack == EMPTY ? 0 : depths[stack];
  }

  /** The stack that both begin with. */
  int common(int one, int other) {
    int a = one;
    int b = other;
    while (a != b) {
      if (depth(a) >= depth(b)) {
        a = callers[a];
      } else {
        b = callers[b];
      }
    }
    return a;
  }
}
