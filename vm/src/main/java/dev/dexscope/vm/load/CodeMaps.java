package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.vm.code.MappedClass;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.instrument.LoadedClasses;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The code maps of the classes of one class loader: created on demand, created again when hooks
 * were added or removed, discarded when memory is short.
 */
final class CodeMaps {
  private record Known(int hookings, Map<String, CodeMap> maps) {}

  private final RunningClasses classes;

  /** The classes that got hooks when they were defined keep them. */
  private final DefinitionHooks hooks;

  private final Map<Class<?>, SoftReference<Known>> known = new WeakHashMap<>();

  CodeMaps(RunningClasses classes, DefinitionHooks hooks) {
    this.classes = classes;
    this.hooks = hooks;
  }

  /** The maps of a class as it runs, by its methods' names and descriptors. */
  Map<String, CodeMap> of(Class<?> type, ClassDef running) {
    int hookings = LoadedClasses.hookings();
    @Nullable Known found = known(type);
    if (found == null || found.hookings != hookings) {
      // Without the lock: an agent may have suspended the thread that creates the maps of another
      // class, and request these.
      MappedClass made = classes.map(running);
      byte[] defined = hooks.again(type.getName(), made.classFile());
      byte[] hooked = LoadedClasses.asRunning(type, defined);
      found = new Known(hookings, CodeMap.ofClass(made, hooked));
      know(type, found);
    }
    return found.maps;
  }

  private synchronized @Nullable Known known(Class<?> type) {
    SoftReference<Known> reference = known.get(type);
    return reference == null ? null : reference.get();
  }

  private synchronized void know(Class<?> type, Known maps) {
    known.put(type, new SoftReference<>(maps));
  }
}
