package dev.dexscope.agents.events;

import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.MachineLibrary;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Threads whose frame an agent has popped, until their next step. */
public final class PoppedFrames {
  private final MachineLibrary machine;

  /** Without locks: a debugger may suspend threads that look. */
  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

  public PoppedFrames(MachineLibrary machine) {
    this.machine = machine;
  }

  /** A thread goes back to a frame of dex code. */
  public void add(Thread thread) {
    threads.add(thread);
    machine.askAboutSteps(true);
  }

  /** Whether this is a thread's first step since it went back to a frame of dex code. */
  boolean isFirstStep(long thread) {
    if (threads.isEmpty()) {
      return false;
    }
    boolean isPopped = threads.remove(Bridge.resolve(thread));
    machine.askAboutSteps(false);
    if (!threads.isEmpty()) {
      machine.askAboutSteps(true);
    }
    return isPopped;
  }
}
