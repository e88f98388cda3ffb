package dev.dexscope.web.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.monitor.device.HostFigures;
import dev.dexscope.monitor.device.LogLine;
import dev.dexscope.monitor.watch.DeviceLog;
import dev.dexscope.monitor.watch.MonitoredDevice;
import dev.dexscope.monitor.watch.Subscription;
import dev.dexscope.monitor.watch.Tail;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Routes;
import java.io.IOException;

/** The properties of a device besides its VMs: its system, its log. */
final class DeviceApi {
  /** The maximum number of lines in an event; slower readers miss those between. */
  private static final int MOST_LINES = 1000;

  private static final long PAUSE_MILLIS = 300;

  private final Lookup lookup;

  DeviceApi(Lookup lookup) {
    this.lookup = lookup;
  }

  void addTo(Routes routes) {
    routes.add("GET", MonitorApi.ROOT + "device/host", this::host);
    routes.add("GET", MonitorApi.ROOT + "device/log/events", this::log);
  }

  private void host(Exchange exchange) throws IOException {
    MonitoredDevice device = lookup.device(exchange);
    HostFigures figures = Lookup.reachable(device::host);
    exchange.json(out -> {
      out.writeNumberField("load", figures.load());
      out.writeNumberField("memory", figures.memory());
      out.writeNumberField("available", figures.available());
      out.writeArrayFieldStart("disks");
      for (HostFigures.Disk disk : figures.disks()) {
        out.writeStartObject();
        out.writeStringField("mounted", disk.mounted());
        out.writeNumberField("bytes", disk.bytes());
        out.writeNumberField("free", disk.free());
        out.writeEndObject();
      }
      out.writeEndArray();
    });
  }

  /** The log's lines as they arrive; {@code pid} selects those of one process. */
  private void log(Exchange exchange) throws IOException {
    DeviceLog log = lookup.device(exchange).log();
    int pid = (int) exchange.integer("pid", 0, Integer.MAX_VALUE, 0);
    var events = new EventStream(exchange);
    try (Subscription _ = log.watch(events::raise)) {
      long next = 0;
      while (true) {
        Tail.Part<LogLine> part = log.since(next, MOST_LINES);
        long missed = part.first() - next;
        events.send("log", out -> lines(log, part, missed, pid, out));
        next = part.next();
        events.await(Long.MAX_VALUE);
        EventStream.pause(PAUSE_MILLIS);
      }
    }
  }

  private static void lines(
      DeviceLog log, Tail.Part<LogLine> part, long missed, int pid, JsonGenerator out)
      throws IOException {
    out.writeStringField("problem", log.problem());
    out.writeNumberField("missed", missed);
    out.writeArrayFieldStart("lines");
    for (LogLine line : part.all()) {
      if (pid == 0 || line.pid() == pid) {
        out.writeStartArray();
        out.writeString(line.time());
        out.writeNumber(line.pid());
        out.writeNumber(line.tid());
        out.writeString(String.valueOf(line.level()));
        out.writeString(line.tag());
        out.writeString(line.message());
        out.writeEndArray();
      }
    }
    out.writeEndArray();
  }
}
