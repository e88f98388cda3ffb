package dev.dexscope.web.monitor;

import java.nio.file.Path;

/** Where traces are kept, so that they can be looked at. */
@FunctionalInterface
public interface TraceKeeper {
  /**
   * Keeps a trace while the server runs.
   *
   * @param title what people call it
   * @return the id by which its page is found
   */
  String keep(String title, Path file);
}
