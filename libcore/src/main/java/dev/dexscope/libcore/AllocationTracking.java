package dev.dexscope.libcore;

import java.io.IOException;

/** Which objects the program makes, and where. */
public interface AllocationTracking {
  /** Begins to record; nothing happens where that is under way. */
  void start() throws IOException;

  /** Ends the recording and discards the records. */
  void stop();

  /** Whether allocations are recorded. */
  boolean isOn();

  /** How many frames are kept of each allocation from now on. */
  void setDepth(int frames);

  /** Returns the recorded allocations, as DDM's chunk REAL has them. */
  byte[] recent();
}
