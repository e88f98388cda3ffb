package dev.dexscope.web;

import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.traces.TraceSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The traces that one user looks at: those of the command line, which stay where they are, and
 * those dropped on the page, which are kept while the server runs. Their ids are the numbers from 1
 * on.
 */
final class LocalTraces implements TraceSource {
  /** No larger trace is dropped on a page; its file can be named on the command line. */
  private static final long LARGEST = 8L << 30;

  private final List<Named> traces = new ArrayList<>();

  LocalTraces(List<Path> files) {
    for (Path file : files) {
      add(title(file.toAbsolutePath(), files), file);
    }
  }

  /** The end of a path, as much of it as no other file has: their names may be the same. */
  private static String title(Path file, List<Path> all) {
    int names = file.getNameCount();
    for (int from = names - 1; from > 0; from--) {
      Path end = file.subpath(from, names);
      if (all.stream().filter(each -> each.toAbsolutePath().endsWith(end)).count() < 2) {
        return end.toString();
      }
    }
    return file.toString();
  }

  private synchronized int add(String title, Path file) {
    traces.add(new Named(title, file));
    return traces.size();
  }

  /** Takes a trace beside the others; its id. */
  String keep(String title, Path file) {
    return Integer.toString(add(title, file));
  }

  @Override
  public synchronized Optional<Named> find(String id) {
    try {
      int number = Integer.parseInt(id);
      return number > 0 && number <= traces.size()
          ? Optional.of(traces.get(number - 1))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  void addTo(Routes routes) {
    routes.add("GET", "/api/v1/traces", this::list);
    routes.add("POST", "/api/v1/traces", this::take);
  }

  private void list(Exchange exchange) throws IOException {
    List<Named> all;
    synchronized (this) {
      all = List.copyOf(traces);
    }
    exchange.json(out -> {
      out.writeArrayFieldStart("traces");
      for (int i = 0; i < all.size(); i++) {
        out.writeStartObject();
        out.writeStringField("id", Integer.toString(i + 1));
        out.writeStringField("title", all.get(i).title());
        // 0 when the file is gone.
        out.writeNumberField("size", all.get(i).file().toFile().length());
        out.writeEndObject();
      }
      out.writeEndArray();
    });
  }

  private void take(Exchange exchange) throws IOException {
    String name = exchange.parameter("name");
    if (name.isBlank()) {
      throw HttpException.badRequest("the parameter name is missing");
    }
    Path file = Files.createTempFile("dexscope", ".trace");
    try (InputStream in = exchange.body(LARGEST);
        OutputStream out = Files.newOutputStream(file)) {
      in.transferTo(out);
    } catch (IOException | RuntimeException e) {
      Files.delete(file);
      throw e;
    }
    file.toFile().deleteOnExit();
    int number = add(name, file);
    exchange.status(201);
    exchange.json(out -> out.writeStringField("id", Integer.toString(number)));
  }
}
