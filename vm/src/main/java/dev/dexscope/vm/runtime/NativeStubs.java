package dev.dexscope.vm.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Called by native methods with added bodies, because their library is unavailable: each is
 * reported once.
 */
public final class NativeStubs {
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Consumer<String> listener;

  private NativeStubs() {}

  private static NativeStubs ofVm() {
    return VmContext.current().part(NativeStubs.class, NativeStubs::new);
  }

  /** Adds bodies to native methods from now on; sets the listener of their calls. */
  public static void begin(Consumer<String> listener) {
    ofVm().listener = listener;
  }

  /** Returns whether native methods have bodies. */
  public static boolean isOn() {
    return ofVm().listener != null;
  }

  /** A native method is called, or a library is loaded; for translated code. */
  public static void called(String name) {
    NativeStubs stubs = ofVm();
    Consumer<String> told = stubs.listener;
    if (told != null && stubs.known.add(name)) {
      told.accept(name);
    }
  }

  /** In place of {@code System.loadLibrary} and {@code System.load}. */
  public static void load(String library) {
    called("library " + library);
  }
}
