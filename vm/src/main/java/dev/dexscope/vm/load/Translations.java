package dev.dexscope.vm.load;

import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The translations of the classes of all class loaders of one VM, and their cache. */
final class Translations {
  private final String engine;
  private final Function<Verifier, ClassTranslator> translators;
  private final ClassLoader platform;
  private final int level;
  private final @Nullable TranslationCaches caches;
  private final @Nullable String ownVersion;
  private final List<Path> agents = new ArrayList<>();
  private @Nullable ClassLoader agentFiles;
  private @Nullable ThreadPoolExecutor ahead;

  /**
   * @param engine identifies the translators' output in the keys of the cache
   * @param platform loads the classes that all code sees
   * @param level its API level
   * @param cacheFolder the folder of translated classes for the next run; null disables it
   * @param ownVersion identifies the build of this program; null if unknown
   */
  Translations(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      ClassLoader platform,
      int level,
      @Nullable Path cacheFolder,
      @Nullable String ownVersion) {
    this.engine = engine;
    this.translators = translators;
    this.platform = platform;
    this.level = level;
    this.ownVersion = ownVersion;
    this.caches =
        cacheFolder == null || ownVersion == null ? null : new TranslationCaches(cacheFolder);
  }

  ClassTranslator translator(Verifier verifier) {
    return translators.apply(verifier);
  }

  /**
   * Adds a jar of agents, whose classes the program's code sees like the platform's: as that of the
   * class path of a JVM.
   */
  synchronized void addAgent(Path jar) throws IOException {
    agents.add(jar);
    List<URL> urls = new ArrayList<>();
    for (Path each : agents) {
      urls.add(each.toUri().toURL());
    }
    agentFiles = new URLClassLoader(urls.toArray(URL[]::new), null);
  }

  /** Returns the API level of the platform. */
  int level() {
    return level;
  }

  /**
   * Returns a loader that finds the class files of all that the program's code sees.
   *
   * @param isOfProgram whether the program has a class of its own, by the name of its class file
   */
  synchronized ClassLoader seenLoader(Predicate<String> isOfProgram) {
    return agentFiles == null ? platform : new SeenClassFiles(platform, agentFiles, isOfProgram);
  }

  /**
   * Returns the keys of the translations of files.
   *
   * @param before the code that the files' code sees
   * @return null if they are not cached
   */
  synchronized @Nullable PathKeys keys(DexFiles files, List<@Nullable String> before) {
    if (caches == null || !files.isOnDisk()) {
      return null;
    }
    // Changes with all that translated classes depend on but the code itself.
    List<String> base = new ArrayList<>(List.of(Runtime.version() + " " + engine + ownVersion));
    for (String each : before) {
      if (each == null) {
        return null;
      }
      base.add(each);
    }
    try {
      for (Path each : agents) {
        base.add(PathKeys.file(each));
      }
      return PathKeys.of(base, files.paths());
    } catch (IOException e) {
      return null;
    }
  }

  /** Returns what runs with other paths have left of files; null where nothing can be. */
  @Nullable EarlierPaths earlier(DexFiles files, @Nullable PathKeys keys) {
    return caches == null || keys == null ? null : new EarlierPaths(caches.folder(), files, keys);
  }

  /** Returns the cache with a key, for the user's lifetime. */
  @Nullable TranslationCache cache(@Nullable String key, RunningClasses user) {
    return caches == null || key == null ? null : caches.get(key, user);
  }

  /** Returns the worker that translates ahead, for all loaders; created with the first class. */
  synchronized ThreadPoolExecutor ahead() {
    ThreadPoolExecutor known = ahead;
    if (known == null) {
      known = TranslationAhead.worker();
      ahead = known;
    }
    return known;
  }

  /** Returns how many caches have loaders. */
  int cachesInUse() {
    return caches == null ? 0 : caches.size();
  }

  /** Saves new entries of the caches at the end of a run. */
  synchronized void save() {
    if (ahead != null) {
      ahead.getQueue().clear();
    }
    if (caches != null) {
      caches.save();
    }
  }
}
