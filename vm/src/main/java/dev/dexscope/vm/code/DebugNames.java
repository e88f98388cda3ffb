package dev.dexscope.vm.code;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.LineTable;
import dev.dexscope.vm.runtime.LineNumbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lines and the names of local variables from a method's debug info. */
public final class DebugNames {
  /**
   * A local variable from one address to another.
   *
   * @param type its descriptor
   * @param signature its generic type, if it has one
   */
  public record Local(
      int register, String name, String type, @Nullable String signature, int start, int end) {
    Local from(int address) {
      return new Local(register, name, type, signature, address, 0);
    }

    Local to(int address) {
      return new Local(register, name, type, signature, start, address);
    }
  }

  private final LineTable lines;
  private final List<Local> locals = new ArrayList<>();

  /** By where they start: a register is one variable at a time. */
  private final Map<Integer, NavigableMap<Integer, Local>> byRegister = new HashMap<>();

  /** Reads what there is; broken debug info up to where it breaks. */
  public DebugNames(MethodSource source) {
    CodeItem code = source.method().code();
    lines = LineTable.of(code);
    DebugInfo info = code == null ? null : code.debugInfo();
    if (info == null) {
      return;
    }
    try {
      new Reader(source).read(info);
    } catch (DexFormatException _) {
      // Broken debug info harms no program: what was read before stays.
    }
    for (Local each : locals) {
      byRegister.computeIfAbsent(each.register, _ -> new TreeMap<>()).put(each.start, each);
    }
  }

  /** Returns the value for an instruction in a LineNumberTable. */
  public int line(int pc) {
    return LineNumbers.of(lines.line(pc), pc);
  }

  /** The variables that an instruction can see, by their registers. */
  public List<Local> at(int pc) {
    return locals.stream()
        .filter(local -> local.start() <= pc && pc < local.end())
        .sorted(Comparator.comparingInt(Local::register))
        .toList();
  }

  /** Returns whether a register is a variable of the source, of a type of this kind. */
  public boolean isVariable(int register, Kind kind, int pc) {
    Local found = find(register, pc);
    return found != null && Kind.of(found.type) == kind;
  }

  /** Returns whether a register is the variable that it is when the method begins. */
  public boolean isParameter(int register, int pc) {
    Local first = find(register, 0);
    Local found = find(register, pc);
    return first != null && found != null && first.name.equals(found.name);
  }

  private @Nullable Local find(int register, int pc) {
    Map.Entry<Integer, Local> found =
        byRegister.getOrDefault(register, Collections.emptyNavigableMap()).floorEntry(pc);
    return found != null && pc < found.getValue().end ? found.getValue() : null;
  }

  /** All variables, in the order in which their ranges end. */
  public List<Local> locals() {
    return Collections.unmodifiableList(locals);
  }

  /** Reads the events, and keeps the variables that are open. */
  private final class Reader {
    private final DexFile dex;
    private final MethodSource source;
    private final @Nullable Local[] open;
    private final @Nullable Local[] last;

    Reader(MethodSource source) {
      this.source = source;
      this.dex = source.dex();
      this.open = new Local[source.body().registers];
      this.last = new Local[source.body().registers];
    }

    void read(DebugInfo info) {
      startParameters(info);
      DebugInfo.Events events = info.events();
      while (events.next()) {
        int address = events.address();
        switch (events.kind()) {
          case START_LOCAL -> start(events);
          case END_LOCAL -> end(events.register(), address);
          case RESTART_LOCAL -> restart(events.register(), address);
          default -> {}
        }
      }
      for (int i = 0; i < open.length; i++) {
        end(i, source.body().size);
      }
    }

    private void startParameters(DebugInfo info) {
      int register = source.body().registers - source.body().ins;
      if ((source.method().accessFlags() & AccessFlags.STATIC) == 0) {
        begin(new Local(register++, "this", source.classDef().type(), null, 0, 0));
      }
      List<@Nullable String> names = info.parameterNames();
      List<String> types = source.proto().parameters();
      for (int i = 0; i < types.size() && register < open.length; i++) {
        String name = i < names.size() ? names.get(i) : null;
        if (name != null) {
          begin(new Local(register, name, types.get(i), null, 0, 0));
        }
        register += Kind.of(types.get(i)).isWide() ? 2 : 1;
      }
    }

    private void start(DebugInfo.Events events) {
      int register = events.register();
      if (register >= open.length
          || events.name() == DexFile.NO_INDEX
          || events.type() == DexFile.NO_INDEX) {
        return;
      }
      end(register, events.address());
      String name = dex.string(events.name());
      String signature =
          events.signature() == DexFile.NO_INDEX ? null : dex.string(events.signature());
      String type = dex.type(events.type());
      begin(new Local(register, name, type, signature, events.address(), 0));
    }

    private void begin(Local local) {
      open[local.register()] = local;
      last[local.register()] = local;
    }

    private void restart(int register, int address) {
      Local before = register < last.length ? last[register] : null;
      if (before != null && open[register] == null) {
        begin(before.from(address));
      }
    }

    private void end(int register, int address) {
      Local local = register < open.length ? open[register] : null;
      if (local != null) {
        open[register] = null;
        if (address > local.start()) {
          locals.add(local.to(address));
        }
      }
    }
  }
}
