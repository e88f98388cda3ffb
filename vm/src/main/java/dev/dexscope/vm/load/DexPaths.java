package dev.dexscope.vm.load;

import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.debug.FrameLocations;
import dev.dexscope.vm.debug.ProgramCode;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.instrument.PlatformCalls;
import dev.dexscope.vm.runtime.Hooks;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.LoadedCode;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The dex code of all class loaders of one VM. */
public final class DexPaths implements LoadedCode, ProgramCode {
  private static final int ANDROID_11 = 30;

  private final PlatformLoader platform;
  private final Translations translations;
  private final ProgramFrames frames = new ProgramFrames(this);
  private final Map<ClassLoader, DexPath> byLoader = new WeakHashMap<>();
  private volatile @Nullable AgentClasses agents;
  private volatile Map<Path, Path> resources = Map.of();

  /**
   * @param engine names what translators make, for the keys of the cache
   * @param cacheFolder where translated classes are kept for the next run; null for nowhere
   */
  public DexPaths(
      String engine, Function<Verifier, ClassTranslator> translators, @Nullable Path cacheFolder) {
    this(engine, translators, cacheFolder, cacheFolder == null ? null : OwnVersion.text());
  }

  /**
   * The same with a framework.
   *
   * @param framework loads the platform's classes
   * @param level its API level
   * @param version identifies it in the keys of the cache
   */
  public DexPaths(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      @Nullable Path cacheFolder,
      PlatformPart framework,
      int level,
      String version) {
    this(
        engine + " " + version,
        translators,
        cacheFolder,
        cacheFolder == null ? null : OwnVersion.text(),
        PlatformLoader.with(framework),
        level);
  }

  /**
   * @param ownVersion identifies the build of this program; null if unknown
   */
  DexPaths(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      @Nullable Path cacheFolder,
      @Nullable String ownVersion) {
    this(
        engine,
        translators,
        cacheFolder,
        ownVersion,
        PlatformLoader.withoutFramework(),
        ANDROID_11);
  }

  private DexPaths(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      @Nullable Path cacheFolder,
      @Nullable String ownVersion,
      PlatformLoader platform,
      int level) {
    this.platform = platform;
    this.translations =
        new Translations(engine, translators, platform, level, cacheFolder, ownVersion);
  }

  /** Sets the archives and folders that are searched for the resources of files, before these. */
  public void setResources(Map<Path, Path> sources) {
    resources = sources;
  }

  /** Returns what is searched for the resources of a file, the first one first. */
  List<ResourceSource> resources(Path file) {
    Path original = resources.get(file);
    var own = new ArchiveResources(file);
    if (original == null || original.equals(file)) {
      return List.of(own);
    }
    return List.of(
        Files.isDirectory(original)
            ? new FolderResources(original)
            : new ArchiveResources(original),
        own);
  }

  @Override
  public DexPath open(String path, List<ClassLoader> before) {
    List<Path> paths = new ArrayList<>();
    for (String each : path.split(File.pathSeparator)) {
      if (!each.isEmpty()) {
        paths.add(Path.of(each));
      }
    }
    return new DexPath(DexFiles.onDisk(paths), before(before), this);
  }

  @Override
  public DexPath open(List<ByteBuffer> buffers, List<ClassLoader> before) {
    return new DexPath(DexFiles.inMemory(buffers), before(before), this);
  }

  /** Returns the paths of loaders and those above them, in the order in which they find classes. */
  private List<DexPath> before(List<ClassLoader> loaders) {
    Set<DexPath> found = new LinkedHashSet<>();
    for (ClassLoader loader : loaders) {
      @Nullable ClassLoader each = loader;
      @Nullable DexPath path = codeOf(each);
      while (each != null && path == null) {
        each = each.getParent();
        path = codeOf(each);
      }
      if (path != null) {
        found.addAll(path.before());
        found.add(path);
      }
    }
    return List.copyOf(found);
  }

  void register(ClassLoader loader, DexPath code) {
    Module own = DexPaths.class.getModule();
    if (own.isNamed()) {
      // On the module path: translated code calls this package, which is not exported to others.
      own.addExports(Hooks.class.getPackageName(), loader.getUnnamedModule());
    }
    synchronized (byLoader) {
      byLoader.put(loader, code);
    }
  }

  @Override
  public @Nullable DexPath codeOf(@Nullable ClassLoader loader) {
    synchronized (byLoader) {
      return byLoader.get(loader);
    }
  }

  @Override
  public List<ClassLoader> loaders() {
    synchronized (byLoader) {
      return List.copyOf(byLoader.keySet());
    }
  }

  @Override
  public List<DexPath> allCode() {
    synchronized (byLoader) {
      return List.copyOf(byLoader.values());
    }
  }

  @Override
  public boolean isRegistered(ClassLoader loader) {
    return codeOf(loader) != null;
  }

  @Override
  public boolean isPlatform(@Nullable ClassLoader loader, String name) {
    return loader != null && platform.shows(loader, name);
  }

  /** Whether code of an agent has called, on the current thread. */
  boolean isAgentCalling() {
    return AskingAgents.isCalling(this);
  }

  @Override
  public ClassLoader platformLoader() {
    return platform;
  }

  /** Returns the translations of classes. */
  Translations translations() {
    return translations;
  }

  @Override
  public FrameLocations frames() {
    return frames;
  }

  /** Frames may be of other methods from now on. */
  void forgetFrames() {
    frames.forget();
  }

  /** Saves translations at the end of a run. */
  public void saveCaches() {
    translations.save();
  }

  /** The calls of a framework in the dex code of the VM. */
  public PlatformCalls frameworkCalls() {
    return new PlatformMethods(this);
  }

  @Override
  public @Nullable Class<?> agentClass(String name) {
    AgentClasses known = agents;
    return known == null ? null : known.ofAgent(name);
  }

  @Override
  public ClassLoader addAgent(Path jar) throws IOException {
    AgentClasses known = agents(LoadedClasses.instrumentation());
    known.add(jar.toUri().toURL());
    translations.addAgent(jar);
    return known;
  }

  /** Returns the resources that an agent finds beside its own, as on the class path of a JVM. */
  private List<URL> programResources(String name) {
    DexPath program = codeOf(Linkage.getSystemClassLoader());
    return program == null ? List.of() : program.resources(name);
  }

  @Override
  public ClassLoader agentLoader() {
    AgentClasses known = agents;
    return known == null ? platform : known;
  }

  /** A resource of agents; null if they have none of that name. */
  @Nullable URL agentResource(String name) {
    AgentClasses known = agents;
    return known == null ? null : known.own(name);
  }

  private synchronized AgentClasses agents(Instrumentation instrumentation) {
    AgentClasses known = agents;
    if (known == null) {
      known = new AgentClasses(instrumentation, this, this::programResources);
      agents = known;
    }
    return known;
  }

  @Override
  public @Nullable DexPath of(@Nullable ClassLoader loader) {
    return codeOf(loader);
  }

  @Override
  public boolean isShown(@Nullable ClassLoader loader, String name) {
    if (loader == null) {
      return !name.equals(JdkCalls.TYPE_NAME);
    }
    return codeOf(loader) != null
        || loader.equals(ClassLoader.getPlatformClassLoader())
        || loader.equals(agents)
        || isPlatform(loader, name);
  }

  @Override
  public int version() {
    return LoadedClasses.hookings();
  }

  @Override
  public void onChanges(Runnable listener) {
    LoadedClasses.onChanges(listener);
  }

  @Override
  public void onHooks(Runnable listener) {
    LoadedClasses.onHooks(listener);
  }
}
