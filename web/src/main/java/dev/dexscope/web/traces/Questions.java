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
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SQL queries of open traces: the body of a request is the query. One runs at a time, in a process
 * of its own; others wait in a bounded queue, and their requests are answered with their place in
 * it. The tables of a trace are written at its first query.
 */
final class Questions {
  private static final int LONGEST = 100_000;
  private static final int MOST_ROWS = 10_000;
  private static final int KEPT = 2;
  private static final int WAITING = 16;
  private static final int MOST_CHARACTERS = 32 << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The time after which a request is answered that there is no result yet. */
  private static final Duration MOMENT = Duration.ofSeconds(2);

  /** The least recently used trace comes first, and is removed first. */
  private final LinkedHashMap<OpenTrace, TraceDatabase> databases =
      new LinkedHashMap<>(4, 0.75f, true);

  private final Supplier<DuckDb> duck;

  /** In the order in which they came; answered ones until their answer was fetched. */
  private final Map<String, Question> questions = new LinkedHashMap<>();

  private final ExecutorService answering =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("sql").factory());

  private volatile @Nullable TraceDatabase asked;
  private int last;

  Questions(Supplier<DuckDb> duck) {
    this.duck = duck;
  }

  /** Takes a question. */
  void ask(Exchange exchange, OpenTrace open) throws IOException {
    String text = question(exchange);
    long most = exchange.integer("most", 1, MOST_ROWS, 1000);
    answer(exchange, queue(exchange, () -> answer(open, text, most)));
  }

  /** Answers a request for the answer to a question that has been taken. */
  void look(Exchange exchange) throws IOException {
    answer(exchange, find(exchange));
  }

  /** Ends a question, wherever it is. */
  void withdraw(Exchange exchange) {
    Question question = find(exchange);
    boolean isRunning = question.isRunning();
    question.withdraw();
    TraceDatabase busy = asked;
    if (isRunning && busy != null) {
      busy.cancel();
    }
    exchange.empty(204);
  }

  private Question queue(Exchange exchange, Callable<byte[]> work) {
    synchronized (questions) {
      long waiting = questions.values().stream().filter(each -> !each.isDone()).count();
      if (waiting >= WAITING) {
        exchange.header("Retry-After", "60");
        throw new HttpException(503, waiting + " questions are waiting; try again in a minute");
      }
      if (questions.size() >= 2 * WAITING) {
        // The client of the oldest answered query has disconnected.
        questions.values().stream()
            .filter(Question::isDone)
            .findFirst()
            .ifPresent(each -> questions.remove(each.id()));
      }
      var question = new Question(Integer.toString(++last), work);
      questions.put(question.id(), question);
      answering.execute(question::run);
      return question;
    }
  }

  private Question find(Exchange exchange) {
    synchronized (questions) {
      Question found = questions.get(exchange.part("question"));
      if (found == null) {
        throw HttpException.notFound("this query does not exist, or has been answered");
      }
      return found;
    }
  }

  /** Returns how many come before it. */
  private int place(Question question) {
    synchronized (questions) {
      int before = 0;
      for (Question each : questions.values()) {
        if (each.equals(question)) {
          break;
        }
        before += each.isDone() ? 0 : 1;
      }
      return before;
    }
  }

  private void answer(Exchange exchange, Question question) throws IOException {
    byte @Nullable [] answer;
    boolean isKept = false;
    try {
      answer = question.await(MOMENT);
      isKept = answer == null;
    } catch (CancellationException e) {
      throw new HttpException(410, "the question was withdrawn");
    } finally {
      if (!isKept) {
        synchronized (questions) {
          questions.remove(question.id());
        }
      }
    }
    if (answer != null) {
      exchange.bytes("application/json", answer);
      return;
    }
    exchange.status(202);
    exchange.json(out -> {
      out.writeStringField("question", question.id());
      out.writeNumberField("before", place(question));
      out.writeNumberField("seconds", question.age().toSeconds());
    });
  }

  private byte[] answer(OpenTrace open, String question, long most) throws IOException {
    long begun = System.nanoTime();
    try {
      TraceDatabase database = database(open);
      asked = database;
      return Exchange.jsonBytes(out -> {
        boolean isWhole = database.ask(question, most, PATIENCE, new JsonRows(out));
        out.writeEndArray();
        out.writeBooleanField("whole", isWhole);
        out.writeNumberField("nanos", System.nanoTime() - begun);
      });
    } catch (MissingToolException e) {
      throw new HttpException(501, String.valueOf(e.getMessage()));
    } catch (SqlException e) {
      throw HttpException.badRequest(e.details());
    } finally {
      asked = null;
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

  private TraceDatabase database(OpenTrace open) throws IOException {
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
  private static final class JsonRows implements Rows {
    private final JsonGenerator out;
    private long characters;

    JsonRows(JsonGenerator out) {
      this.out = out;
    }

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
          default -> write(cell.toString());
        }
      }
      out.writeEndArray();
    }

    private void write(String text) throws IOException {
      characters += text.length();
      if (characters > MOST_CHARACTERS) {
        throw HttpException.badRequest(
            "the answer has more than " + MOST_CHARACTERS + " characters; query less");
      }
      out.writeString(text);
    }
  }
}
