package dev.dexscope.observe.inspect;

import dev.dexscope.vm.instrument.HotSpotCommands;
import java.io.IOException;

/** HotSpot's diagnostic commands that every JDK has. */
final class HotSpot {
  private HotSpot() {}

  /** Returns the output of a command. */
  static String command(String command) {
    try {
      return HotSpotCommands.run(command);
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
