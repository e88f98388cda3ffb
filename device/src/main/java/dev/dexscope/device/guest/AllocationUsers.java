package dev.dexscope.device.guest;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.libcore.CurrentVm;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Who wants allocations recorded: it ends with the last who has asked for it. */
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

  /** Of one who has left, what was recorded is kept for those who come, but not for its sake. */
  synchronized void forget(Object user) {
    users.remove(user);
  }
}
