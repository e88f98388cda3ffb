package dev.dexscope.device.guest;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.libcore.CurrentVm;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** The users of allocation records: recording ends with the last one. */
final class AllocationUsers {
  private final Set<Object> users = new HashSet<>();

  synchronized void turn(Object user, boolean on) throws IOException {
    AllocationTracking allocations = CurrentVm.get().allocations();
    if (on) {
      allocations.start();
      users.add(user);
      return;
    }
    users.remove(user);
    if (users.isEmpty()) {
      allocations.stop();
    }
  }

  /**
   * Removes a user. Existing records are kept for others, but recording does not continue for it.
   */
  synchronized void forget(Object user) {
    users.remove(user);
  }
}
