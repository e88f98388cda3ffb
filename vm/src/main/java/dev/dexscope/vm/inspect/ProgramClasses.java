package dev.dexscope.vm.inspect;

import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.instrument.LoaderTransformer;
import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The classes of the program. */
public final class ProgramClasses {
  private volatile Predicate<@Nullable ClassLoader> guests = _ -> false;

  private ProgramClasses() {}

  private static ProgramClasses ofVm() {
    return VmContext.current().part(ProgramClasses.class, ProgramClasses::new);
  }

  /** Tells which loaders' classes are the program's. */
  public static void guests(Predicate<@Nullable ClassLoader> loaders) {
    ofVm().guests = loaders;
  }

  /**
   * Those that have been loaded, by name; arrays of them are not among them.
   *
   * @throws IOException when the JVM lets no agent in
   */
  public static List<Class<?>> loaded() throws IOException {
    return hooked(plain -> null).all().stream()
        .filter(type -> !type.isArray())
        .sorted(Comparator.comparing(Class::getName))
        .toList();
  }

  static LoadedClasses hooked(LoaderTransformer.Change hooks) {
    return new LoadedClasses(ofVm().guests, hooks);
  }
}
