package dalvik.system;

import org.jspecify.annotations.Nullable;

/** The class loader of an application's own code. */
public class PathClassLoader extends BaseDexClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** A loader of dex files and archives of them. */
  public PathClassLoader(String dexPath, @Nullable ClassLoader parent) {
    super(dexPath, null, null, parent);
  }

  /** The same with folders of native libraries. */
  public PathClassLoader(
      String dexPath, @Nullable String librarySearchPath, @Nullable ClassLoader parent) {
    super(dexPath, null, librarySearchPath, parent);
  }

  /** The same with shared libraries, whose classes come before the loader's own. */
  public PathClassLoader(
      String dexPath,
      @Nullable String librarySearchPath,
      @Nullable ClassLoader parent,
      ClassLoader @Nullable [] sharedLibraryLoaders) {
    super(dexPath, librarySearchPath, parent, sharedLibraryLoaders);
  }
}
