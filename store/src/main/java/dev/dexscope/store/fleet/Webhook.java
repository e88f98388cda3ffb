package dev.dexscope.store.fleet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Sends alerts to an address, as a JSON object with a {@code text} that chats show, and the {@code
 * alerts} for programs.
 */
public final class Webhook {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final JsonFactory JSON = new JsonFactory();

  private final URI address;
  private final String page;

  /**
   * A hook at an address.
   *
   * @param page the address of the server that shows the store, to which alerts link; empty for
   *     none
   * @throws IllegalArgumentException if the address is not of HTTP
   */
  public Webhook(URI address, String page) {
    String scheme = String.valueOf(address.getScheme());
    if (!List.of("http", "https").contains(scheme) || address.getHost() == null) {
      throw new IllegalArgumentException("no address of HTTP: " + address);
    }
    this.address = address;
    this.page = page;
  }

  /** The page that shows an alert's versions and method. */
  public static String link(String page, Alert alert) {
    var link = new StringBuilder(page).append("/fleet#app=").append(encoded(alert.app()));
    if (!alert.from().isEmpty()) {
      link.append("&from=").append(encoded(alert.from()));
    }
    link.append("&to=").append(encoded(alert.to()));
    if (!alert.method().isEmpty()) {
      link.append("&method=").append(encoded(alert.method()));
    }
    return link.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Sends alerts.
   *
   * @throws IOException if they were not taken
   */
  public void send(List<Alert> alerts) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body(alerts)))
            .build();
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<Void> answer = client.send(request, HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() / 100 != 2) {
        throw new IOException(
            "the webhook of " + address.getHost() + " answered " + answer.statusCode());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while alerts were sent");
    }
  }

  private byte[] body(List<Alert> alerts) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField(
          "text",
          String.join(
              "\n",
              alerts.stream()
                  .map(each -> page.isEmpty() ? each.text() : each.text() + " " + link(page, each))
                  .toList()));
      write(alerts, page, out);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /**
   * Writes the field {@code alerts} of an object.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(List<Alert> alerts, String page, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("alerts");
    for (Alert each : alerts) {
      out.writeStartObject();
      out.writeStringField("rule", each.rule());
      out.writeStringField("app", each.app());
      out.writeStringField("from", each.from());
      out.writeStringField("to", each.to());
      out.writeStringField("method", each.method());
      out.writeStringField("owner", each.owner());
      out.writeNumberField("before_ns", each.before());
      out.writeNumberField("after_ns", each.after());
      out.writeStringField("text", each.text());
      if (!page.isEmpty()) {
        out.writeStringField("page", link(page, each));
      }
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
