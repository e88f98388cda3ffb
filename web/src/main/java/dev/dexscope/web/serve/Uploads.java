package dev.dexscope.web.serve;

import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Grant;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.store.Receipt;
import dev.dexscope.web.store.RefusedUploadException;
import dev.dexscope.web.store.TraceStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Takes traces from requests: as their bodies, or in forms; packed for the way or not. */
final class Uploads {
  /** The bytes of a form around its file. */
  private static final long FORM = 64 << 10;

  private static final String APP = "app";

  private static final String HOW =
      "the form has no file: curl -F file=@app.trace, or curl --data-binary @app.trace with ?name=";

  private final TraceStore store;

  Uploads(TraceStore store) {
    this.store = store;
  }

  /**
   * Adds the trace of a request.
   *
   * @param facts of the request, for the store's further use of it
   * @throws HttpException when it is refused
   */
  Receipt take(Exchange exchange, Map<String, String> facts) throws IOException {
    String type = exchange.requestHeader("Content-Type");
    String name = exchange.parameter("name");
    boolean isForm = MultipartReader.isForm(type);
    InputStream body =
        unpacked(exchange, exchange.body(store.limits().mostBytes() + (isForm ? FORM : 0)));
    try {
      return isForm
          ? fromForm(new MultipartReader(body, type), name, facts)
          : store.add(name, facts, body);
    } catch (RefusedUploadException e) {
      throw told(exchange, e);
    }
  }

  /** The parameters of a request that the store's further use needs. */
  Map<String, String> facts(Exchange exchange) {
    Map<String, String> facts = new HashMap<>();
    for (String each : store.use().facts()) {
      String value = exchange.parameter(each);
      if (!value.isEmpty()) {
        facts.put(each, value);
      }
    }
    Grant grant = exchange.grant();
    if (!grant.app().isEmpty()) {
      facts.putIfAbsent(APP, grant.app());
    }
    if (!grant.writes(facts.getOrDefault(APP, ""))) {
      throw new HttpException(403, "this key is not for uploads of another application");
    }
    try {
      if (!facts.isEmpty()) {
        store.use().check().accept(facts);
      }
      return facts;
    } catch (IllegalArgumentException e) {
      throw HttpException.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private Receipt fromForm(MultipartReader form, String name, Map<String, String> facts)
      throws IOException {
    while (form.next()) {
      if (!form.fileName().isEmpty() || form.name().equals("file")) {
        return store.add(name.isEmpty() ? form.fileName() : name, facts, form.content());
      }
    }
    throw HttpException.badRequest(HOW);
  }

  /** The body of a request without its packing for the way. */
  static InputStream unpacked(Exchange exchange, InputStream body) throws IOException {
    String encoding = exchange.requestHeader("Content-Encoding").toLowerCase(Locale.ROOT);
    return switch (encoding) {
      case "", "identity" -> body;
      case "gzip", "x-gzip" -> new GzipBody(body);
      default -> throw new HttpException(415, "bodies may be packed by gzip only");
    };
  }

  private static HttpException told(Exchange exchange, RefusedUploadException e) {
    if (e.why() == RefusedUploadException.Cause.BUSY) {
      exchange.header("Retry-After", "60");
    }
    int status =
        switch (e.why()) {
          case UNREADABLE -> 422;
          case TOO_LARGE -> 413;
          case NO_ROOM -> 507;
          case BUSY -> 503;
        };
    return new HttpException(status, e.reason());
  }
}
