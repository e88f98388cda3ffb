package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.CurrentVm;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The interface between guest code and the VM: class loaders, and the methods called by linked
 * code.
 */
public final class Linkage {
  private Linkage() {}

  /** Sets the loader of the program that runs. */
  public static void setSystemClassLoader(ClassLoader loader) {
    VmContext.current().systemLoader = loader;
  }

  /** {@link ClassLoader#getSystemClassLoader}: on Android it is the program's own. */
  public static ClassLoader getSystemClassLoader() {
    VmContext vm = VmContext.current();
    ClassLoader loader = vm.systemLoader;
    return loader == null ? vm.code().platformLoader() : loader;
  }

  /** {@link ClassLoader#getSystemClassLoader} of agents in Java. */
  public static ClassLoader agentLoader() {
    return VmContext.current().code().agentLoader();
  }

  /** Returns whether there is a program that has a class loader. */
  public static boolean hasProgram() {
    return CurrentVm.isStarted() && VmContext.current().systemLoader != null;
  }

  /** Returns the code of a class loader, or null if its classes are not dex. */
  public static @Nullable GuestCode code(@Nullable ClassLoader loader) {
    return VmContext.current().code().codeOf(loader);
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
   * Throws the error of an invoke-super that names a class other than its own class's superclasses.
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
    return VmContext.current().code().loaders();
  }

  /** All dex code that is loaded from. */
  public static List<? extends GuestCode> allCode() {
    return VmContext.current().code().allCode();
  }
}
