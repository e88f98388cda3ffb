package dev.dexscope.trace.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a format of tests: the names of the methods. */
public final class NamesExporter implements TraceExporter {
  @Override
  public String key() {
    return "names";
  }

  @Override
  public String suffix() {
    return ".names";
  }

  @Override
  public String description() {
    return "the names of the methods";
  }

  @Override
  public void write(Export export, OutputStream out) throws IOException {
    for (int i = 0; i < export.trace().methods().size(); i++) {
      out.write(
          (export.trace().methods().get(i).fullName() + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
