package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NativeFiles;
import dev.dexscope.vm.runtime.ProgramEnd;
import dev.dexscope.vm.runtime.ProgramHeap;
import java.util.Objects;

/** Methods of {@link Runtime}: a program's end is not that of the host's process. */
public final class RuntimeMethods {
  private RuntimeMethods() {}

  /** {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int code) {
    Objects.requireNonNull(runtime);
    ProgramEnd.exit(code);
  }

  /** {@link Runtime#load}. */
  public static void load(Runtime runtime, String path, Class<?> caller) {
    Objects.requireNonNull(runtime);
    NativeFiles.load(path, caller);
  }

  /** {@link Runtime#loadLibrary}. */
  public static void loadLibrary(Runtime runtime, String name, Class<?> caller) {
    Objects.requireNonNull(runtime);
    NativeFiles.loadLibrary(name, caller);
  }

  /** {@link Runtime#maxMemory}. */
  public static long maxMemory(Runtime runtime) {
    Objects.requireNonNull(runtime);
    return ProgramHeap.max();
  }

  /** {@link Runtime#totalMemory}. */
  public static long totalMemory(Runtime runtime) {
    Objects.requireNonNull(runtime);
    return ProgramHeap.total();
  }

  /** {@link Runtime#freeMemory}. */
  public static long freeMemory(Runtime runtime) {
    Objects.requireNonNull(runtime);
    return ProgramHeap.free();
  }

  /** {@link Runtime#addShutdownHook}. */
  public static void addShutdownHook(Runtime runtime, Thread hook) {
    ProgramEnd.addShutdownHook(runtime, hook);
  }

  /** {@link Runtime#removeShutdownHook}. */
  public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
    return ProgramEnd.removeShutdownHook(runtime, hook);
  }
}
