package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.jvmti.JvmtiError;
import dev.dexscope.tools.machine.Bridge;
import dev.dexscope.tools.machine.Call;
import dev.dexscope.tools.machine.Memory;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.trace.MethodEvents;
import org.jspecify.annotations.Nullable;

/**
 * {@code RedefineClasses} (count, definitions): what an agent makes of a class of the program gets
 * the hooks that the class has had.
 */
final class Redefinitions {
  /** A {@code jvmtiClassDefinition}: class, count of bytes, bytes. */
  private static final int SIZE = 24;

  private static final int COUNT_PLACE = 8;
  private static final int BYTES_PLACE = 16;

  private final HotSpot hotSpot;

  Redefinitions(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  /**
   * Before the call: HotSpot gets a list of ours; the agent's stands behind it.
   *
   * @return an error, or 0 when HotSpot is to be asked
   */
  int begin(Call call) {
    int count = call.intArgument(1);
    long given = call.argument(2);
    if (count <= 0 || given == 0) {
      return 0;
    }
    long size = (long) SIZE * count;
    long ours = hotSpot.allocate(call.argument(0), size + Long.BYTES);
    if (ours == 0) {
      return JvmtiError.OUT_OF_MEMORY;
    }
    Memory.copy(given, ours, size);
    Memory.writeLong(ours + size, given);
    for (int i = 0; i < count; i++) {
      replace(call.argument(0), ours + (long) SIZE * i);
    }
    call.argument(2, ours);
    return 0;
  }

  private void replace(long agent, long definition) {
    int count = Memory.readInt(definition + COUNT_PLACE);
    long bytes = Memory.readLong(definition + BYTES_PLACE);
    if (count <= 0 || bytes == 0) {
      return; // HotSpot will say so.
    }
    byte @Nullable [] hooked = null;
    if (Bridge.resolve(Memory.readLong(definition)) instanceof Class<?> type
        && Vm.isGuest(type.getClassLoader())) {
      hooked = MethodEvents.atDefinition(Memory.read(bytes, count));
    }
    long replaced = hooked == null ? 0 : hotSpot.allocate(agent, hooked.length);
    if (hooked != null && replaced != 0) {
      Memory.write(replaced, hooked);
      Memory.writeInt(definition + COUNT_PLACE, hooked.length);
      Memory.writeLong(definition + BYTES_PLACE, replaced);
    }
  }

  /** Behind it. */
  void end(Call call) {
    int count = call.intArgument(1);
    long ours = call.argument(2);
    if (count <= 0 || ours == 0) {
      return;
    }
    long given = Memory.readLong(ours + (long) SIZE * count);
    for (int i = 0; i < count; i++) {
      long place = (long) SIZE * i + BYTES_PLACE;
      long bytes = Memory.readLong(ours + place);
      if (bytes != Memory.readLong(given + place)) {
        hotSpot.deallocate(bytes);
      }
    }
    hotSpot.deallocate(ours);
  }
}
