package dev.dexscope.observe.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.DexProgram;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.inspect.GuestFrame.Variable;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads of a dex program in real monitors, as the VM reports them. */
class SnapshotTest {
  private static final int SIGQUIT = 3;

  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  private static final String LOCKS =
      """
      import java.util.concurrent.CountDownLatch;
      public class Locks {
        public static void hold(Object monitor, CountDownLatch in, CountDownLatch end)
            throws InterruptedException {
          synchronized (monitor) {
            synchronized (monitor) {
              in.countDown();
              end.await();
            }
          }
        }
        public static void enter(Object monitor, String text, long wide) {
          int number = text.length();
          synchronized (monitor) {
            monitor.notify();
          }
        }
        public static void await(Object monitor) throws InterruptedException {
          synchronized (monitor) {
            monitor.wait();
          }
        }
      }
      """;

  private static final String DEADLOCKS =
      """
      import java.util.concurrent.CyclicBarrier;
      public class Deadlocks {
        static class A {
          static { meet(CLASSES); new B(); }
        }
        static class B {
          static { meet(CLASSES); new A(); }
        }
        static final CyclicBarrier CLASSES = new CyclicBarrier(2);
        static final CyclicBarrier MONITORS = new CyclicBarrier(2);
        static void meet(CyclicBarrier barrier) {
          try {
            barrier.await();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        }
        static void both(Object first, Object second) {
          synchronized (first) {
            meet(MONITORS);
            synchronized (second) {
              System.out.println("never");
            }
          }
        }
        public static void main(String[] args) {
          Object left = new Object();
          Object right = new Object();
          start("a", () -> new A());
          start("b", () -> new B());
          start("left", () -> both(left, right));
          start("right", () -> both(right, left));
          System.out.println("started");
        }
        static void start(String name, Runnable what) {
          Thread thread = new Thread(what, name);
          thread.start();
        }
      }
      """;

  @TempDir Path folder;

  private final ThreadGroup group = new ThreadGroup("guests");
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> started = new ArrayList<>();

  @AfterEach
  void restore() throws InterruptedException {
    end.countDown();
    for (Thread thread : started) {
      thread.join();
    }
    Threads.guests(_ -> true);
  }

  private Thread start(Class<?> program, String method, Object... arguments) {
    Thread thread =
        new Thread(
            group,
            () -> {
              try {
                for (var each : program.getMethods()) {
                  if (each.getName().equals(method)) {
                    each.invoke(null, arguments);
                  }
                }
              } catch (ReflectiveOperationException e) {
                throw new LinkageError("not called", e);
              }
            },
            method);
    thread.start();
    started.add(thread);
    return thread;
  }

  private static void await(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aMonitorHasItsOwnerAndWaiters(Engine engine) throws Exception {
    Vm.start(engine, null, new Observation());
    Threads.guests(thread -> group.equals(thread.getThreadGroup()));
    Class<?> program = DexProgram.compile(folder, "Locks", LOCKS).load();
    Object monitor = new Object();
    var in = new CountDownLatch(1);
    Thread waits = start(program, "await", monitor);
    await(waits, Thread.State.WAITING);
    Thread holds = start(program, "hold", monitor, in, end);
    in.await();
    Thread enters = start(program, "enter", monitor, "three", 1L << 40);
    await(enters, Thread.State.BLOCKED);
    await(holds, Thread.State.WAITING);

    Snapshot now = Snapshot.take();

    Lock lock = Lock.monitorOf(monitor);
    Snapshot.Monitor found = now.monitor(lock);
    assertThat(found)
        .isEqualTo(new Snapshot.Monitor(lock, holds, 2, List.of(enters), List.of(waits)));
    assertThat(now.monitors()).contains(found);
    assertThat(now.deadlocks()).isEmpty();
    assertThat(now.threads())
        .extracting(each -> each.status().state())
        .containsExactly(DalvikState.WAIT, DalvikState.WAIT, DalvikState.MONITOR);
    ThreadSnapshot blocked = now.threads().get(2);
    assertThat(blocked.owner()).isEqualTo(holds);
    GuestFrame frame = blocked.frames().getFirst();
    // HotSpot's interpreter is at the next instruction while it waits for a monitor.
    assertThat(frame.toString()).matches("Locks\\.enter\\(Locks\\.java:1[45]\\)");
    var location = frame.location();
    assertThat(location).isNotNull();
    assertThat(location.descriptor()).isEqualTo("(Ljava/lang/Object;Ljava/lang/String;J)V");
    assertThat(location.dexPc()).isPositive();
    assertThat(location.exact()).isEqualTo(engine == Engine.INTERPRETED);
    assertThat(now.threads().get(1).frames())
        .as("a frame that one instruction of its line can have called")
        .filteredOn(each -> each.element().getMethodName().equals("hold"))
        .allSatisfy(each -> assertThat(Objects.requireNonNull(each.location()).exact()).isTrue())
        .hasSize(1);
    if (engine == Engine.INTERPRETED) {
      assertThat(frame.variables())
          .extracting(Variable::name, Variable::type, Variable::value)
          .contains(
              org.assertj.core.groups.Tuple.tuple("monitor", "Ljava/lang/Object;", monitor),
              org.assertj.core.groups.Tuple.tuple("wide", "J", 1L << 40),
              org.assertj.core.groups.Tuple.tuple("number", "I", 5));
    }
    assertThat(StackDump.text(now))
        .contains(
            "\"enter\" prio=5 tid=3 Blocked\n",
            "  at " + frame + "\n  - waiting to lock " + lock + " held by thread 2\n",
            "  - waiting on " + lock + "\n",
            "  at Locks.hold(Locks.java:8)\n  - locked " + lock + "\n  - locked " + lock + "\n");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theQuitSignalShowsDeadlocks(Engine engine) throws Throwable {
    Process process = DexProgram.compile(folder, "Deadlocks", DEADLOCKS).start(engine);
    try {
      assertThat(deadlocks(process))
          .contains(
              """
              Deadlock of 2 threads:
                "a" tid=2 waits for the initialization of class Deadlocks$B,
                  which "b" tid=3 has begun
                "b" tid=3 waits for the initialization of class Deadlocks$A,
                  which "a" tid=2 has begun
              """)
          .containsPattern(
              """
              Deadlock of 2 threads:
                "left" tid=4 waits for <0x[0-9a-f]{8}> \\(a java.lang.Object\\),
                  which "right" tid=5 holds
                "right" tid=5 waits for <0x[0-9a-f]{8}> \\(a java.lang.Object\\),
                  which "left" tid=4 holds
              """)
          .contains("  at Deadlocks$A.<clinit>(Deadlocks.java:4)\n")
          .containsPattern("  at Deadlocks.both\\(Deadlocks.java:2[12]\\)\n");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Polls until the program has reached its deadlocks, which it does not announce. */
  private static String deadlocks(Process process) throws Throwable {
    try (BufferedReader output = process.inputReader()) {
      upTo("started", output);
      String text;
      do {
        kill(process.pid(), SIGQUIT);
        // HotSpot answers first, and alone until the program's own answer is installed.
        text = upTo("----- end |JNI global refs", output);
      } while (text.split("Deadlock of", -1).length < 3);
      return text;
    }
  }

  /** The output to the next line that starts like this, a regular expression. */
  private static String upTo(String end, BufferedReader output) throws IOException {
    Pattern start = Pattern.compile(end);
    var text = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      text.append(line).append('\n');
      if (start.matcher(line).lookingAt()) {
        return text.toString();
      }
    }
    throw new AssertionError("the program ended: " + text);
  }

  /** The system's function: the program of that name need not be there. */
  @SuppressWarnings("restricted")
  private static void kill(long process, int signal) throws Throwable {
    Linker linker = Linker.nativeLinker();
    MethodHandle kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    assertThat((int) kill.invokeExact((int) process, signal)).isZero();
  }
}
