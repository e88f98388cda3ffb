package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.perf.MappedFile.Symbol;
import dev.dexscope.trace.read.sampled.Frames;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which file is mapped where in which process, and so which function an address is in. */
final class AddressSpaces {
  /** The kernel's mappings are of no process. */
  static final long KERNEL = 0xffffffffL;

  /** No device has so many mappings: a file that lists more makes them up. */
  private static final int MOST_MAPPINGS = 1 << 22;

  private final ByteView in;
  private final Frames frames;
  private final Map<Long, TreeMap<Long, Mapping>> byProcess = new HashMap<>();
  private Map<String, MappedFile> files = Map.of();
  private int mappings;

  /** A part of a file in memory. */
  private record Mapping(
      long start, long length, long offset, String path, Map<Long, Integer> known) {
    boolean holds(long address) {
      return address - start >= 0 && Long.compareUnsigned(address - start, length) < 0;
    }
  }

  AddressSpaces(ByteView in, Frames frames) {
    this.in = in;
    this.frames = frames;
  }

  /** The files whose functions are known, by their paths. */
  void describe(Map<String, MappedFile> known) {
    this.files = known;
  }

  void map(long at, long pid, long start, long length, long offset, String path) {
    count(at, 1);
    byProcess
        .computeIfAbsent(pid, _ -> new TreeMap<>(Long::compareUnsigned))
        .put(start, new Mapping(start, length, offset, path, new HashMap<>()));
  }

  /** A process begins with what its parent has. */
  void fork(long at, long pid, long parent) {
    TreeMap<Long, Mapping> ofParent = byProcess.get(parent);
    if (pid != parent && ofParent != null) {
      count(at, ofParent.size());
      byProcess.put(pid, new TreeMap<>(ofParent));
    }
  }

  private void count(long at, int more) {
    mappings += more;
    if (mappings > MOST_MAPPINGS) {
      throw in.fault(at, "more than " + MOST_MAPPINGS + " mappings");
    }
  }

  /** The method at an address of a process. */
  int method(long pid, long address, boolean inKernel) {
    Mapping mapping = find(inKernel ? KERNEL : pid, address);
    if (mapping == null) {
      return inKernel
          ? frames.of("[kernel]", hex(address), "")
          : frames.of("[unknown]", hex(address), "");
    }
    Integer known = mapping.known().get(address);
    if (known == null) {
      known = method(mapping, address);
      mapping.known().put(address, known);
    }
    return known;
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  private @Nullable Mapping find(long pid, long address) {
    TreeMap<Long, Mapping> of = byProcess.get(pid);
    Map.Entry<Long, Mapping> below = of == null ? null : of.floorEntry(address);
    return below != null && below.getValue().holds(address) ? below.getValue() : null;
  }

  private int method(Mapping mapping, long address) {
    String path = mapping.path();
    MappedFile file = files.get(path);
    long inFile =
        file == null
            ? address - mapping.start() + mapping.offset()
            : file.address(address, mapping.start(), mapping.offset());
    Symbol symbol = file == null ? null : file.symbolAt(inFile);
    String name = path.substring(path.lastIndexOf('/') + 1);
    return symbol == null
        ? frames.of(name, "+" + hex(inFile), "")
        : frames.inLibrary(name, symbol.name());
  }
}
