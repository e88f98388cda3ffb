package dev.dexscope.web.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which address is answered by what. A part of an address in braces stands for any text, which the
 * route finds under that name.
 *
 * <pre>{@code
 * var routes = new Routes();
 * routes.add("GET", "/api/v1/traces/{trace}", exchange -> answer(exchange.part("trace")));
 * }</pre>
 */
public final class Routes {
  private record Entry(String method, String pattern, String[] parts, Route route) {
    boolean takes(Exchange exchange) {
      return method.equals(exchange.method()) || (method.equals("GET") && exchange.isAsking());
    }
  }

  /** Decides about requests that a route would answer. */
  @FunctionalInterface
  public interface Check {
    /**
     * Returns if the request is permitted.
     *
     * @param pattern the route's
     * @throws HttpException if it is refused
     */
    void permit(Exchange exchange, String pattern) throws IOException;
  }

  private final List<Entry> entries = new ArrayList<>();
  private Check check = (_, _) -> {};

  /** Sets what decides about all requests. */
  public void check(Check check) {
    this.check = check;
  }

  /** Adds a route; of those that fit a request, the first is taken. */
  public void add(String method, String pattern, Route route) {
    entries.add(new Entry(method, pattern, pattern.split("/", -1), route));
  }

  /** All addresses with their methods, as they were added: {@code GET /api/v1/traces}. */
  public List<String> names() {
    return entries.stream().map(entry -> entry.method + " " + entry.pattern).toList();
  }

  /** Lets the route of a request answer it. */
  void serve(Exchange exchange) throws IOException {
    String[] address = exchange.path().split("/", -1);
    var methods = new TreeSet<String>();
    for (Entry entry : entries) {
      Map<String, String> parts = match(entry.parts, address);
      if (parts != null && entry.takes(exchange)) {
        Exchange own = exchange.with(parts);
        check.permit(own, entry.pattern);
        entry.route.serve(own);
        return;
      }
      if (parts != null) {
        methods.add(entry.method);
      }
    }
    if (methods.isEmpty()) {
      throw HttpException.notFound("nothing is at " + exchange.path());
    }
    exchange.header("Allow", String.join(", ", methods));
    throw new HttpException(405, exchange.path() + " takes " + String.join(", ", methods));
  }

  private static @Nullable Map<String, String> match(String[] pattern, String[] address) {
    if (pattern.length != address.length) {
      return null;
    }
    Map<String, String> parts = new HashMap<>();
    for (int i = 0; i < pattern.length; i++) {
      if (pattern[i].startsWith("{")) {
        if (address[i].isEmpty()) {
          return null;
        }
        parts.put(pattern[i].substring(1, pattern[i].length() - 1), address[i]);
      } else if (!pattern[i].equals(address[i])) {
        return null;
      }
    }
    return parts;
  }
}
