package dev.dexscope.trace.read.system;

import java.util.HashMap;
import java.util.Map;

/** The processes and threads of a system, and their names. */
public final class Processes {
  private final Map<Long, Long> processOf = new HashMap<>();
  private final Map<Long, String> given = new HashMap<>();
  private final Map<Long, String> inKernel = new HashMap<>();
  private final Map<Long, String> processes = new HashMap<>();

  /** Records that a thread belongs to a process. */
  public void thread(long tid, long pid) {
    if (pid > 0) {
      processOf.put(tid, pid);
    }
  }

  /** The name that a program has given to its thread; an empty one says nothing. */
  public void name(long tid, String name) {
    put(given, tid, name);
  }

  /** The name that the kernel has of a thread, at most 15 letters. */
  public void kernelName(long tid, String name) {
    put(inKernel, tid, name);
  }

  private static void put(Map<Long, String> names, long id, String name) {
    if (!name.isEmpty()) {
      names.put(id, name);
    }
  }

  /** The name of a process; an empty one says nothing. */
  public void process(long pid, String name) {
    put(processes, pid, name);
  }

  /** Returns the process of a thread, or -1 if it is not known. */
  public long processOf(long tid) {
    return processOf.getOrDefault(tid, -1L);
  }

  /** Returns the name of a process, which is that of its first thread where it has no other. */
  public String nameOfProcess(long pid) {
    String name = processes.get(pid);
    return name != null ? name : nameOf(pid, "process " + pid);
  }

  /**
   * Returns the name of a thread; the kernel's of an app's first thread is the app's, shortened.
   */
  private String nameOfThread(long tid) {
    String name = nameOf(tid, "");
    boolean isFirst = processOf(tid) == tid && !given.containsKey(tid);
    if (isFirst && nameOfProcess(tid).endsWith(name)) {
      return "main";
    }
    return name.isEmpty() ? "thread " + tid : name;
  }

  /** Returns the name of a thread, behind that of its process if there are several. */
  public String name(long tid, boolean isOfSeveral) {
    long pid = processOf(tid);
    return (isOfSeveral && pid > 0 ? nameOfProcess(pid) + "/" : "") + nameOfThread(tid);
  }

  private String nameOf(long tid, String other) {
    String name = given.get(tid);
    return name != null ? name : inKernel.getOrDefault(tid, other);
  }
}
