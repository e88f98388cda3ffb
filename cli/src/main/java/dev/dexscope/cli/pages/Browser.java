package dev.dexscope.cli.pages;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/** The user's web browser. */
final class Browser {
  private Browser() {}

  /** Lets it open an address; whether there is one. */
  static boolean open(URI address) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String own = System.getenv("BROWSER");
    List<String> command =
        own != null && !own.isBlank()
            ? List.of(own, address.toString())
            : system.contains("mac")
                ? List.of("open", address.toString())
                : system.contains("windows")
                    ? List.of("rundll32", "url.dll,FileProtocolHandler", address.toString())
                    : List.of("xdg-open", address.toString());
    if (own == null && command.getFirst().equals("xdg-open") && !hasDisplay()) {
      return false;
    }
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Without one, xdg-open would start a browser in the terminal. */
  private static boolean hasDisplay() {
    return System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
  }
}
