package dalvik.system;

import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** A dex file or an archive of them, whose classes any class loader may take. */
public final class DexFile {
  private final String fileName;
  private @Nullable GuestCode code;

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
    this.fileName = fileName;
    this.code = Linkage.vm().open(fileName, Linkage.vm().bootLoader());
    if (code.classNames().isEmpty()) {
      throw new IOException("No dex code in " + fileName);
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
    return fileName;
  }

  /** Lets go of the file; classes that were loaded from it stay. */
  public void close() throws IOException {
    code = null;
  }

  /**
   * Defines a class.
   *
   * @param name with dots or slashes
   * @param loader whose class it becomes
   * @return null when the file has no such class
   */
  public @Nullable Class<?> loadClass(String name, ClassLoader loader) {
    GuestCode from = code;
    String dotted = name.replace('/', '.');
    byte[] classFile = from == null ? null : from.classFile(dotted);
    if (from == null || classFile == null) {
      return null;
    }
    Linkage.register(loader, from);
    return Definition.define(loader, dotted, classFile);
  }

  /** The names of all classes. */
  public Enumeration<String> entries() {
    GuestCode from = code;
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
    return fileName;
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
