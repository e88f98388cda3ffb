package dev.dexscope.vm.load;

import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.libcore.CodeLoading;
import dev.dexscope.libcore.DexCode;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.NewClassFile;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import dev.dexscope.vm.inspect.Frames;
import dev.dexscope.vm.inspect.GuestFrame.Location;
import dev.dexscope.vm.instrument.PlatformCalls;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.VmContext;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.File;
import java.lang.StackWalker.StackFrame;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The dex code of all class loaders of one VM, with what they share. */
public final class DexPaths implements CodeLoading, Frames.Locations {
  private final String engine;
  private final Function<Verifier, ClassTranslator> translators;
  private final @Nullable TranslationCaches caches;
  private final @Nullable String ownVersion;
  private @Nullable ThreadPoolExecutor ahead;
  private volatile @Nullable AgentClasses agents;
  private final PlatformLoader platform;
  private final Map<StackTraceElement, Optional<Method>> methods = new ConcurrentHashMap<>();

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
   * @param framework has the platform's classes
   * @param version tells it from others, for the keys of the cache
   */
  public DexPaths(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      @Nullable Path cacheFolder,
      PlatformPart framework,
      String version) {
    this(
        engine + " " + version,
        translators,
        cacheFolder,
        cacheFolder == null ? null : OwnVersion.text(),
        PlatformLoader.with(framework));
  }

  /**
   * @param ownVersion tells builds of this program apart; null when it cannot be
   */
  DexPaths(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      @Nullable Path cacheFolder,
      @Nullable String ownVersion) {
    this(engine, translators, cacheFolder, ownVersion, PlatformLoader.withoutFramework());
  }

  private DexPaths(
      String engine,
      Function<Verifier, ClassTranslator> translators,
      @Nullable Path cacheFolder,
      @Nullable String ownVersion,
      PlatformLoader platform) {
    this.platform = platform;
    this.engine = engine;
    this.translators = translators;
    this.ownVersion = ownVersion;
    this.caches =
        cacheFolder == null || ownVersion == null ? null : new TranslationCaches(cacheFolder);
  }

  @Override
  public GuestCode open(String path, List<ClassLoader> before) {
    List<Path> paths = new ArrayList<>();
    for (String each : path.split(File.pathSeparator)) {
      if (!each.isEmpty()) {
        paths.add(Path.of(each));
      }
    }
    return DexPath.ofFiles(paths, before, this);
  }

  @Override
  public GuestCode open(List<ByteBuffer> buffers, List<ClassLoader> before) {
    return DexPath.ofBuffers(buffers, before, this);
  }

  @Override
  public ClassLoader platformLoader() {
    return platform;
  }

  @Override
  public @Nullable Class<?> agentClass(String name) {
    AgentClasses known = agents;
    return known == null ? null : known.ofAgent(name);
  }

  /**
   * Lets agents and the program find the classes of a jar.
   *
   * @return the loader that has them
   */
  public synchronized ClassLoader addAgent(URL jar, Instrumentation instrumentation) {
    AgentClasses known = agents;
    if (known == null) {
      known = new AgentClasses(instrumentation);
      agents = known;
    }
    known.add(jar);
    return known;
  }

  @Override
  public void register(ClassLoader loader, DexCode code) {
    if (!(code instanceof GuestCode guest)) {
      throw new IllegalArgumentException("not opened by this VM: " + code.description());
    }
    Linkage.register(loader, guest);
  }

  @Override
  public boolean isRegistered(ClassLoader loader) {
    return Linkage.code(loader) != null;
  }

  ClassTranslator translator(Verifier verifier) {
    return translators.apply(verifier);
  }

  /** Whether translated classes are kept for later runs. */
  public boolean hasCache() {
    return caches != null;
  }

  /** The cache of what has the key, for the user's lifetime. */
  @Nullable TranslationCache cache(String key, DexPath user) {
    return caches == null ? null : caches.get(key, user);
  }

  /** What translates ahead of its time, for all paths; made when the first class is translated. */
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

  /** Changes with all that translated classes depend on but the code itself. */
  String version() {
    return Runtime.version() + " " + engine + ownVersion;
  }

  /** Saves what is new in the caches, at the end of a run. */
  public synchronized void saveCaches() {
    if (ahead != null) {
      ahead.getQueue().clear();
    }
    if (caches != null) {
      caches.save();
    }
  }

  /** The calls of a framework in the dex code of the VM. */
  public static PlatformCalls frameworkCalls() {
    return new PlatformMethods();
  }

  /**
   * Where the code of a method is.
   *
   * @param method name and descriptor
   * @return null when its class is not dex code, or the method has none
   */
  public static @Nullable CodeMap codeMap(Class<?> type, String method) {
    ClassLoader loader = type.getClassLoader();
    GuestCode code = loader == null ? null : Linkage.code(loader);
    return code instanceof DexPath path ? path.codeMap(type, method) : null;
  }

  /** The file on disk that a class came from; null where it is none of dex code, or of memory. */
  public static @Nullable Path file(@Nullable ClassLoader loader, String name) {
    return loader != null && Linkage.code(loader) instanceof DexPath path ? path.file(name) : null;
  }

  /** The dex file of one class as it runs; null when it is not dex code. */
  public static byte @Nullable [] dexFile(ClassLoader loader, String name) {
    return Linkage.code(loader) instanceof DexPath path ? path.dexFile(name) : null;
  }

  /** Lets a class of dex code run other dex code. */
  public static NewCode replace(ClassLoader loader, String name, byte[] dexFile, NewCode.Kind kind)
      throws RefusedCodeException {
    return path(loader).replace(name, dexFile, kind);
  }

  /** A class file that is to take the place of a class's dex code. */
  public static NewClassFile fit(ClassLoader loader, String name, byte[] given) {
    return path(loader).fit(name, given);
  }

  /**
   * Lets a class of dex code run what it was defined by.
   *
   * @return undoes it
   */
  public static Runnable withoutTransformation(ClassLoader loader, String name) {
    return path(loader).withoutTransformation(name);
  }

  private static DexPath path(ClassLoader loader) {
    if (Linkage.code(loader) instanceof DexPath path) {
      return path;
    }
    throw new IllegalArgumentException(loader + " loads no dex code");
  }

  /** Frames may be of other methods from now on. */
  void forgetMethods() {
    methods.clear();
  }

  /**
   * Whether programs can know of a class: one of dex code, or of their platform.
   *
   * @param loader its class loader
   * @param name as {@link Class#getName} has it
   */
  public static boolean isShown(@Nullable ClassLoader loader, String name) {
    if (loader != null && Linkage.code(loader) != null) {
      return true;
    }
    if (loader == null || loader.equals(ClassLoader.getPlatformClassLoader())) {
      return true;
    }
    return VmContext.current().code() instanceof DexPaths paths
        && (loader.equals(paths.agents) || paths.platform.shows(loader, name));
  }

  @Override
  public @Nullable Location of(StackFrame frame) {
    String method = frame.getMethodName() + frame.getDescriptor();
    CodeMap map = codeMap(frame.getDeclaringClass(), method);
    int pc = map == null ? CodeMap.NONE : map.pcAt(frame.getByteCodeIndex());
    return map == null ? null : new Location(frame.getDescriptor(), pc, pc != CodeMap.NONE);
  }

  @Override
  public @Nullable Location of(StackTraceElement frame, @Nullable StackTraceElement called) {
    for (GuestCode code : Linkage.allCode()) {
      Location found = code instanceof DexPath path ? path.location(frame, called) : null;
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The method of a frame, looked up once; null when its class is not dex code. */
  public @Nullable Method method(StackTraceElement frame) {
    return methods.computeIfAbsent(frame, DexPaths::find).orElse(null);
  }

  private static Optional<Method> find(StackTraceElement frame) {
    for (GuestCode code : Linkage.allCode()) {
      Method method = code instanceof DexPath path ? path.method(frame) : null;
      if (method != null) {
        return Optional.of(method);
      }
    }
    return Optional.empty();
  }
}
