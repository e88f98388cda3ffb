package dev.dexscope.web.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.bytes.QuickGzip;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * One request with its answer, to be read and written by a thread that may wait.
 *
 * <pre>{@code
 * int width = exchange.integer("width", 1, 10_000, 1200);
 * exchange.json(out -> out.writeNumberField("width", width));
 * }</pre>
 */
public final class Exchange {
  /** Shorter answers gain nothing from being packed. */
  private static final int WORTH_PACKING = 1000;

  /** The headers that proxies add. */
  private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "Via");

  private static final JsonFactory JSON = new JsonFactory();

  private final Request request;
  private final Response response;
  private final Fields query;
  private final Map<String, String> parts;

  private final Limits limits;

  private Grant grant;

  /** The time by which the request must have arrived, or most of it. */
  private final long deadline;

  Exchange(Request request, Response response, Limits limits) {
    this(
        request,
        response,
        query(request),
        Map.of(),
        limits,
        Grant.ALL,
        System.nanoTime() + limits.request().toNanos());
  }

  private Exchange(
      Request request,
      Response response,
      Fields query,
      Map<String, String> parts,
      Limits limits,
      Grant grant,
      long deadline) {
    this.grant = grant;
    this.request = request;
    this.response = response;
    this.query = query;
    this.parts = parts;
    this.limits = limits;
    this.deadline = deadline;
  }

  private static Fields query(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException e) {
      throw HttpException.badRequest("the query is not UTF-8, percent-encoded");
    }
  }

  Exchange with(Map<String, String> named) {
    return new Exchange(request, response, query, named, limits, grant, deadline);
  }

  public String method() {
    return request.getMethod();
  }

  /**
   * Returns whether the request changes nothing; the server omits the body of an answer to HEAD.
   */
  boolean isAsking() {
    return method().equals("GET") || method().equals("HEAD");
  }

  /** The address without its query, decoded. */
  public String path() {
    return Request.getPathInContext(request);
  }

  /** The text that stands where a route's pattern has this name. */
  public String part(String name) {
    String text = parts.get(name);
    if (text == null) {
      throw new IllegalArgumentException("the pattern has no {" + name + "}");
    }
    return text;
  }

  /** A parameter of the query; empty when it is not there. */
  public String parameter(String name) {
    String value = query.getValue(name);
    return value == null ? "" : value;
  }

  /** All values of a parameter. */
  public List<String> parameters(String name) {
    return query.getValuesOrEmpty(name);
  }

  /** A whole number of the query. */
  public long integer(String name, long least, long most, long otherwise) {
    String text = parameter(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is wanted.
    }
    throw HttpException.badRequest(
        name + " is a whole number from " + least + " to " + most + ", not '" + text + "'");
  }

  /** A number of the query, within limits. */
  public double number(String name, double least, double most, double otherwise) {
    String text = parameter(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is wanted.
    }
    throw HttpException.badRequest(
        name + " is a number from " + least + " to " + most + ", not '" + text + "'");
  }

  /** A word of the query that stands for a constant: {@code off-cpu} for {@code OFF_CPU}. */
  public <E extends Enum<E>> E word(String name, Class<E> type, E otherwise) {
    String text = parameter(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    throw HttpException.badRequest("unknown " + name + " '" + text + "'");
  }

  /** Returns a constant's form in addresses and answers. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A header of the request; empty when it is not there. */
  public String requestHeader(String name) {
    String value = request.getHeaders().get(name);
    return value == null ? "" : value;
  }

  /** Returns the length of the body in the request's header; -1 if it is missing. */
  public long bodyLength() {
    return request.getLength();
  }

  /**
   * The bytes of the request; one more than {@code limit} ends it with status 413, and one that
   * makes no progress ({@link Limits}) with 408.
   */
  public InputStream body(long limit) {
    if (bodyLength() > limit) {
      throw HttpException.tooLarge(limit);
    }
    return new LimitedInput(Content.Source.asInputStream(request), limit);
  }

  /** Returns the address of the client. A proxy on this machine may specify it, others may not. */
  public String client() {
    String forwarded = requestHeader("X-Forwarded-For");
    return isFromThisMachine() && !forwarded.isEmpty()
        ? forwarded.substring(forwarded.lastIndexOf(',') + 1).strip()
        : Request.getRemoteAddr(request);
  }

  /** Returns whether it came from this machine. */
  public boolean isFromThisMachine() {
    return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress at
        && at.getAddress() != null
        && at.getAddress().isLoopbackAddress();
  }

  /** Sets a header of the answer, before its first byte. */
  public void header(String name, String value) {
    response.getHeaders().put(name, value);
  }

  /** Adds a header of the answer beside those of the same name. */
  void addHeader(String name, String value) {
    response.getHeaders().add(new HttpField(name, value));
  }

  public void status(int status) {
    response.setStatus(status);
  }

  /** Returns whether a byte of the answer, or its head, is on its way. */
  boolean isCommitted() {
    return response.isCommitted();
  }

  /** Answers with these bytes. */
  public void bytes(String type, byte[] bytes) throws IOException {
    header("Content-Type", type);
    if (bytes.length >= WORTH_PACKING && isWorthPacking(type)) {
      header("Content-Encoding", "gzip");
      bytes = gzip(bytes);
    }
    send(bytes);
  }

  /** Answers with bytes that are packed already, unpacked for those who do not take gzip. */
  public void packed(String type, byte[] packed, byte[] plain) throws IOException {
    header("Content-Type", type);
    header("Vary", "Accept-Encoding");
    if (takesGzip()) {
      header("Content-Encoding", "gzip");
      send(packed);
    } else {
      send(plain);
    }
  }

  private void send(byte[] bytes) throws IOException {
    header("Content-Length", Integer.toString(bytes.length));
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      out.write(bytes);
    }
  }

  public void text(String text) throws IOException {
    bytes("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /** Answers without a body. */
  public void empty(int status) {
    status(status);
  }

  /** Writes the fields of an object that is open. */
  @FunctionalInterface
  public interface Fieldset {
    void writeTo(JsonGenerator out) throws IOException;
  }

  /**
   * Answers with an object in JSON. It is built completely first, so that a failure can be
   * reported.
   */
  public void json(Fieldset fields) throws IOException {
    bytes("application/json", jsonBytes(fields));
  }

  /** An object in JSON. */
  public static byte[] jsonBytes(Fieldset fields) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      fields.writeTo(out);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /** Writes the body of an answer. */
  @FunctionalInterface
  public interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Answers with a stream, compressed if the client accepts that. If the writer fails, the answer
   * is cut off, so that it is not mistaken for the whole; one that has not begun yet is replaced by
   * an error.
   *
   * @param type the media type
   */
  public void stream(String type, Body body) throws IOException {
    header("Content-Type", type);
    OutputStream out = Content.Sink.asOutputStream(response);
    if (isWorthPacking(type)) {
      header("Content-Encoding", "gzip");
      out = new QuickGzip(out);
    }
    body.writeTo(out);
    out.close();
  }

  /** Answers with events that are sent one by one, each at once. */
  public OutputStream events() {
    header("Content-Type", "text/event-stream");
    header("Cache-Control", "no-store");
    return Content.Sink.asOutputStream(response);
  }

  private boolean takesGzip() {
    return requestHeader("Accept-Encoding").contains("gzip");
  }

  /** To a browser of this machine bytes go faster than they are packed; a proxy sends them on. */
  private boolean isWorthPacking(String type) {
    boolean isForwarded = FORWARDED.stream().anyMatch(name -> !requestHeader(name).isEmpty());
    return takesGzip() && isText(type) && (isForwarded || !isFromThisMachine());
  }

  private static boolean isText(String type) {
    return type.startsWith("text/") || type.startsWith("application/json") || type.contains("svg");
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream(bytes.length / 4);
    try (OutputStream out = new QuickGzip(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private final class LimitedInput extends FilterInputStream {
    private final long limit;
    private long left;
    private long due = deadline;
    private long arrived;

    LimitedInput(InputStream in, long limit) {
      super(in);
      this.limit = limit;
      this.left = limit;
    }

    @Override
    public int read() throws IOException {
      return count(in.read(), 1);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      return count(read, read);
    }

    private int count(int read, int bytes) {
      requireProgress();
      if (read >= 0) {
        arrived += bytes;
        left -= bytes;
        if (left < 0) {
          throw HttpException.tooLarge(limit);
        }
      }
      return read;
    }

    private void requireProgress() {
      long now = System.nanoTime();
      if (now - due > 0) {
        if (arrived < limits.progress()) {
          throw new HttpException(408, "the request has taken too long to arrive");
        }
        due = now + limits.idle().toNanos();
        arrived = 0;
      }
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }

  /** The cookie of this name; empty when it is not there. */
  String cookie(String name) {
    for (var cookie : Request.getCookies(request)) {
      if (cookie.getName().equals(name)) {
        return cookie.getValue();
      }
    }
    return "";
  }

  /** Returns what the request may do. */
  public Grant grant() {
    return grant;
  }

  void grant(Grant found) {
    grant = found;
  }

  /** The host that the request was sent to, with its port, as its sender wrote it. */
  @Nullable String host() {
    return request.getHeaders().get("Host");
  }
}
