package dalvik.system;

import org.jspecify.annotations.Nullable;

/** The class loader of code that an application brings along. */
public class DexClassLoader extends BaseDexClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** A loader of dex files and archives of them; the folder for optimised code is not used. */
  public DexClassLoader(
      String dexPath,
      @Nullable String optimizedDirectory,
      @Nullable String librarySearchPath,
      @Nullable ClassLoader parent) {
    super(dexPath, null, librarySearchPath, parent);
  }
}
