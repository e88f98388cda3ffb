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
  synchronized Map<String, CodeMap> of(
      Class<?> type, Supplier<MappedClass> mapped, UnaryOperator<byte[]> definition) {
    int hookings = LoadedClasses.hookings();
    SoftReference<Known> reference = known.get(type);
    @Nullable Known found = reference == null ? null : reference.get();
    if (found == null || found.hookings != hookings) {
      MappedClass made = mapped.get();
      byte[] running = LoadedClasses.asRunning(type, definition.apply(made.classFile()));
      found = new Known(hookings, CodeMap.ofClass(made, running));
      known.put(type, new SoftReference<>(found));
    }
    return found.maps;
  }
}
