package dalvik.system;

import java.io.File;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a class loader looks for code. Apps reach for the fields by reflection, to add dex files
 * (multidex libraries, hot fixes): names and types are Android's.
 */
final class DexPathList {
  private final String description;
  private final String nativeFolders;
  private volatile Element[] dexElements;

  /** One file of the path. */
  static final class Element {
    private final @Nullable File path;
    private final DexFile dexFile;

    Element(@Nullable File path, DexFile dexFile) {
      this.path = path;
      this.dexFile = dexFile;
    }

    @Override
    public String toString() {
      return path == null ? dexFile.toString() : path.toString();
    }
  }

  /** The code of a whole path: one element stands for all its files. */
  DexPathList(@Nullable File path, DexFile dexFile, String description, String librarySearchPath) {
    this.description = description;
    this.nativeFolders = librarySearchPath.replace(File.pathSeparator, ", ");
    this.dexElements = new Element[] {new Element(path, dexFile)};
  }

  /**
   * The class file of a class, from the first element that has one; null when none has.
   *
   * @param loader whose class it is to be
   */
  byte @Nullable [] classFile(String name, ClassLoader loader) {
    for (Element each : dexElements) {
      byte[] found = each.dexFile.classFile(name, loader);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    Element[] elements = dexElements;
    String added =
        Arrays.stream(elements).skip(1).map(each -> ", " + each).collect(Collectors.joining());
    return "DexPathList[["
        + description
        + added
        + "],nativeLibraryDirectories=["
        + nativeFolders
        + "]]";
  }
}
