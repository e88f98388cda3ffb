package dalvik.system;

import dev.dexscope.libcore.CodeLoading;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.DexCode;
import java.io.File;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import libcore.util.ProgramEvents;
import org.jspecify.annotations.Nullable;

/** The common part of the class loaders for dex code. */
public class BaseDexClassLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final DexCode code;
  private final String librarySearchPath;
  private final DexPathList pathList;
  private final List<ClassLoader> sharedLibraries;

  /**
   * A loader of dex files and archives of them.
   *
   * @param dexPath their paths, separated by {@link File#pathSeparator}
   * @param optimizedDirectory not used, as on Android since level 26
   * @param librarySearchPath folders of native libraries
   * @param parent asked first; null for the platform alone
   */
  public BaseDexClassLoader(
      String dexPath,
      @Nullable File optimizedDirectory,
      @Nullable String librarySearchPath,
      @Nullable ClassLoader parent) {
    this(dexPath, librarySearchPath, parent, (ClassLoader[]) null);
  }

  /**
   * A loader that uses shared libraries.
   *
   * @param sharedLibraryLoaders asked after the parent, before the loader's own path
   */
  @SuppressWarnings("this-escape") // Only remembered by its identity.
  public BaseDexClassLoader(
      String dexPath,
      @Nullable String librarySearchPath,
      @Nullable ClassLoader parent,
      ClassLoader @Nullable [] sharedLibraryLoaders) {
    super(parentOrBoot(parent));
    this.librarySearchPath = librarySearchPath == null ? "" : librarySearchPath;
    this.sharedLibraries = sharedLibraryLoaders == null ? List.of() : List.of(sharedLibraryLoaders);
    List<ClassLoader> before = new ArrayList<>();
    before.add(getParent());
    before.addAll(sharedLibraries);
    CodeLoading loading = CurrentVm.get().code();
    this.code = loading.open(dexPath, before);
    this.pathList =
        new DexPathList(
            new File(dexPath),
            new DexFile(dexPath, code),
            code.description(),
            this.librarySearchPath);
    code.register(this);
  }

  /** A loader of dex files in memory. */
  @SuppressWarnings("this-escape")
  public BaseDexClassLoader(
      ByteBuffer[] dexFiles, @Nullable String librarySearchPath, @Nullable ClassLoader parent) {
    super(parentOrBoot(parent));
    this.librarySearchPath = librarySearchPath == null ? "" : librarySearchPath;
    this.sharedLibraries = List.of();
    CodeLoading loading = CurrentVm.get().code();
    this.code = loading.open(List.of(dexFiles), List.of(getParent()));
    this.pathList =
        new DexPathList(
            null, new DexFile("memory", code), code.description(), this.librarySearchPath);
    code.register(this);
  }

  private static ClassLoader parentOrBoot(@Nullable ClassLoader parent) {
    return parent == null ? CurrentVm.get().code().platformLoader() : parent;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    for (ClassLoader each : sharedLibraries) {
      try {
        return each.loadClass(name);
      } catch (ClassNotFoundException e) {
        // The next one may have it.
      }
    }
    NoClassDefFoundError suppressed = null;
    try (var _ = ProgramEvents.loading()) {
      byte[] classFile = pathList.classFile(name, this);
      if (classFile != null) {
        return defineClass(name, classFile, 0, classFile.length);
      }
    } catch (NoClassDefFoundError e) {
      // A class that it extends is missing. As on Android it is reported as suppressed.
      suppressed = e;
    }
    Class<?> ofAgent = CurrentVm.get().code().agentClass(name);
    if (ofAgent != null) {
      return ofAgent;
    }
    var exception =
        new ClassNotFoundException("Didn't find class \"" + name + "\" on path: " + pathList);
    if (suppressed != null) {
      exception.addSuppressed(suppressed);
    }
    code.problems().forEach(exception::addSuppressed);
    throw exception;
  }

  @Override
  protected @Nullable URL findResource(String name) {
    List<URL> found = code.resources(name);
    return found.isEmpty() ? null : found.getFirst();
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    return Collections.enumeration(code.resources(name));
  }

  @Override
  public @Nullable String findLibrary(String name) {
    String file = System.mapLibraryName(name);
    for (String folder : librarySearchPath.split(File.pathSeparator)) {
      File candidate = new File(folder, file);
      if (!folder.isEmpty() && candidate.canRead()) {
        return candidate.getPath();
      }
    }
    return null;
  }

  /** The folders of native libraries, separated by colons. */
  public String getLdLibraryPath() {
    return librarySearchPath;
  }

  @Override
  public String toString() {
    return getClass().getName() + "[" + pathList + "]";
  }
}
