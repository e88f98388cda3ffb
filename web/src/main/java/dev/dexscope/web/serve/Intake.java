package dev.dexscope.web.serve;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.store.Facts;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.read.OtlpRequest;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Grant;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Route;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.store.RefusedUploadException;
import dev.dexscope.web.store.TraceStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Takes profiles from other tools' clients as they are: OpenTelemetry's exporters, and Pyroscope's
 * clients. An answer of success means that the profile is on the disk and in the store of runs. The
 * same bytes again are answered alike, and added once.
 */
final class Intake {
  /** The address of OpenTelemetry's protocol over HTTP, while it is not stable. */
  static final String OTLP = "/v1development/profiles";

  /** The address of Pyroscope's clients. */
  static final String PYROSCOPE = "/ingest";

  /** Larger than what clients send in an interval. */
  private static final long MOST_BYTES = 64L << 20;

  private static final long NANOS = 1_000_000_000;
  private static final String SOON = "5";
  private static final String LATER = "60";
  private static final int USUAL_RATE = 100;

  /** Times after this are not in seconds, but in milliseconds, or in nanoseconds. */
  private static final long MOST_SECONDS = 100_000_000_000L;

  private static final long MOST_MILLIS = 1000 * MOST_SECONDS;

  /** How many profiles are converted in memory at a time. */
  private static final int CONVERTED = 2;

  private final TraceStore store;
  private final UploadRate rate;
  private final Semaphore places;
  private final Semaphore conversions = new Semaphore(CONVERTED, true);

  Intake(TraceStore store, UploadRate rate) {
    this.store = store;
    this.rate = rate;
    this.places = new Semaphore(store.limits().uploads());
  }

  void addTo(Routes routes) {
    routes.add("POST", OTLP, limited(this::otlp));
    routes.add("POST", PYROSCOPE, limited(this::pyroscope));
  }

  private Route limited(Route route) {
    return exchange -> {
      rate.count(exchange);
      if (!places.tryAcquire()) {
        exchange.header("Retry-After", SOON);
        throw new HttpException(429, store.limits().uploads() + " uploads are on their way");
      }
      try {
        route.serve(exchange);
      } catch (RefusedUploadException e) {
        throw refused(exchange, e);
      } finally {
        places.release();
      }
    };
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Does what holds a whole profile in memory. */
  private void inMemory(Work work) throws IOException {
    conversions.acquireUninterruptibly();
    try {
      work.run();
    } finally {
      conversions.release();
    }
  }

  private InputStream body(Exchange exchange) throws IOException {
    long most = Math.min(MOST_BYTES, store.limits().mostBytes());
    return new LimitedBody(Uploads.unpacked(exchange, exchange.body(most)), most);
  }

  private void otlp(Exchange exchange) throws IOException {
    boolean isJson = isJson(exchange.requestHeader("Content-Type"));
    try (var file = new TemporaryFile();
        InputStream body = body(exchange)) {
      body.transferTo(file.output());
      if (file.size() == 0) {
        success(exchange, isJson, 0, "");
        return;
      }
      if (isJson) {
        inMemory(() -> otlp(exchange, OtlpRequest.parts(file.map(), true), true));
      } else {
        otlp(exchange, OtlpRequest.parts(file.map(), false), false);
      }
    } catch (TraceFormatException e) {
      throw HttpException.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isJson(String contentType) {
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    return switch (type.strip().toLowerCase(Locale.ROOT)) {
      case "application/json" -> true;
      case "application/x-protobuf" -> false;
      default -> throw new HttpException(415, "send application/x-protobuf, or application/json");
    };
  }

  /** What cannot be read is counted: its sender must not send it again. */
  private void otlp(Exchange exchange, List<OtlpRequest.Part> parts, boolean isJson)
      throws IOException {
    for (OtlpRequest.Part each : parts) {
      facts(exchange.grant(), each.facts());
    }
    int rejected = 0;
    String reason = "";
    for (OtlpRequest.Part each : parts) {
      try (var content = new TemporaryFile()) {
        each.writeTo(content.output());
        store.addOnce("profiles.otlp", facts(exchange.grant(), each.facts()), input(content));
      } catch (RefusedUploadException e) {
        if (e.why() != RefusedUploadException.Cause.UNREADABLE) {
          throw e;
        }
        rejected += each.profiles();
        reason = e.reason();
      }
    }
    success(exchange, isJson, rejected, reason);
  }

  private static InputStream input(TemporaryFile file) throws IOException {
    ByteBuffer bytes = file.map().asByteBuffer();
    return new InputStream() {
      @Override
      public int read() {
        return bytes.hasRemaining() ? bytes.get() & 0xff : -1;
      }

      @Override
      public int read(byte[] into, int at, int length) {
        int count = Math.min(length, bytes.remaining());
        bytes.get(into, at, count);
        return count == 0 && length > 0 ? -1 : count;
      }
    };
  }

  private static void success(Exchange exchange, boolean isJson, int rejected, String reason)
      throws IOException {
    if (isJson) {
      exchange.json(out -> {
        if (rejected > 0) {
          out.writeObjectFieldStart("partialSuccess");
          out.writeStringField("rejectedProfiles", Integer.toString(rejected));
          out.writeStringField("errorMessage", reason);
          out.writeEndObject();
        }
      });
      return;
    }
    var answer = new ProtoWriter();
    if (rejected > 0) {
      answer.message(1, new ProtoWriter().number(1, rejected).text(2, reason));
    }
    exchange.bytes("application/x-protobuf", answer.toBytes());
  }

  private void pyroscope(Exchange exchange) throws IOException {
    IngestName name = name(exchange);
    Map<String, String> sent = new HashMap<>(name.facts());
    sent.put("app", name.app());
    Map<String, String> facts = facts(exchange.grant(), sent);
    String format = exchange.parameter("format");
    try (InputStream body = body(exchange);
        InputStream content = content(exchange, body)) {
      switch (format) {
        case "jfr", "pprof", "speedscope" -> store.addOnce("profile." + format, facts, content);
        case "", "folded", "collapsed", "lines" -> folded(exchange, name, facts, content);
        default ->
            throw new HttpException(
                415, "no format " + format + "; there are pprof, jfr, folded, lines, speedscope");
      }
    }
    exchange.json(_ -> {});
  }

  private void folded(
      Exchange exchange, IngestName name, Map<String, String> facts, InputStream content)
      throws IOException {
    boolean counted = !exchange.parameter("format").equals("lines");
    try (var text = new TemporaryFile()) {
      content.transferTo(text.output());
      inMemory(() -> {
        byte[] pprof = pprof(exchange, name, input(text), counted);
        store.addOnce("profile.pprof", facts, new ByteArrayInputStream(pprof));
      });
    }
  }

  /** An application's own name may end like the name of a kind. */
  private static IngestName name(Exchange exchange) {
    String text = exchange.parameter("name");
    IngestName name = IngestName.parse(text);
    String whole = name.app() + "." + name.kind();
    return exchange.grant().app().equals(whole) ? new IngestName(whole, "", name.facts()) : name;
  }

  /** The profile: the body, or the part of a form that has it. */
  private static InputStream content(Exchange exchange, InputStream body) throws IOException {
    String type = exchange.requestHeader("Content-Type");
    if (!MultipartReader.isForm(type)) {
      return body;
    }
    var form = new MultipartReader(body, type);
    while (form.next()) {
      if (List.of("jfr", "profile", "file").contains(form.name())) {
        return form.content();
      }
    }
    throw HttpException.badRequest("the form has no part jfr, profile or file");
  }

  private static byte[] pprof(Exchange exchange, IngestName name, InputStream text, boolean counted)
      throws IOException {
    double rate = exchange.number("sampleRate", 1e-3, 1e9, USUAL_RATE);
    String units = exchange.parameter("units");
    FoldedProfile.Values values =
        switch (units) {
          case "", "samples" -> FoldedProfile.Values.ofSamples(rate);
          case "nanoseconds", "lock_nanoseconds" ->
              new FoldedProfile.Values("cpu", "nanoseconds", 1);
          default ->
              new FoldedProfile.Values(name.kind().isEmpty() ? units : name.kind(), units, 1);
        };
    long from = nanos(exchange, "from");
    long until = nanos(exchange, "until");
    return FoldedProfile.toPprof(text, counted, values, from, Math.max(0, until - from));
  }

  /** A time in seconds since 1970, in milliseconds, or in nanoseconds. */
  private static long nanos(Exchange exchange, String name) {
    long time = exchange.integer(name, 0, Long.MAX_VALUE, 0);
    if (time > MOST_MILLIS) {
      return time;
    }
    return time > MOST_SECONDS ? time * (NANOS / 1000) : time * NANOS;
  }

  /**
   * The facts of a run that a key may add: the application is the key's if it has one.
   *
   * @throws HttpException if it is another's
   */
  private static Map<String, String> facts(Grant grant, Map<String, String> sent) {
    Map<String, String> facts = new HashMap<>();
    sent.forEach((name, value) -> {
      // Clients have attributes of forms that a fact does not have.
      if (name.equals("app") || isFact(name, value)) {
        facts.put(name, value);
      }
    });
    String sentApp = facts.getOrDefault("app", "");
    String app = sentApp.isEmpty() ? grant.app() : sentApp;
    if (!isFact("app", app)) {
      throw HttpException.badRequest(
          "no application '"
              + app
              + "': a service's name has letters, digits, dots, hyphens and underscores");
    }
    if (!grant.writes(app)) {
      throw new HttpException(403, "this key is not for profiles of " + app);
    }
    facts.put("app", app);
    return facts;
  }

  private static boolean isFact(String name, String value) {
    try {
      return Facts.NAMES.contains(name) && !Facts.of(Map.of(name, value)).equals(Facts.NONE);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Clients send again what is answered by 429 or 503. */
  private static HttpException refused(Exchange exchange, RefusedUploadException e) {
    int status =
        switch (e.why()) {
          case UNREADABLE -> 400;
          case TOO_LARGE -> 413;
          case NO_ROOM -> 503;
          case BUSY -> 429;
        };
    switch (status) {
      case 429 -> exchange.header("Retry-After", SOON);
      case 503 -> exchange.header("Retry-After", LATER);
      default -> {}
    }
    return new HttpException(status, e.reason());
  }
}
