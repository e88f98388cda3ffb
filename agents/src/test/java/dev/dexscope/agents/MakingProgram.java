package dev.dexscope.agents;

import com.sun.management.ThreadMXBean;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.inspect.AllocationRecord;
import dev.dexscope.observe.inspect.AllocationRecords;
import dev.dexscope.observe.inspect.Threads;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;

/**
 * The process of a test: {@code DEX} has the class {@code Making}. Prints how many bytes HotSpot
 * has given the program's thread for a thousand rounds, and what the records of a thousand have,
 * also of threads that are not the program's; the second time with a trace.
 */
public final class MakingProgram {
  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private MakingProgram() {}

  public static void main(String[] args) throws Exception {
    Vm vm = Vm.start(Engine.TRANSLATED, null, new Observation());
    Thread host = Thread.ofPlatform().daemon().start(() -> run(vm, Path.of(args[0])));
    Class<?> program = program(host);
    VarHandle allowed = field(program, "allowed");
    VarHandle done = field(program, "done");
    Map.Entry<Integer, Thread> main =
        Threads.byId().entrySet().stream()
            .filter(each -> each.getValue().getName().equals("main"))
            .findFirst()
            .orElseThrow();
    // The first rounds load classes, also those of a trace.
    rounds(allowed, done, 2000);
    MethodTracing.start(TraceRequest.EVERYTHING, OutputStream.nullOutputStream());
    rounds(allowed, done, 2000);
    MethodTracing.stop();
    for (int recording = 1; recording <= 2; recording++) {
      System.out.println("given " + rounds(allowed, done, 1000, main.getValue()));
      AllocationRecords.start();
      if (recording == 2) {
        // What it needs for a thread, it makes at the first call that it records.
        MethodTracing.start(TraceRequest.EVERYTHING, OutputStream.nullOutputStream());
      }
      rounds(allowed, done, 1000);
      makeOnAnotherThread();
      List<AllocationRecord> records = AllocationRecords.recent();
      AllocationRecords.stop();
      MethodTracing.stop();
      Map<String, Integer> counts = new TreeMap<>();
      long bytes = 0;
      for (AllocationRecord each : records) {
        if (each.threadId() == main.getKey()) {
          counts.merge(
              each.descriptor() + " " + each.stack().getFirst().getClassName(), 1, Integer::sum);
          bytes += each.size();
        }
      }
      System.out.println("recorded " + bytes);
      counts.forEach((type, count) -> System.out.println("made " + count + " " + type));
      System.out.println("others " + records.stream().filter(each -> each.threadId() == 0).count());
    }
    allowed.setVolatile(-1);
    System.exit(0);
  }

  private static void run(Vm vm, Path dex) {
    try {
      Agents.run(List.of(), vm, new Program(List.of(dex), "Making"), Map.of());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The program's class, once its loop has begun. */
  private static Class<?> program(Thread host) throws InterruptedException {
    while (host.isAlive()) {
      try {
        Class<?> type = Class.forName("Making", true, Vm.programLoader());
        if ((int) field(type, "done").getVolatile() == 0) {
          return type;
        }
      } catch (ReflectiveOperationException | RuntimeException e) {
        // It has no loader yet.
      }
      Thread.sleep(1);
    }
    throw new IllegalStateException("the program has ended");
  }

  private static VarHandle field(Class<?> program, String name)
      throws ReflectiveOperationException {
    return MethodHandles.privateLookupIn(program, MethodHandles.lookup())
        .findStaticVarHandle(program, name, int.class);
  }

  /** As threads of the Java VM do: only the class library is in the stack. */
  private static void makeOnAnotherThread() throws InterruptedException {
    ThreadGroup top = Thread.currentThread().getThreadGroup().getParent();
    Thread.ofPlatform().group(top).start(new FutureTask<>(ArrayList::new)).join();
  }

  private static void rounds(VarHandle allowed, VarHandle done, int count) {
    int all = (int) allowed.getVolatile() + count;
    allowed.setVolatile(all);
    while ((int) done.getVolatile() != all) {
      Thread.onSpinWait();
    }
  }

  private static long rounds(VarHandle allowed, VarHandle done, int count, Thread main) {
    long before = BEAN.getThreadAllocatedBytes(main.threadId());
    rounds(allowed, done, count);
    return BEAN.getThreadAllocatedBytes(main.threadId()) - before;
  }
}
