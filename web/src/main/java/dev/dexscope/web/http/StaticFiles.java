package dev.dexscope.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files of a page. They are few and small and are kept compressed. A browser caches them and
 * checks whether they have changed.
 */
public final class StaticFiles {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json");

  private record File(String type, String tag, byte[] plain, byte[] packed) {}

  private final Map<String, File> files = new LinkedHashMap<>();

  /**
   * Takes a resource.
   *
   * @param owner a class beside whose package the resource stands
   * @param resource its name, from there
   * @param path where it is served
   */
  public StaticFiles add(Class<?> owner, String resource, String path) throws IOException {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the program lacks its file " + resource);
      }
      byte[] bytes = in.readAllBytes();
      String type = TYPES.getOrDefault(resource.substring(resource.lastIndexOf('.') + 1), "");
      files.put(path, new File(type, tag(bytes), bytes, Exchange.gzip(bytes)));
    }
    return this;
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(hash, 0, 8) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Adds a route for each file. */
  public void addTo(Routes routes) {
    files.forEach((path, file) -> routes.add("GET", path, exchange -> serve(exchange, file)));
  }

  private static void serve(Exchange exchange, File file) throws IOException {
    exchange.header("ETag", file.tag);
    exchange.header("Cache-Control", "no-cache");
    if (exchange.requestHeader("If-None-Match").equals(file.tag)) {
      exchange.empty(304);
      return;
    }
    exchange.packed(file.type, file.packed, file.plain);
  }
}
