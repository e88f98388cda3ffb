package dev.dexscope.web.monitor;

import java.nio.file.Path;

/** Keeps traces, so that they can be viewed. */
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
