package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.observe.trace.ProgramMethod;
import dev.dexscope.vm.Vm;
import java.lang.foreign.Arena;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

/**
 * Binds native methods of the program to the first agent's library that has them, when their class
 * is prepared. HotSpot looks for them in the libraries of its agents when they are first called,
 * but knows nothing of ours.
 */
public final class NativeMethods implements EventTarget {
  private static final int JNI_REGISTER_NATIVES = 215;
  private static final HexFormat HEX = HexFormat.of();

  private final HotSpot hotSpot;
  private final Methods methods;

  /** In the order of their agents. */
  private final List<ToLongFunction<String>> libraries = new CopyOnWriteArrayList<>();

  public NativeMethods(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /**
   * Looks into a library too.
   *
   * @param symbols the addresses of what it exports, 0 for what it does not
   */
  public void add(ToLongFunction<String> symbols) {
    libraries.add(symbols);
  }

  /** A class is prepared: (environment, JNIEnv, thread, class) */
  @Override
  public void happened(Event event, Call call) {
    long type = call.argument(3);
    if (!(Bridge.resolve(type) instanceof Class<?> known && Vm.isGuest(known.getClassLoader()))) {
      return;
    }
    long[] members = methods.members(Function.GET_CLASS_METHODS, known);
    if (members == null) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      for (long method : members) {
        if (isNative(method, arena)) {
          bind(call.argument(1), type, method, arena);
        }
      }
    }
  }

  private boolean isNative(long method, Arena arena) {
    long out = arena.allocate(1).address();
    hotSpot.call(Function.IS_METHOD_NATIVE, hotSpot.environment(), method, out);
    return Memory.readByte(out) != 0;
  }

  private void bind(long jni, long type, long method, Arena arena) {
    ProgramMethod named = methods.name(method);
    long code = named == null ? 0 : find(named);
    if (named == null || code == 0) {
      return;
    }
    long registered = arena.allocate(24, 8).address();
    Memory.writeLong(registered, arena.allocateFrom(named.name()).address());
    Memory.writeLong(registered + 8, arena.allocateFrom(named.descriptor()).address());
    Memory.writeLong(registered + 16, code);
    // Agents are told of it, as they are when HotSpot binds.
    int nested = Bridge.nest(0);
    try {
      long functions = Memory.readLong(jni);
      long register = Memory.readLong(functions + 8L * JNI_REGISTER_NATIVES);
      HotSpot.invoke(register, jni, type, registered, 1);
    } finally {
      Bridge.nest(nested);
    }
  }

  private long find(ProgramMethod method) {
    String name = shortName(method);
    long found = find(name);
    return found != 0 ? found : find(name + "__" + arguments(method));
  }

  private long find(String symbol) {
    for (ToLongFunction<String> each : libraries) {
      long found = each.applyAsLong(symbol);
      if (found != 0) {
        return found;
      }
    }
    return 0;
  }

  /** The name of a native method's function in JNI ("Resolving Native Method Names"). */
  private static String shortName(ProgramMethod method) {
    return "Java_" + mangled(method.className().replace('.', '/')) + "_" + mangled(method.name());
  }

  private static String arguments(ProgramMethod method) {
    String descriptor = method.descriptor();
    return mangled(descriptor.substring(1, descriptor.indexOf(')')));
  }

  private static String mangled(String name) {
    var text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      switch (letter) {
        case '/' -> text.append('_');
        case '_' -> text.append("_1");
        case ';' -> text.append("_2");
        case '[' -> text.append("_3");
        default -> {
          boolean isPlain = letter < 0x80 && Character.isLetterOrDigit(letter);
          text.append(isPlain ? String.valueOf(letter) : "_0" + HEX.toHexDigits(letter));
        }
      }
    }
    return text.toString();
  }
}
