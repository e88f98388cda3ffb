package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Form;
import dev.dexscope.trace.answer.Named;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tables as JSON: what their columns are and how they are shown, then an array for each column,
 * which takes a third of the bytes of objects. Methods are numbers of an answer's {@link Names}.
 */
final class TableAnswer {
  /** A share with more digits would be longer, and no truer. */
  private static final double SHARE_UNIT = 1e6;

  private final MethodTable methods;
  private final Names names;
  private @Nullable Map<String, Integer> byName;

  TableAnswer(MethodTable methods, Names names) {
    this.methods = methods;
    this.names = names;
  }

  /** Writes the fields of a table into the object that is open. */
  void write(Table table, JsonGenerator out) throws IOException {
    out.writeNumberField("rows_total", table.total());
    out.writeArrayFieldStart("columns");
    for (Column column : table.columns()) {
      out.writeStartObject();
      out.writeStringField("key", column.key());
      out.writeStringField("heading", column.heading());
      out.writeStringField("unit", column.unit());
      out.writeStringField("form", column.form().key());
      out.writeStringField("meaning", column.meaning());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeObjectFieldStart("rows");
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      out.writeArrayFieldStart(column.key());
      for (int row = 0; row < table.size(); row++) {
        write(table.row(row).get(i), column.form(), out);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private void write(@Nullable Object cell, Form form, JsonGenerator out) throws IOException {
    if (cell == null) {
      out.writeNull();
    } else if (form.isOfMethods()) {
      int method = cell instanceof Named named ? named.method() : number(cell.toString());
      out.writeNumber(method < 0 ? -1 : names.number(method));
    } else if (cell instanceof Double share) {
      out.writeNumber(Math.round(share * SHARE_UNIT) / SHARE_UNIT);
    } else if (cell instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString(cell.toString());
    }
  }

  /** Rows have names; the first method of a name stands for it. */
  private int number(String name) {
    if (byName == null) {
      byName = new HashMap<>();
      for (int method = 0; method < methods.size(); method++) {
        byName.putIfAbsent(methods.get(method).fullName(), method);
      }
    }
    return byName.getOrDefault(name, -1);
  }
}
