package dev.dexscope.web.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A line of the journal: an object in JSON without nested ones. */
sealed interface Change {
  JsonFactory JSON = new JsonFactory();

  /** There is a new entry. */
  record Added(StoreEntry entry) implements Change {}

  /** An entry has gone. */
  record Removed(String id) implements Change {}

  default String toLine() throws IOException {
    var text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.writeStartObject();
      switch (this) {
        case Added(StoreEntry entry) -> write(entry, out);
        case Removed(String id) -> out.writeStringField("removed", id);
      }
      out.writeEndObject();
    }
    return text.toString();
  }

  private static void write(StoreEntry entry, JsonGenerator out) throws IOException {
    EntryFacts facts = entry.facts();
    out.writeStringField("added", entry.id());
    out.writeStringField("sha256", entry.sha256());
    out.writeStringField("owner", entry.ownerHash());
    out.writeStringField("app", entry.app());
    out.writeStringField("name", entry.name());
    out.writeNumberField("at", entry.added().toEpochMilli());
    out.writeNumberField("size", entry.size());
    out.writeNumberField("space", entry.space());
    out.writeStringField("format", facts.format());
    out.writeNumberField("elapsed_ns", facts.elapsedNanos());
    out.writeNumberField("threads", facts.threads());
    out.writeNumberField("methods", facts.methods());
    out.writeNumberField("records", facts.records());
  }

  /**
   * Parses a line. Unknown fields are ignored: a later version may have more.
   *
   * @throws IOException if it is not a valid line
   */
  static Change parse(String line) throws IOException {
    Map<String, String> fields = fields(line);
    String removed = fields.get("removed");
    if (removed != null) {
      return new Removed(removed);
    }
    return new Added(
        new StoreEntry(
            text(fields, "added"),
            text(fields, "sha256"),
            text(fields, "owner"),
            fields.getOrDefault("app", ""),
            text(fields, "name"),
            Instant.ofEpochMilli(number(fields, "at")),
            number(fields, "size"),
            number(fields, "space"),
            new EntryFacts(
                text(fields, "format"),
                number(fields, "elapsed_ns"),
                (int) number(fields, "threads"),
                (int) number(fields, "methods"),
                number(fields, "records"))));
  }

  private static Map<String, String> fields(String line) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser in = JSON.createParser(line)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("is not an object");
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        in.skipChildren();
        fields.put(name, in.getText());
      }
    }
    return fields;
  }

  private static String text(Map<String, String> fields, String name) throws IOException {
    String text = fields.get(name);
    if (text == null) {
      throw new IOException("has no " + name);
    }
    return text;
  }

  private static long number(Map<String, String> fields, String name) throws IOException {
    try {
      return Long.parseLong(text(fields, name));
    } catch (NumberFormatException e) {
      throw new IOException(name + " is not a number", e);
    }
  }
}
