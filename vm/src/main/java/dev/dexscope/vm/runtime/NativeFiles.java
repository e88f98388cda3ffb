package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Loads native libraries for classes of the program, in place of {@link System}. */
public final class NativeFiles {
  private static final MethodType TYPE =
      MethodType.methodType(void.class, Class.class, String.class);

  private volatile @Nullable UnaryOperator<String> finder;

  private NativeFiles() {}

  private static NativeFiles ofVm() {
    return VmContext.current().part(NativeFiles.class, NativeFiles::new);
  }

  /** Sets what finds the file to load for one that a program loads by its path. */
  public static void begin(UnaryOperator<String> finder) {
    ofVm().finder = finder;
  }

  /** {@link System#load}, for a class. */
  public static void load(String path, Class<?> caller) {
    Objects.requireNonNull(path);
    if (NativeStubs.isOn()) {
      NativeStubs.load(path);
      return;
    }
    UnaryOperator<String> found = ofVm().finder;
    call("load0", found == null ? path : found.apply(path), caller);
  }

  /** {@link System#loadLibrary}, for a class, whose loader knows the folders. */
  public static void loadLibrary(String name, Class<?> caller) {
    Objects.requireNonNull(name);
    if (NativeStubs.isOn()) {
      NativeStubs.load(name);
    } else {
      call("loadLibrary0", name, caller);
    }
  }

  /**
   * The JDK gives a library to the class loader of its caller, which is this class: its own method
   * behind the public one takes the class.
   */
  private static void call(String method, String argument, Class<?> caller) {
    try {
      MethodHandle load =
          MethodHandles.privateLookupIn(Runtime.class, MethodHandles.lookup())
              .findVirtual(Runtime.class, method, TYPE);
      load.invokeExact(Runtime.getRuntime(), caller, argument);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
