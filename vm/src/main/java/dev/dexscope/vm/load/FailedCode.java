package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.vm.runtime.CodePlaces;
import dev.dexscope.vm.runtime.StackReserve;
import dev.dexscope.vm.runtime.ThrowSite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of one class loader's code that have failed, with the results found for them: a
 * program may fail there again and again.
 */
final class FailedCode implements CodePlaces {
  private final RunningClasses classes;
  private final CodeMaps maps;

  /** A value of a class that was to be stored in an array. */
  private record Store(ThrowSite site, String value) {}

  private final Map<Store, Optional<String>> storedArrays = new ConcurrentHashMap<>();
  private final Map<ThrowSite, Optional<String>> accessedFields = new ConcurrentHashMap<>();

  FailedCode(RunningClasses classes, CodeMaps maps) {
    this.classes = classes;
    this.maps = maps;
  }

  /** Discards the results for code that has been replaced. */
  void forget() {
    storedArrays.clear();
    accessedFields.clear();
  }

  @Override
  public @Nullable StackTraceElement shown(StackTraceElement frame) {
    ClassDef classDef = classes.named(frame.getClassName());
    return classDef == null ? null : FrameMethods.shown(classDef, frame);
  }

  @Override
  public @Nullable String accessedField(ThrowSite site) {
    return accessedFields.computeIfAbsent(site, this::findAccessedField).orElse(null);
  }

  private Optional<String> findAccessedField(ThrowSite site) {
    StackReserve.ensure();
    return Optional.ofNullable(FailedInstruction.accessedField(failed(site), classes.hierarchy()));
  }

  @Override
  public @Nullable String storedArray(ThrowSite site, String value) {
    return storedArrays.computeIfAbsent(new Store(site, value), this::findStoredArray).orElse(null);
  }

  private Optional<String> findStoredArray(Store store) {
    StackReserve.ensure();
    ClassDef classDef = classes.find(store.site.type().descriptorString());
    return classDef == null
        ? Optional.empty()
        : Optional.ofNullable(
            FailedInstruction.storedArray(
                failed(store.site),
                store.value,
                classes.hierarchy(),
                method -> classes.source(classDef, method)));
  }

  private List<FailedInstruction> failed(ThrowSite site) {
    ClassDef classDef = classes.find(site.type().descriptorString());
    return classDef == null
        ? List.of()
        : FailedInstruction.at(classDef, site, maps.of(site.type(), classDef)::get);
  }
}
