package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.Environments;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.AgentCalls;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.agents.program.ShownStack;
import dev.dexscope.vm.Vm;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that agents suspend, debuggers among them, come out of our own work first: what they have
 * locked there, answers may want. On HotSpot nothing that agents ask takes a lock of Java's.
 */
final class SuspendedThreads {
  /** Bits of a thread's state in JVM TI. */
  private static final int SLEEPING = 0x40;

  private static final int WAITING = 0x80;

  /** More than there are of the JDK's on top of ours. */
  private static final int MOST_FRAMES = 64;

  /** Some seconds: whoever is at it for longer stays there. */
  private static final int MOST_TRIES = 3_000;

  /** The JDK's own threads come soon to where they wait. */
  private static final int FEW_TRIES = 5;

  private static final long FIRST_PAUSE = 20_000;
  private static final long LONGEST_PAUSE = 1_000_000;

  /** The packages of code that runs the program's own, and has no locks that answers want. */
  private static final String INTERPRETER = "dev.dexscope.vm.interpret.";

  private static final String SUBSTITUTES = "dev.dexscope.vm.runtime.substitute.";

  /**
   * The JDK's work for the first use of a class or a method, which HotSpot calls on top of the
   * program's own frames. It has the locks of class loaders, of their files and of method handles,
   * and our own threads may need them to send the answer.
   */
  private static final List<String> FIRST_USE =
      List.of(
          "java.lang.ClassLoader", "jdk.internal.loader.", "java.lang.invoke.MethodHandleNatives");

  private final HotSpot hotSpot;
  private final Environments environments;
  private final Methods methods;

  SuspendedThreads(HotSpot hotSpot, Environments environments, Methods methods) {
    this.hotSpot = hotSpot;
    this.environments = environments;
    this.methods = methods;
  }

  /** Loads what this needs, before a thread stands still that loads it. */
  void prepare(long thread) {
    isInOurWork(hotSpot.environment(), thread, 0);
    LockSupport.parkNanos(1);
  }

  /**
   * {@code SuspendThread} (thread).
   *
   * @return false when HotSpot is to answer
   */
  boolean one(Call call) {
    long thread = call.argument(1);
    if (isCurrent(call.argument(0), thread)) {
      return false;
    }
    if (environments.isDebugger(call) && isOfJvm(thread)) {
      call.result(JvmtiError.THREAD_SUSPENDED);
      return true;
    }
    call.result(hotSpot.call(Function.SUSPEND_THREAD, call.argument(0), thread));
    if (call.result() == 0) {
      try (Arena arena = Arena.ofConfined()) {
        long threads = arena.allocate(8, 8).address();
        long result = arena.allocate(4, 4).address();
        Memory.writeLong(threads, thread);
        letOut(call.argument(0), 1, threads, result);
        call.result(Memory.readInt(result));
      }
    }
    return true;
  }

  /**
   * {@code SuspendThreadList} (count, threads, results).
   *
   * @return false when HotSpot is to answer: what is wrong, or for the current thread, the last one
   */
  boolean all(Call call) {
    long environment = call.argument(0);
    int count = call.intArgument(1);
    long threads = call.argument(2);
    long results = call.argument(3);
    if (count <= 0 || threads == 0 || results == 0) {
      return false;
    }
    boolean isDebugger = environments.isDebugger(call);
    int current = -1;
    try (Arena arena = Arena.ofConfined()) {
      long others = arena.allocate(8L * count, 8).address();
      long othersResults = arena.allocate(4L * count, 4).address();
      int[] places = new int[count];
      int asked = 0;
      for (int i = 0; i < count; i++) {
        if (isCurrent(environment, thread(threads, i))) {
          current = i;
          Memory.writeInt(results + 4L * i, 0);
        } else if (isDebugger && isOfJvm(thread(threads, i))) {
          Memory.writeInt(results + 4L * i, JvmtiError.THREAD_SUSPENDED);
        } else {
          Memory.writeLong(others + 8L * asked, thread(threads, i));
          places[asked++] = i;
        }
      }
      call.result(
          hotSpot.call(Function.SUSPEND_THREAD_LIST, environment, asked, others, othersResults));
      if (call.result() != 0) {
        return true;
      }
      letOut(environment, asked, others, othersResults);
      for (int i = 0; i < asked; i++) {
        Memory.writeInt(results + 4L * places[i], Memory.readInt(othersResults + 4L * i));
      }
    }
    if (current >= 0) {
      call.argument(1, 1);
      call.argument(2, threads + 8L * current);
      call.argument(3, results + 4L * current);
    }
    return current < 0;
  }

  /**
   * All that hold each other up are let go at once. Without lambdas: to link one takes locks of the
   * JDK's, which these threads may have.
   */
  private void letOut(long environment, int count, long threads, long results) {
    boolean[] isOut = new boolean[count];
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      boolean areOut = true;
      for (int i = 0; i < count; i++) {
        isOut[i] =
            isOut[i]
                || Memory.readInt(results + 4L * i) != 0
                || !isInOurWork(environment, thread(threads, i), tries);
        areOut &= isOut[i];
      }
      if (areOut) {
        return;
      }
      again(Function.RESUME_THREAD, environment, threads, results, isOut);
      LockSupport.parkNanos(Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(tries, 10)));
      again(Function.SUSPEND_THREAD, environment, threads, results, isOut);
    }
  }

  private void again(
      Function function, long environment, long threads, long results, boolean[] isOut) {
    for (int i = 0; i < isOut.length; i++) {
      if (!isOut[i]) {
        int error = hotSpot.call(function, environment, thread(threads, i));
        Memory.writeInt(results + 4L * i, error);
      }
    }
  }

  /**
   * Whether it is one of the JVM's own that runs nothing of the program's, as those do that clear
   * references. They report collections and samples to monitors, which debuggers do not stop. A
   * debugger that gets the answer that such a thread is suspended already leaves it as it is.
   */
  private static boolean isOfJvm(long thread) {
    return Bridge.resolve(thread) instanceof Thread known
        && known.getClass().equals(Thread.class)
        && !Vm.isGuest(known);
  }

  private static long thread(long threads, int index) {
    return Memory.readLong(threads + 8L * index);
  }

  /**
   * Whether it is the current thread, which a reference to nothing is too. Nothing of ours may run
   * on that when it is resumed: it would be taken for the frame that is popped meanwhile.
   */
  private boolean isCurrent(long environment, long thread) {
    if (thread == 0) {
      return true;
    }
    try (Arena arena = Arena.ofConfined()) {
      long state = arena.allocate(4, 4).address();
      return hotSpot.call(Function.GET_THREAD_STATE, environment, thread, state) == 0
          && Thread.currentThread().equals(Bridge.resolve(thread));
    }
  }

  /** An agent's callback that we call holds nothing up: it may wait for the one who suspends. */
  private boolean isInOurWork(long environment, long thread, int tries) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      if (hotSpot.call(Function.GET_THREAD_STATE, environment, thread, count) != 0) {
        return false; // It has ended.
      }
      if ((Memory.readInt(count) & (SLEEPING | WAITING)) != 0) {
        return false;
      }
      long frames = arena.allocate((long) ShownStack.FRAME_SIZE * MOST_FRAMES, 8).address();
      int error =
          hotSpot.call(
              Function.GET_STACK_TRACE, environment, thread, 0, MOST_FRAMES, frames, count);
      boolean isFirstUse = false;
      for (int i = 0; error == 0 && i < Memory.readInt(count); i++) {
        long method = Memory.readLong(frames + (long) ShownStack.FRAME_SIZE * i);
        Class<?> type = methods.declaringClass(method);
        if (type == null) {
          continue;
        }
        if (!isOnTheWay(type)) {
          return isFirstUse || (isOurs(type) && !type.equals(AgentCalls.class));
        }
        isFirstUse |= isFirstUse(type.getName());
      }
      // A thread of the JDK's: answers may want locks of it too, that of a queue of references.
      return error == 0 && Memory.readInt(count) > 0 && tries < FEW_TRIES;
    }
  }

  /** Whether a method may be called by the program, and by us in turn. */
  private static boolean isOnTheWay(Class<?> type) {
    String name = type.getName();
    return isOfJdk(type.getClassLoader())
        || (isOurs(type) && (name.startsWith(INTERPRETER) || name.startsWith(SUBSTITUTES)));
  }

  private static boolean isFirstUse(String type) {
    // Without a stream: see letOut.
    for (String each : FIRST_USE) {
      if (type.startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfJdk(@Nullable ClassLoader loader) {
    return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
  }

  private static boolean isOurs(Class<?> type) {
    return SuspendedThreads.class.getClassLoader().equals(type.getClassLoader());
  }
}
