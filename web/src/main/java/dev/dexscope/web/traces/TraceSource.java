package dev.dexscope.web.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The source of a server's traces: those of a command line, or a store of uploads. */
@FunctionalInterface
public interface TraceSource {
  /**
   * A trace.
   *
   * @param title what people call it; its file may have another name
   */
  record Named(String title, Path file) {}

  /**
   * Finds a trace.
   *
   * @param id its id in addresses; not validated
   */
  Optional<Named> find(String id) throws IOException;
}
