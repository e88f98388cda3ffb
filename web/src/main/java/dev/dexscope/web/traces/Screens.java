package dev.dexscope.web.traces;

import dev.dexscope.apps.Screen;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The screens of an app along its trace, where {@code dexscope profile} has left them beside it.
 */
final class Screens {
  private static final long LARGEST = 32 << 20;

  private final TraceSource source;

  Screens(TraceSource source) {
    this.source = source;
  }

  private List<Screen> of(Exchange exchange) throws IOException {
    String id = exchange.part("trace");
    TraceSource.Named named =
        source.find(id).orElseThrow(() -> HttpException.notFound("no trace '" + id + "'"));
    return Screen.of(named.file().resolveSibling(""));
  }

  /** Lists the times of each, and the step before it. */
  void list(Exchange exchange) throws IOException {
    List<Screen> screens = of(exchange);
    exchange.json(out -> {
      Columns.write(out, "name", screens.stream().map(Screen::name).toList());
      Columns.write(out, "from", screens.size(), i -> screens.get(i).from());
      Columns.write(out, "duration", screens.size(), i -> screens.get(i).duration());
    });
  }

  /** One of them, as a picture. */
  void picture(Exchange exchange) throws IOException {
    List<Screen> screens = of(exchange);
    int number = Selection.number("screen", exchange.part("screen"), screens.size());
    Screen screen = screens.get(number);
    if (Files.size(screen.picture()) > LARGEST) {
      throw HttpException.notFound("the picture is too large");
    }
    exchange.header("Cache-Control", "private, max-age=3600");
    exchange.bytes("image/png", Files.readAllBytes(screen.picture()));
  }
}
