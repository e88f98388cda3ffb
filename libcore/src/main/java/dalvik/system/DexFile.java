package dalvik.system;

import dev.dexscope.libcore.CodeLoading;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.DexCode;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A dex file or an archive of them. Its classes become those of the class loader that is the first
 * to take one; another one may have them when that loader is no more.
 */
public final class DexFile {
  /** By Android's name, because apps reach for it. */
  private final String mFileName;

  private @Nullable DexCode code;

  /** Whose classes they have become; null before the first. */
  private @Nullable WeakReference<ClassLoader> user;

  /** The code as each class loader sees it, which has other classes around; null for a path's. */
  private final @Nullable Map<ClassLoader, DexCode> byLoader;

  /** Opens a file. */
  public DexFile(File file) throws IOException {
    this(file.getPath());
  }

  /**
   * Opens a file.
   *
   * @throws IOException when it cannot be read as dex code
   */
  public DexFile(String fileName) throws IOException {
    if (!new File(fileName).canRead()) {
      throw new FileNotFoundException("No original dex files found for dex location " + fileName);
    }
    mFileName = fileName;
    CodeLoading loading = CurrentVm.get().code();
    this.code = loading.open(fileName, List.of(loading.platformLoader()));
    this.byLoader = new WeakHashMap<>();
    if (code.classNames().isEmpty()) {
      for (IOException each : code.problems()) {
        throw each;
      }
      throw new IOException("No dex code in " + fileName);
    }
  }

  /** Makes a file that a class loader has opened. */
  DexFile(String fileName, DexCode code) {
    mFileName = fileName;
    this.code = code;
    this.byLoader = null;
  }

  /** The class file of a class that a loader is about to define; null when there is none. */
  byte @Nullable [] classFile(String name, ClassLoader loader) {
    DexCode from = code;
    return from == null ? null : classFile(from, name, loader);
  }

  private byte @Nullable [] classFile(DexCode from, String name, ClassLoader loader) {
    byte[] found = from.classFile(name);
    if (found != null) {
      register(loader);
    }
    return found;
  }

  /** ART's ClassLinker::RegisterDexFile. */
  private synchronized void register(ClassLoader loader) {
    ClassLoader known = user == null ? null : user.get();
    if (known == null) {
      user = new WeakReference<>(loader);
    } else if (!known.equals(loader)) {
      throw new InternalError(
          "Attempt to register dex file " + mFileName + " with multiple class loaders");
    }
  }

  /**
   * Opens a file.
   *
   * @param outputName where compiled code is kept: not used
   * @param flags not used
   */
  public static DexFile loadDex(String sourceName, @Nullable String outputName, int flags)
      throws IOException {
    return new DexFile(sourceName);
  }

  /** The name of the file. */
  public String getName() {
    return mFileName;
  }

  /** Closes the file; classes that were loaded from it stay. */
  public void close() throws IOException {
    code = null;
  }

  /**
   * Defines a class.
   *
   * @param name with dots or slashes
   * @param loader whose class it becomes; null for the platform's
   * @return null when the file has no such class
   */
  public @Nullable Class<?> loadClass(String name, @Nullable ClassLoader loader) {
    return loadClassBinaryName(name.replace('/', '.'), loader, null);
  }

  /**
   * Defines a class.
   *
   * @param name with dots
   * @param loader whose class it becomes; null for the platform's
   * @param suppressed is given the error when a class is missing that this one extends
   * @return null when the file has no such class, or one that it extends is missing
   */
  public @Nullable Class<?> loadClassBinaryName(
      String name, @Nullable ClassLoader loader, @Nullable List<Throwable> suppressed) {
    ClassLoader definer = loader == null ? CurrentVm.get().code().platformLoader() : loader;
    try {
      DexCode from = codeFor(definer);
      byte[] classFile = from == null ? null : classFile(from, name, definer);
      if (from == null || classFile == null) {
        return null;
      }
      if (!CurrentVm.get().code().isRegistered(definer)) {
        from.register(definer);
      }
      return Definition.define(definer, name, classFile);
    } catch (NoClassDefFoundError e) {
      checkLoader(definer, e);
      if (suppressed != null) {
        suppressed.add(e);
      }
      return null;
    }
  }

  /**
   * A loader that returns null instead of throwing violates its contract, which HotSpot does not
   * report.
   */
  private static void checkLoader(ClassLoader loader, NoClassDefFoundError error) {
    String missing = error.getMessage();
    try {
      if (missing != null && loader.loadClass(missing.replace('/', '.')) == null) {
        throw new NullPointerException("ClassLoader.loadClass returned null for " + missing);
      }
    } catch (ClassNotFoundException | LinkageError e) {
      // The error says so already.
    }
  }

  private @Nullable DexCode codeFor(ClassLoader loader) {
    if (byLoader == null || code == null) {
      return code;
    }
    synchronized (byLoader) {
      return byLoader.computeIfAbsent(
          loader, each -> CurrentVm.get().code().open(mFileName, List.of(parentOf(each))));
    }
  }

  private static ClassLoader parentOf(ClassLoader loader) {
    ClassLoader parent = loader.getParent();
    return parent == null ? CurrentVm.get().code().platformLoader() : parent;
  }

  /** The bytes of the dex files that are mapped: all. */
  public long getStaticSizeOfDexFile() {
    DexCode from = code;
    return from == null ? 0 : from.size();
  }

  /** The names of all classes. */
  public Enumeration<String> entries() {
    DexCode from = code;
    return from == null
        ? Collections.emptyEnumeration()
        : Collections.enumeration(from.classNames());
  }

  /** Whether the file must be compiled before it is loaded: never. */
  public static boolean isDexOptNeeded(String fileName) throws FileNotFoundException {
    if (!new File(fileName).exists()) {
      throw new FileNotFoundException("No such file: " + fileName);
    }
    return false;
  }

  @Override
  public String toString() {
    return mFileName;
  }

  /** Defines classes in loaders that are not ours; the launcher opens {@code java.lang} to us. */
  private static final class Definition {
    private static final MethodHandle DEFINE = find();

    private static MethodHandle find() {
      try {
        return MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup())
            .findVirtual(
                ClassLoader.class,
                "defineClass",
                MethodType.methodType(
                    Class.class, String.class, byte[].class, int.class, int.class));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    static Class<?> define(ClassLoader loader, String name, byte[] classFile) {
      try {
        return (Class<?>) DEFINE.invoke(loader, name, classFile, 0, classFile.length);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new LinkageError(name, e);
      }
    }
  }
}
