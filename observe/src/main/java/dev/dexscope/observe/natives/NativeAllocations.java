package dev.dexscope.observe.natives;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.observe.ddm.RecentAllocations;
import dev.dexscope.observe.inspect.AllocationRecords;
import java.io.IOException;

/** Records of allocations, from inside. */
final class NativeAllocations implements AllocationTracking {
  @Override
  public void start() throws IOException {
    AllocationRecords.start();
  }

  @Override
  public void stop() {
    AllocationRecords.stop();
  }

  @Override
  public boolean isOn() {
    return AllocationRecords.isOn();
  }

  @Override
  public void setDepth(int frames) {
    AllocationRecords.setDepth(frames);
  }

  @Override
  public byte[] recent() {
    return RecentAllocations.encode(AllocationRecords.recent());
  }
}
