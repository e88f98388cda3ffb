package dev.dexscope.web.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.monitor.hprof.HeapDump;
import dev.dexscope.monitor.vm.HeapMap;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Routes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;

/** The content of a VM's heap. */
final class HeapApi {
  private static final int MOST_CELLS = 1 << 16;
  private static final int MOST_CLASSES = 20_000;
  private static final List<HeapMap.Kind> KINDS = List.of(HeapMap.Kind.values());
  private static final List<HeapMap.Solidity> SOLIDITIES = List.of(HeapMap.Solidity.values());

  private final Lookup lookup;

  HeapApi(Lookup lookup) {
    this.lookup = lookup;
  }

  void addTo(Routes routes) {
    routes.add("GET", MonitorApi.ROOT + "vm/heap", this::map);
    routes.add("GET", MonitorApi.ROOT + "vm/hprof", this::dump);
    routes.add("POST", MonitorApi.ROOT + "vm/histogram", this::histogram);
    routes.add("POST", MonitorApi.ROOT + "vm/gc", lookup.ordering(vm -> vm.client().collect()));
  }

  private void map(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    int cells = (int) exchange.integer("cells", 1, MOST_CELLS, 4096);
    boolean isByObject = exchange.parameter("objects").equals("true");
    HeapMap map = Lookup.reachable(() -> vm.client().mapHeap(isByObject));
    exchange.json(out -> {
      out.writeNumberField("bytes", map.bytes());
      out.writeNumberField("freeEnd", map.freeEnd());
      out.writeArrayFieldStart("parts");
      for (HeapMap.Part part : map.parts()) {
        out.writeStartObject();
        out.writeStringField("kind", Exchange.word(part.kind()));
        out.writeStringField("solidity", Exchange.word(part.solidity()));
        out.writeNumberField("pieces", part.pieces());
        out.writeNumberField("bytes", part.bytes());
        out.writeEndObject();
      }
      out.writeEndArray();
      words("kinds", KINDS, out);
      words("solidities", SOLIDITIES, out);
      cells(map.cells(cells), out);
    });
  }

  private static void words(String name, List<? extends Enum<?>> constants, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (Enum<?> each : constants) {
      out.writeString(Exchange.word(each));
    }
    out.writeEndArray();
  }

  private static void cells(List<HeapMap.Cell> cells, JsonGenerator out) throws IOException {
    numbers("kind", cells, each -> KINDS.indexOf(each.kind()), out);
    numbers("solidity", cells, each -> SOLIDITIES.indexOf(each.solidity()), out);
    numbers("used", cells, each -> (int) Math.round(100 * each.used()), out);
  }

  private static void numbers(
      String name, List<HeapMap.Cell> cells, ToIntFunction<HeapMap.Cell> of, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (HeapMap.Cell cell : cells) {
      out.writeNumber(of.applyAsInt(cell));
    }
    out.writeEndArray();
  }

  private void dump(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    exchange.header("Content-Disposition", MonitorApi.attachment(vm, ".hprof"));
    VmClient client = Lookup.reachable(vm::client);
    Lookup.reachable(() -> {
      exchange.stream("application/octet-stream", client::dumpHeap);
      return client;
    });
  }

  /** Returns the objects of each class, from a dump that is not kept. */
  private void histogram(Exchange exchange) throws IOException {
    MonitoredVm vm = lookup.vm(exchange);
    Path file = Files.createTempFile("dexscope", ".hprof");
    try {
      Lookup.reachable(() -> {
        try (OutputStream out = Files.newOutputStream(file)) {
          return vm.client().dumpHeap(out);
        }
      });
      List<HeapDump.ClassCount> all = HeapDump.histogram(file);
      exchange.json(out -> {
        out.writeNumberField("time", System.currentTimeMillis());
        out.writeNumberField("total", all.size());
        out.writeArrayFieldStart("classes");
        for (HeapDump.ClassCount each : all.subList(0, Math.min(all.size(), MOST_CLASSES))) {
          out.writeStartArray();
          out.writeString(each.className());
          out.writeNumber(each.count());
          out.writeNumber(each.bytes());
          out.writeEndArray();
        }
        out.writeEndArray();
      });
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
