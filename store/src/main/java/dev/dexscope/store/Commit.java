package dev.dexscope.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.files.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A change of a store: parts that it adds, and parts whose runs these contain now, or that are no
 * longer kept. It is a file that is written once; its name begins with its time, and ends with the
 * digest of its content, so that a damaged one is recognised, and that no two have one name.
 *
 * @param millis when it was made
 * @param added the parts that it adds
 * @param removed the ids of the parts that it removes
 */
record Commit(long millis, List<Part> added, List<String> removed) {
  /** The version of the layout; it changes when a program that reads it would have to. */
  static final int FORMAT = 1;

  /** That of commits with tables of apps; earlier versions of Dexscope read the others. */
  private static final int FORMAT_OF_APPS = 2;

  /** That of commits with runs that do not count: earlier versions would count them. */
  private static final int FORMAT_OF_SAMPLES = 3;

  static final long LARGEST = 64 << 20;

  private static final int DIGITS = 16;
  private static final Pattern NAME = Pattern.compile("\\d{13}-[0-9a-f]{16}\\.json");
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern RUN = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{8}");
  private static final Pattern ORDER = Pattern.compile("\\d{13}-[0-9a-f]{16}[/0-9a-f]*+");
  private static final long MOST_ROWS = 1L << 40;

  Commit {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Returns the name of the file with this content. */
  String name(byte[] content) {
    return "%013d-%s.json".formatted(millis, Sha256.of(content).substring(0, DIGITS));
  }

  byte[] content() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeNumberField("format", format());
      json.writeNumberField("time_ms", millis);
      json.writeArrayFieldStart("added");
      for (Part part : added) {
        write(part, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("removed");
      for (String id : removed) {
        json.writeString(id);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private int format() {
    if (added.stream().anyMatch(part -> !part.besides().isEmpty())) {
      return FORMAT_OF_SAMPLES;
    }
    boolean isOfApps =
        added.stream().anyMatch(part -> part.tables().stream().anyMatch(StoreTable::isOfApps));
    return isOfApps ? FORMAT_OF_APPS : FORMAT;
  }

  private static void write(Part part, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", part.id());
    json.writeStringField("order", part.order());
    json.writeStringField("app", part.app());
    json.writeStringField("day", part.day());
    write("runs", part.runs(), json);
    if (!part.besides().isEmpty()) {
      write("besides", part.besides().stream().sorted().toList(), json);
    }
    json.writeArrayFieldStart("files");
    for (StoreTable table : StoreTable.values()) {
      Part.Data data = part.files().get(table);
      if (data != null) {
        json.writeStartObject();
        json.writeStringField("table", table.key());
        json.writeNumberField("bytes", data.bytes());
        json.writeNumberField("rows", data.rows());
        json.writeStringField("sha256", data.sha256());
        if (!data.crc32c().isEmpty()) {
          json.writeStringField("crc32c", data.crc32c());
        }
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(String name, List<Long> runs, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart(name);
    for (long run : runs) {
      json.writeString(HexFormat.of().toHexDigits(run));
    }
    json.writeEndArray();
  }

  /**
   * Reads a commit.
   *
   * @param name the file's name
   * @throws StoreFormatException if the content does not belong to the name, or is not a commit
   */
  static Commit read(String file, String name, byte[] content) {
    Json json = Json.read(file, content);
    long format = json.number("format");
    if (format < FORMAT || format > FORMAT_OF_SAMPLES) {
      throw json.fault("is of format " + format + ", not " + FORMAT + " to " + FORMAT_OF_SAMPLES);
    }
    List<Part> added = new ArrayList<>();
    for (Json each : json.objects("added")) {
      added.add(part(each));
    }
    List<String> removed = json.texts("removed");
    for (String id : removed) {
      check(json, ID, id, "an id");
    }
    var commit = new Commit(json.count("time_ms"), added, removed);
    if (!commit.name(content).equals(name)) {
      throw json.fault("its name is not that of its content");
    }
    return commit;
  }

  private static Part part(Json json) {
    String id = check(json, ID, json.text("id"), "an id");
    String order = check(json, ORDER, json.text("order"), "an order");
    String app = json.text("app");
    String day = json.text("day");
    if (!Facts.isApp(app) || !Facts.isDay(day)) {
      throw json.fault("no application and day: " + app + ", " + day);
    }
    List<Long> runs = runs(json, "runs");
    List<Long> besides = json.has("besides") ? runs(json, "besides") : List.of();
    if (!new HashSet<>(runs).containsAll(besides)) {
      throw json.fault("names outliers that are not among its runs");
    }
    Map<StoreTable, Part.Data> files = new EnumMap<>(StoreTable.class);
    for (Json each : json.objects("files")) {
      StoreTable table = table(each);
      String sha256 = check(each, DIGEST, each.text("sha256"), "a digest");
      long rows = each.count("rows");
      if (rows > MOST_ROWS) {
        throw each.fault(rows + " rows are too many");
      }
      // Earlier versions have written none, and read files that have one.
      String crc32c =
          each.has("crc32c") ? check(each, CHECKSUM, each.text("crc32c"), "a checksum") : "";
      if (files.put(table, new Part.Data(each.count("bytes"), rows, sha256, crc32c)) != null) {
        throw each.fault("has two files of " + table.key());
      }
    }
    for (StoreTable each : StoreTable.values()) {
      if (!each.isOfApps() && !files.containsKey(each)) {
        throw json.fault("lacks a file of " + each.key());
      }
    }
    return new Part(id, order, app, day, runs, files, Set.copyOf(besides));
  }

  private static List<Long> runs(Json json, String name) {
    List<Long> runs = new ArrayList<>();
    Set<Long> known = new HashSet<>();
    for (String each : json.texts(name)) {
      long run = Long.parseUnsignedLong(check(json, RUN, each, "a run"), 16);
      if (!known.add(run)) {
        throw json.fault("has a run twice: " + each);
      }
      runs.add(run);
    }
    return runs;
  }

  private static StoreTable table(Json json) {
    String key = json.text("table");
    for (StoreTable each : StoreTable.values()) {
      if (each.key().equals(key)) {
        return each;
      }
    }
    throw json.fault("no table " + key);
  }

  private static String check(Json json, Pattern form, String text, String what) {
    if (!form.matcher(text).matches()) {
      throw json.fault("is not " + what + ": " + text);
    }
    return text;
  }
}
