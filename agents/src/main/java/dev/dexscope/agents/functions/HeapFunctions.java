package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.HeapCallback;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Hidden;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The functions that walk over the heap: objects of the VM's own classes are passed over, and lead
 * nowhere from an object of the program's. No Java can run while HotSpot walks, so those classes
 * get a tag before, by which machine code knows them, and lose it behind.
 */
final class HeapFunctions {
  private final HotSpot hotSpot;
  private final MachineLibrary machine;

  /** One walk at a time. It is held from before a call until behind it, by the same thread. */
  private final ReentrantLock walking = new ReentrantLock();

  private final Set<Class<?>> tagged = new HashSet<>();

  HeapFunctions(HotSpot hotSpot, MachineLibrary machine) {
    this.hotSpot = hotSpot;
    this.machine = machine;
  }

  /** Before a call: its callbacks are replaced. */
  void begin(HeapWalk walk, Call call) {
    walking.lock();
    long agent = call.argument(0);
    Object from = walk.from(call);
    hideClasses(agent, from);
    long table = hotSpot.allocate(agent, HeapCallback.TABLE_SIZE);
    int data = walk.data();
    Memory.writeLong(table, call.argument(data));
    call.argument(data, table);
    if (walk.hasStructure()) {
      replaceAll(call, data - 1, table, from != null);
    } else {
      List<HeapCallback> callbacks = walk.callbacks();
      for (int i = 0; i < callbacks.size(); i++) {
        replace(call, data - callbacks.size() + i, table, callbacks.get(i));
      }
    }
  }

  private void replace(Call call, int argument, long table, HeapCallback callback) {
    if (call.argument(argument) != 0) {
      Memory.writeLong(table + callback.place(), call.argument(argument));
      call.argument(argument, machine.heapCallback(callback));
    }
  }

  /** A jvmtiHeapCallbacks; ours stands in the table's own memory, behind the agent's. */
  private void replaceAll(Call call, int argument, long table, boolean isFromObject) {
    long given = call.argument(argument);
    if (given == 0) {
      return;
    }
    long replaced = hotSpot.allocate(call.argument(0), CALLBACKS_SIZE);
    Memory.copy(given, replaced, CALLBACKS_SIZE);
    for (HeapCallback each : HeapCallback.ofStructure(isFromObject)) {
      long place = each.place() - 8L;
      if (Memory.readLong(given + place) != 0) {
        Memory.writeLong(table + each.place(), Memory.readLong(given + place));
        Memory.writeLong(replaced + place, machine.heapCallback(each));
      }
    }
    call.argument(argument, replaced);
  }

  /** Sixteen functions, of which five have a meaning. */
  private static final int CALLBACKS_SIZE = 8 * 16;

  /** Behind the call. */
  int end(HeapWalk walk, Call call) {
    try {
      int data = walk.data();
      hotSpot.deallocate(call.argument(data));
      if (walk.hasStructure()) {
        hotSpot.deallocate(call.argument(data - 1));
      }
      for (Class<?> each : tagged) {
        tag(call.argument(0), each, 0);
      }
      tagged.clear();
      return call.result();
    } finally {
      walking.unlock();
    }
  }

  /**
   * Until there are no more: threads of the VM's own load classes meanwhile. What the agent has in
   * its hands is not hidden from it.
   *
   * @param from an object that the agent knows
   */
  private void hideClasses(long agent, @Nullable Object from) {
    int before;
    do {
      before = tagged.size();
      for (Class<?> each : loadedClasses()) {
        boolean isKnown = each.equals(from) || (from != null && each.equals(from.getClass()));
        if (!isKnown && !tagged.contains(each) && Hidden.isHidden(each)) {
          if (tag(agent, each, MachineLibrary.HIDDEN_TAG) != 0) {
            return; // The agent may not tag: HotSpot will say so.
          }
          tagged.add(each);
        }
      }
    } while (tagged.size() > before);
  }

  private List<Class<?>> loadedClasses() {
    List<Class<?>> classes = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(16, 8).address();
      long function = hotSpot.address(Function.GET_LOADED_CLASSES);
      if (Bridge.globalReferences(function, hotSpot.environment(), count, count + 8) == 0) {
        long list = Memory.readLong(count + 8);
        for (int i = 0, all = Memory.readInt(count); i < all; i++) {
          long reference = Memory.readLong(list + 8L * i);
          if (Bridge.resolve(reference) instanceof Class<?> type) {
            classes.add(type);
          }
          Bridge.release(reference);
        }
        hotSpot.deallocate(list);
      }
    }
    return classes;
  }

  private int tag(long agent, Class<?> type, long tag) {
    return Bridge.call(hotSpot.address(Function.SET_TAG), agent, type, tag, 0, 0);
  }
}
