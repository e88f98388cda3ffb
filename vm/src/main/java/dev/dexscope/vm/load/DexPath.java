package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.NoCodeException;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.NewClassFile;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import dev.dexscope.vm.inspect.GuestFrame.Location;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.interpret.InterpretedMethod;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Interpreted;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.NativeStubs;
import dev.dexscope.vm.runtime.OwnWork;
import dev.dexscope.vm.runtime.StackReserve;
import dev.dexscope.vm.runtime.ThrowSite;
import dev.dexscope.vm.translate.ClassTranslator;
import dev.dexscope.vm.translate.ReflectionAttributes;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The dex files of one class loader, in class path order, and what is made of their classes. */
public final class DexPath implements GuestCode {
  /** In the cache, beside class files: no class has it for a name. */
  private static final String MAIN_CLASS = "";

  private final List<Path> paths;
  private final List<ArchiveResources> archives;
  private final String description;
  private final List<DexPath> before;
  private final DexPaths all;
  private final @Nullable TranslationCache cache;
  private final @Nullable String key;

  /** Null without a cache: most of what is translated ahead of its time serves the next run. */
  private @Nullable TranslationAhead ahead;

  /** A value of a class that was to be stored in an array. */
  private record Store(ThrowSite site, String value) {}

  /** What was found for code that has failed: a program may fail there again and again. */
  private final Map<Store, Optional<String>> storedArrays = new ConcurrentHashMap<>();

  private final Map<ThrowSite, Optional<String>> accessedFields = new ConcurrentHashMap<>();

  private final CodeMaps codeMaps = new CodeMaps();
  private final ReplacedCode replaced = new ReplacedCode();

  /** Those that the interpreter has run methods of, by descriptor. */
  private final Map<String, Class<?>> interpretedClasses = new ConcurrentHashMap<>();

  /** The classes that got hooks when they were defined: they keep them. */
  private final DefinitionHooks hooks = new DefinitionHooks();

  private @Nullable List<DexFile> files;
  private @Nullable ClassTranslator translator;
  private final List<DexFormatException> problems;

  @SuppressWarnings("this-escape") // Only remembered by its identity.
  private DexPath(
      List<Path> paths,
      @Nullable List<DexFile> files,
      List<DexFormatException> problems,
      String description,
      List<DexPath> before,
      DexPaths all,
      @Nullable String key) {
    this.paths = List.copyOf(paths);
    // No streams: they take longer to begin than a small program.
    this.archives = new ArrayList<>();
    for (Path each : paths) {
      archives.add(new ArchiveResources(each));
    }
    this.files = files;
    this.problems = problems;
    this.description = description;
    this.before = List.copyOf(before);
    this.all = all;
    this.key = key;
    this.cache = key == null ? null : all.cache(key, this);
  }

  /**
   * The code in files on disk. They are opened when a class is asked for that no earlier run has
   * left in the cache.
   *
   * @param paths dex files and archives of them; those that are not there are passed over
   * @param loaders whose classes the code sees, the first ones first
   */
  static DexPath ofFiles(List<Path> paths, List<ClassLoader> loaders, DexPaths all) {
    List<DexPath> before = before(loaders);
    List<Path> existing = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Path each : paths) {
      if (Files.isRegularFile(each)) {
        existing.add(each);
        words.add((each.toString().endsWith(".dex") ? "dex" : "zip") + " file \"" + each + '"');
      }
    }
    return new DexPath(
        existing,
        null,
        new ArrayList<>(),
        String.join(", ", words),
        before,
        all,
        key(existing, before, all));
  }

  /** The code in dex files in memory. */
  static DexPath ofBuffers(List<ByteBuffer> buffers, List<ClassLoader> loaders, DexPaths all) {
    List<DexFile> files = new ArrayList<>();
    List<DexFormatException> problems = new ArrayList<>();
    for (ByteBuffer each : buffers) {
      byte[] bytes = new byte[each.remaining()];
      each.duplicate().get(bytes);
      try {
        files.addAll(checked(DexFile.parse("InMemoryDexFile", bytes)));
      } catch (DexFormatException e) {
        problems.add(e);
      }
    }
    String description =
        String.join(", ", Collections.nCopies(buffers.size(), "InMemoryDexFile[cookie=[]]"));
    return new DexPath(List.of(), files, problems, description, before(loaders), all, null);
  }

  /** Null when there is nothing to be kept. */
  private static @Nullable String key(List<Path> paths, List<DexPath> before, DexPaths all) {
    if (!all.hasCache()) {
      return null;
    }
    var key = new TranslationCache.Key();
    key.addText(all.version());
    for (DexPath each : before) {
      if (each.key == null) {
        return null;
      }
      key.addText(each.key);
    }
    try {
      for (Path each : paths) {
        key.addFile(each);
      }
    } catch (IOException e) {
      return null;
    }
    return key.value();
  }

  /** What loaders and those above them load, in the order in which they find classes. */
  private static List<DexPath> before(List<ClassLoader> loaders) {
    Set<DexPath> found = new LinkedHashSet<>();
    for (ClassLoader loader : loaders) {
      ClassLoader each = loader;
      while (each != null && !(Linkage.code(each) instanceof DexPath)) {
        each = each.getParent();
      }
      if (each != null && Linkage.code(each) instanceof DexPath path) {
        found.addAll(path.before);
        found.add(path);
      }
    }
    return List.copyOf(found);
  }

  private synchronized List<DexFile> files() {
    if (files == null) {
      List<DexFile> opened = new ArrayList<>();
      for (Path each : paths) {
        try {
          opened.addAll(checked(DexFile.open(each)));
        } catch (DexFormatException e) {
          // As on Android: the others may be enough.
          problems.add(e);
        } catch (IOException e) {
          problems.add(new DexFormatException(each.toString(), "file", 0, String.valueOf(e)));
        }
      }
      files = List.copyOf(opened);
    }
    return files;
  }

  private static List<DexFile> checked(List<DexFile> files) {
    files.forEach(DexFile::checkForLoading);
    return files;
  }

  @Override
  public List<IOException> problems() {
    files();
    List<IOException> shown = new ArrayList<>();
    for (DexFormatException each : problems) {
      shown.add(new IOException("Failed to open dex file: " + each.getMessage()));
    }
    return shown;
  }

  /**
   * Fails for a file that is no dex file, and where no file has code: an archive without is there
   * for its resources. Does not look at files whose classes are in the cache.
   *
   * @throws DexFormatException what is wrong with the first
   */
  public void check() {
    if (cache == null || !cache.isFilled()) {
      boolean hasCode = !files().isEmpty();
      for (DexFormatException each : problems) {
        if (!hasCode || !(each instanceof NoCodeException)) {
          throw each;
        }
      }
    }
  }

  /** Finds the class of a file that runs when none is named. */
  public interface MainClass {
    /** Its name; fails when the file does not say. */
    String of(Path file) throws IOException;
  }

  /** The class that runs when none is named: what was found in the first file is kept. */
  public String mainClass(MainClass search) throws IOException {
    byte[] known = cache == null ? null : cache.find(MAIN_CLASS);
    if (known != null) {
      return new String(known, StandardCharsets.UTF_8);
    }
    String found = search.of(paths.getFirst());
    if (cache != null) {
      cache.add(MAIN_CLASS, found.getBytes(StandardCharsets.UTF_8));
    }
    return found;
  }

  /** Made when the first class is translated: not when all come out of the cache. */
  private synchronized ClassTranslator translator() {
    if (translator == null) {
      translator = all.translator(Verifier.of(classPath(), files()));
    }
    return translator;
  }

  /** The one that knows a class by the code that it runs. */
  private ClassTranslator translator(ClassDef running) {
    ReplacedCode.Replacement replacement = replaced.find(running.type());
    return replacement == null ? translator() : replacement.translator();
  }

  private ClassPath classPath() {
    List<DexFile> libraries = new ArrayList<>();
    for (DexPath each : before) {
      libraries.addAll(each.files());
    }
    return ClassPath.ofLoader(all.platformLoader()).withLibraries(libraries);
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public byte @Nullable [] classFile(String name) {
    try (var _ = OwnWork.begun()) {
      return madeOf(name);
    }
  }

  private byte @Nullable [] madeOf(String name) {
    StackReserve.ensure();
    if (cache == null) {
      byte[] translated = translated(name);
      return translated == null ? null : atDefinition(name, translated);
    }
    byte[] found = cache.find(name);
    if (found == null || cache.isNew(name)) {
      TranslationAhead ahead = ahead();
      if (found == null) {
        found = ahead == null ? translated(name) : ahead.translate(name);
      }
      if (ahead != null && found != null) {
        ahead.follow(found);
      }
    }
    return found == null ? null : atDefinition(name, found);
  }

  /** Null where nothing translates ahead. */
  private synchronized @Nullable TranslationAhead ahead() {
    if (ahead == null && TranslationAhead.isWorthwhile()) {
      ahead = new TranslationAhead(all.ahead(), new Translation());
    }
    return ahead;
  }

  private byte @Nullable [] translated(String name) {
    try {
      ClassDef classDef = defined(descriptor(name));
      if (classDef == null) {
        return null;
      }
      byte[] translated = translator().translate(classDef);
      if (cache != null) {
        cache.add(name, translated);
      }
      return translated;
    } catch (DexFormatException e) {
      throw new ClassFormatError(e.getMessage());
    }
  }

  /** For the thread that works ahead. */
  private final class Translation implements TranslationAhead.Translation {
    @Override
    public byte @Nullable [] of(String name) {
      return translated(name);
    }

    @Override
    public boolean isSettled(String name) {
      return defined(descriptor(name)) == null || (cache != null && cache.has(name));
    }
  }

  private static String descriptor(String name) {
    return 'L' + name.replace('.', '/') + ';';
  }

  private byte[] atDefinition(String name, byte[] translated) {
    byte[] withBodies = NativeStubs.isOn() ? NativeBodies.apply(translated) : null;
    byte[] plain = withBodies == null ? translated : withBodies;
    return hooks.define(name, plain);
  }

  @Override
  public Interpreted interpreted(MethodHandles.Lookup lookup, int methodIndex) {
    String descriptor = lookup.lookupClass().descriptorString();
    try {
      ClassDef classDef = find(descriptor);
      if (classDef != null) {
        for (EncodedMethod each : classDef.data().methods()) {
          if (each.index() == methodIndex) {
            interpretedClasses.put(descriptor, lookup.lookupClass());
            return InterpretedMethod.link(lookup, translator(classDef).source(classDef, each));
          }
        }
      }
    } catch (DexFormatException e) {
      throw new ClassFormatError(e.getMessage());
    }
    throw new IllegalArgumentException("no method " + methodIndex + " in " + descriptor);
  }

  /** A class as it runs. */
  @Nullable ClassDef find(String descriptor) {
    ReplacedCode.Replacement replacement = replaced.find(descriptor);
    return replacement == null ? defined(descriptor) : replacement.classDef();
  }

  /** A class as its file has it. */
  private @Nullable ClassDef defined(String descriptor) {
    for (DexFile dex : files()) {
      ClassDef classDef = dex.findClass(descriptor);
      if (classDef != null) {
        return classDef;
      }
    }
    return null;
  }

  /** The file on disk that a class is in; null where it is in none. */
  @Nullable Path file(String name) {
    if (paths.size() == 1) {
      return paths.getFirst();
    }
    ClassDef found = defined(descriptor(name));
    String file = found == null ? "" : found.dex().name();
    // An archive's name stands in front of its dex file's.
    return paths.stream().filter(each -> file.startsWith(each.toString())).findFirst().orElse(null);
  }

  /** The dex file of one class as it runs; null when it is not here. */
  byte @Nullable [] dexFile(String name) {
    ClassDef classDef = find(descriptor(name));
    if (classDef == null) {
      return null;
    }
    var alone = DexBuilder.ofVersion(classDef.dex().version());
    alone.add(classDef);
    return alone.build();
  }

  /** Lets a class run other dex code. */
  NewCode replace(String name, byte[] dexFile, NewCode.Kind kind) throws RefusedCodeException {
    String descriptor = descriptor(name);
    ReplacedCode.Replacement replacement =
        replaced.read(descriptor, dexFile, classPath(), files(), all::translator);
    byte[] translated;
    try {
      translated = replacement.translator().translate(replacement.classDef());
    } catch (LinkageError e) {
      throw new RefusedCodeException(RefusedCodeException.Fault.FORMAT, String.valueOf(e));
    }
    return new NewCode(atDefinition(name, translated), set(descriptor, kind, replacement));
  }

  /**
   * A class file that is to take the place of a class's dex code.
   *
   * @throws IllegalArgumentException where it is no class file
   */
  NewClassFile fit(String name, byte[] given) {
    ClassDef classDef = find(descriptor(name));
    if (classDef == null) {
      throw new IllegalArgumentException(name + " is not here");
    }
    byte[] running = translator(classDef).translate(classDef);
    var file = new GivenClassFile(running, given);
    Set<String> changed = file.changed();
    byte[] defined = atDefinition(name, running);
    // An agent may have it from HotSpot, with hooks.
    changed.retainAll(new GivenClassFile(defined, given).changed());
    return new NewClassFile(file.fitted(this::find), changed);
  }

  /**
   * Lets a class run its definition again.
   *
   * @return undoes it
   */
  Runnable withoutTransformation(String name) {
    return set(descriptor(name), NewCode.Kind.TRANSFORMATION, null);
  }

  private Runnable set(
      String descriptor, NewCode.Kind kind, ReplacedCode.@Nullable Replacement replacement) {
    ReplacedCode.Replacement before = replaced.set(descriptor, kind, replacement);
    if (before == null && replacement == null) {
      return () -> {}; // Nothing has changed, and what is known stays.
    }
    forget(descriptor);
    return () -> {
      replaced.set(descriptor, kind, before);
      forget(descriptor);
    };
  }

  /** Forgets what was found in code that has been replaced. */
  private void forget(String descriptor) {
    LoadedClasses.changed();
    storedArrays.clear();
    accessedFields.clear();
    all.forgetMethods();
    Class<?> interpreted = interpretedClasses.get(descriptor);
    if (interpreted != null) {
      InterpretedMethod.replace(interpreted);
    }
  }

  @Override
  public @Nullable StackTraceElement shown(StackTraceElement frame) {
    ClassDef classDef = find(descriptor(frame.getClassName()));
    return classDef == null ? null : FrameMethods.shown(classDef, frame);
  }

  @Override
  public @Nullable String accessedField(ThrowSite site) {
    return accessedFields.computeIfAbsent(site, this::findAccessedField).orElse(null);
  }

  private Optional<String> findAccessedField(ThrowSite site) {
    StackReserve.ensure();
    return Optional.ofNullable(
        FailedInstruction.accessedField(failed(site), translator().hierarchy()));
  }

  @Override
  public @Nullable String storedArray(ThrowSite site, String value) {
    return storedArrays.computeIfAbsent(new Store(site, value), this::findStoredArray).orElse(null);
  }

  private Optional<String> findStoredArray(Store store) {
    StackReserve.ensure();
    ClassDef classDef = find(store.site.type().descriptorString());
    return classDef == null
        ? Optional.empty()
        : Optional.ofNullable(
            FailedInstruction.storedArray(
                failed(store.site),
                store.value,
                translator().hierarchy(),
                method -> translator(classDef).source(classDef, method)));
  }

  private List<FailedInstruction> failed(ThrowSite site) {
    ClassDef classDef = find(site.type().descriptorString());
    return classDef == null
        ? List.of()
        : FailedInstruction.at(classDef, site, codeMaps(site.type(), classDef)::get);
  }

  /** Where the code of a method of a loaded class is; null when it has none. */
  @Nullable CodeMap codeMap(Class<?> type, String method) {
    ClassDef classDef = find(type.descriptorString());
    return classDef == null ? null : codeMaps(type, classDef).get(method);
  }

  private Map<String, CodeMap> codeMaps(Class<?> type, ClassDef classDef) {
    return codeMaps.of(
        type,
        () -> translator(classDef).map(classDef),
        plain -> hooks.again(type.getName(), plain));
  }

  /** The method of a frame, or null when its class is not here. */
  @Nullable Method method(StackTraceElement frame) {
    ClassDef classDef = find(descriptor(frame.getClassName()));
    return classDef == null ? null : FrameMethods.find(classDef, frame);
  }

  /** Where a frame is, or null when its class is not here. */
  @Nullable Location location(StackTraceElement frame, @Nullable StackTraceElement called) {
    ClassDef classDef = find(descriptor(frame.getClassName()));
    return classDef == null ? null : FrameMethods.locate(classDef, frame, called);
  }

  @Override
  public List<String> classNames() {
    List<String> names = new ArrayList<>();
    for (DexFile dex : files()) {
      for (ClassDef each : dex.classes()) {
        names.add(JavaName.of(each.type()));
      }
    }
    return names;
  }

  @Override
  public List<DeclaredMethod> declaredMethods(String className) {
    ClassDef classDef = find(descriptor(className));
    return classDef == null
        ? List.of()
        : classDef.data().methods().stream().map(DexPath::declared).toList();
  }

  @Override
  public List<String> instanceFields(String className) {
    ClassDef classDef = find(descriptor(className));
    return classDef == null
        ? List.of()
        : classDef.data().instanceFields().stream().map(each -> each.ref().type()).toList();
  }

  @Override
  public List<String> permittedSubclasses(String className) {
    ClassDef classDef = find(descriptor(className));
    return classDef == null ? List.of() : ReflectionAttributes.permittedSubclasses(classDef);
  }

  private static DeclaredMethod declared(EncodedMethod method) {
    var ref = method.ref();
    return new DeclaredMethod(ref.name(), ref.proto().descriptor(), method.accessFlags());
  }

  @Override
  public long size() {
    return files().stream().mapToLong(DexFile::size).sum();
  }

  @Override
  public List<URL> resources(String name) {
    List<URL> found = new ArrayList<>();
    for (ArchiveResources each : archives) {
      URL resource = each.find(name);
      if (resource != null) {
        found.add(resource);
      }
    }
    return found;
  }
}
