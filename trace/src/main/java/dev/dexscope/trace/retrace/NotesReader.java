package dev.dexscope.trace.retrace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the JSON objects in a mapping file's comments. A note counts from the version of the format
 * that has it, because older files may have used its name otherwise; an unknown one is skipped, as
 * the format requires.
 */
final class NotesReader {
  private static final String PREFIX = "com.android.tools.r8.";
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(20).maxNumberLength(20).build())
          // R8 reads these, too.
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .build();
  private static final Pattern CONDITION = Pattern.compile("throws\\((L[^;]+;)\\)");
  private static final Pattern ACTION = Pattern.compile("removeInnerFrames\\((\\d{1,9})\\)");
  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

  /** Of the format, 2.1 as 2001. */
  private int version;

  /** Of the class that comes next or was read last; empty without. */
  private String sourceFile = "";

  private static final class Fields {
    String id = "";
    String version = "";
    String fileName = "";
    String signature = "";
    final List<String> conditions = new ArrayList<>();
    final List<String> actions = new ArrayList<>();
    final Map<Integer, Integer> positions = new HashMap<>();
  }

  /** Returns the file of a class if the last note named one, once; empty without. */
  String takeSourceFile() {
    String taken = sourceFile;
    sourceFile = "";
    return taken;
  }

  /** Returns the notes of a method with those of one more comment. */
  Notes read(String json, Notes notes) {
    Fields fields;
    try (JsonParser in = JSON.createParser(json)) {
      fields = fields(in);
    } catch (JsonProcessingException e) {
      return notes; // A comment may be any text.
    } catch (IOException e) {
      throw new IllegalStateException("a string can be read", e);
    }
    return switch (fields.id) {
      case PREFIX + "mapping" -> {
        version = version(fields.version);
        yield notes;
      }
      case "sourceFile" -> {
        sourceFile = fields.fileName;
        yield notes;
      }
      case PREFIX + "synthesized" -> version < 1000 ? notes : notes.asSynthesized();
      case PREFIX + "outline" -> version < 2000 ? notes : notes.asOutline();
      case PREFIX + "outlineCallsite" ->
          version < 2000 ? notes : notes.withCallSites(fields.positions);
      case PREFIX + "rewriteFrame" -> version < 2000 ? notes : withRewrite(notes, fields);
      case PREFIX + "residualsignature" ->
          version < 2002 ? notes : notes.withResidual(fields.signature);
      default -> notes;
    };
  }

  private static int version(String text) {
    Matcher m = VERSION.matcher(text);
    return m.matches() ? Integer.parseInt(m.group(1)) * 1000 + Integer.parseInt(m.group(2)) : 0;
  }

  private static Notes withRewrite(Notes notes, Fields fields) {
    List<String> exceptions = new ArrayList<>();
    for (String each : fields.conditions) {
      Matcher m = CONDITION.matcher(each);
      if (!m.matches()) {
        return notes;
      }
      exceptions.add(m.group(1));
    }
    int removed = 0;
    for (String each : fields.actions) {
      Matcher m = ACTION.matcher(each);
      removed += m.matches() ? Integer.parseInt(m.group(1)) : 0;
    }
    return notes.withRewrite(new Notes.Rewrite(List.copyOf(exceptions), removed));
  }

  private static Fields fields(JsonParser in) throws IOException {
    var fields = new Fields();
    if (in.nextToken() != JsonToken.START_OBJECT) {
      return fields;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String key = in.currentName();
      JsonToken value = in.nextToken();
      switch (key) {
        case "id" -> fields.id = in.getText();
        case "version" -> fields.version = in.getText();
        case "signature" -> fields.signature = in.getText();
        case "fileName" -> fields.fileName = in.getText();
        case "conditions" -> texts(in, value, fields.conditions);
        case "actions" -> texts(in, value, fields.actions);
        case "positions" -> positions(in, value, fields.positions);
        default -> in.skipChildren();
      }
    }
    return fields;
  }

  private static void texts(JsonParser in, JsonToken value, List<String> into) throws IOException {
    if (value == JsonToken.START_ARRAY) {
      while (in.nextToken() == JsonToken.VALUE_STRING) {
        into.add(in.getText());
      }
    }
  }

  private static void positions(JsonParser in, JsonToken value, Map<Integer, Integer> into)
      throws IOException {
    if (value != JsonToken.START_OBJECT) {
      return;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String key = in.currentName();
      if (in.nextToken() == JsonToken.VALUE_NUMBER_INT && key.matches("\\d{1,9}")) {
        into.put(Integer.parseInt(key), in.getIntValue());
      }
    }
  }
}
