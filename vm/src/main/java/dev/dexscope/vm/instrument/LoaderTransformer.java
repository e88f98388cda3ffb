package dev.dexscope.vm.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Changes the class files of some loaders by nothing but their bytes.
 *
 * @param loaders whether a loader's classes are changed
 * @param change makes the new class file; null where it stays as it is
 */
public record LoaderTransformer(Predicate<@Nullable ClassLoader> loaders, Change change)
    implements ClassFileTransformer {
  /** A change of class files. */
  public interface Change {
    /** The changed class file; null for no change. */
    byte @Nullable [] apply(byte[] file);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    return loaders.test(loader) ? change.apply(file) : null;
  }
}
