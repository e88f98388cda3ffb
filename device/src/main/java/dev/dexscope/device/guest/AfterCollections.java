package dev.dexscope.device.guest;

import dev.dexscope.observe.inspect.GarbageCollections;
import org.jspecify.annotations.Nullable;

/** When a map of a heap is sent: after collections, as long as a monitor wants it. */
final class AfterCollections {
  private final Map map;
  private @Nullable GarbageCollections told;
  private boolean isOn;
  private boolean byObject;

  AfterCollections(Map map) {
    this.map = map;
  }

  /** What is sent. */
  interface Map {
    void send(boolean byObject);
  }

  /**
   * Says when the map is wanted.
   *
   * @param when 0 never, 1 after each collection
   * @param what 0 with runs of one kind merged, 1 object by object
   */
  synchronized void tell(int when, int what) {
    isOn = when != 0;
    byObject = what != 0;
    if (told != null) {
      told.close();
      told = null;
    }
    if (isOn) {
      told =
          GarbageCollections.tell(each -> {
            // What a monitor has asked for is told when it has ended; see collected().
            if (!each.cause().equals("System.gc()")) {
              collected();
            }
          });
    }
  }

  /** After a collection. */
  synchronized void collected() {
    if (isOn) {
      map.send(byObject);
    }
  }
}
