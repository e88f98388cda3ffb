package dev.dexscope.cli.terminal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintStream;

/** The output of {@code --json}: one indented JSON value and a line end. */
public final class Json {
  private Json() {}

  /** Writes the content of the document. */
  @FunctionalInterface
  public interface Content {
    void writeTo(JsonGenerator json) throws IOException;
  }

  public static void print(PrintStream out, Content content) throws IOException {
    var indenter = DefaultIndenter.SYSTEM_LINEFEED_INSTANCE;
    var printer = new DefaultPrettyPrinter();
    printer.indentArraysWith(indenter);
    printer.indentObjectsWith(indenter);
    // The stream is the terminal's: the generator must not close it.
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .setPrettyPrinter(printer)) {
      content.writeTo(json);
    }
    out.println();
  }
}
