package dev.dexscope.web.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.text.TypeName;
import dev.dexscope.monitor.vm.ThreadView;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.AllocationChunk.Allocation;
import dev.dexscope.wire.ddm.AllocationChunk.AllocationFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** A VM's allocations: as a table, and by stacks. */
final class AllocationsApi {
  private static final int MOST_ROWS = 2000;

  private final Lookup lookup;
  private final TraceKeeper keeper;

  /** The records of VMs that were stopped: they discard theirs. */
  private final Map<MonitoredVm, AllocationChunk.Recent> stopped =
      Collections.synchronizedMap(new WeakHashMap<>());

  AllocationsApi(Lookup lookup, TraceKeeper keeper) {
    this.lookup = lookup;
    this.keeper = keeper;
  }

  void addTo(Routes routes) {
    String address = MonitorApi.ROOT + "vm/allocations";
    routes.add("GET", address, this::table);
    routes.add("POST", address + "/start", lookup.ordering(this::start));
    routes.add("POST", address + "/stop", lookup.ordering(this::stop));
    routes.add("POST", address + "/flame", this::flame);
  }

  private void start(MonitoredVm vm) throws IOException {
    vm.client().recordAllocations(true);
    stopped.remove(vm);
  }

  private void stop(MonitoredVm vm) throws IOException {
    AllocationChunk.Recent last = vm.client().allocations();
    vm.client().recordAllocations(false);
    if (!last.allocations().isEmpty()) {
      stopped.put(vm, last);
    }
  }

  private AllocationChunk.Recent recent(MonitoredVm vm) throws IOException {
    AllocationChunk.Recent last = stopped.get(vm);
    return last == null ? Lookup.reachable(() -> vm.client().allocations()) : last;
  }

  /** The newest first. */
  private void table(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    AllocationChunk.Recent recent = recent(vm);
    String missing = Lookup.reachable(() -> vm.client().missingAllocations());
    List<Allocation> all = recent.allocations();
    exchange.json(out -> {
      out.writeNumberField("total", all.size());
      out.writeStringField("missing", missing);
      out.writeArrayFieldStart("allocations");
      for (Allocation each : all.subList(0, Math.min(all.size(), MOST_ROWS))) {
        row(recent, each, out);
      }
      out.writeEndArray();
    });
  }

  private static void row(AllocationChunk.Recent recent, Allocation allocation, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("class", TypeName.of(recent.classes().get(allocation.type())));
    out.writeNumberField("size", allocation.size());
    out.writeNumberField("thread", allocation.thread());
    out.writeArrayFieldStart("stack");
    for (AllocationFrame frame : allocation.frames()) {
      String line = frame.line() > 0 ? ":" + frame.line() : "";
      out.writeString(method(recent, frame) + " (" + recent.files().get(frame.file()) + line + ")");
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private static String method(AllocationChunk.Recent recent, AllocationFrame frame) {
    return TypeName.of(recent.classes().get(frame.type()))
        + "."
        + recent.methods().get(frame.method());
  }

  /** Keeps them as a profile whose microseconds are bytes, so that it can be looked into. */
  private void flame(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    AllocationChunk.Recent recent = recent(vm);
    if (recent.allocations().isEmpty()) {
      throw new HttpException(409, "no allocation has been recorded");
    }
    Path file = Files.createTempFile("dexscope", ".collapsed");
    file.toFile().deleteOnExit();
    Files.write(file, stacks(recent, threadNames(vm)));
    String missing = Lookup.reachable(() -> vm.client().missingAllocations());
    String id = keeper.keep(vm.name() + " allocations", file);
    exchange.status(201);
    exchange.json(out -> {
      out.writeStringField("id", id);
      out.writeNumberField("allocations", recent.allocations().size());
      out.writeStringField("missing", missing);
    });
  }

  private static Map<Integer, String> threadNames(MonitoredVm vm) {
    Map<Integer, String> names = new HashMap<>();
    for (ThreadView each : vm.threads()) {
      names.put(each.thread().id(), each.thread().name());
    }
    return names;
  }

  /** A line for each stack, the thread first, the class last, then bytes. */
  private static List<String> stacks(AllocationChunk.Recent recent, Map<Integer, String> names) {
    Map<String, Long> sums = new TreeMap<>();
    for (Allocation each : recent.allocations()) {
      StringBuilder stack = new StringBuilder();
      stack.append(word(names.getOrDefault(each.thread(), "thread " + each.thread())));
      for (AllocationFrame frame : each.frames().reversed()) {
        stack.append(';').append(word(method(recent, frame)));
      }
      stack.append(';').append(word(TypeName.of(recent.classes().get(each.type()))));
      sums.merge(stack.toString(), each.size(), Long::sum);
    }
    List<String> lines = new ArrayList<>();
    sums.forEach((stack, bytes) -> lines.add(stack + " " + bytes));
    return lines;
  }

  /** A name without what would divide it there. */
  private static String word(String name) {
    StringBuilder plain = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      plain.append(each == ';' || Character.isISOControl(each) ? '_' : each);
    }
    return plain.isEmpty() ? "?" : plain.toString();
  }
}
