package dev.dexscope.libcore;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens dex code for class loaders. */
public interface CodeLoading {
  /**
   * The code in dex files and archives of them. What cannot be read is passed over.
   *
   * @param path their paths, separated by colons
   * @param before the class loaders whose classes the code sees, the first ones first
   */
  DexCode open(String path, List<ClassLoader> before);

  /** The code in dex files in memory. */
  DexCode open(List<ByteBuffer> files, List<ClassLoader> before);

  /** The loader of the platform's classes. */
  ClassLoader platformLoader();

  /** A class of an agent that changes programs, which they may name; null when none has it. */
  @Nullable Class<?> agentClass(String name);

  /** Whether a class loader's classes are dex code. */
  boolean isRegistered(ClassLoader loader);
}
