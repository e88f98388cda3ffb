package dev.dexscope.vm.runtime.substitute;

import static java.lang.invoke.MethodType.methodType;

import dev.dexscope.vm.runtime.HostClasses;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * Wider values in byte arrays and in buffers on the heap, which Android accesses in all modes, if
 * they are aligned. The JDK has read and written them plainly only, since its version 21: an array
 * might be aligned otherwise on another JVM. The modes of a type, plain access, and access outside
 * of the heap are the JDK's.
 */
final class ByteViews {
  /** The values that hold a type's bits, and how they become another order's. */
  private record Raw(Class<?> type, MethodHandle toRaw, MethodHandle fromRaw, boolean isSwapped) {
    int bytes() {
      return type == short.class ? Short.BYTES : type == int.class ? Integer.BYTES : Long.BYTES;
    }
  }

  private static final Lookup LOOKUP = MethodHandles.lookup();

  /** The JDK's own Unsafe: each mode of each type has a method there. */
  private static final Object UNSAFE;

  private static final Class<?> UNSAFE_TYPE;
  private static final long ARRAY_BASE;
  private static final Constructor<?> INDIRECT;
  private static final MethodHandle BUFFER_ARRAY;
  private static final MethodHandle BUFFER_OFFSET;

  static {
    try {
      UNSAFE_TYPE = HostClasses.opened("jdk.internal.misc.Unsafe");
      UNSAFE = UNSAFE_TYPE.getMethod("getUnsafe").invoke(null);
      ARRAY_BASE =
          ((Number)
                  UNSAFE_TYPE
                      .getMethod("arrayBaseOffset", Class.class)
                      .invoke(UNSAFE, byte[].class))
              .longValue();
      INDIRECT =
          HostClasses.opened("java.lang.invoke.IndirectVarHandle")
              .getDeclaredConstructor(
                  VarHandle.class, Class.class, Class[].class, BiFunction.class);
      INDIRECT.setAccessible(true);
      BUFFER_ARRAY = getter("hb").asType(methodType(byte[].class, ByteBuffer.class));
      BUFFER_OFFSET = getter("offset").asType(methodType(int.class, ByteBuffer.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ByteViews() {}

  private static MethodHandle getter(String name) throws ReflectiveOperationException {
    Field field = HostClasses.opened("java.nio.ByteBuffer").getDeclaredField(name);
    field.setAccessible(true);
    return LOOKUP.unreflectGetter(field);
  }

  static VarHandle ofArrays(Class<?> view, ByteOrder order) {
    VarHandle plain = MethodHandles.byteArrayViewVarHandle(view, order);
    // Has the modes that such a view has, in other places.
    VarHandle modes = MethodHandles.byteBufferViewVarHandle(view, order);
    Raw raw = raw(view.componentType(), order);
    return indirect(
        modes,
        byte[].class,
        (mode, type) ->
            isPlain(mode)
                ? plain.toMethodHandle(mode)
                : atomic(mode, raw, type.changeParameterType(0, byte[].class), "inArray"));
  }

  static VarHandle ofBuffers(Class<?> view, ByteOrder order) {
    VarHandle host = MethodHandles.byteBufferViewVarHandle(view, order);
    Raw raw = raw(view.componentType(), order);
    MethodHandle isDirect = own("isDirect", methodType(boolean.class, ByteBuffer.class));
    return indirect(
        host,
        ByteBuffer.class,
        (mode, type) ->
            isPlain(mode)
                ? host.toMethodHandle(mode)
                : MethodHandles.guardWithTest(
                    isDirect,
                    host.toMethodHandle(mode),
                    atomic(mode, raw, type, isRead(mode) ? "inBuffer" : "inWritable")));
  }

  /**
   * A handle with the modes of another one, and other code for them.
   *
   * @param code for a mode and its type with the other one's holder
   */
  private static VarHandle indirect(
      VarHandle modes, Class<?> holder, BiFunction<AccessMode, MethodType, MethodHandle> code) {
    // What the JDK calls has the handle itself as its first parameter.
    BiFunction<AccessMode, MethodHandle, MethodHandle> factory =
        (mode, target) ->
            MethodHandles.dropArguments(
                code.apply(mode, target.type().dropParameterTypes(0, 1)), 0, VarHandle.class);
    try {
      return (VarHandle)
          INDIRECT.newInstance(modes, modes.varType(), new Class<?>[] {holder, int.class}, factory);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isPlain(AccessMode mode) {
    return mode == AccessMode.GET || mode == AccessMode.SET;
  }

  private static boolean isRead(AccessMode mode) {
    return switch (mode) {
      case GET, GET_VOLATILE, GET_OPAQUE, GET_ACQUIRE -> true;
      default -> false;
    };
  }

  /**
   * Access in a mode.
   *
   * @param type the holder, the index, values
   * @param place which method finds a value in a holder
   */
  private static MethodHandle atomic(AccessMode mode, Raw raw, MethodType type, String place) {
    MethodHandle access = onBytes(mode, raw);
    // Behind the array and the offset in it.
    for (int i = 2; i < access.type().parameterCount(); i++) {
      access = MethodHandles.filterArguments(access, i, raw.toRaw);
    }
    if (access.type().returnType() == raw.type) {
      access = MethodHandles.filterReturnValue(access, raw.fromRaw);
    }
    Class<?> holder = type.parameterType(0);
    MethodHandle offset =
        MethodHandles.insertArguments(
            own(place, methodType(long.class, int.class, holder, int.class)), 0, raw.bytes());
    access = MethodHandles.collectArguments(access, 1, offset);
    if (holder == ByteBuffer.class) {
      access =
          MethodHandles.filterArguments(
              access, 0, BUFFER_ARRAY.asType(methodType(Object.class, ByteBuffer.class)));
    }
    // The holder is wanted twice.
    int[] order = new int[access.type().parameterCount()];
    for (int i = 1; i < order.length; i++) {
      order[i] = i - 1;
    }
    return MethodHandles.permuteArguments(
        access.asType(access.type().changeParameterType(0, holder)), type, order);
  }

  /** Unsafe's method for a mode: an object, an offset, values. */
  private static MethodHandle onBytes(AccessMode mode, Raw raw) {
    String name = mode.methodName();
    if (raw.isSwapped && name.startsWith("getAndAdd")) {
      return addSwapped(raw.type);
    }
    String suffix = "";
    for (String each : new String[] {"Volatile", "Opaque", "Acquire", "Release", "Plain"}) {
      if (name.endsWith(each)) {
        suffix = each;
      }
    }
    String stem = name.substring(0, name.length() - suffix.length());
    return unsafe((stem.equals("set") ? "put" : stem) + named(raw.type) + suffix);
  }

  private static String named(Class<?> type) {
    String name = type.getName();
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static MethodHandle unsafe(String name) {
    try {
      for (Method each : UNSAFE_TYPE.getMethods()) {
        if (each.getName().equals(name)) {
          return LOOKUP.unreflect(each).bindTo(UNSAFE);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException(name);
  }

  private static Raw raw(Class<?> type, ByteOrder order) {
    Class<?> bits =
        switch (type.getName()) {
          case "char", "short" -> short.class;
          case "int", "float" -> int.class;
          default -> long.class;
        };
    MethodHandle toRaw = MethodHandles.identity(bits);
    MethodHandle fromRaw = toRaw;
    if (type == float.class) {
      toRaw = found(Float.class, "floatToRawIntBits", int.class, float.class);
      fromRaw = found(Float.class, "intBitsToFloat", float.class, int.class);
    } else if (type == double.class) {
      toRaw = found(Double.class, "doubleToRawLongBits", long.class, double.class);
      fromRaw = found(Double.class, "longBitsToDouble", double.class, long.class);
    } else if (type == char.class) {
      toRaw = MethodHandles.explicitCastArguments(toRaw, methodType(short.class, char.class));
      fromRaw = MethodHandles.explicitCastArguments(fromRaw, methodType(char.class, short.class));
    }
    boolean isSwapped = order != ByteOrder.nativeOrder();
    if (isSwapped) {
      MethodHandle swap =
          found(MethodType.methodType(bits).wrap().returnType(), "reverseBytes", bits, bits);
      toRaw = MethodHandles.filterReturnValue(toRaw, swap);
      fromRaw = MethodHandles.filterArguments(fromRaw, 0, swap);
    }
    return new Raw(bits, toRaw, fromRaw, isSwapped);
  }

  private static MethodHandle found(
      Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    try {
      return LOOKUP.findStatic(owner, name, methodType(result, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle own(String name, MethodType type) {
    return found(ByteViews.class, name, type.returnType(), type.parameterArray());
  }

  /** Adds to a value of the other byte order; argument and result are in that order too. */
  private static MethodHandle addSwapped(Class<?> type) {
    MethodHandle add =
        own(
            "addSwapped",
            methodType(
                type, MethodHandle.class, MethodHandle.class, Object.class, long.class, type));
    String name = named(type);
    return MethodHandles.insertArguments(
        add, 0, unsafe("get" + name + "Volatile"), unsafe("compareAndSet" + name));
  }

  static int addSwapped(
      MethodHandle get, MethodHandle compareAndSet, Object array, long offset, int swapped)
      throws Throwable {
    while (true) {
      int was = (int) get.invokeExact(array, offset);
      int sum = Integer.reverseBytes(was) + Integer.reverseBytes(swapped);
      if ((boolean) compareAndSet.invokeExact(array, offset, was, Integer.reverseBytes(sum))) {
        return was;
      }
    }
  }

  static long addSwapped(
      MethodHandle get, MethodHandle compareAndSet, Object array, long offset, long swapped)
      throws Throwable {
    while (true) {
      long was = (long) get.invokeExact(array, offset);
      long sum = Long.reverseBytes(was) + Long.reverseBytes(swapped);
      if ((boolean) compareAndSet.invokeExact(array, offset, was, Long.reverseBytes(sum))) {
        return was;
      }
    }
  }

  static boolean isDirect(ByteBuffer buffer) {
    return buffer.isDirect();
  }

  static long inArray(int size, byte[] array, int index) {
    Objects.checkIndex(index, array.length - size + 1);
    return aligned(size, ARRAY_BASE + index);
  }

  static long inBuffer(int size, ByteBuffer buffer, int index) throws Throwable {
    Objects.checkIndex(index, buffer.limit() - size + 1);
    return aligned(size, ARRAY_BASE + (int) BUFFER_OFFSET.invokeExact(buffer) + index);
  }

  static long inWritable(int size, ByteBuffer buffer, int index) throws Throwable {
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    return inBuffer(size, buffer, index);
  }

  /** Objects are aligned more than any value. */
  private static long aligned(int size, long offset) {
    if ((offset & (size - 1)) != 0) {
      throw new IllegalStateException("Unaligned access not supported");
    }
    return offset;
  }
}
