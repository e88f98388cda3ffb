package dev.dexscope.monitor.device;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The files that an app has left on its device, by one of the ways to them. */
public sealed interface AppFiles permits SharedFiles, OwnFiles {
  /**
   * The names in a folder.
   *
   * @throws IOException where this is no way to them
   */
  List<String> list(String folder) throws IOException;

  /** Writes a file of the device into a stream. */
  void receive(String file, OutputStream out) throws IOException;

  /** Deletes a file of the device. */
  void remove(String file) throws IOException;
}
