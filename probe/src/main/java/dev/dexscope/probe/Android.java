package dev.dexscope.probe;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's queries of Android, by reflection and never on the hot path; elsewhere the results
 * are those of a plain Java program.
 */
final class Android {
  private Android() {}

  /**
   * Returns where the app may write: its folder on the external storage, else its own; else here.
   */
  static File filesFolder() {
    File external = externalFiles();
    if (external != null && (external.isDirectory() || external.mkdirs())) {
      return external;
    }
    File own = new File("/data/data/" + packageName());
    File internal = new File(own, "files");
    return own.isDirectory() && (internal.isDirectory() || internal.mkdir())
        ? internal
        : new File(".");
  }

  /**
   * {@code Context.getExternalFilesDir} without the context: the first calls of an app come before
   * it has one.
   */
  private static @Nullable File externalFiles() {
    try {
      Object storage =
          Class.forName("android.os.Environment")
              .getMethod("getExternalStorageDirectory")
              .invoke(null);
      // A process that is named by its program's path is no app.
      return storage == null || packageName().startsWith("/")
          ? null
          : new File((File) storage, "Android/data/" + packageName() + "/files");
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }

  /**
   * Returns whether this is a plain program on a device's runtime, named by its path and not a
   * package.
   */
  static boolean isProgram() {
    String name = Proc.processName();
    return "Dalvik".equals(System.getProperty("java.vm.name"))
        && (name.startsWith("/") || name.indexOf('.') < 0)
        && !name.endsWith("java");
  }

  /** The app's package; of the process {@code com.example:sync} it is {@code com.example}. */
  static String packageName() {
    String process = Proc.processName();
    int colon = process.indexOf(':');
    return colon < 0 ? process : process.substring(0, colon);
  }
}
