package dev.dexscope.vm.load;

import dev.dexscope.vm.code.MappedClass;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.instrument.LoadedClasses;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The code maps of the classes of one class loader: made when somebody asks, made again when hooks
 * have come or gone, forgotten when memory is short.
 */
final class CodeMaps {
  private record Known(int hookings, Map<String, CodeMap> maps) {}

  private final Map<Class<?>, SoftReference<Known>> known = new WeakHashMap<>();

  /**
   * The maps of a class, by its methods' names and descriptors.
   *
   * @param mapped translates the class again
   * @param definition makes the class file as it was defined
   */
  Map<String, CodeMap> of(
      Class<?> type, Supplier<MappedClass> mapped, UnaryOperator<byte[]> definition) {
    int hookings = LoadedClasses.hookings();
    @Nullable Known found = known(type);
    if (found == null || found.hookings != hookings) {
      // Without the lock: an agent may have suspended the thread that makes the maps of another
      // class, and ask for these.
      MappedClass made = mapped.get();
      byte[] running = LoadedClasses.asRunning(type, definition.apply(made.classFile()));
      found = new Known(hookings, CodeMap.ofClass(made, running));
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
