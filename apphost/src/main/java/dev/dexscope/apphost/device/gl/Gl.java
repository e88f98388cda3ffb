package dev.dexscope.apphost.device.gl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The machine's OpenGL ES: its {@code libEGL} and the functions that this finds, on a display
 * without a screen (EGL_MESA_platform_surfaceless). A laptop's driver has it, and so has Mesa's in
 * software.
 *
 * <p>All arguments are passed as 64 bits, floats aside: both calling conventions of Linux, of
 * x86-64 and of AArch64, give a shorter integer the same place, and its function reads the lower
 * part. So Java's {@code int} also stands for what is a pointer's size in C, which Android's
 * methods do.
 */
final class Gl {
  private static final int SURFACELESS = 0x31dd;

  private static final Map<String, MethodHandle> FUNCTIONS = new ConcurrentHashMap<>();

  /** Opened when the first app needs it: a driver is 25 MB and more. */
  private static final class Machines {
    static final @Nullable Gl GL = open();
  }

  private final SymbolLookup egl;
  private final MethodHandle find;
  private long display;

  @SuppressWarnings("restricted") // A function of the machine's.
  private Gl(SymbolLookup egl) {
    this.egl = egl;
    this.find =
        Linker.nativeLinker()
            .downcallHandle(
                egl.find("eglGetProcAddress").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
  }

  /** Returns whether there is one. */
  static boolean isThere() {
    return Machines.GL != null;
  }

  /** Returns the display; 0 without one. */
  static long display() {
    Gl gl = Machines.GL;
    return gl == null ? 0 : gl.display;
  }

  @SuppressWarnings("restricted") // A library of the machine's.
  private static @Nullable Gl open() {
    try {
      var gl = new Gl(SymbolLookup.libraryLookup("libEGL.so.1", Arena.global()));
      long display = gl.invoke("eglGetPlatformDisplay", SURFACELESS, 0L, 0L);
      boolean isReady = display != 0 && (int) gl.invoke("eglInitialize", display, 0L, 0L) != 0;
      gl.display = display;
      return isReady ? gl : null;
    } catch (IllegalArgumentException | UnsatisfiedLinkError e) {
      return null;
    }
  }

  /**
   * Calls a function of EGL or OpenGL ES.
   *
   * @param arguments integers and addresses
   * @return what it returns; the upper half means nothing if that is an {@code int}
   */
  static long call(String name, long... arguments) {
    Gl gl = Machines.GL;
    return gl == null ? 0 : gl.invoke(name, arguments);
  }

  private long invoke(String name, long... arguments) {
    MethodHandle function =
        FUNCTIONS.computeIfAbsent(
            name,
            _ -> {
              var all = new MemoryLayout[arguments.length];
              Arrays.fill(all, ValueLayout.JAVA_LONG);
              return handle(address(name), FunctionDescriptor.of(ValueLayout.JAVA_LONG, all))
                  .asSpreader(long[].class, arguments.length);
            });
    try {
      return (long) function.invokeExact(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a function of OpenGL ES.
   *
   * @param result its type in C; null for none
   * @param parameters theirs: longs and floats
   * @throws UnsatisfiedLinkError if the driver has none of that name
   */
  static MethodHandle function(
      String name, @Nullable MemoryLayout result, List<MemoryLayout> parameters) {
    Gl gl = Machines.GL;
    if (gl == null) {
      throw new UnsatisfiedLinkError(name);
    }
    MemoryLayout[] all = parameters.toArray(MemoryLayout[]::new);
    return handle(
        gl.address(name),
        result == null ? FunctionDescriptor.ofVoid(all) : FunctionDescriptor.of(result, all));
  }

  @SuppressWarnings("restricted") // A function of the machine's.
  private static MethodHandle handle(MemorySegment address, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(address, type);
  }

  private MemorySegment address(String name) {
    MemorySegment own = egl.find(name).orElse(MemorySegment.NULL);
    if (own.address() == 0) {
      try (Arena arena = Arena.ofConfined()) {
        own = (MemorySegment) find.invokeExact(arena.allocateFrom(name));
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
    if (own.address() == 0) {
      throw new UnsatisfiedLinkError(name);
    }
    return own;
  }

  /** Returns the string at an address of the driver's; null at 0. */
  @SuppressWarnings("restricted") // It is the driver's.
  static @Nullable String string(long address) {
    return address == 0
        ? null
        : MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
  }
}
