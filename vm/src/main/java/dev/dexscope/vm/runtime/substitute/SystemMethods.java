package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NativeFiles;
import dev.dexscope.vm.runtime.ProgramClock;
import dev.dexscope.vm.runtime.ProgramEnd;
import dev.dexscope.vm.runtime.ProgramProperties;
import java.lang.reflect.Array;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Methods of {@link System}. */
public final class SystemMethods {
  private SystemMethods() {}

  /** {@link System#currentTimeMillis}: the program's. */
  public static long currentTimeMillis() {
    return ProgramClock.time().currentTimeMillis();
  }

  /** {@link System#nanoTime}: the program's. */
  public static long nanoTime() {
    return ProgramClock.time().nanoTime();
  }

  /** {@link System#exit}: ends the program, not the host's process. */
  public static void exit(int code) {
    ProgramEnd.exit(code);
  }

  /** {@link System#getProperty(String)}: Android's, beside a framework too. */
  public static @Nullable String getProperty(String name) {
    return ProgramProperties.get(name);
  }

  /** {@link System#getProperty(String, String)}. */
  public static @Nullable String getProperty(String name, @Nullable String otherwise) {
    String value = ProgramProperties.get(name);
    return value == null ? otherwise : value;
  }

  /** {@link System#getProperties}. */
  public static Properties getProperties() {
    return ProgramProperties.all();
  }

  /** {@link System#load}. */
  public static void load(String path, Class<?> caller) {
    NativeFiles.load(path, caller);
  }

  /** {@link System#loadLibrary}. */
  public static void loadLibrary(String name, Class<?> caller) {
    NativeFiles.loadLibrary(name, caller);
  }

  /**
   * {@link System#arraycopy} with Android's messages. The call within is an intrinsic of HotSpot.
   */
  public static void arraycopy(Object from, int start, Object to, int at, int length) {
    try {
      System.arraycopy(from, start, to, at, length);
    } catch (ArrayStoreException e) {
      throw new ArrayStoreException(wrongTypes(from, start, to, length));
    } catch (IndexOutOfBoundsException e) {
      throw new ArrayIndexOutOfBoundsException(
          "src.length="
              + Array.getLength(from)
              + " srcPos="
              + start
              + " dst.length="
              + Array.getLength(to)
              + " dstPos="
              + at
              + " length="
              + length);
    }
  }

  private static String wrongTypes(Object from, int start, Object to, int length) {
    if (!from.getClass().isArray()) {
      return "source of type " + from.getClass().getTypeName() + " is not an array";
    }
    if (!to.getClass().isArray()) {
      return "destination of type " + to.getClass().getTypeName() + " is not an array";
    }
    if (from instanceof Object[] values && to instanceof Object[]) {
      Class<?> component = to.getClass().componentType();
      for (int i = start; i < start + length; i++) {
        if (values[i] != null && !component.isInstance(values[i])) {
          return "source["
              + i
              + "] of type "
              + values[i].getClass().getTypeName()
              + " cannot be stored in destination array of type "
              + to.getClass().getTypeName();
        }
      }
    }
    return "Incompatible types: src="
        + from.getClass().getTypeName()
        + ", dst="
        + to.getClass().getTypeName();
  }
}
