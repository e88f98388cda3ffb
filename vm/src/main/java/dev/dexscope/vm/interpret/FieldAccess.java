package dev.dexscope.vm.interpret;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.vm.runtime.HeapReserve;
import dev.dexscope.vm.runtime.StackReserve;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * A field that an instruction reads or writes: a method handle with numbers as long, by their bits,
 * and references as Object.
 */
final class FieldAccess {
  private final Linker linker;
  private final int index;
  private final boolean isStatic;
  private final boolean read;
  private @Nullable MethodHandle handle;

  FieldAccess(Linker linker, int index, boolean isStatic, boolean read) {
    this.linker = linker;
    this.index = index;
    this.isStatic = isStatic;
    this.read = read;
  }

  private MethodHandle handle() {
    MethodHandle known = handle;
    if (known == null) {
      StackReserve.ensure();
      try {
        known = link();
      } catch (OutOfMemoryError e) {
        HeapReserve.release(e);
        known = link();
      }
      handle = known;
    }
    return known;
  }

  private MethodHandle link() {
    FieldRef field = linker.dex().field(index);
    MethodHandle direct = linker.field(field, isStatic, read);
    MethodHandle byBits = read ? readBits(direct) : writeBits(direct);
    MethodType type = byBits.type();
    Class<?> value = type.returnType();
    MethodType general = MethodType.genericMethodType(type.parameterCount());
    if (read) {
      general = general.changeReturnType(value.isPrimitive() ? long.class : Object.class);
    } else {
      int last = type.parameterCount() - 1;
      boolean number = type.parameterType(last).isPrimitive();
      general =
          general
              .changeReturnType(void.class)
              .changeParameterType(last, number ? long.class : Object.class);
    }
    return MethodHandles.explicitCastArguments(byBits, general);
  }

  private static MethodHandle readBits(MethodHandle getter) {
    Class<?> type = getter.type().returnType();
    if (type == float.class) {
      return MethodHandles.filterReturnValue(getter, Bits.OF_FLOAT);
    }
    return type == double.class ? MethodHandles.filterReturnValue(getter, Bits.OF_DOUBLE) : getter;
  }

  private static MethodHandle writeBits(MethodHandle setter) {
    int last = setter.type().parameterCount() - 1;
    Class<?> type = setter.type().parameterType(last);
    if (type == float.class) {
      return MethodHandles.filterArguments(setter, last, Bits.TO_FLOAT);
    }
    return type == double.class
        ? MethodHandles.filterArguments(setter, last, Bits.TO_DOUBLE)
        : setter;
  }

  private Object checked(@Nullable Object object) {
    if (object == null) {
      throw Thrown.nullObject(linker.declared(linker.dex().field(index)), read);
    }
    return object;
  }

  long getNumber(@Nullable Object object) throws Throwable {
    return (long) handle().invokeExact(checked(object));
  }

  @Nullable Object getReference(@Nullable Object object) throws Throwable {
    return (Object) handle().invokeExact(checked(object));
  }

  void putNumber(@Nullable Object object, long value) throws Throwable {
    handle().invokeExact(checked(object), value);
  }

  void putReference(@Nullable Object object, @Nullable Object value) throws Throwable {
    handle().invokeExact(checked(object), value);
  }

  long getNumber() throws Throwable {
    return (long) handle().invokeExact();
  }

  @Nullable Object getReference() throws Throwable {
    return (Object) handle().invokeExact();
  }

  void putNumber(long value) throws Throwable {
    handle().invokeExact(value);
  }

  void putReference(@Nullable Object value) throws Throwable {
    handle().invokeExact(value);
  }
}
