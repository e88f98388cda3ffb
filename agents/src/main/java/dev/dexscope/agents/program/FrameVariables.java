package dev.dexscope.agents.program;

import dev.dexscope.agents.api.Variables;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.CodeMap.Local;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The named variables of the innermost frame of dex code on the current thread. */
public final class FrameVariables implements Variables {
  /** More than what the calls from here to HotSpot differ by. */
  private static final int CALLS_OF_OURS = 8;

  /**
   * Where a variable is.
   *
   * @param slot none where it is zero for certain
   */
  private record Place(Local local, int slot) {}

  private final HotSpot hotSpot;
  private final Methods methods;
  private final long environment;

  /** By bcis: whoever stops at one comes there again. */
  private final Map<CodeMap, Map<Integer, List<Place>>> known = new ConcurrentHashMap<>();

  public FrameVariables(HotSpot hotSpot, Methods methods, long environment) {
    this.hotSpot = hotSpot;
    this.methods = methods;
    this.environment = environment;
  }

  /**
   * A frame.
   *
   * @param depth where it was: our calls that are on top come and go
   */
  private record Frame(Class<?> type, CodeMap map, int bci, long method, int depth) {}

  /** Those that the code does not keep here are left out. */
  @Override
  public Map<String, @Nullable Object> values() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    Frame frame = frame();
    if (frame != null) {
      for (Place each : places(frame)) {
        char type = each.local.type().charAt(0);
        values.put(
            each.local.name(),
            each.slot == CodeMap.NONE ? value(type, 0) : read(frame, type, each.slot));
      }
    }
    return values;
  }

  @Override
  public void set(String name, @Nullable Object value) {
    Frame frame = frame();
    if (frame != null) {
      for (Place each : places(frame)) {
        if (each.local.name().equals(name) && each.slot != CodeMap.NONE) {
          write(frame, each.local, each.slot, value);
          return;
        }
      }
    }
    throw new IllegalArgumentException("no variable " + name + " that can be changed here");
  }

  private List<Place> places(Frame frame) {
    return known
        .computeIfAbsent(frame.map, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(frame.bci, bci -> places(frame.map, bci));
  }

  private static List<Place> places(CodeMap map, int bci) {
    int pc = map.pcAt(bci);
    List<Place> places = new ArrayList<>();
    for (Local each : map.locals(pc)) {
      int slot = map.slotAt(each.register(), each.type(), bci);
      if (slot != CodeMap.NONE || map.isZero(each.register(), pc)) {
        places.add(new Place(each, slot));
      }
    }
    return places;
  }

  private @Nullable Frame frame() {
    CurrentStack stack = CurrentStack.downToProgram(hotSpot, methods);
    int innermost = stack.findProgram(0, methods);
    if (innermost == stack.size()) {
      return null;
    }
    long method = stack.methods()[innermost];
    CodeMap map = methods.of(method).map();
    Class<?> type = methods.declaringClass(method);
    if (map == null || map.isInterpreted() || type == null) {
      return null;
    }
    int bci = (int) stack.bcis()[innermost];
    return map.pcAt(bci) == CodeMap.NONE ? null : new Frame(type, map, bci, method, innermost);
  }

  /**
   * Calls HotSpot with the frame's depth, which counts the frames of this call as well. It is
   * looked for from here, and not by the number of all frames, of which there may be thousands.
   */
  private void call(Function function, Frame frame, int slot, long word) {
    try (Arena arena = Arena.ofConfined()) {
      int most = frame.depth + CALLS_OF_OURS;
      long count = arena.allocate(8, 8).address();
      long list = arena.allocate((long) ShownStack.FRAME_SIZE * most, 8).address();
      hotSpot.call(Function.GET_STACK_TRACE, environment, 0, 0, most, list, count);
      long[] frames = Memory.readLongs(list, 2 * Memory.readInt(count));
      int depth = 0;
      while (2 * depth < frames.length && frames[2 * depth] != frame.method) {
        depth++;
      }
      int error = hotSpot.call(function, environment, 0, depth, slot, word);
      if (error != 0) {
        throw new IllegalStateException("JVM TI says " + error);
      }
    }
  }

  private @Nullable Object read(Frame frame, char type, int slot) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      Function function =
          switch (type) {
            case 'J' -> Function.GET_LOCAL_LONG;
            case 'F' -> Function.GET_LOCAL_FLOAT;
            case 'D' -> Function.GET_LOCAL_DOUBLE;
            case 'L', '[' -> Function.GET_LOCAL_OBJECT;
            default -> Function.GET_LOCAL_INT;
          };
      call(function, frame, slot, out);
      return value(type, Memory.readLong(out));
    }
  }

  /** A value of JNI's. */
  public static @Nullable Object value(char type, long word) {
    return switch (type) {
      case 'Z' -> (word & 0xff) != 0;
      case 'B' -> (byte) word;
      case 'S' -> (short) word;
      case 'C' -> (char) word;
      case 'I' -> (int) word;
      case 'J' -> word;
      case 'F' -> Float.intBitsToFloat((int) word);
      case 'D' -> Double.longBitsToDouble(word);
      default -> word == 0 ? null : Bridge.resolve(word);
    };
  }

  private void write(Frame frame, Local local, int slot, @Nullable Object value) {
    char type = local.type().charAt(0);
    boolean isReference = type == 'L' || type == '[';
    long word = isReference ? reference(frame, local, value) : word(local, value);
    Function function =
        switch (type) {
          case 'J' -> Function.SET_LOCAL_LONG;
          case 'F' -> Function.SET_LOCAL_FLOAT;
          case 'D' -> Function.SET_LOCAL_DOUBLE;
          case 'L', '[' -> Function.SET_LOCAL_OBJECT;
          default -> Function.SET_LOCAL_INT;
        };
    try {
      call(function, frame, slot, word);
    } finally {
      if (isReference && word != 0) {
        Bridge.release(word);
      }
    }
  }

  /** HotSpot does not look whether it is one of the variable's type. */
  private static long reference(Frame frame, Local local, @Nullable Object value) {
    if (value == null) {
      return 0;
    }
    String descriptor = "(" + local.type() + ")V";
    Class<?> wanted =
        MethodType.fromMethodDescriptorString(descriptor, frame.type.getClassLoader())
            .parameterType(0);
    if (!wanted.isInstance(value)) {
      throw refused(local, value);
    }
    return Bridge.globalReference(value);
  }

  private static IllegalArgumentException refused(Local local, @Nullable Object value) {
    return new IllegalArgumentException(
        local.name() + " is of type " + local.type() + " and takes no " + value);
  }

  private static long word(Local local, @Nullable Object value) {
    char type = local.type().charAt(0);
    return switch (value) {
      case Boolean given when type == 'Z' -> given ? 1 : 0;
      case Character given when type == 'C' -> given;
      case Byte given when type == 'B' -> given;
      case Short given when type == 'S' -> given;
      case Integer given when type == 'I' -> given;
      case Long given when type == 'J' -> given;
      case Float given when type == 'F' -> Float.floatToRawIntBits(given) & 0xffff_ffffL;
      case Double given when type == 'D' -> Double.doubleToRawLongBits(given);
      case null, default -> throw refused(local, value);
    };
  }
}
