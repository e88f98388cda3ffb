package dalvik.system;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A class loader of dex files in memory. */
public final class InMemoryDexClassLoader extends BaseDexClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** A loader of several dex files. */
  public InMemoryDexClassLoader(
      ByteBuffer[] dexBuffers, @Nullable String librarySearchPath, @Nullable ClassLoader parent) {
    super(dexBuffers, librarySearchPath, parent);
  }

  /** A loader of several dex files. */
  public InMemoryDexClassLoader(ByteBuffer[] dexBuffers, @Nullable ClassLoader parent) {
    this(dexBuffers, null, parent);
  }

  /** A loader of one dex file. */
  public InMemoryDexClassLoader(ByteBuffer dexBuffer, @Nullable ClassLoader parent) {
    this(new ByteBuffer[] {dexBuffer}, null, parent);
  }
}
