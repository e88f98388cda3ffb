package dev.dexscope.web.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.monitor.vm.Contention;
import dev.dexscope.monitor.vm.LockWaits;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.monitor.watch.VmState;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.wire.ddm.ThreadChunk;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The threads that wait for locks of others: now, and over a time. */
final class LocksApi {
  private static final int MOST_SITES = 500;
  private static final int MOST_WAITS = 1000;

  private final Lookup lookup;
  private final Map<MonitoredVm, ContentionWatch> watches = new HashMap<>();

  LocksApi(Lookup lookup) {
    this.lookup = lookup;
  }

  void addTo(Routes routes) {
    routes.add("GET", MonitorApi.ROOT + "vm/locks", this::locks);
    routes.add("GET", MonitorApi.ROOT + "vm/contention", this::contention);
    routes.add("POST", MonitorApi.ROOT + "vm/contention/start", lookup.ordering(this::start));
    routes.add(
        "POST", MonitorApi.ROOT + "vm/contention/stop", lookup.ordering(vm -> watch(vm).stop()));
  }

  private void locks(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    LockWaits now = Lookup.reachable(() -> vm.client().lockWaits());
    exchange.json(out -> {
      out.writeNumberField("total", now.waits().size());
      out.writeArrayFieldStart("waits");
      waits(now.waits(), out);
      out.writeEndArray();
      out.writeArrayFieldStart("deadlocks");
      for (List<LockWaits.Wait> circle : now.deadlocks()) {
        out.writeStartArray();
        waits(circle, out);
        out.writeEndArray();
      }
      out.writeEndArray();
    });
  }

  private static void waits(List<LockWaits.Wait> waits, JsonGenerator out) throws IOException {
    for (LockWaits.Wait wait : waits.subList(0, Math.min(waits.size(), MOST_WAITS))) {
      out.writeStartObject();
      out.writeStringField("lock", wait.lock());
      party("waiter", wait.waiter(), out);
      party("owner", wait.owner(), out);
      out.writeEndObject();
    }
  }

  private static void party(String name, LockWaits.Party party, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(name);
    out.writeNumberField("id", party.id());
    out.writeStringField("name", party.name());
    out.writeStringField("at", party.place());
    frames("frames", party.frames(), out);
    out.writeEndObject();
  }

  private static void frames(String name, List<ThreadChunk.StackFrame> frames, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (ThreadChunk.StackFrame frame : frames) {
      out.writeString(MonitorApi.words(frame));
    }
    out.writeEndArray();
  }

  private synchronized ContentionWatch watch(MonitoredVm vm) {
    ContentionWatch found = watches.get(vm);
    if (found == null) {
      throw new HttpException(409, "contention of this VM is not recorded");
    }
    return found;
  }

  /** Starts a new observation; the earlier one is discarded. */
  private void start(MonitoredVm vm) throws IOException {
    // Fails if the VM does not support it.
    LockWaits first = vm.client().lockWaits();
    synchronized (this) {
      ContentionWatch before = watches.remove(vm);
      if (before != null) {
        before.stop();
      }
      watches.keySet().removeIf(each -> each.state() == VmState.GONE);
      watches.put(vm, new ContentionWatch(vm, first));
    }
  }

  private void contention(Exchange exchange) throws IOException {
    ContentionWatch watch = watch(lookup.vm(exchange));
    List<Contention.Site> sites = watch.sites();
    exchange.json(out -> {
      out.writeBooleanField("running", watch.isRunning());
      out.writeStringField("problem", watch.problem());
      out.writeNumberField("millis", watch.millis());
      out.writeNumberField("total", sites.size());
      out.writeArrayFieldStart("sites");
      for (Contention.Site site : sites.subList(0, Math.min(sites.size(), MOST_SITES))) {
        out.writeStartObject();
        out.writeStringField("lock", site.lock());
        out.writeStringField("waiter", site.waiter());
        out.writeStringField("at", site.at());
        out.writeStringField("owner", site.owner());
        out.writeStringField("ownerAt", site.ownerAt());
        out.writeNumberField("looks", site.looks());
        out.writeNumberField("millis", site.millis());
        frames("waiterFrames", site.waiterFrames(), out);
        frames("ownerFrames", site.ownerFrames(), out);
        out.writeEndObject();
      }
      out.writeEndArray();
    });
  }
}
