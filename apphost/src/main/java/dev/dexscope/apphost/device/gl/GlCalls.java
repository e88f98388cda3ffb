package dev.dexscope.apphost.device.gl;

import dev.dexscope.apphost.GlClasses;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Links the native methods of Android's classes for OpenGL ES to the machine's functions of the
 * same name. The types follow from those in Java: an array stands before its offset, and becomes a
 * pointer, as a buffer and a string do.
 */
public final class GlCalls {
  /** Functions that take an array of as many elements as their first number says. */
  private static final Pattern COUNTED = Pattern.compile("gl(Gen|Delete)[A-Z].*s(OES|EXT)?");

  private static final Pattern UNIFORM = Pattern.compile("gl(Program)?Uniform([1-4])(f|i|ui)v");

  private static final Pattern MATRIX =
      Pattern.compile("gl(Program)?UniformMatrix([234])(?:x([234]))?fv");

  private static final Pattern ATTRIBUTE = Pattern.compile("glVertexAttribI?([1-4])(f|i|ui)v");

  private static final MethodHandle INVOKE;

  static {
    try {
      INVOKE =
          MethodHandles.lookup()
              .findVirtual(
                  GlCalls.class, "invoke", MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  private final String name;
  private final MethodHandle function;
  private final List<Class<?>> parameters;
  private final Class<?> result;

  /** The elements that an array has to have, for each item of a count; 0 if that is unknown. */
  private final int perItem;

  /** Which parameter is the count; negative if there is none. */
  private final int countAt;

  /** Whether the driver keeps the address of a buffer. */
  private final boolean keeps;

  /** Whether a call may write into its arrays. */
  private final boolean writes;

  private GlCalls(String name, MethodType type) {
    this.name = name;
    this.parameters = type.parameterList();
    this.result = type.returnType();
    this.keeps = name.endsWith("Pointer") || name.endsWith("PointerOES");
    this.writes =
        name.startsWith("glGet")
            || name.startsWith("glGen")
            || name.startsWith("glRead")
            || name.startsWith("glQuery");
    Matcher uniform = UNIFORM.matcher(name);
    Matcher matrix = MATRIX.matcher(name);
    Matcher attribute = ATTRIBUTE.matcher(name);
    if (COUNTED.matcher(name).matches() && type.parameterType(0) == int.class) {
      countAt = 0;
      perItem = 1;
    } else if (uniform.matches()) {
      countAt = uniform.group(1) == null ? 1 : 2;
      perItem = Integer.parseInt(uniform.group(2));
    } else if (matrix.matches()) {
      countAt = matrix.group(1) == null ? 1 : 2;
      String columns = matrix.group(2);
      String rows = matrix.group(3) == null ? columns : matrix.group(3);
      perItem = Integer.parseInt(columns) * Integer.parseInt(rows);
    } else {
      countAt = -1;
      perItem = attribute.matches() ? Integer.parseInt(attribute.group(1)) : 0;
    }
    MethodHandle found = Gl.function(name, layout(result), layouts(parameters));
    this.function =
        found
            .asType(found.type().generic())
            .asSpreader(Object[].class, found.type().parameterCount());
  }

  /**
   * Returns the machine's function for a native method; null if the method is none of OpenGL's. A
   * function that the driver lacks fails when it is called.
   */
  public static @Nullable MethodHandle link(Class<?> owner, String name, MethodType type) {
    if (!GlClasses.FUNCTIONS.contains(owner.getName()) || !Gl.isThere()) {
      return null;
    }
    String function = name.startsWith("_") ? name.substring(1) : name;
    if (!function.startsWith("gl")) {
      return null;
    }
    MethodType own = type;
    int remaining = 0;
    if (function.endsWith("Bounds")) {
      // The framework passes what is left of the buffer, too.
      function = function.substring(0, function.length() - "Bounds".length());
      own = own.dropParameterTypes(own.parameterCount() - 1, own.parameterCount());
      remaining = 1;
    }
    MethodHandle linked;
    try {
      linked = linked(function, own);
    } catch (UnsatisfiedLinkError e) {
      linked =
          MethodHandles.dropArguments(
              MethodHandles.throwException(own.returnType(), UnsatisfiedLinkError.class).bindTo(e),
              0,
              own.parameterList());
    }
    if (remaining > 0) {
      linked = MethodHandles.dropArguments(linked, own.parameterCount(), int.class);
    }
    return linked;
  }

  private static MethodHandle linked(String name, MethodType type) {
    boolean isPlain =
        type.parameterList().stream().allMatch(Class::isPrimitive)
            && type.returnType().isPrimitive();
    if (isPlain) {
      MethodHandle found =
          Gl.function(name, layout(type.returnType()), layouts(type.parameterList()));
      return MethodHandles.explicitCastArguments(found, type);
    }
    return INVOKE
        .bindTo(new GlCalls(name, type))
        .asCollector(Object[].class, type.parameterCount())
        .asType(type);
  }

  private static @Nullable MemoryLayout layout(Class<?> type) {
    if (type == void.class) {
      return null;
    }
    if (type == boolean.class) {
      return ValueLayout.JAVA_BOOLEAN;
    }
    if (type == float.class) {
      return ValueLayout.JAVA_FLOAT;
    }
    return type == int.class ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG;
  }

  private static List<MemoryLayout> layouts(List<Class<?>> parameters) {
    List<MemoryLayout> all = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Class<?> each = parameters.get(i);
      all.add(each == float.class ? ValueLayout.JAVA_FLOAT : ValueLayout.JAVA_LONG);
      if (each.isArray()) {
        // Its offset is no argument of the function.
        i++;
      }
    }
    return all;
  }

  /** A call with arrays, buffers or strings. */
  @SuppressWarnings("unused") // By the handle.
  private @Nullable Object invoke(Object[] given) throws Throwable {
    try (Scratch scratch = Scratch.take()) {
      List<Object> passed = new ArrayList<>();
      List<Runnable> after = new ArrayList<>();
      for (int i = 0; i < given.length; i++) {
        Object each = given[i];
        if (parameters.get(i).isArray()) {
          passed.add(array(each, (int) given[i + 1], given, scratch, after));
          i++;
        } else {
          passed.add(
              switch (each) {
                case null -> 0L;
                case Integer number -> (long) number;
                case Boolean flag -> flag ? 1L : 0L;
                case String text -> scratch.copy(text).address();
                case Buffer buffer -> buffer(buffer, given, scratch, after);
                default -> each;
              });
        }
      }
      Object returned = function.invoke(passed.toArray());
      after.forEach(Runnable::run);
      return result == String.class ? Gl.string((long) returned) : returned;
    } finally {
      Reference.reachabilityFence(given);
    }
  }

  private long array(
      @Nullable Object array, int offset, Object[] given, Scratch scratch, List<Runnable> after) {
    if (array == null) {
      throw new IllegalArgumentException(name + ": an array is null");
    }
    int length = Array.getLength(array);
    if (offset < 0 || offset > length) {
      throw new IllegalArgumentException(name + ": offset " + offset + " of " + length);
    }
    require(given, length - offset, "length - offset");
    return pass(slice(array, offset), scratch, after);
  }

  private static MemorySegment slice(Object array, int offset) {
    return switch (array) {
      case int[] own -> MemorySegment.ofArray(own).asSlice((long) offset * Integer.BYTES);
      case float[] own -> MemorySegment.ofArray(own).asSlice((long) offset * Float.BYTES);
      case byte[] own -> MemorySegment.ofArray(own).asSlice(offset);
      case short[] own -> MemorySegment.ofArray(own).asSlice((long) offset * Short.BYTES);
      case long[] own -> MemorySegment.ofArray(own).asSlice((long) offset * Long.BYTES);
      case boolean[] own -> flags(own, offset);
      default -> throw new IllegalArgumentException(array.getClass().getName());
    };
  }

  /** OpenGL's are bytes; nothing writes into one of Java's. */
  private static MemorySegment flags(boolean[] own, int offset) {
    byte[] copy = new byte[own.length - offset];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (byte) (own[offset + i] ? 1 : 0);
    }
    return MemorySegment.ofArray(copy);
  }

  private long buffer(Buffer buffer, Object[] given, Scratch scratch, List<Runnable> after) {
    if (keeps && !buffer.isDirect()) {
      throw new IllegalArgumentException("Must use a native order direct Buffer");
    }
    require(given, buffer.remaining(), "remaining()");
    MemorySegment own = MemorySegment.ofBuffer(buffer);
    return own.isNative() ? own.address() : pass(own, scratch, after);
  }

  private long pass(MemorySegment own, Scratch scratch, List<Runnable> after) {
    MemorySegment copy = scratch.copy(own);
    if (writes && !own.isReadOnly()) {
      after.add(() -> MemorySegment.copy(copy, 0, own, 0, own.byteSize()));
    }
    return copy.address();
  }

  /** As Android: fewer elements than the call is said to have would be read behind their end. */
  private void require(Object[] given, int there, String what) {
    long needed = perItem;
    if (countAt >= 0) {
      needed *= Math.max(0, (Integer) given[countAt]);
    }
    if (there < needed) {
      throw new IllegalArgumentException(what + " < needed: " + there + " < " + needed);
    }
  }
}
