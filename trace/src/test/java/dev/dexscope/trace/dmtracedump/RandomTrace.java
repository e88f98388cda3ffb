package dev.dexscope.trace.dmtracedump;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Traces with all that dmtracedump reads right: recursion, returns on an empty stack, calls open at
 * the end, unknown methods, equal times, names that sort oddly or must be escaped.
 */
final class RandomTrace {
  private static final String[] CLASSES = {
    "app.A", "app.B", "app.A$B", "$Proxy0", "$Proxy1", "app/Old", "a<b>&c", "Ünï"
  };
  private static final String[] NAMES = {"run", "<init>", "get", "a&b", "zz", "access$000"};
  private static final String[] SIGNATURES = {"()V", "(I)V", "(Ljava/lang/String;)I"};
  private static final int THREADS = 3;

  private RandomTrace() {}

  static Path write(Path file, long seed, int version, int records) throws IOException {
    return write(file, seed, version, records, true);
  }

  /** {@code twins}: whether two methods may have the same class, name and signature. */
  static Path write(Path file, long seed, int version, int records, boolean twins)
      throws IOException {
    write(TraceviewWriter.file(file, version, clock(version)), seed, records, twins);
    return file;
  }

  /** The same records as a stream. */
  static Path stream(Path file, long seed, int version, int records) throws IOException {
    write(TraceviewWriter.streaming(file, version, clock(version)), seed, records, true);
    return file;
  }

  private static Clock clock(int version) {
    return version == 3 ? Clock.DUAL : Clock.THREAD_CPU;
  }

  private static void write(TraceviewWriter to, long seed, int records, boolean twins)
      throws IOException {
    var random = new Random(seed);
    int methods = 1 + random.nextInt(30);
    try (var out = to) {
      for (int t = 1; t <= THREADS; t++) {
        out.thread(t, "thread <" + t + ">");
      }
      // Every tenth or so method is not listed, but not all: the original refuses an empty list.
      for (int m = 1; m <= methods; m++) {
        if (m == 1 || random.nextInt(10) > 0) {
          out.method(
              new Method(
                  4L * m,
                  CLASSES[random.nextInt(CLASSES.length)],
                  (twins ? "" : "m" + m) + NAMES[random.nextInt(NAMES.length)],
                  SIGNATURES[random.nextInt(SIGNATURES.length)],
                  random.nextInt(4) == 0 ? "" : "A.java",
                  random.nextBoolean() ? m : -1));
        }
      }
      records(out, random, methods, records);
    }
  }

  private static void records(TraceviewWriter out, Random random, int methods, int records)
      throws IOException {
    List<Deque<Integer>> stacks = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      stacks.add(new ArrayDeque<>());
    }
    // Small steps make many equal times.
    int step = 1 << random.nextInt(12);
    long[] cpu = new long[THREADS];
    long wall = 0;
    for (int i = 0; i < records; i++) {
      int t = random.nextInt(THREADS);
      cpu[t] += random.nextInt(step + 1);
      wall += random.nextInt(100);
      Deque<Integer> stack = stacks.get(t);
      boolean call = stack.size() < 20 && random.nextInt(100) < 52;
      if (call) {
        stack.push(4 * (1 + random.nextInt(methods)));
        out.record(t + 1, stack.element(), TraceviewWriter.ENTER, cpu[t], wall);
      } else if (!stack.isEmpty()) {
        int action = random.nextInt(10) == 0 ? TraceviewWriter.UNROLL : TraceviewWriter.EXIT;
        out.record(t + 1, stack.pop(), action, cpu[t], wall);
      } else {
        int method = 4 * (1 + random.nextInt(methods));
        out.record(t + 1, method, TraceviewWriter.EXIT, cpu[t], wall);
      }
    }
  }
}
