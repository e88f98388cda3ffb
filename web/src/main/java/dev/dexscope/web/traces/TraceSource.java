package dev.dexscope.web.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the traces are that a server shows: those of a command line, or a store of uploads. */
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
   * @param id what addresses name it by; nobody has checked it
   */
  Optional<Named> find(String id) throws IOException;
}
