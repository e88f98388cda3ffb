package dev.dexscope.apphost.device.activity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The reports of an instrumentation, as {@code am instrument -r} prints them, at once. */
public final class InstrumentationLog {
  private final Writer out;

  public InstrumentationLog(Path file) throws IOException {
    this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  void status(int code, Map<String, String> values) {
    write("INSTRUMENTATION_STATUS: ", values, "INSTRUMENTATION_STATUS_CODE: " + code);
  }

  void end(int code, Map<String, String> values) {
    write("INSTRUMENTATION_RESULT: ", values, "INSTRUMENTATION_CODE: " + code);
  }

  private synchronized void write(String head, Map<String, String> values, String last) {
    try {
      for (Map.Entry<String, String> each : values.entrySet()) {
        out.write(head + each.getKey() + "=" + each.getValue() + "\n");
      }
      out.write(last + "\n");
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
