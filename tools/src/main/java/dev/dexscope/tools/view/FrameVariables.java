package dev.dexscope.tools.view;

import dev.dexscope.tools.agent.Variables;
import dev.dexscope.tools.jvmti.Function;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.machine.Bridge;
import dev.dexscope.tools.machine.Memory;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.CodeMap.Local;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The named variables of the innermost frame of dex code on the current thread. */
public final class FrameVariables implements Variables {
  private final HotSpot hotSpot;
  private final Methods methods;
  private final long environment;

  FrameVariables(HotSpot hotSpot, Methods methods, long environment) {
    this.hotSpot = hotSpot;
    this.methods = methods;
    this.environment = environment;
  }

  /**
   * A frame.
   *
   * @param below how many frames the thread has from it on: those on top come and go with our calls
   */
  private record Frame(Class<?> type, CodeMap map, int pc, int below) {}

  /** Those that the code does not keep here are left out. */
  @Override
  public Map<String, @Nullable Object> values() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    Frame frame = frame();
    if (frame != null) {
      for (Local each : frame.map.locals(frame.pc)) {
        int slot = frame.map.slot(each.register(), each.type(), frame.pc);
        if (slot != CodeMap.NONE) {
          values.put(each.name(), read(frame, each.type().charAt(0), slot));
        } else if (frame.map.isZero(each.register(), frame.pc)) {
          values.put(each.name(), value(each.type().charAt(0), 0));
        }
      }
    }
    return values;
  }

  @Override
  public void set(String name, @Nullable Object value) {
    Frame frame = frame();
    if (frame != null) {
      for (Local each : frame.map.locals(frame.pc)) {
        int slot = frame.map.slot(each.register(), each.type(), frame.pc);
        if (each.name().equals(name) && slot != CodeMap.NONE) {
          write(frame, each, slot, value);
          return;
        }
      }
    }
    throw new IllegalArgumentException("no variable " + name + " that can be changed here");
  }

  private @Nullable Frame frame() {
    CurrentStack stack = CurrentStack.of(hotSpot);
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
    int pc = map.pcAt((int) stack.bcis()[innermost]);
    return pc == CodeMap.NONE ? null : new Frame(type, map, pc, stack.size() - innermost);
  }

  /** Calls HotSpot with the frame's depth, which counts the frames of this call as well. */
  private void call(Function function, Frame frame, int slot, long word) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      hotSpot.call(Function.GET_FRAME_COUNT, environment, 0, count);
      int depth = Memory.readInt(count) - frame.below;
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
