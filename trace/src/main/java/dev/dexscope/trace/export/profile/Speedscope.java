package dev.dexscope.trace.export.profile;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.View;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * speedscope's own format: one evented profile for each thread, open and close events in order,
 * frames shared. Opens at speedscope.app or in its npm package.
 */
public final class Speedscope {
  private Speedscope() {}

  public static void write(View view, OutputStream out) throws IOException {
    boolean wall = view.trace().info().clock().hasWall();
    try (var spool = new Spool();
        JsonGenerator json =
            new JsonFactory()
                .createGenerator(out, JsonEncoding.UTF8)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      var events = new Events(spool, wall, view.trace().threads().size());
      view.replay(events);
      json.writeStartObject();
      json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
      json.writeStringField("exporter", "dexscope");
      json.writeStringField("name", view.title());
      json.writeNumberField("activeProfileIndex", 0);
      json.writeObjectFieldStart("shared");
      frames(view, json);
      json.writeEndObject();
      List<Integer> threads =
          view.threads().stream().map(View.Part::number).filter(spool::has).toList();
      TraceFacts.write(view, threads, json);
      json.writeArrayFieldStart("profiles");
      for (int thread : threads) {
        profile(view, spool, events, thread, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void frames(View view, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("frames");
    for (int i = 0; i < view.methods().size(); i++) {
      Method method = view.methods().get(i);
      json.writeStartObject();
      json.writeStringField("name", method.fullName());
      if (!method.file().isEmpty()) {
        json.writeStringField("file", method.file());
      }
      if (method.line() > 0) {
        json.writeNumberField("line", method.line());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void profile(View view, Spool spool, Events events, int thread, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "evented");
    json.writeStringField("name", view.trace().threads().get(thread).name());
    boolean isTime = view.trace().info().weights().isEmpty();
    json.writeStringField("unit", isTime ? "nanoseconds" : "none");
    json.writeNumberField("startValue", events.first[thread]);
    json.writeNumberField("endValue", events.last[thread]);
    json.writeArrayFieldStart("events");
    try (var in = new DataInputStream(spool.read(thread))) {
      while (true) {
        int type = in.read();
        if (type < 0) {
          break;
        }
        json.writeStartObject();
        json.writeStringField("type", type == 'O' ? "O" : "C");
        json.writeNumberField("frame", in.readInt());
        json.writeNumberField("at", in.readLong());
        json.writeEndObject();
      }
    } catch (EOFException e) {
      throw new IOException("the temporary file of thread " + thread + " was cut off", e);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Spools each event in 13 bytes. */
  private static final class Events implements CallVisitor {
    private final Spool spool;
    private final boolean wall;
    final long[] first;
    final long[] last;

    Events(Spool spool, boolean wall, int threads) {
      this.spool = spool;
      this.wall = wall;
      this.first = new long[threads];
      this.last = new long[threads];
    }

    @Override
    public void enter(int thread, int method, long wallTime, long cpu) {
      event('O', thread, method, wall ? wallTime : cpu);
    }

    @Override
    public void exit(int thread, int method, long wallTime, long cpu, boolean exception) {
      event('C', thread, method, wall ? wallTime : cpu);
    }

    private void event(char type, int thread, int method, long time) {
      try {
        if (!spool.has(thread)) {
          first[thread] = time;
        }
        last[thread] = time;
        var out = new DataOutputStream(spool.of(thread));
        out.writeByte(type);
        out.writeInt(method);
        out.writeLong(time);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
