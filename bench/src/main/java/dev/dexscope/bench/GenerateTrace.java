package dev.dexscope.bench;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes large traces for the benchmarks.
 *
 * <pre>{@code
 * bench/run GenerateTrace sparse 5000000 /tmp/sparse.trace
 * bench/run GenerateTrace deep 20000000 /tmp/deep.trace
 * bench/run GenerateTrace dense 10000000 /tmp/dense.trace
 * }</pre>
 *
 * <p>Sparse: 5,000 methods, each calls three others, as programs do. Deep: the same with deep
 * stacks, which gives few edges and millions of call paths. Dense: 2,000 methods, each calls any
 * other, which gives nearly every pair of methods an edge.
 */
public final class GenerateTrace {
  private static final int THREADS = 4;
  private static final int DEPTH = 60;

  /**
   * Programs repeat their call paths: with three callees each this gives about a million of them.
   */
  private static final int SPARSE_DEPTH = 12;

  private GenerateTrace() {}

  public static void main(String[] args) throws Exception {
    boolean dense = args[0].equals("dense");
    long records = Long.parseLong(args[1]);
    int methods = dense ? 2000 : 5000;
    try (var out = TraceviewWriter.file(Path.of(args[2]), 3, Clock.DUAL)) {
      out.key("vm", "art");
      for (int m = 1; m <= methods; m++) {
        out.method(
            new Method(
                4L * m,
                "com.example.p" + m % 50 + ".Type" + m % 400,
                "m" + m,
                "(I)V",
                "T.java",
                m));
      }
      for (int t = 1; t <= THREADS; t++) {
        out.thread(t, "worker-" + t);
      }
      write(out, records, methods, args[0].equals("sparse") ? SPARSE_DEPTH : DEPTH, dense);
    }
  }

  private static void write(
      TraceviewWriter out, long records, int methods, int limit, boolean dense) throws Exception {
    var random = new Random(42);
    int[][] stacks = new int[THREADS][limit];
    int[] depth = new int[THREADS];
    long[] cpu = new long[THREADS];
    long wall = 0;
    int thread = 0;
    for (long i = 0; i < records; i++) {
      if (i % 500 == 0) {
        thread = random.nextInt(THREADS);
      }
      wall += random.nextInt(3);
      cpu[thread] += random.nextInt(2);
      int d = depth[thread];
      boolean enter = d == 0 || (d < limit && random.nextInt(100) < 50);
      if (enter) {
        int caller = d == 0 ? 0 : stacks[thread][d - 1];
        int callee =
            dense
                ? random.nextInt(methods)
                : Math.floorMod(caller * 7 + choice(random) * 31 + 1, methods);
        stacks[thread][d] = callee;
        depth[thread]++;
        out.record(thread + 1, 4 * (callee + 1), TraceviewWriter.ENTER, cpu[thread], wall);
      } else {
        int callee = stacks[thread][--depth[thread]];
        out.record(thread + 1, 4 * (callee + 1), TraceviewWriter.EXIT, cpu[thread], wall);
      }
    }
  }

  /** Of three callees one is called most of the time, as in programs. */
  private static int choice(Random random) {
    int percent = random.nextInt(100);
    return percent < 80 ? 0 : percent < 95 ? 1 : 2;
  }
}
