package dev.dexscope.vm.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The guest's threads as Dalvik tells of them. Each has a number of this VM from 1 on, the smallest
 * that no living thread has; it gets it when the threads are first looked at.
 */
public final class Threads {
  /**
   * A thread at some moment.
   *
   * @param id its number in this VM
   * @param state Dalvik's number: 0 zombie, 1 running, 2 timed wait, 3 monitor, 4 wait, 5
   *     initialising, 7 native
   * @param tid the system's number; 0 where it is not told
   * @param userTime CPU time in the program, in hundredths of a second
   * @param systemTime CPU time in the system, likewise
   */
  public record Status(int id, Thread thread, int state, int tid, int userTime, int systemTime) {}

  private record SystemThread(int tid, int userTime, int systemTime) {
    private static final SystemThread UNKNOWN = new SystemThread(0, 0, 0);
  }

  /** HotSpot's thread dump begins a thread by: "name" #Java's number [system's number]. */
  private static final Pattern HEAD = Pattern.compile("^\".*\" #(\\d+) \\[(\\d+)\\] .*");

  private static final String OWN = "dev.dexscope.";

  private static final TreeMap<Integer, Thread> BY_ID = new TreeMap<>();
  private static Predicate<Thread> guests = thread -> true;

  private Threads() {}

  /** Tells which threads are the guest's. */
  public static synchronized void guests(Predicate<Thread> isGuest) {
    guests = isGuest;
  }

  /** All living threads by their numbers. */
  public static synchronized List<Status> all() {
    number();
    Map<Long, SystemThread> system = systemThreads();
    List<Status> all = new ArrayList<>();
    BY_ID.forEach((id, thread) -> {
      SystemThread known = system.getOrDefault(thread.threadId(), SystemThread.UNKNOWN);
      all.add(new Status(id, thread, state(thread), known.tid, known.userTime, known.systemTime));
    });
    return all;
  }

  /** The numbers of all living threads, without asking the system. */
  public static synchronized Map<Integer, Thread> byId() {
    number();
    return new TreeMap<>(BY_ID);
  }

  private static void number() {
    BY_ID.values().removeIf(thread -> !thread.isAlive());
    List<Thread> unnumbered =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> guests.test(thread) && !BY_ID.containsValue(thread))
            .sorted(Comparator.comparingLong(Thread::threadId))
            .toList();
    int id = 1;
    for (Thread thread : unnumbered) {
      while (BY_ID.containsKey(id)) {
        id++;
      }
      BY_ID.put(id, thread);
    }
  }

  /** A thread's stack without the VM's own frames; null when there is no such thread. */
  public static StackTraceElement @Nullable [] stack(int id) {
    Thread thread = byId().get(id);
    return thread == null
        ? null
        : Arrays.stream(thread.getStackTrace())
            .filter(frame -> !frame.getClassName().startsWith(OWN))
            .toArray(StackTraceElement[]::new);
  }

  private static int state(Thread thread) {
    return switch (thread.getState()) {
      case NEW -> 5;
      case RUNNABLE -> isInNative(thread) ? 7 : 1;
      case BLOCKED -> 3;
      case WAITING -> 4;
      case TIMED_WAITING -> 2;
      case TERMINATED -> 0;
    };
  }

  private static boolean isInNative(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return stack.length > 0 && stack[0].isNativeMethod();
  }

  /** What the system knows, by Java's own number of the thread. */
  private static Map<Long, SystemThread> systemThreads() {
    Map<Long, SystemThread> threads = new HashMap<>();
    for (String line : Heap.command("threadPrint").split("\n")) {
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        threads.put(Long.parseLong(head.group(1)), systemThread(Integer.parseInt(head.group(2))));
      }
    }
    return threads;
  }

  private static SystemThread systemThread(int tid) {
    try {
      String stat = Files.readString(Path.of("/proc/self/task/" + tid + "/stat"));
      // Behind the name in parentheses, utime and stime are the 12th and 13th.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return new SystemThread(tid, Integer.parseInt(fields[11]), Integer.parseInt(fields[12]));
    } catch (IOException e) {
      return new SystemThread(tid, 0, 0);
    }
  }
}
