package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Links the call sites of invoke-custom. A bootstrap method that fails is called again when the
 * instruction runs again; the JVM would keep the error (JVMS 5.4.3.6).
 */
public final class CustomCalls {
  private CustomCalls() {}

  /**
   * The bootstrap method of all such instructions in translated code.
   *
   * @param method the program's own bootstrap method
   * @param site the call_site_id
   * @param arguments its other arguments
   */
  public static CallSite bootstrap(
      Lookup caller,
      String name,
      MethodType type,
      MethodHandle method,
      int site,
      Object... arguments) {
    var linkage = new Linking(caller, name, type, method, site, arguments);
    try {
      return linkage.link();
    } catch (Throwable failure) {
      return new Unlinked(linkage, failure);
    }
  }

  /**
   * The data for linking one instruction.
   *
   * @param arguments those after lookup, name and type
   */
  public record Linking(
      Lookup caller,
      String name,
      MethodType type,
      MethodHandle method,
      int site,
      @Nullable Object... arguments) {
    /** Asks the bootstrap method. */
    public CallSite link() throws Throwable {
      List<@Nullable Object> all = new ArrayList<>(List.of(caller, name, type));
      all.addAll(Arrays.asList(arguments));
      try {
        Object linked = method.invokeWithArguments(all);
        if (!(linked instanceof CallSite made)) {
          throw new ClassCastException("Bootstrap method returned " + linked);
        }
        // ART converts at the call, the JVM refuses a site of another type (JVMS 5.4.3.6).
        return made.type().equals(type)
            ? made
            : new ConstantCallSite(made.dynamicInvoker().asType(type));
      } catch (Exception e) {
        throw new BootstrapMethodError(
            "Exception from call site #" + site + " bootstrap method", e);
      }
    }
  }

  /** A call site whose bootstrap method has failed: throws that once, then calls it again. */
  private static final class Unlinked extends MutableCallSite {
    private static final MethodHandle LINK = find();

    private final Linking linking;
    private @Nullable Throwable failure;

    Unlinked(Linking linking, Throwable failure) {
      super(linking.type());
      this.linking = linking;
      this.failure = failure;
      setTarget(
          MethodHandles.foldArguments(
              MethodHandles.exactInvoker(linking.type()), LINK.bindTo(this)));
    }

    private static MethodHandle find() {
      try {
        return MethodHandles.lookup()
            .findVirtual(Unlinked.class, "linked", MethodType.methodType(MethodHandle.class));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    @SuppressWarnings("UnusedMethod") // LINK calls it.
    private synchronized MethodHandle linked() throws Throwable {
      Throwable before = failure;
      if (before != null) {
        failure = null;
        throw before;
      }
      MethodHandle found = linking.link().dynamicInvoker();
      setTarget(found);
      return found;
    }
  }
}
