package dev.dexscope.web;

import dev.dexscope.base.bytes.FormatException;
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
import org.jspecify.annotations.Nullable;

/**
 * The traces that one user looks at: those of the command line, which stay where they are, and
 * those dropped on the page, which are kept while the server runs. Their ids are the numbers from 1
 * on.
 */
final class LocalTraces implements TraceSource {
  /** No larger trace is dropped on a page; its file can be named on the command line. */
  private static final long LARGEST = 8L << 30;

  /** By their numbers from 1 on; null for a file that was no trace. */
  private final List<@Nullable Named> traces = new ArrayList<>();

  /** Reads a trace, or fails. */
  @FunctionalInterface
  interface Check {
    void read(String id) throws IOException;
  }

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
    traces.add(new Named(distinct(title), file));
    return traces.size();
  }

  /** Several files that are dropped may have one name. */
  private String distinct(String title) {
    String distinct = title;
    for (int i = 2; isTaken(distinct); i++) {
      distinct = title + " (" + i + ")";
    }
    return distinct;
  }

  private boolean isTaken(String title) {
    return traces.stream().anyMatch(each -> each != null && each.title().equals(title));
  }

  /** Others may have been added since: numbers are never used again. */
  private synchronized void remove(int number) {
    traces.set(number - 1, null);
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
          ? Optional.ofNullable(traces.get(number - 1))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds its routes.
   *
   * @param check reads a trace that was dropped, so that whoever dropped another file learns why it
   *     is none
   */
  void addTo(Routes routes, Check check) {
    routes.add("GET", "/api/v1/traces", this::list);
    routes.add("POST", "/api/v1/traces", exchange -> take(exchange, check));
  }

  private void list(Exchange exchange) throws IOException {
    List<@Nullable Named> all;
    synchronized (this) {
      all = new ArrayList<>(traces);
    }
    exchange.json(out -> {
      out.writeArrayFieldStart("traces");
      for (int i = 0; i < all.size(); i++) {
        Named named = all.get(i);
        if (named != null) {
          out.writeStartObject();
          out.writeStringField("id", Integer.toString(i + 1));
          out.writeStringField("title", named.title());
          // 0 when the file is gone.
          out.writeNumberField("size", named.file().toFile().length());
          out.writeEndObject();
        }
      }
      out.writeEndArray();
    });
  }

  private void take(Exchange exchange, Check check) throws IOException {
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
    try {
      check.read(Integer.toString(number));
    } catch (FormatException e) {
      remove(number);
      Files.delete(file);
      String reason = String.valueOf(e.getMessage()).substring(e.file().length());
      throw new HttpException(422, name + reason);
    }
    exchange.status(201);
    exchange.json(out -> out.writeStringField("id", Integer.toString(number)));
  }
}
