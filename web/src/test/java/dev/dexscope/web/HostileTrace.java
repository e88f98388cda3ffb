package dev.dexscope.web;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;

/** A trace with names chosen to attack its viewers. */
final class HostileTrace {
  static final String MARKUP = "<img src=x onerror=alert(1)>";
  private static final String NAME = "</script>" + MARKUP + "\u2028\"'\\";

  private HostileTrace() {}

  static Path write(Path folder) throws IOException {
    Path file = folder.resolve("<b>&\"' evil\".trace");
    try (TraceviewWriter out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, NAME);
      out.method(new Method(4, NAME, NAME, "()V", NAME, 1));
      out.record(1, 4, 0, 0, 0);
      out.record(1, 4, 1, 5_000, 5_000);
    }
    return file;
  }
}
