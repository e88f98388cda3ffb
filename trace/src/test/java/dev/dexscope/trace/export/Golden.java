package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that were read by eye; {@code -Dgolden=write} writes them anew. */
public final class Golden {
  private Golden() {}

  public static void check(String name, String actual) throws IOException {
    Path golden = Path.of("src/test/resources/dev/dexscope/trace/export", name + ".golden");
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(golden, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(golden));
  }
}
