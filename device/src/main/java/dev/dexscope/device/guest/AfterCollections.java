package dev.dexscope.device.guest;

import dev.dexscope.observe.inspect.GarbageCollections;
import org.jspecify.annotations.Nullable;

/** Sends a map of a heap after collections, while a monitor requests it. */
final class AfterCollections {
  private final Map map;
  private @Nullable GarbageCollections told;
  private boolean isOn;
  private boolean byObject;

  AfterCollections(Map map) {
    this.map = map;
  }

  /** The map to be sent. */
  interface Map {
    void send(boolean byObject);
  }

  /**
   * Sets when the map is sent.
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
            // A collection requested by a monitor is reported when it has ended; see collected().
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
