package dev.dexscope.agents;

import dev.dexscope.agents.events.Listening;
import dev.dexscope.agents.jvmti.Capability;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.observe.inspect.AllocationSource;
import org.jspecify.annotations.Nullable;

/** The objects that HotSpot makes for a program, as its samples of objects report them. */
public final class HotSpotAllocations implements AllocationSource {
  private static @Nullable Listening listening;
  private static volatile @Nullable Receiver receiver;

  @Override
  public boolean isAvailable() {
    return MachineLibrary.isSupported();
  }

  @Override
  public void begin(Receiver receiver) {
    HotSpotAllocations.receiver = receiver;
    synchronized (HotSpotAllocations.class) {
      Listening begun =
          Agents.ofProgram()
              .listen(
                  (_, call) -> made(EventTargets.object(Object.class, call, 3), call.argument(5)),
                  Capability.GENERATE_SAMPLED_OBJECT_ALLOC_EVENTS.bit(),
                  Event.SAMPLED_OBJECT_ALLOC);
      listening = begun;
      begun.objectSamples().ofEachObject();
    }
  }

  private static void made(Object object, long size) {
    Receiver there = receiver;
    if (there != null) {
      there.made(object, size);
    }
  }

  @Override
  public void end() {
    receiver = null;
    synchronized (HotSpotAllocations.class) {
      Listening there = listening;
      if (there != null) {
        listening = null;
        there.objectSamples().ofFew();
        there.end();
      }
    }
  }
}
