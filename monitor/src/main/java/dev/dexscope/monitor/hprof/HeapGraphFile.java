package dev.dexscope.monitor.hprof;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.read.PerfettoPackets;
import dev.dexscope.trace.retrace.PacketMappings;
import dev.dexscope.trace.retrace.SourceNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The heap graphs in a trace of Perfetto. Each is in several packets of one sequence; several
 * sequences may be interleaved. Field numbers are those of protos/perfetto/trace/trace_packet.proto
 * and protos/third_party/android/art/heap_graph.proto.
 */
final class HeapGraphFile {
  private static final int SEQUENCE_ID = 10;
  private static final int HEAP_GRAPH = 56;

  private final String name;
  private final PerfettoPackets packets;
  private final List<Graph> graphs = new ArrayList<>();
  private final PacketMappings mappings = new PacketMappings();

  /** A graph of a process. */
  private static final class Graph {
    final long pid;
    long packets;
    boolean isWhole;
    boolean hasGaps;

    Graph(long pid) {
      this.pid = pid;
    }
  }

  private HeapGraphFile(Path file, PerfettoPackets packets) {
    name = file.toString();
    this.packets = packets;
    forEach(this::take, mappings::take);
  }

  private void take(int graph, ByteView packet) {
    ProtoMessage message = new ProtoMessage(packet);
    if (graph == graphs.size()) {
      graphs.add(new Graph(message.number(1)));
    }
    Graph of = graphs.get(graph);
    of.hasGaps |= message.number(6) != of.packets;
    of.packets++;
    of.isWhole = message.number(5) == 0;
  }

  /** Opens a file; null if it is no trace of Perfetto's. */
  static @Nullable HeapGraphFile open(Path file) throws IOException {
    PerfettoPackets packets = PerfettoPackets.open(file);
    return packets == null ? null : new HeapGraphFile(file, packets);
  }

  /**
   * Receives the packets of graphs, which are numbered from 0 on as they begin; or other fields by
   * their numbers.
   */
  private interface Visitor {
    void packet(int number, ByteView packet);
  }

  private void forEach(Visitor visitor, Visitor others) {
    Map<Long, Integer> current = new HashMap<>();
    Map<Integer, Long> pidOf = new HashMap<>();
    packets.forEach(packet -> {
      long sequence = 0;
      ByteView graph = null;
      var fields = new ProtoReader(packet);
      while (fields.next()) {
        boolean isMessage = fields.wireType() == ProtoReader.LENGTH;
        switch (fields.number()) {
          case SEQUENCE_ID -> sequence = isMessage ? 0 : ProtoReader.varint(fields.value());
          case HEAP_GRAPH -> graph = isMessage ? fields.value() : null;
          default -> {
            if (isMessage) {
              others.packet(fields.number(), fields.value());
            }
          }
        }
      }
      if (graph == null) {
        return;
      }
      ProtoMessage message = new ProtoMessage(graph);
      long pid = message.number(1);
      Integer number = current.get(sequence);
      if (number == null || pidOf.getOrDefault(number, pid) != pid) {
        number = pidOf.size();
        pidOf.put(number, pid);
        current.put(sequence, number);
      }
      visitor.packet(number, graph);
      if (message.number(5) == 0) {
        current.remove(sequence);
      }
    });
  }

  /** Goes through the packets of a graph. */
  void forEach(int graph, Consumer<ByteView> use) {
    forEach(
        (number, packet) -> {
          if (number == graph) {
            use.accept(packet);
          }
        },
        (_, _) -> {});
  }

  /** Returns the names that the trace has for the code of an app; empty for the process's own. */
  SourceNames names(int graph, String app) {
    return new SourceNames(app.isEmpty() ? mappings.of(graphs.get(graph).pid) : mappings.of(app));
  }

  /**
   * Returns the last graph of a process that is whole.
   *
   * @param pid the process; {@link DumpOptions#ONLY} if there is one
   */
  int choose(long pid) {
    Map<Long, Integer> last = new LinkedHashMap<>();
    for (int i = 0; i < graphs.size(); i++) {
      Integer before = last.get(graphs.get(i).pid);
      if (before == null || graphs.get(i).isWhole || !graphs.get(before).isWhole) {
        last.put(graphs.get(i).pid, i);
      }
    }
    if (last.isEmpty()) {
      throw new HprofFormatException(name, 0, "is a trace of Perfetto without a heap graph");
    }
    if (pid == DumpOptions.ONLY && last.size() == 1) {
      return last.values().iterator().next();
    }
    Integer found = last.get(pid);
    if (found == null) {
      throw new RefusedFileException(
          "has heap graphs of "
              + last.keySet().stream().map(this::process).collect(Collectors.joining(", ")),
          name,
          "name one: --pid " + last.keySet().iterator().next());
    }
    return found;
  }

  private String process(long pid) {
    String process = mappings.processName(pid);
    return pid + (process.isEmpty() ? "" : " (" + process + ")");
  }

  /** Returns whether all packets of a graph are there. */
  boolean isWhole(int graph) {
    return graphs.get(graph).isWhole && !graphs.get(graph).hasGaps;
  }

  /** Returns the exception for what a graph cannot be. */
  HprofFormatException fault(ByteView at, String reason) {
    return new HprofFormatException(name, at.start(), reason);
  }
}
