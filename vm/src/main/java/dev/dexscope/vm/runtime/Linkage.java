package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Where guest code and the VM meet: the VM sets itself in when it starts. */
public final class Linkage {
  /** The VM, as class loaders need it. */
  public interface Vm {
    /**
     * The code in dex files and archives of them. What cannot be read is passed over.
     *
     * @param path their paths, parted by colons
     * @param before the class loaders whose classes the code sees, the first ones first
     */
    GuestCode open(String path, List<ClassLoader> before);

    /** The code in dex files in memory. */
    GuestCode open(List<ByteBuffer> files, List<ClassLoader> before);

    /** The loader of the platform's classes. */
    ClassLoader bootLoader();
  }

  private static final Map<ClassLoader, GuestCode> CODE =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static volatile @Nullable Vm vm;
  private static volatile @Nullable ClassLoader systemLoader;

  private Linkage() {}

  /** Called by the VM before any guest code runs. */
  public static void start(Vm running) {
    vm = running;
  }

  /** The VM that runs. */
  public static Vm vm() {
    Vm running = vm;
    if (running == null) {
      throw new IllegalStateException("the VM has not been started");
    }
    return running;
  }

  /** Sets the loader of the program that runs. */
  public static void setSystemClassLoader(ClassLoader loader) {
    systemLoader = loader;
  }

  /** {@link ClassLoader#getSystemClassLoader}: on Android it is the program's own. */
  public static ClassLoader getSystemClassLoader() {
    ClassLoader loader = systemLoader;
    return loader == null ? vm().bootLoader() : loader;
  }

  /** Remembers what a class loader loads. */
  public static void register(ClassLoader loader, GuestCode code) {
    CODE.put(loader, code);
  }

  /** What a class loader loads, or null when its classes are not dex. */
  public static @Nullable GuestCode code(ClassLoader loader) {
    return CODE.get(loader);
  }

  /**
   * Bootstrap method of the constant that the body of an interpreted method calls.
   *
   * @param lookup in the method's class
   * @param methodIndex its method_id
   */
  public static Interpreted interpreted(
      MethodHandles.Lookup lookup, String name, Class<?> type, int methodIndex) {
    GuestCode code = code(lookup.lookupClass().getClassLoader());
    if (code == null) {
      throw new IllegalArgumentException(lookup + " is in no dex class");
    }
    return code.interpreted(lookup, methodIndex);
  }

  /**
   * What invoke-super does that names a class which is none of its own class's superclasses.
   *
   * @param method name and descriptor
   * @param owner the class's descriptor
   */
  @SuppressWarnings("DoNotCallSuggester") // Translated code calls it.
  public static void noSuperMethod(String method, String owner) {
    throw new NoSuchMethodError(
        "No super method " + method + " in class " + owner + " or its super classes");
  }

  /**
   * The error of an instruction that should have thrown: it names a class or member that was
   * missing when its method was verified, and is there now. What follows has not been verified.
   */
  public static Error didNotThrow() {
    return new VerifyError(
        "the method was verified when a class or member that it names was missing");
  }

  /** All class loaders of dex code that are alive. */
  static List<ClassLoader> loaders() {
    synchronized (CODE) {
      return List.copyOf(CODE.keySet());
    }
  }

  /** All dex code that is loaded from. */
  public static List<GuestCode> allCode() {
    synchronized (CODE) {
      return List.copyOf(CODE.values());
    }
  }
}
