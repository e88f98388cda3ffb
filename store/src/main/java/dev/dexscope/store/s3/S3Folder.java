package dev.dexscope.store.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The objects of a bucket whose names begin alike, by the interface of Amazon S3. An object appears
 * whole or not at all, and is listed as soon as it is there.
 *
 * <pre>{@code
 * try (var folder = S3Folder.of("s3://bucket/runs", S3Settings.find())) {
 *   folder.put("store.json", file, sha256);
 * }
 * }</pre>
 */
public final class S3Folder implements AutoCloseable {
  /** An address: a bucket's name has no characters that mean something in addresses. */
  private static final Pattern ADDRESS =
      Pattern.compile("s3a?://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([A-Za-z0-9!_.*'()/=-]*))?");

  private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z0-9]{1,60})</Code>");
  private static final int TRIES = 4;
  private static final int LONGEST_ERROR = 1 << 14;
  private static final int MOST_NAMES = 10_000_000;
  private static final int LARGEST_LIST = 16 << 20;
  private static final Duration CONNECTING = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final String address;
  private final String prefix;
  private final URI bucket;
  private final S3Settings settings;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECTING).build();

  private S3Folder(String address, String prefix, URI bucket, S3Settings settings) {
    this.address = address;
    this.prefix = prefix;
    this.bucket = bucket;
    this.settings = settings;
  }

  /**
   * Names the objects below {@code s3://bucket/prefix}; nothing is sent.
   *
   * @throws S3Exception if it is no such address
   */
  public static S3Folder of(String address, S3Settings settings) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw new S3Exception("no address of a bucket", address, "write s3://bucket/prefix");
    }
    String prefix = parts.group(2) == null ? "" : parts.group(2);
    while (prefix.endsWith("/")) {
      prefix = prefix.substring(0, prefix.length() - 1);
    }
    try {
      URI bucket = settings.bucket(parts.group(1));
      if (bucket.getHost() == null || !String.valueOf(bucket.getScheme()).matches("https?")) {
        throw new S3Exception(
            "no address of a server", settings.endpoint(), "set AWS_ENDPOINT_URL to https://HOST");
      }
      return new S3Folder(address, prefix.isEmpty() ? "" : prefix + "/", bucket, settings);
    } catch (IllegalArgumentException e) {
      throw new S3Exception(
          "no address of a server", settings.endpoint(), "set AWS_ENDPOINT_URL to https://HOST", e);
    }
  }

  /**
   * Lists the objects below a name, with their lengths.
   *
   * @throws S3Exception if the server refuses it, or cannot be reached
   */
  public Map<String, Long> list(String below) {
    Map<String, Long> all = new TreeMap<>();
    String token = "";
    do {
      // In the order of their names, as they are signed.
      String query =
          (token.isEmpty() ? "" : "continuation-token=" + S3Signature.encoded(token, false) + "&")
              + "list-type=2&prefix="
              + S3Signature.encoded(prefix + below, false);
      URI uri = URI.create(bucket + (bucket.getRawPath().isEmpty() ? "/" : "") + "?" + query);
      token = get(uri, body -> page(body, all));
    } while (!token.isEmpty());
    return all;
  }

  /** Reads a page of a list; returns the token of the next. */
  private String page(InputStream body, Map<String, Long> all) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    String token = "";
    String key = "";
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new Bounded(body, LARGEST_LIST));
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.START_ELEMENT) {
          switch (xml.getLocalName()) {
            case "Key" -> key = xml.getElementText();
            case "Size" -> {
              if (key.startsWith(prefix) && all.size() < MOST_NAMES) {
                all.put(key.substring(prefix.length()), Long.parseLong(xml.getElementText()));
              }
            }
            case "NextContinuationToken" -> token = xml.getElementText();
            default -> {
              // The rest is not needed.
            }
          }
        }
      }
      return token;
    } catch (XMLStreamException | NumberFormatException e) {
      throw new S3Exception(
          "the list of objects is damaged", address, "look at the server: " + bucket, e);
    }
  }

  /**
   * Reads a small object.
   *
   * @param most how many bytes it may have
   * @throws S3Exception if the server refuses it, or cannot be reached
   */
  public byte[] read(String name, int most) {
    return get(
        uri(name),
        body -> {
          byte[] bytes = body.readNBytes(most + 1);
          if (bytes.length > most) {
            throw new S3Exception(
                "an object has more than " + most + " bytes", name, "no store writes such ones");
          }
          return bytes;
        });
  }

  /**
   * Copies an object to a stream, which a second attempt would go on with: there is none.
   *
   * @param bytes how many it has: more are not taken
   * @throws S3Exception if the server refuses it, or cannot be reached
   */
  public void get(String name, OutputStream out, long bytes) {
    get(
        uri(name),
        body -> {
          try {
            return new Bounded(body, bytes).transferTo(out);
          } catch (IOException e) {
            throw new S3Exception("an object was cut off", uri(name), "run it again", e);
          }
        });
  }

  /**
   * Copies a file to an object.
   *
   * @param sha256 of the file: the server compares it with what it receives
   * @throws S3Exception if the server refuses it, or cannot be reached
   * @throws IOException if the file cannot be read
   */
  public void put(String name, Path file, String sha256) throws IOException {
    put(name, BodyPublishers.ofFile(file), sha256);
  }

  /**
   * Makes an object.
   *
   * @throws S3Exception if the server refuses it, or cannot be reached
   */
  public void put(String name, byte[] content) {
    put(name, BodyPublishers.ofByteArray(content), S3Signature.sha256(content));
  }

  private void put(String name, BodyPublisher body, String sha256) {
    send("PUT", uri(name), Map.of(), body, sha256, _ -> true);
  }

  private URI uri(String name) {
    return URI.create(bucket + "/" + S3Signature.encoded(prefix + name, true));
  }

  /** Makes a result of an answer's body. */
  @FunctionalInterface
  private interface Receiver<T> {
    T receive(InputStream body) throws IOException;
  }

  private <T> T get(URI uri, Receiver<T> receiver) {
    return send("GET", uri, Map.of(), BodyPublishers.noBody(), S3Signature.EMPTY, receiver);
  }

  private <T> T send(
      String method,
      URI uri,
      Map<String, String> headers,
      BodyPublisher body,
      String sha256,
      Receiver<T> receiver) {
    for (int attempt = 1; ; attempt++) {
      try {
        HttpRequest.Builder request =
            HttpRequest.newBuilder(uri).timeout(PATIENCE).method(method, body);
        S3Signature.sign(settings, method, uri, headers, sha256, Instant.now())
            .forEach(request::header);
        HttpResponse<InputStream> response =
            client.send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
          int status = response.statusCode();
          if (status / 100 == 2) {
            return receiver.receive(in);
          }
          if (status < 500 || attempt == TRIES) {
            throw refused(status, in, uri);
          }
        }
      } catch (IOException e) {
        if (attempt == TRIES) {
          throw new S3Exception(
              "the object storage cannot be reached",
              bucket.getScheme() + "://" + bucket.getRawAuthority(),
              "see the network and AWS_ENDPOINT_URL: " + e,
              e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new S3Exception("interrupted", address, "run it again", e);
      }
      pause(attempt);
    }
  }

  /** A server that is busy is given time. */
  private void pause(int attempt) {
    try {
      Thread.sleep(Duration.ofMillis(200L << attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new S3Exception("interrupted", address, "run it again", e);
    }
  }

  /** Its message may have the request's headers in it: only the code is shown. */
  private S3Exception refused(int status, InputStream in, URI uri) throws IOException {
    String text = new String(in.readNBytes(LONGEST_ERROR), StandardCharsets.UTF_8);
    Matcher code = CODE.matcher(text);
    String reason = code.find() ? code.group(1) : "status " + status;
    return new S3Exception(
        "the object storage refuses a request: " + reason,
        uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath(),
        switch (reason) {
          case "NoSuchBucket" -> "make the bucket first";
          case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken" ->
              "see the keys (AWS_ACCESS_KEY_ID, AWS_PROFILE) and their permissions";
          default -> "see the server and the region " + settings.region();
        });
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return address;
  }

  /** A stream that fails where it has more bytes than it may. */
  private final class Bounded extends FilterInputStream {
    private long left;

    Bounded(InputStream in, long most) {
      super(in);
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new S3Exception("an object is longer than it may be", address, "look at the server");
      }
      return read;
    }
  }
}
