package dev.dexscope.vm.runtime;

/**
 * Room on the stack for the VM's work in a program's threads. Where a stack overflow is handled
 * there is little of it, and classes that the VM or the JDK would first initialise or link there
 * fail for good: so the VM checks it before.
 *
 * <pre>{@code
 * StackReserve.ensure();
 * link(); // may initialise classes of the JDK
 * }</pre>
 */
public final class StackReserve {
  /** Calls that need 20 KB in C2's code, and three to four times as much before it is compiled. */
  private static final int CALLS = 200;

  private StackReserve() {}

  /**
   * Returns when there is enough.
   *
   * @throws StackOverflowError when the stack ends soon
   */
  public static void ensure() {
    use(CALLS, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  }

  /** Each call has ten of its arguments on the stack, however it is compiled. */
  private static long use(
      int calls,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m,
      long n,
      long o,
      long p) {
    return calls == 0
        ? a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p
        : use(calls - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a) + calls;
  }
}
