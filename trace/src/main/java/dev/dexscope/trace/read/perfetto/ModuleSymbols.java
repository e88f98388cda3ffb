package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions at addresses that a symbolizer has added to a trace. Field numbers are those of
 * {@code ModuleSymbols} in protos/perfetto/trace/profiling/profile_common.proto.
 */
final class ModuleSymbols {
  private final Map<Address, List<Line>> lines = new HashMap<>();

  /** A place in a file, which its build id identifies where it has one. */
  private record Address(String module, long address) {}

  /** A function, its source file and the line in it; 0 if it is not known. */
  record Line(String function, String file, int line) {}

  void add(ByteView module) {
    ProtoMessage message = new ProtoMessage(module);
    String name = module(message.text(1), message.text(2));
    message.forEach(
        3,
        symbols -> {
          List<Line> there = new ArrayList<>();
          symbols.forEach(2, of -> there.add(new Line(of.text(1), of.text(2), line(of.number(3)))));
          if (!there.isEmpty()) {
            lines.put(new Address(name, symbols.number(1)), there);
          }
        });
  }

  /** Returns the functions at an address from an inlined one out; none if they are not known. */
  List<Line> at(String path, String buildId, long address) {
    return lines.getOrDefault(new Address(module(path, buildId), address), List.of());
  }

  /** The number of a line of 32 bits; more is none. */
  static int line(long number) {
    return Math.clamp(number, 0, Integer.MAX_VALUE);
  }

  private static String module(String path, String buildId) {
    return buildId.isEmpty() ? path : buildId;
  }
}
