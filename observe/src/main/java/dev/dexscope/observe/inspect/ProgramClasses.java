package dev.dexscope.observe.inspect;

import dev.dexscope.vm.Vm;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.instrument.LoaderTransformer;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** The classes of the program. */
public final class ProgramClasses {
  private ProgramClasses() {}

  /**
   * Returns the loaded classes, by name, without arrays.
   *
   * @throws IOException if the JVM does not load agents
   */
  public static List<Class<?>> loaded() throws IOException {
    return hooked(plain -> null).all().stream()
        .filter(type -> !type.isArray())
        .sorted(Comparator.comparing(Class::getName))
        .toList();
  }

  static LoadedClasses hooked(LoaderTransformer.Change hooks) {
    return new LoadedClasses(Vm::isGuest, hooks);
  }
}
