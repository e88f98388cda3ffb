package dev.dexscope.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.dexscope.web.http.Routes;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The addresses in the description of the API. */
public final class OpenApi {
  private static final List<String> FOR_PROGRAMS =
      List.of(" /api/", " /traces/", " /v1development/", " /ingest");

  private OpenApi() {}

  /** All methods with their addresses: {@code GET /api/v1/traces}. */
  public static Set<String> described(String json) throws IOException {
    Set<String> described = new HashSet<>();
    try (JsonParser in = new JsonFactory().createParser(json)) {
      while (in.nextToken() != null) {
        if (in.currentToken() == JsonToken.FIELD_NAME && in.currentName().equals("paths")) {
          in.nextToken();
          paths(in, described);
        }
      }
    }
    described.removeIf(name -> name.startsWith("PARAMETERS "));
    return described;
  }

  /** Returns the addresses for programs; the others are those of pages and their files. */
  public static Set<String> of(Routes routes) {
    return routes.names().stream()
        .filter(name -> FOR_PROGRAMS.stream().anyMatch(name::contains))
        .collect(Collectors.toSet());
  }

  private static void paths(JsonParser in, Set<String> described) throws IOException {
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String path = in.currentName();
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        described.add(in.currentName().toUpperCase(Locale.ROOT) + " " + path);
        in.nextToken();
        in.skipChildren();
      }
    }
  }
}
