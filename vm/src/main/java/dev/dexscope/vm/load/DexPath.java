package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.GuestClasses;
import dev.dexscope.vm.debug.NewClassFile;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.runtime.CodePlaces;
import dev.dexscope.vm.runtime.Declarations;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Interpreted;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dex code of one class loader: puts together what each does of its parts. What is found in its
 * files is in {@link DexFiles}, how its classes run in {@link RunningClasses}, what they are
 * defined by in {@link ClassFiles}, how that is changed in {@link Redefinition}.
 */
public final class DexPath implements GuestCode, GuestClasses {
  /** The packages that translated code calls. */
  private static final List<String> CALLED =
      List.of("dev.dexscope.vm.runtime", "dev.dexscope.vm.runtime.substitute");

  private static final String CLASS_FILE = ".class";

  private final DexPaths all;
  private final List<DexPath> before;
  private final @Nullable String key;
  private final DexFiles files;

  /** Those of each file; the first that has an entry provides it. */
  private final List<List<ResourceSource>> resources = new ArrayList<>();

  private final RunningClasses classes;
  private final ClassFiles classFiles;
  private final CodeMaps codeMaps;
  private final FailedCode failed;
  private final InterpretedClasses interpreted;
  private final Redefinition redefinition;

  /**
   * @param before those whose classes the code sees, the first ones first
   */
  DexPath(DexFiles files, List<DexPath> before, DexPaths all) {
    Translations translations = all.translations();
    this.all = all;
    this.before = before;
    PathKeys keys = translations.keys(files, keys(before));
    this.key = keys == null ? null : keys.ofPath();
    this.files = files;
    // No streams: they take longer to begin than a small program.
    for (Path each : files.paths()) {
      resources.add(all.resources(each));
    }
    List<RunningClasses> libraries = new ArrayList<>();
    for (DexPath each : before) {
      libraries.add(each.classes);
    }
    this.classes = new RunningClasses(files, libraries, translations);
    var hooks = new DefinitionHooks();
    this.classFiles =
        new ClassFiles(
            files,
            classes,
            hooks,
            translations,
            translations.cache(key, classes),
            translations.earlier(files, keys));
    this.codeMaps = new CodeMaps(classes, hooks);
    this.failed = new FailedCode(classes, codeMaps);
    this.interpreted = new InterpretedClasses(classes);
    this.redefinition = new Redefinition(classes, classFiles, this::forget);
  }

  private static List<@Nullable String> keys(List<DexPath> paths) {
    List<@Nullable String> keys = new ArrayList<>();
    for (DexPath each : paths) {
      keys.add(each.key);
    }
    return keys;
  }

  /** Returns the paths that the code sees, in the order in which it finds classes. */
  List<DexPath> before() {
    return before;
  }

  /** A class as it runs, by its descriptor; null when it is not here. */
  @Nullable ClassDef find(String descriptor) {
    return classes.find(descriptor);
  }

  /**
   * Fails for a file that is not a dex file, and if no file has code.
   *
   * @throws DexFormatException for the first damaged file
   */
  public void check() {
    classFiles.check();
  }

  /**
   * Translates a class, those that it refers to and so on, on all cores; nothing if an earlier run
   * has left what it needed, and where translations are not kept.
   *
   * @param most how many classes, the nearest ones first
   */
  public void translateFrom(String name, int most) {
    classFiles.translateFrom(name, most);
  }

  /** Returns the class that runs if none is specified. */
  public String mainClass(MainClassSearch search) throws IOException {
    return classFiles.mainClass(search);
  }

  private void forget(String descriptor) {
    LoadedClasses.changed();
    failed.forget();
    all.forgetFrames();
    interpreted.replace(descriptor);
  }

  @Override
  public void register(ClassLoader loader) {
    all.register(loader, this);
    // On the module path translated code could not call them otherwise; elsewhere this has no
    // effect.
    Module ours = DexPath.class.getModule();
    CALLED.forEach(each -> ours.addExports(each, loader.getUnnamedModule()));
  }

  @Override
  public String description() {
    return files.description();
  }

  @Override
  public byte @Nullable [] classFile(String name) {
    return classFiles.find(name);
  }

  @Override
  public List<String> classNames() {
    return files.classNames();
  }

  @Override
  public List<IOException> problems() {
    return files.problems();
  }

  @Override
  public long size() {
    return files.size();
  }

  @Override
  public List<URL> resources(String name) {
    List<URL> found = new ArrayList<>();
    URL classFile = name.endsWith(CLASS_FILE) ? classFileForAgent(name) : null;
    if (classFile != null) {
      return List.of(classFile);
    }
    for (List<ResourceSource> each : resources) {
      URL resource = find(each, name);
      if (resource != null) {
        found.add(resource);
      }
    }
    return found;
  }

  private static @Nullable URL find(List<ResourceSource> sources, String name) {
    for (ResourceSource each : sources) {
      URL resource = each.find(name);
      if (resource != null) {
        return resource;
      }
    }
    return null;
  }

  /** Null where it is the program that looks for it: it finds those of its archives, if any. */
  private @Nullable URL classFileForAgent(String resource) {
    String name = resource.substring(0, resource.length() - CLASS_FILE.length()).replace('/', '.');
    if (!all.isAgentCalling()) {
      return null;
    }
    ClassDef classDef = classes.named(name);
    if (classDef == null) {
      return all.agentResource(resource);
    }
    byte[] file = classFiles.ofDefinition(name);
    return file == null
        ? null
        : ClassFileResource.url(
            /* source= */ classDef.dex().name(), /* resource= */ resource, file);
  }

  @Override
  public Interpreted interpreted(MethodHandles.Lookup lookup, int methodIndex) {
    return interpreted.link(lookup, methodIndex);
  }

  @Override
  public Declarations declarations() {
    return new DexDeclarations(classes);
  }

  @Override
  public CodePlaces places() {
    return failed;
  }

  @Override
  public @Nullable CodeMap codeMap(Class<?> type, String method, String descriptor) {
    ClassDef classDef = classes.find(type.descriptorString());
    return classDef == null ? null : codeMaps.of(type, classDef).get(method + descriptor);
  }

  @Override
  public @Nullable Path file(String name) {
    return files.pathOf(RunningClasses.descriptor(name));
  }

  @Override
  public byte @Nullable [] dexFile(String name) {
    ClassDef classDef = classes.named(name);
    if (classDef == null) {
      return null;
    }
    var alone = DexBuilder.ofVersion(classDef.dex().version());
    alone.add(classDef);
    return alone.build();
  }

  @Override
  public byte[] changedByAgent(byte[] classFile) {
    return AgentCalls.inProgram(classes::classFile, classFile);
  }

  @Override
  public NewCode replace(String name, byte[] dexFile, NewCode.Kind kind)
      throws RefusedCodeException {
    return redefinition.replace(name, dexFile, kind);
  }

  @Override
  public NewClassFile fit(String name, byte[] given) {
    return redefinition.fit(name, given);
  }

  @Override
  public void redefined(String name) {
    forget(RunningClasses.descriptor(name));
  }

  @Override
  public Class<?> define(ClassLoader loader, String name, byte[] given) {
    return redefinition.define(loader, name, given);
  }

  @Override
  public Map<String, byte[]> besideD8(Map<String, byte[]> files) {
    return redefinition.besideD8(files);
  }

  @Override
  public byte @Nullable [] ofDefinition(String name) {
    return classFiles.ofDefinition(name);
  }

  @Override
  public Runnable withoutTransformation(String name) {
    return redefinition.withoutTransformation(name);
  }
}
