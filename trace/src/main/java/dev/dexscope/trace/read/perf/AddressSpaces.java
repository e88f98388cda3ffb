package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.perf.CodeFrame.Runner;
import dev.dexscope.trace.read.perf.MappedFile.Symbol;
import dev.dexscope.trace.read.sampled.Frames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
  private final Set<String> dexNames = new HashSet<>();
  private int mappings;

  /**
   * A part of a file in memory, as far as no later one covers it.
   *
   * @param base where the part began
   * @param offset of the part in the file
   * @param end the last address
   * @param isByAddress whether the file's symbols are at addresses of the process
   */
  private record Mapping(
      long base,
      long offset,
      long end,
      String path,
      boolean isByAddress,
      Map<Long, CodeFrame> known) {
    Mapping until(long last) {
      return new Mapping(base, offset, last, path, isByAddress, known);
    }
  }

  AddressSpaces(ByteView in, Frames frames) {
    this.in = in;
    this.frames = frames;
  }

  /** The files whose functions are known, by their paths. */
  void describe(Map<String, MappedFile> known) {
    this.files = known;
    known.values().stream()
        .filter(MappedFile::isDex)
        .forEach(each -> dexNames.addAll(each.names()));
  }

  /**
   * Maps a part of a file, in the place of what is there.
   *
   * @param isByAddress whether the file's symbols are at addresses of the process
   */
  void map(
      long at, long pid, long start, long length, long offset, String path, boolean isByAddress) {
    if (length == 0) {
      return;
    }
    count(at, 2);
    TreeMap<Long, Mapping> all =
        byProcess.computeIfAbsent(pid, _ -> new TreeMap<>(Long::compareUnsigned));
    long last = start + length - 1;
    // The last address that there is, for a length that exceeds it.
    long end = Long.compareUnsigned(last, start) < 0 ? -1 : last;
    Map.Entry<Long, Mapping> reaching = all.floorEntry(end);
    if (end != -1 && reaching != null && isAfter(reaching.getValue().end(), end)) {
      all.put(end + 1, reaching.getValue());
    }
    Map.Entry<Long, Mapping> before = all.lowerEntry(start);
    if (before != null && !isAfter(start, before.getValue().end())) {
      all.put(before.getKey(), before.getValue().until(start - 1));
    }
    all.subMap(start, true, end, true).clear();
    all.put(start, new Mapping(start, offset, end, path, isByAddress, new HashMap<>()));
  }

  private static boolean isAfter(long address, long other) {
    return Long.compareUnsigned(address, other) > 0;
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

  /** The frame at an address of a process. */
  CodeFrame frame(long pid, long address, boolean inKernel) {
    Mapping mapping = find(inKernel ? KERNEL : pid, address);
    if (mapping == null) {
      String where = inKernel ? "[kernel]" : "[unknown]";
      return new CodeFrame(frames.of(where, hex(address), ""), Runner.NATIVE);
    }
    CodeFrame known = mapping.known().get(address);
    if (known == null) {
      known = frame(mapping, address);
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
    return below == null || isAfter(address, below.getValue().end()) ? null : below.getValue();
  }

  private CodeFrame frame(Mapping mapping, long address) {
    String path = mapping.path();
    MappedFile file = files.get(path);
    long inFile =
        file == null ? address - mapping.base() + mapping.offset() : at(mapping, file, address);
    Symbol symbol = file == null ? null : file.symbolAt(inFile);
    String name = path.substring(path.lastIndexOf('/') + 1);
    boolean isDex = file != null && file.isDex();
    if (symbol == null) {
      return new CodeFrame(frames.of(name, "+" + hex(inFile), ""), runner(path, "", isDex));
    }
    Runner runner = runner(path, symbol.name(), isDex);
    return new CodeFrame(
        switch (runner) {
          case INTERPRETER -> frames.ofDexCode(symbol.name());
          case JIT -> frames.ofDexCode(interpreted(symbol.name()));
          default -> frames.inLibrary(name, symbol.name());
        },
        runner);
  }

  /** Compiled code may be named with its parameters and its result, interpreted code is not. */
  private String interpreted(String compiled) {
    int open = compiled.indexOf('(');
    String plain = open < 0 ? "" : compiled.substring(compiled.lastIndexOf(' ', open) + 1, open);
    return dexNames.contains(plain) ? plain : compiled;
  }

  private static long at(Mapping mapping, MappedFile file, long address) {
    return mapping.isByAddress()
        ? address
        : file.address(address, mapping.base(), mapping.offset());
  }

  private static Runner runner(String path, String symbol, boolean isDex) {
    if (isDex) {
      return Runner.INTERPRETER;
    }
    if (isJit(path)) {
      return Runner.JIT;
    }
    if (symbol.endsWith("jni_trampoline")) {
      return Runner.TRAMPOLINE;
    }
    return path.endsWith("/libart.so") || path.endsWith("/libartd.so")
        ? Runner.RUNTIME
        : Runner.NATIVE;
  }

  /** Returns whether simpleperf has put compiled code there, in old versions under any name. */
  private static boolean isJit(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.contains("_jit_app_cache:")
        || name.contains("_jit_zygote_cache:")
        || name.startsWith("TemporaryFile");
  }
}
