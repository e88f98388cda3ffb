package dev.dexscope.vm.load;

import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the classes of all class loaders of one VM are translated, and where that is kept. */
final class Translations {
  private final String engine;
  private final Function<Verifier, ClassTranslator> translators;
  private final ClassLoader platform;
  private final @Nullable TranslationCaches caches;
  private final @Nullable String ownVersion;
  private @Nullable ThreadPoolExecutor ahead;

  /**
   * @param engine names what translators make, for the keys of the cache
   * @param platform has the classes that all code sees
   * @param cacheFolder where translated classes are kept for the next run; null for nowhere
   * @param ownVersion tells builds of this program apart; null when it cannot be
   */
  Translations(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      ClassLoader platform,
      @Nullable Path cacheFolder,
      @Nullable String ownVersion) {
    this.engine = engine;
    this.translators = translators;
    this.platform = platform;
    this.ownVersion = ownVersion;
    this.caches =
        cacheFolder == null || ownVersion == null ? null : new TranslationCaches(cacheFolder);
  }

  ClassTranslator translator(Verifier verifier) {
    return translators.apply(verifier);
  }

  ClassLoader platformLoader() {
    return platform;
  }

  /**
   * The key of what is translated of files.
   *
   * @param before of the code that the files' code sees
   * @return null when nothing of it is to be kept
   */
  @Nullable String key(DexFiles files, List<@Nullable String> before) {
    if (caches == null || !files.isOnDisk()) {
      return null;
    }
    var key = new TranslationCache.Key();
    // Changes with all that translated classes depend on but the code itself.
    key.addText(Runtime.version() + " " + engine + ownVersion);
    for (String each : before) {
      if (each == null) {
        return null;
      }
      key.addText(each);
    }
    try {
      for (Path each : files.paths()) {
        key.addFile(each);
      }
    } catch (IOException e) {
      return null;
    }
    return key.value();
  }

  /** The cache of what has a key, for the user's lifetime. */
  @Nullable TranslationCache cache(@Nullable String key, RunningClasses user) {
    return caches == null || key == null ? null : caches.get(key, user);
  }

  /** What translates ahead of its time, for all loaders; made when the first class is. */
  synchronized ThreadPoolExecutor ahead() {
    ThreadPoolExecutor known = ahead;
    if (known == null) {
      known = TranslationAhead.worker();
      ahead = known;
    }
    return known;
  }

  /** How many caches have loaders. */
  int cachesInUse() {
    return caches == null ? 0 : caches.size();
  }

  /** Saves what is new in the caches, at the end of a run. */
  synchronized void save() {
    if (ahead != null) {
      ahead.getQueue().clear();
    }
    if (caches != null) {
      caches.save();
    }
  }
}
