package dev.dexscope.web.traces;

import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Mapping files dropped on the page, which restore the source's names in a trace. The latest ones
 * are kept while the server runs. Their space is bounded by their number, including those being
 * received.
 */
final class Mappings {
  private static final int KEPT = 8;

  /**
   * The maximum number being received at once: of all, and of one client, so that others have a
   * turn.
   */
  private static final int ARRIVING = 8;

  private static final int ARRIVING_EACH = 2;

  private final long largest;
  private final Map<String, Path> files = new LinkedHashMap<>(16, 0.75f, true);
  private final List<String> arriving = new ArrayList<>();

  /**
   * To know whether one can be read takes several times its size in memory: one after the other.
   */
  private final ReentrantLock reading = new ReentrantLock();

  /**
   * @param largest how many bytes one may have
   */
  Mappings(long largest) {
    this.largest = largest;
  }

  /** Takes the body of a request; the answer is the id by which others name it. */
  void add(Exchange exchange) throws IOException {
    begin(exchange);
    try {
      take(exchange);
    } finally {
      end(exchange);
    }
  }

  private void begin(Exchange exchange) {
    String client = exchange.client();
    synchronized (arriving) {
      boolean isGreedy = Collections.frequency(arriving, client) >= ARRIVING_EACH;
      if (isGreedy || arriving.size() >= ARRIVING) {
        exchange.header("Retry-After", "60");
        throw new HttpException(
            isGreedy ? 429 : 503, "mapping files are still on their way; try again in a minute");
      }
      arriving.add(client);
    }
  }

  private void end(Exchange exchange) {
    synchronized (arriving) {
      arriving.remove(exchange.client());
    }
  }

  private void take(Exchange exchange) throws IOException {
    Path file = Files.createTempFile("dexscope", ".mapping");
    String id = "";
    try {
      id = copy(exchange.body(largest), file);
      check(file);
    } catch (IOException | RuntimeException e) {
      Files.delete(file);
      throw e;
    }
    keep(id, file);
    String answer = id;
    exchange.status(201);
    exchange.json(out -> out.writeStringField("id", answer));
  }

  private void check(Path file) throws IOException {
    reading.lock();
    try {
      Mapping.read(file);
    } finally {
      reading.unlock();
    }
  }

  private static String copy(InputStream from, Path to) throws IOException {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      try (var in = new DigestInputStream(from, hash);
          OutputStream out = Files.newOutputStream(to)) {
        in.transferTo(out);
      }
      return HexFormat.of().formatHex(hash.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private void keep(String id, Path file) throws IOException {
    synchronized (files) {
      file.toFile().deleteOnExit();
      Path same = files.put(id, file);
      if (same != null) {
        Files.deleteIfExists(same);
      }
      if (files.size() > KEPT) {
        String oldest = files.keySet().iterator().next();
        Files.deleteIfExists(files.remove(oldest));
      }
    }
  }

  /** Returns the file of an id; null if the id is empty. */
  @Nullable Path file(String id) {
    if (id.isEmpty()) {
      return null;
    }
    synchronized (files) {
      Path file = files.get(id);
      if (file == null) {
        throw HttpException.notFound("no mapping file '" + id + "'; drop it again");
      }
      return file;
    }
  }
}
