package dev.dexscope.apphost.device;

import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.Step;
import dev.dexscope.apps.Step.Content.Binding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a client to one of the app's providers, as Android's {@code content} has them. */
final class ContentRequest {
  private final Step.Content asked;
  private final ContentResolver resolver;
  private final Uri uri;

  private ContentRequest(Context app, Step.Content asked) {
    this.asked = asked;
    this.resolver = app.getContentResolver();
    this.uri = Uri.parse(asked.first("uri"));
  }

  /** Performs it; returns what Android's command prints. */
  static String perform(Context app, Step.Content asked) {
    try {
      return new ContentRequest(app, asked).perform();
    } catch (AppException e) {
      throw e;
    } catch (RuntimeException e) {
      // What a provider throws is its client's to see, and does not end the app.
      throw new AppException("Error while accessing provider", asked.first("uri"), e + "");
    }
  }

  private String perform() {
    return switch (asked.verb()) {
      case "query" -> query();
      case "insert" -> {
        resolver.insert(uri, values());
        yield "";
      }
      case "update" -> {
        resolver.update(uri, values(), optional("where"), null);
        yield "";
      }
      case "delete" -> {
        resolver.delete(uri, optional("where"), null);
        yield "";
      }
      case "gettype" -> "Result: " + resolver.getType(uri) + "\n";
      case "call" -> "Result: " + called() + "\n";
      default ->
          throw new AppException(
              "no such request", asked.verb(), "query insert update delete gettype call");
    };
  }

  private @Nullable String optional(String word) {
    String value = asked.first(word);
    return value.isEmpty() ? null : value;
  }

  private String query() {
    String columns = asked.first("projection");
    String[] projection = columns.isEmpty() ? null : columns.split(":", -1);
    StringBuilder out = new StringBuilder();
    try (Cursor rows = resolver.query(uri, projection, optional("where"), null, optional("sort"))) {
      if (rows == null || !rows.moveToFirst()) {
        return "No result found.\n";
      }
      do {
        out.append("Row: ").append(rows.getPosition()).append(' ');
        for (int i = 0; i < rows.getColumnCount(); i++) {
          out.append(i == 0 ? "" : ", ").append(rows.getColumnName(i)).append('=');
          out.append(text(rows, i));
        }
        out.append('\n');
      } while (rows.moveToNext());
    }
    return out.toString();
  }

  private static @Nullable String text(Cursor rows, int column) {
    return switch (rows.getType(column)) {
      case Cursor.FIELD_TYPE_BLOB -> "BLOB";
      case Cursor.FIELD_TYPE_NULL -> "NULL";
      default -> rows.getString(column);
    };
  }

  private List<Binding> bound(String word) {
    return asked.all(word).stream()
        .map(each ->
            Binding.parse(each)
                .orElseThrow(() ->
                    new AppException("no binding", each, "such as title:s:TEXT or pages:i:10")))
        .toList();
  }

  private ContentValues values() {
    ContentValues values = new ContentValues();
    for (Binding each : bound("bind")) {
      switch (each.type()) {
        case 'b' -> values.put(each.name(), Boolean.parseBoolean(each.value()));
        case 'i' -> values.put(each.name(), Integer.parseInt(each.value()));
        case 'l' -> values.put(each.name(), Long.parseLong(each.value()));
        case 'f' -> values.put(each.name(), Float.parseFloat(each.value()));
        case 'd' -> values.put(each.name(), Double.parseDouble(each.value()));
        case 'n' -> values.putNull(each.name());
        default -> values.put(each.name(), each.value());
      }
    }
    return values;
  }

  private @Nullable Bundle called() {
    Bundle extras = new Bundle();
    for (Binding each : bound("extra")) {
      switch (each.type()) {
        case 'b' -> extras.putBoolean(each.name(), Boolean.parseBoolean(each.value()));
        case 'i' -> extras.putInt(each.name(), Integer.parseInt(each.value()));
        case 'l' -> extras.putLong(each.name(), Long.parseLong(each.value()));
        case 'f' -> extras.putFloat(each.name(), Float.parseFloat(each.value()));
        case 'd' -> extras.putDouble(each.name(), Double.parseDouble(each.value()));
        default -> extras.putString(each.name(), each.value());
      }
    }
    return resolver.call(uri, asked.first("method"), optional("arg"), extras);
  }
}
