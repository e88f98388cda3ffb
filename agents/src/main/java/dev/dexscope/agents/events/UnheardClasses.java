package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.MachineLibrary.UnheardClass;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.vm.Vm;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/** Classes of the JDK that our own code has loaded, until agents have been notified of them. */
public final class UnheardClasses {
  private final HotSpot hotSpot;
  private final MachineLibrary machine;
  private final Environments environments;

  /** Held by the thread that posts the events; the others need not wait. */
  private final ReentrantLock posting = new ReentrantLock();

  /** Those that are being posted: an agent's callback may load others, and post the rest. */
  private final Queue<UnheardClass> taken = new ArrayDeque<>();

  public UnheardClasses(HotSpot hotSpot, MachineLibrary machine, Environments environments) {
    this.hotSpot = hotSpot;
    this.machine = machine;
    this.environments = environments;
  }

  /** The current thread goes on with the program's work, when this was the outermost of ours. */
  public void leaveOwnWork() {
    int nested = Bridge.nest(1);
    Bridge.nest(nested);
    if (nested == 1 && Vm.isGuest(Thread.currentThread())) {
      post();
    }
    Bridge.leave();
  }

  /**
   * Posts the events of these classes. No thread waits for another one here: an agent's callback
   * may wait for it.
   */
  public void post() {
    // One that comes while the lock is given back is not left for the next time.
    while (machine.hasUnheard() && environments.phase() != Phase.DEAD && posting.tryLock()) {
      try {
        taken.addAll(machine.takeUnheard(hotSpot.environment()));
        UnheardClass next;
        while ((next = taken.poll()) != null) {
          post(next);
        }
      } finally {
        posting.unlock();
      }
    }
  }

  private void post(UnheardClass unheard) {
    Environment environment = environments.at(unheard.environment());
    Event event = unheard.isPrepared() ? Event.CLASS_PREPARE : Event.CLASS_LOAD;
    if (environment != null && !Hidden.isHiddenClass(unheard.type())) {
      environment.post(event, Thread.currentThread(), unheard.type());
    }
    Bridge.release(unheard.type());
  }
}
