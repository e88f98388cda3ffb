package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.SqlException;
import dev.dexscope.sql.TraceDatabase;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions in SQL about traces that are open: the body of a request is the question. The tables of
 * a trace are written when it is asked for the first time.
 */
final class Questions {
  private static final int LONGEST = 100_000;
  private static final int MOST_ROWS = 10_000;
  private static final int KEPT = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The trace that was asked longest ago comes first, and goes first. */
  private final LinkedHashMap<OpenTrace, TraceDatabase> databases =
      new LinkedHashMap<>(4, 0.75f, true);

  private final Supplier<DuckDb> duck;

  Questions(Supplier<DuckDb> duck) {
    this.duck = duck;
  }

  void answer(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    String question = question(exchange);
    long most = exchange.integer("most", 1, MOST_ROWS, 1000);
    long begun = System.nanoTime();
    try {
      boolean isWhole = database(open).ask(question, most, PATIENCE, new JsonRows(out));
      out.writeEndArray();
      out.writeBooleanField("whole", isWhole);
      out.writeNumberField("nanos", System.nanoTime() - begun);
    } catch (MissingToolException e) {
      throw new HttpException(501, String.valueOf(e.getMessage()));
    } catch (SqlException e) {
      throw HttpException.badRequest(e.details());
    }
  }

  private static String question(Exchange exchange) throws IOException {
    try (InputStream body = exchange.body(LONGEST)) {
      String question = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      if (question.isBlank()) {
        throw HttpException.badRequest("the body of the request is the question; it is empty");
      }
      return question;
    }
  }

  private synchronized TraceDatabase database(OpenTrace open) throws IOException {
    TraceDatabase known = databases.get(open);
    if (known != null) {
      return known;
    }
    if (databases.size() == KEPT) {
      var oldest = databases.pollFirstEntry();
      oldest.getValue().close();
    }
    TraceDatabase made = TraceDatabase.of(duck.get(), open.view(Filter.ALL));
    databases.put(open, made);
    return made;
  }

  /** Writes an answer as it comes; who made it ends the array of rows. */
  private record JsonRows(JsonGenerator out) implements Rows {
    @Override
    public void columns(List<Column> columns) throws IOException {
      out.writeArrayFieldStart("columns");
      for (Column column : columns) {
        out.writeStartObject();
        out.writeStringField("name", column.name());
        out.writeStringField("type", column.type());
        out.writeBooleanField("number", column.isNumber());
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeArrayFieldStart("rows");
    }

    @Override
    public void row(List<@Nullable Object> cells) throws IOException {
      out.writeStartArray();
      for (Object cell : cells) {
        switch (cell) {
          case null -> out.writeNull();
          case Boolean truth -> out.writeBoolean(truth);
          case Long number -> out.writeNumber(number);
          case Double number -> out.writeNumber(number);
          default -> out.writeString(cell.toString());
        }
      }
      out.writeEndArray();
    }
  }
}
