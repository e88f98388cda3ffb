package dev.dexscope.vm.ddm;

import dev.dexscope.vm.inspect.GarbageCollections;
import dev.dexscope.vm.inspect.Heap;
import dev.dexscope.vm.runtime.VmContext;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Tells the DDM server of the heap: chunk HPIF, at once or after collections. */
public final class HeapNotices {
  private static final int HPIF = 0x48504946;
  private static final int NEVER = 0;
  private static final int NOW = 1;
  private static final int NEXT_COLLECTION = 2;
  private static final int EVERY_COLLECTION = 3;

  private @Nullable GarbageCollections told;

  /** Objects are counted on request; counting them after each collection takes too long. */
  private volatile long objects;

  private HeapNotices() {}

  private static HeapNotices ofVm() {
    return VmContext.current().part(HeapNotices.class, HeapNotices::new);
  }

  /**
   * Says when the server wants to know.
   *
   * @return false for a number that means nothing
   */
  public static boolean notify(int when) {
    return ofVm().tell(when);
  }

  private synchronized boolean tell(int when) {
    switch (when) {
      case NEVER -> end();
      case NOW -> {
        objects = Heap.countObjects();
        send(when);
      }
      case NEXT_COLLECTION, EVERY_COLLECTION -> {
        end();
        told = GarbageCollections.tell(_ -> collected(when));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void collected(int when) {
    send(when);
    if (when == NEXT_COLLECTION) {
      end();
    }
  }

  private synchronized void end() {
    if (told != null) {
      told.close();
      told = null;
    }
  }

  private void send(int why) {
    Runtime runtime = Runtime.getRuntime();
    long total = runtime.totalMemory();
    ByteBuffer data =
        ByteBuffer.allocate(33)
            .putInt(1)
            .putInt(1)
            .putLong(System.currentTimeMillis())
            .put((byte) why)
            .putInt(number(runtime.maxMemory()))
            .putInt(number(total))
            .putInt(number(total - runtime.freeMemory()))
            .putInt(number(objects));
    DdmConnection.send(HPIF, data.array(), 0, data.position());
  }

  /** The field has 32 bits; larger heaps count as 4 GB. */
  private static int number(long value) {
    return (int) Math.min(value, 0xffff_ffffL);
  }
}
