package dev.dexscope.web.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.monitor.vm.ThreadView;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitoredDevice;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.monitor.watch.Subscription;
import dev.dexscope.monitor.watch.VmIdentity;
import dev.dexscope.monitor.watch.VmState;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Routes;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Devices and VMs as a {@link Monitor} knows them: what there is, events while a page looks,
 * questions and orders. A VM is named in the query by {@code device} and {@code pid}.
 *
 * <pre>{@code
 * new MonitorApi(monitor, traces::keep).addTo(routes);
 * }</pre>
 */
public final class MonitorApi {
  static final String ROOT = "/api/v1/";
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final int MOST_HEAP_FIGURES = 600;

  /** Old enough not to be of interest on a page that shows minutes. */
  private static final long SHOWN_MILLIS = 5 * 60_000;

  private final Monitor monitor;
  private final Lookup lookup;
  private final TraceKeeper keeper;
  private final Recordings recordings;
  private final WireApi wire;
  private final Debuggers debuggers;

  /** The number of pages that show a VM's threads. */
  private final Map<MonitoredVm, Integer> watchers = new HashMap<>();

  /**
   * @param keeper keeps the traces that are recorded from the page
   */
  public MonitorApi(Monitor monitor, TraceKeeper keeper) {
    this.monitor = monitor;
    this.keeper = keeper;
    lookup = new Lookup(monitor);
    debuggers = new Debuggers(monitor);
    recordings = new Recordings(keeper);
    wire = new WireApi(lookup);
  }

  /** Adds the routes. */
  public void addTo(Routes routes) {
    routes.add("GET", ROOT + "devices", exchange -> exchange.json(this::devices));
    routes.add("GET", ROOT + "devices/events", this::deviceEvents);
    routes.add("GET", ROOT + "vm/events", this::vmEvents);
    routes.add("GET", ROOT + "vm/stack", this::stack);
    routes.add("POST", ROOT + "vm/trace/start", this::startTrace);
    routes.add("POST", ROOT + "vm/trace/stop", this::stopTrace);
    routes.add("POST", ROOT + "vm/debugger", this::debugger);
    routes.add("POST", ROOT + "vm/select", this::select);
    routes.add("POST", ROOT + "vm/exit", lookup.ordering(vm -> vm.client().exit(1)));
    new HeapApi(lookup).addTo(routes);
    new AllocationsApi(lookup, keeper).addTo(routes);
    new LocksApi(lookup).addTo(routes);
    wire.addTo(routes);
    new DeviceApi(lookup).addTo(routes);
  }

  /** Returns the header with the name of a VM's file. */
  static String attachment(MonitoredVm vm, String suffix) {
    return "attachment; filename=\"" + vm.name().replaceAll("[^A-Za-z0-9._-]", "_") + suffix + "\"";
  }

  /** A frame as stack traces show it. */
  static String words(ThreadChunk.StackFrame frame) {
    String file = frame.file() == null ? "" : frame.file();
    String line = frame.line() > 0 ? ":" + frame.line() : frame.line() == -2 ? " (native)" : "";
    return frame.className() + "." + frame.method() + "  " + file + line;
  }

  private void devices(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("devices");
    for (MonitoredDevice device : monitor.devices()) {
      out.writeStartObject();
      out.writeStringField("serial", device.serial());
      out.writeStringField("state", device.state());
      out.writeStringField("problem", device.problem());
      out.writeStringField("model", device.details().getOrDefault("model", ""));
      out.writeBooleanField("services", device.hasServices());
      out.writeArrayFieldStart("vms");
      for (MonitoredVm vm : device.vms()) {
        out.writeStartObject();
        identity(vm, out);
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void identity(MonitoredVm vm, JsonGenerator out) throws IOException {
    out.writeNumberField("pid", vm.pid());
    out.writeStringField("name", vm.name());
    out.writeStringField("state", Exchange.word(vm.state()));
    out.writeStringField("problem", vm.problem());
    out.writeBooleanField("waits", vm.waitsForDebugger());
    out.writeBooleanField("tracing", recordings.isRunning(vm));
    out.writeBooleanField("wire", wire.isWatched(vm));
    out.writeNumberField("debugger", debuggers.port(vm));
    out.writeNumberField("selected", debuggers.selected(vm));
    Optional<VmIdentity> identity = vm.identity();
    if (identity.isPresent()) {
      VmIdentity known = identity.get();
      out.writeStringField("vm", known.vm());
      out.writeStringField("abi", known.abi() == null ? "" : known.abi());
      out.writeStringField("package", known.packageName() == null ? "" : known.packageName());
      out.writeArrayFieldStart("features");
      for (String feature : known.features()) {
        out.writeString(feature);
      }
      out.writeEndArray();
    }
  }

  /** Sends the current state, whenever it has changed. */
  private void deviceEvents(Exchange exchange) throws IOException {
    var events = new EventStream(exchange);
    try (Subscription _ = monitor.listen(_ -> events.raise())) {
      while (true) {
        events.send("devices", this::devices);
        events.await(Long.MAX_VALUE);
      }
    }
  }

  /** A VM's threads and heap, each second, while the page looks. */
  private void vmEvents(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    var events = new EventStream(exchange);
    watch(vm, 1);
    try (Subscription _ = vm.listen(_ -> events.raise())) {
      long since = 0;
      while (vm.state() != VmState.GONE) {
        askForHeap(vm);
        long from = since;
        since = System.currentTimeMillis();
        events.send("vm", out -> live(vm, from, out));
        events.await(BETWEEN_LOOKS.toMillis());
        EventStream.pause(BETWEEN_LOOKS.toMillis() / 2);
      }
      events.send("gone", _ -> {});
    } finally {
      watch(vm, -1);
    }
  }

  private static void askForHeap(MonitoredVm vm) {
    try {
      vm.client().notifyHeapOnce();
    } catch (IOException e) {
      // It is not attached now; the page receives its state.
    }
  }

  private void watch(MonitoredVm vm, int more) {
    synchronized (watchers) {
      int count = watchers.merge(vm, more, Integer::sum);
      if (count <= 0) {
        watchers.remove(vm);
        vm.sampleThreads(null);
      } else if (count == 1 && more > 0) {
        vm.sampleThreads(BETWEEN_LOOKS);
      }
    }
  }

  private void live(MonitoredVm vm, long since, JsonGenerator out) throws IOException {
    identity(vm, out);
    long now = System.currentTimeMillis();
    out.writeNumberField("now", now);
    out.writeArrayFieldStart("threads");
    for (ThreadView thread : vm.threads()) {
      out.writeStartObject();
      out.writeNumberField("id", thread.thread().id());
      out.writeNumberField("tid", thread.thread().tid());
      out.writeStringField("name", thread.thread().name());
      out.writeStringField("state", thread.thread().state().toString());
      out.writeNumberField("user", thread.thread().userMillis());
      out.writeNumberField("system", thread.thread().systemMillis());
      out.writeBooleanField("daemon", thread.thread().daemon());
      out.writeNumberField("cpu", Math.round(1000 * thread.cpu()) / 1000.0);
      out.writeArrayFieldStart("spans");
      for (ThreadView.Span span : thread.spans()) {
        if (span.to() >= now - SHOWN_MILLIS) {
          out.writeStartArray();
          out.writeString(span.state().toString());
          out.writeNumber(span.from());
          out.writeNumber(span.to());
          out.writeEndArray();
        }
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    out.writeEndArray();
    heapFigures(vm, since, out);
  }

  /** Those that the page has not seen. */
  private static void heapFigures(MonitoredVm vm, long since, JsonGenerator out)
      throws IOException {
    List<HeapChunk.HeapInfo> all = vm.heapHistory();
    List<HeapChunk.HeapInfo> last =
        all.subList(Math.max(0, all.size() - MOST_HEAP_FIGURES), all.size());
    out.writeArrayFieldStart("heap");
    for (HeapChunk.HeapInfo info : last) {
      if (info.time() >= since - BETWEEN_LOOKS.toMillis()) {
        out.writeStartObject();
        out.writeNumberField("heap", info.heap());
        out.writeNumberField("time", info.time());
        out.writeNumberField("why", info.why());
        out.writeNumberField("most", info.most());
        out.writeNumberField("size", info.size());
        out.writeNumberField("bytes", info.bytes());
        out.writeNumberField("objects", info.objects());
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  private void stack(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    int thread = (int) exchange.integer("thread", 0, Integer.MAX_VALUE, 0);
    List<ThreadChunk.StackFrame> frames = Lookup.reachable(() -> vm.client().stack(thread));
    exchange.json(out -> {
      out.writeArrayFieldStart("frames");
      for (ThreadChunk.StackFrame frame : frames) {
        out.writeString(words(frame));
      }
      out.writeEndArray();
    });
  }

  private void startTrace(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    int interval = (int) exchange.integer("interval", 0, 1_000_000, 0);
    Lookup.reachable(() -> recordings.start(vm, interval));
    exchange.empty(204);
  }

  private void stopTrace(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    String id = Lookup.reachable(() -> recordings.stop(vm));
    exchange.status(201);
    exchange.json(out -> out.writeStringField("id", id));
  }

  private void select(Exchange exchange) throws IOException {
    int port = debuggers.select(lookup.vm(exchange));
    exchange.json(out -> out.writeNumberField("port", port));
  }

  private void debugger(Exchange exchange) throws IOException {
    int port = debuggers.open(lookup.vm(exchange));
    exchange.json(out -> out.writeNumberField("port", port));
  }
}
