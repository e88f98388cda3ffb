package dev.dexscope.trace;

import dev.dexscope.base.bytes.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A system of a few processors and threads, which give each other the processor and mark what they
 * do. It counts what each path takes while it runs, and writes itself as text and for Perfetto.
 */
final class SimulatedSystem {
  private static final int PROCESSORS = 3;
  private static final long START = 5_000_000_000L;
  private static final String APP = "com.example.long.name.of.an.app";

  /** What the kernel writes down; {@code text} is empty for a switch. */
  private record Event(int processor, long time, int tid, String text, int to) {
    boolean isSwitch() {
      return text.isEmpty();
    }
  }

  /** A thread, what it does, and where: -1 is no processor. */
  private static final class Runner {
    final int tid;
    final Deque<String> paths = new ArrayDeque<>();
    int processor = -1;

    Runner(int tid) {
      this.tid = tid;
    }

    int pid() {
      return tid < 200 ? 100 : 200;
    }

    /** The name that the kernel has. */
    String kernelName() {
      return tid == 100
          ? APP.substring(APP.length() - 15)
          : tid == 200 ? "system_server" : "worker " + tid;
    }
  }

  private final Random random;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, long[]> expected = new TreeMap<>();
  private final List<Runner> runners = new ArrayList<>();
  private final int[] running = new int[PROCESSORS];

  SimulatedSystem(long seed, int steps) {
    random = new Random(seed);
    for (int tid : new int[] {100, 101, 102, 200, 201}) {
      runners.add(new Runner(tid));
    }
    long time = START;
    for (int processor = 0; processor < PROCESSORS; processor++) {
      change(time, processor);
    }
    for (int i = 0; i < steps; i++) {
      long passed = 1000L * random.nextInt(1, 50);
      count(passed);
      time += passed;
      step(time, random.nextInt(PROCESSORS));
    }
    while (runners.stream().anyMatch(r -> !r.paths.isEmpty())) {
      count(1000);
      time += 1000;
      int processor = random.nextInt(PROCESSORS);
      Runner of = on(processor);
      if (of == null || of.paths.isEmpty()) {
        change(time, processor);
      } else {
        end(time, processor, of);
      }
    }
  }

  /** The time passes for all that is open: own elapsed time, and own time on a processor. */
  private void count(long nanos) {
    for (Runner each : runners) {
      if (!each.paths.isEmpty()) {
        long[] times = expected.computeIfAbsent(each.paths.peek(), _ -> new long[3]);
        times[0] += nanos;
        times[1] += each.processor >= 0 ? nanos : 0;
      }
    }
  }

  private void step(long time, int processor) {
    Runner of = on(processor);
    if (of == null || random.nextInt(5) == 0) {
      change(time, processor);
    } else if (of.paths.size() < 5 && random.nextBoolean()) {
      String method = "step" + random.nextInt(4);
      String path = (of.paths.isEmpty() ? "" + of.tid : of.paths.peek()) + ";" + method;
      of.paths.push(path);
      expected.computeIfAbsent(path, _ -> new long[3])[2]++;
      String number = random.nextBoolean() ? " " + random.nextInt(100_000) : "";
      mark(time, processor, of, "B|" + of.pid() + "|" + method + number);
    } else if (!of.paths.isEmpty()) {
      end(time, processor, of);
    }
  }

  private void end(long time, int processor, Runner of) {
    of.paths.pop();
    mark(time, processor, of, random.nextBoolean() ? "E|" + of.pid() : "E");
  }

  private void mark(long time, int processor, Runner of, String text) {
    events.add(new Event(processor, time, of.tid, text, 0));
  }

  /** Gives the processor to a thread that has none, or to nobody. */
  private void change(long time, int processor) {
    Runner before = on(processor);
    List<Runner> free = new ArrayList<>(runners.stream().filter(r -> r.processor < 0).toList());
    Collections.shuffle(free, random);
    Runner next = free.isEmpty() || random.nextInt(4) == 0 ? null : free.getFirst();
    if (before != null) {
      before.processor = -1;
    }
    if (next != null) {
      next.processor = processor;
    }
    running[processor] = next == null ? 0 : next.tid;
    events.add(new Event(processor, time, before == null ? 0 : before.tid, "", running[processor]));
  }

  private @Nullable Runner on(int processor) {
    return runners.stream().filter(r -> r.processor == processor).findAny().orElse(null);
  }

  /**
   * Returns own elapsed time, own CPU time and calls of each path, which begins with its thread.
   */
  Map<String, List<Long>> expected() {
    Map<String, List<Long>> paths = new TreeMap<>();
    expected.forEach((path, of) -> paths.put(path, List.of(of[0], of[1], of[2])));
    return paths;
  }

  private String kernelName(int tid) {
    return runners.stream()
        .filter(r -> r.tid == tid)
        .map(Runner::kernelName)
        .findAny()
        .orElse("swapper/0");
  }

  /** The kernel's own text, with the lists that systrace puts before it into its page. */
  String text(boolean isPage) {
    var out = new StringBuilder();
    if (isPage) {
      out.append("<!DOCTYPE html>\n<html>\n<script>viewer</script>\n");
      out.append("  <script class=\"trace-data\" type=\"application/text\">\n");
      out.append("USER           PID  PPID     VSZ    RSS WCHAN  PC S NAME      COMM\n");
      out.append("u0_a1 100 1 1 1 0 0 S ").append(APP).append(" x\n");
      out.append("USER           PID   TID CMD\nu0_a1 100 101 worker 101\n  </script>\n");
      out.append("  <script class=\"trace-data\" type=\"application/text\">\n");
    }
    out.append("# tracer: nop\n#\n#   TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION\n");
    for (Event each : events) {
      Runner of = runners.stream().filter(r -> r.tid == each.tid).findAny().orElse(null);
      String process = of == null ? "-----" : "%5d".formatted(of.pid());
      out.append(
          "%16s-%-5d (%s) [%03d] d..3 %d.%06d: %s\n"
              .formatted(
                  kernelName(each.tid),
                  each.tid,
                  process,
                  each.processor,
                  each.time / 1_000_000_000,
                  each.time / 1000 % 1_000_000,
                  event(each)));
    }
    if (isPage) {
      out.append("\n  </script>\n</body>\n</html>\n");
    }
    return out.toString();
  }

  private String event(Event of) {
    return !of.isSwitch()
        ? "tracing_mark_write: " + of.text
        : "sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=%s next_pid=%d next_prio=120"
            .formatted(kernelName(of.tid), of.tid, kernelName(of.to), of.to);
  }

  /**
   * A trace of Perfetto's: bundles of one processor each, in no order between processors.
   *
   * @param isShort whether switches are in columns
   */
  byte[] perfetto(boolean isShort, boolean isPacked) {
    var packets = new ByteArrayOutputStream();
    packet(packets, new ProtoWriter().message(2, tree()));
    List<List<ProtoWriter>> bundles = new ArrayList<>();
    for (int processor = 0; processor < PROCESSORS; processor++) {
      bundles.add(bundles(processor, isShort));
    }
    while (bundles.stream().anyMatch(b -> !b.isEmpty())) {
      List<ProtoWriter> of = bundles.get(random.nextInt(PROCESSORS));
      if (!of.isEmpty()) {
        packet(packets, new ProtoWriter().message(1, of.removeFirst()));
      }
    }
    if (!isPacked) {
      return packets.toByteArray();
    }
    var packed = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(packed)) {
      deflater.write(packets.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var out = new ByteArrayOutputStream();
    packet(out, new ProtoWriter().bytes(50, packed.toByteArray()));
    return out.toByteArray();
  }

  private static void packet(ByteArrayOutputStream out, ProtoWriter packet) {
    out.writeBytes(new ProtoWriter().message(1, packet).toBytes());
  }

  private ProtoWriter tree() {
    var tree = new ProtoWriter();
    tree.message(1, new ProtoWriter().number(1, 100).text(3, APP));
    for (Runner each : runners) {
      tree.message(2, new ProtoWriter().number(1, each.tid).number(3, each.pid()));
    }
    return tree;
  }

  /** The events of a processor, in bundles of a few. */
  private List<ProtoWriter> bundles(int processor, boolean isShort) {
    List<Event> left =
        new ArrayList<>(events.stream().filter(e -> e.processor == processor).toList());
    List<ProtoWriter> bundles = new ArrayList<>();
    while (!left.isEmpty()) {
      int count = Math.min(left.size(), random.nextInt(1, 12));
      List<Event> part = left.subList(0, count);
      var bundle = new ProtoWriter().number(1, processor);
      for (Event each : part) {
        if (!each.isSwitch()) {
          bundle.message(2, timed(each).message(3, new ProtoWriter().text(2, each.text + "\n")));
        } else if (!isShort) {
          var of =
              new ProtoWriter()
                  .text(1, kernelName(each.tid))
                  .number(2, each.tid)
                  .text(5, kernelName(each.to))
                  .number(6, each.to);
          bundle.message(2, timed(each).message(4, of));
        }
      }
      if (isShort) {
        bundle.message(4, columns(part));
      }
      bundles.add(bundle);
      part.clear();
    }
    return bundles;
  }

  private static ProtoWriter timed(Event of) {
    return new ProtoWriter().number(1, of.time).number(2, of.tid);
  }

  private ProtoWriter columns(List<Event> part) {
    var columns = new ProtoWriter();
    long last = 0;
    int names = 0;
    for (Event each : part) {
      if (each.isSwitch()) {
        columns.number(1, each.time - last).number(3, each.to).number(6, names++);
        columns.text(5, kernelName(each.to));
        last = each.time;
      }
    }
    return columns;
  }

  byte[] textBytes(boolean isPage) {
    return text(isPage).getBytes(StandardCharsets.UTF_8);
  }
}
