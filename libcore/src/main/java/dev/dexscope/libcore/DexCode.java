package dev.dexscope.libcore;

import java.io.IOException;
import java.net.URL;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dex code and the resources of one class loader. */
public interface DexCode {
  /** Makes this the code of a class loader: what it loads. */
  void register(ClassLoader loader);

  /** Where the code comes from, as the loader's text and its exceptions name it. */
  String description();

  /**
   * The class file of a class, ready to be defined; null when there is none of that name.
   *
   * @param name as in {@link Class#forName(String)}
   * @throws LinkageError when the class is there but cannot be loaded
   */
  byte @Nullable [] classFile(String name);

  /** The names of all classes, in the files' order. */
  List<String> classNames();

  /** Returns the reasons why files are no dex files, or damaged. */
  List<IOException> problems();

  /** The bytes of all dex files. */
  long size();

  /** The resources of that name, in the class path's order. */
  List<URL> resources(String name);
}
