package dev.dexscope.web.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the traces are that a server shows: those of a command line, or a store of uploads. */
@FunctionalInterface
public interface TraceSource {
  /**
   * The file of a trace.
   *
   * @param id what addresses name it by; nobody has checked it
   */
  Optional<Path> file(String id) throws IOException;

  /** What people call a trace; empty where that is the name of its file. */
  default String title(String id) {
    return "";
  }
}
