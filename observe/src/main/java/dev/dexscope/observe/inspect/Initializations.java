package dev.dexscope.observe.inspect;

import java.lang.management.ThreadInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which threads initialise which classes: those in whose stacks their initialisers are. */
final class Initializations {
  private final Map<Long, Set<String>> byThread = new HashMap<>();
  private final Map<Long, SystemThread> system;

  Initializations(Collection<ThreadInfo> threads, Map<Long, SystemThread> system) {
    this.system = system;
    for (ThreadInfo info : threads) {
      Set<String> classes = new HashSet<>();
      for (StackTraceElement frame : info.getStackTrace()) {
        if (frame.getMethodName().equals("<clinit>")) {
          classes.add(frame.getClassName());
        }
      }
      byThread.put(info.getThreadId(), classes);
    }
  }

  /**
   * Returns the thread that initialises a class while another one waits for it; -1 if unknown.
   *
   * <p>A thread that has not reached the class's own initialiser, because it waits for the
   * superclass's, does not show it. It is assumed to be the owner if it is the only one that waits
   * for the other.
   */
  long ownerOf(String className, long waiting) {
    for (Map.Entry<Long, Set<String>> each : byThread.entrySet()) {
      if (each.getKey() != waiting && each.getValue().contains(className)) {
        return each.getKey();
      }
    }
    Set<String> others = byThread.getOrDefault(waiting, Set.of());
    List<Long> waitForIt =
        byThread.keySet().stream()
            .filter(id -> id != waiting && others.contains(awaited(id)))
            .toList();
    return waitForIt.size() == 1 ? waitForIt.getFirst() : -1;
  }

  private String awaited(long thread) {
    String name = system.getOrDefault(thread, SystemThread.UNKNOWN).initializing();
    return name == null ? "" : name;
  }
}
