package dev.dexscope.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Asks a server, and reads its JSON. */
public final class Answers {
  private final URI root;

  public Answers(URI root) {
    this.root = root;
  }

  /**
   * An answer of a server.
   *
   * @param headers by their names in small letters
   */
  public record Answer(int status, Map<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** The answer to a request. */
  public Answer send(String method, String address, byte[] body, String... headers)
      throws IOException {
    var connection = (HttpURLConnection) root.resolve(address).toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setInstanceFollowRedirects(false);
    for (int i = 0; i < headers.length; i += 2) {
      connection.setRequestProperty(headers[i], headers[i + 1]);
    }
    if (body.length > 0) {
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
    }
    int status = connection.getResponseCode();
    Map<String, String> said = new HashMap<>();
    connection
        .getHeaderFields()
        .forEach((name, values) ->
            said.put(String.valueOf(name).toLowerCase(Locale.ROOT), values.getFirst()));
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Answer(status, said, in == null ? new byte[0] : in.readAllBytes());
    }
  }

  public Answer get(String address) throws IOException {
    return send("GET", address, new byte[0]);
  }

  public int status(String address) throws IOException {
    return get(address).status();
  }

  /** The object that an address answers with. */
  public Map<String, Object> object(String address) throws IOException {
    Answer answer = get(address);
    if (answer.status() >= 300) {
      throw new AssertionError(address + ": " + answer.text());
    }
    return parsed(answer.body());
  }

  /** An object of JSON: maps, lists, texts, longs, doubles, truths. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> parsed(byte[] json) throws IOException {
    try (JsonParser in = new JsonFactory().createParser(json)) {
      in.nextToken();
      return (Map<String, Object>) value(in);
    }
  }

  private static Object value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          in.nextToken();
          object.put(name, value(in));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(in));
        }
        yield array;
      }
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> "null";
      default -> in.getText();
    };
  }

  /** A text of an object; empty when it is not there. */
  public static String text(Map<String, Object> object, String name) {
    return String.valueOf(object.getOrDefault(name, ""));
  }

  /** An object within one. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> part(Map<String, Object> object, String name) {
    return (Map<String, Object>) object.getOrDefault(name, Map.of());
  }

  /** A column of numbers. */
  @SuppressWarnings("unchecked")
  public static List<Long> numbers(Map<String, Object> object, String name) {
    return (List<Long>) object.getOrDefault(name, List.of());
  }

  @SuppressWarnings("unchecked")
  public static List<String> texts(Map<String, Object> object, String name) {
    return (List<String>) object.getOrDefault(name, List.of());
  }

  @SuppressWarnings("unchecked")
  public static List<Map<String, Object>> objects(Map<String, Object> object, String name) {
    return (List<Map<String, Object>>) object.getOrDefault(name, List.of());
  }
}
