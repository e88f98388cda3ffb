package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.LineSamples;
import dev.dexscope.trace.read.sampled.SourceStacks;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.read.sampled.Stacks;
import dev.dexscope.trace.read.system.Processes;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.trace.retrace.PacketMappings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The callstacks of a trace, with the functions and names that the trace has for them. */
final class Callstacks {
  private static final int MODULE_SYMBOLS = 61;
  private static final int UNKNOWN = -1;
  private static final int DEEPEST = 1 << 16;

  private final Frames frames;
  private final MethodIds methods;
  private final Processes processes;
  private final ModuleSymbols symbols = new ModuleSymbols();
  private final PacketMappings mappings = new PacketMappings();
  private final Map<Optional<Mapping>, SourceStacks> sources = new HashMap<>();
  private final Stacks stacks = new Stacks();

  Callstacks(MethodIds methods, Frames frames, Processes processes) {
    this.methods = methods;
    this.frames = frames;
    this.processes = processes;
  }

  /** Takes what tools have added to the trace, often at its end, before any frame is read. */
  void survey(int number, ByteView value) {
    if (number == MODULE_SYMBOLS) {
      symbols.add(value);
    } else {
      mappings.take(number, value);
    }
  }

  /** Learns to which process a thread belongs. */
  void thread(long tid, long pid) {
    processes.thread(tid, pid);
  }

  Stacks stacks() {
    return stacks;
  }

  /** Returns the functions of a frame, the outermost first. */
  List<At> frame(ProtoMessage frame, Sequence sequence) {
    String function = sequence.functions.getOrDefault(frame.number(2), "");
    Sequence.Mapped mapped = sequence.mapped(frame.number(3));
    String file = mapped.file();
    String app = PacketMappings.packageOf(mapped.path());
    List<At> there = new ArrayList<>();
    for (ModuleSymbols.Line each : symbols.at(mapped.path(), mapped.buildId(), frame.number(4))) {
      there.addFirst(new At(frames.inLibrary(file, each.function()), each.line(), app));
    }
    if (there.isEmpty()) {
      int method =
          function.isEmpty()
              ? frames.of(file, "+0x" + Long.toHexString(frame.number(4)), "")
              : frames.inLibrary(file, function);
      there.add(new At(method, ModuleSymbols.line(frame.number(6)), app));
    }
    return there;
  }

  List<At> callstack(ProtoMessage callstack, Sequence sequence) {
    ProtoNumbers ids = callstack.numbers(2);
    List<At> stack = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      List<At> frame = sequence.frames.get(ids.get(i));
      if (frame == null) {
        throw callstack.bytes().fault(0, "no frame " + ids.get(i));
      }
      // A few bytes may stand for many inlined functions.
      if (stack.size() + frame.size() > DEEPEST) {
        throw callstack.bytes().fault(0, "a callstack of more than " + DEEPEST + " calls");
      }
      stack.addAll(frame);
    }
    return stack;
  }

  /** Returns a callstack that has its frames in itself. */
  List<At> inline(ByteView callstack) {
    List<At> stack = new ArrayList<>();
    new ProtoMessage(callstack)
        .forEach(
            1,
            frame -> {
              int method = frames.of(frame.text(1), frame.text(2), UNKNOWN);
              stack.add(new At(method, ModuleSymbols.line(frame.number(3))));
            });
    return stack;
  }

  /** Code of other apps than the process's has their names, that of WebView as well. */
  private SourceStacks source(long pid) {
    if (methods.mapping() != null) {
      return sources.computeIfAbsent(Optional.empty(), _ -> new SourceStacks(frames, methods));
    }
    Optional<Mapping> own = Optional.ofNullable(mappings.of(pid));
    return sources.computeIfAbsent(
        own,
        _ ->
            new SourceStacks(
                frames, methods, app -> app.isEmpty() ? own.orElse(null) : mappings.of(app)));
  }

  Numbered numbered() {
    return new Numbered();
  }

  /** The numbers of the callstacks of one profile. */
  final class Numbered {
    private final LineSamples lines = new LineSamples();
    private final Map<SourceStacks, Map<List<At>, Numbers>> known = new HashMap<>();

    /** Returns the numbers of a callstack, which is known by its identity. */
    Numbers of(long pid, List<At> callstack) {
      SourceStacks source = source(pid);
      return known
          .computeIfAbsent(source, _ -> new IdentityHashMap<>())
          .computeIfAbsent(callstack, stack -> numbers(source.of(stack)));
    }

    private Numbers numbers(List<At> stack) {
      int of = Stacks.EMPTY;
      int at = LineSamples.EMPTY;
      for (At each : stack) {
        of = stacks.of(of, each.method());
        at = lines.of(at, each.method(), each.line());
      }
      return new Numbers(of, at);
    }

    LineSamples lines() {
      return lines;
    }
  }

  /** A stack's numbers, by its methods and by its lines. */
  record Numbers(int methods, int lines) {}
}
