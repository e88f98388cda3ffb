package dalvik.system;

import dev.dexscope.libcore.CurrentVm;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class loader that asks the platform, then itself, and its parent last. */
public final class DelegateLastClassLoader extends PathClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** A loader of dex files and archives of them. */
  public DelegateLastClassLoader(String dexPath, @Nullable ClassLoader parent) {
    super(dexPath, parent);
  }

  /** The same with folders of native libraries. */
  public DelegateLastClassLoader(
      String dexPath, @Nullable String librarySearchPath, @Nullable ClassLoader parent) {
    super(dexPath, librarySearchPath, parent);
  }

  /** The same with shared libraries, whose classes come before the loader's own. */
  public DelegateLastClassLoader(
      String dexPath,
      @Nullable String librarySearchPath,
      @Nullable ClassLoader parent,
      ClassLoader @Nullable [] sharedLibraryLoaders) {
    super(dexPath, librarySearchPath, parent, sharedLibraryLoaders);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try {
        return CurrentVm.get().code().platformLoader().loadClass(name);
      } catch (ClassNotFoundException e) {
        // No class of the platform's.
      }
      ClassNotFoundException own;
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        own = e;
      }
      try {
        return getParent().loadClass(name);
      } catch (ClassNotFoundException e) {
        throw own;
      }
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL found = CurrentVm.get().code().platformLoader().getResource(name);
    if (found == null) {
      found = findResource(name);
    }
    return found == null ? getParent().getResource(name) : found;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> found = new ArrayList<>(Collections.list(findResources(name)));
    found.addAll(Collections.list(getParent().getResources(name)));
    return Collections.enumeration(found);
  }
}
