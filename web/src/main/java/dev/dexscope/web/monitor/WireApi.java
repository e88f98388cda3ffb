package dev.dexscope.web.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.monitor.watch.Tail;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.wire.recording.WireLine;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The communication with a VM: live, and as a file. */
final class WireApi {
  /** The maximum number of packets in an event; slower readers miss those between. */
  private static final int MOST_LINES = 500;

  private static final long PAUSE_MILLIS = 300;

  private final Lookup lookup;
  private final Map<MonitoredVm, WireWatch> watches = new HashMap<>();

  WireApi(Lookup lookup) {
    this.lookup = lookup;
  }

  void addTo(Routes routes) {
    routes.add("POST", MonitorApi.ROOT + "vm/wire/start", lookup.ordering(this::start));
    routes.add("POST", MonitorApi.ROOT + "vm/wire/stop", lookup.ordering(vm -> watch(vm).stop()));
    routes.add("GET", MonitorApi.ROOT + "vm/wire/events", this::events);
    routes.add("GET", MonitorApi.ROOT + "vm/wire/file", this::file);
  }

  private synchronized WireWatch watch(MonitoredVm vm) {
    WireWatch found = watches.get(vm);
    if (found == null) {
      throw new HttpException(409, "the communication with this VM is not being recorded");
    }
    return found;
  }

  /** Returns whether there is something to look at. */
  synchronized boolean isWatched(MonitoredVm vm) {
    return watches.containsKey(vm);
  }

  /** Starts a new recording; the earlier one is discarded. */
  private synchronized void start(MonitoredVm vm) throws IOException {
    WireWatch before = watches.remove(vm);
    if (before != null) {
      before.close();
    }
    watches.values().removeIf(WireWatch::isOfNobody);
    watches.put(vm, new WireWatch(vm));
  }

  private void events(Exchange exchange) throws IOException {
    WireWatch watch = watch(lookup.vm(exchange));
    var events = new EventStream(exchange);
    try (var _ = watch.listen(events::raise)) {
      long next = 0;
      while (!watch.isClosed()) {
        Tail.Part<WireLine> part = watch.since(next, MOST_LINES);
        long missed = part.first() - next;
        events.send("wire", out -> lines(watch, part, missed, out));
        next = part.next();
        events.await(Long.MAX_VALUE);
        EventStream.pause(PAUSE_MILLIS);
      }
      events.send("gone", _ -> {});
    }
  }

  private static void lines(
      WireWatch watch, Tail.Part<WireLine> part, long missed, JsonGenerator out)
      throws IOException {
    out.writeBooleanField("running", watch.isRunning());
    out.writeNumberField("bytes", watch.bytes());
    out.writeBooleanField("full", watch.isFull());
    out.writeNumberField("missed", missed);
    out.writeNumberField("first", part.first());
    out.writeArrayFieldStart("lines");
    for (WireLine line : part.all()) {
      out.writeStartArray();
      out.writeNumber(line.time() / 1000);
      out.writeNumber(line.channel());
      out.writeString(String.valueOf(line.arrow()));
      out.writeString(line.words());
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private void file(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    WireWatch watch = watch(vm);
    exchange.header("Content-Disposition", MonitorApi.attachment(vm, ".wire"));
    exchange.stream("application/octet-stream", watch::copyTo);
  }
}
