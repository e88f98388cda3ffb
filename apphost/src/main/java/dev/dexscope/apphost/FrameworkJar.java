package dev.dexscope.apphost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The framework's classes as they were prepared, and what apps see of the sandbox: these, and
 * nothing of Robolectric. It stays open as long as the process lives.
 */
final class FrameworkJar {
  private static final String CLASS = ".class";

  /** The interfaces that the framework's classes implement since they were prepared. */
  private static final Set<String> PREPARED =
      Set.of(
          "org/robolectric/internal/bytecode/ShadowedObject.class",
          "org/robolectric/internal/bytecode/InstrumentedInterface.class");

  private final ZipFile zip;

  FrameworkJar(Path jar) throws IOException {
    this.zip = new ZipFile(jar.toFile());
  }

  /** Returns whether the platform has a class: it is not the app's then. */
  boolean shows(String path) {
    String file = path.endsWith(CLASS) ? path : path + CLASS;
    // The library org.apache.http.legacy of devices, of which the framework has parts itself.
    return file.startsWith("org/apache/http/")
        || isOfTestLibrary(file)
        || PREPARED.contains(file)
        || zip.getEntry(file) != null;
  }

  /** The annotations of android.test, which runners of tests name, are ours: it lacks them. */
  private static boolean isOfTestLibrary(String file) {
    return file.startsWith("android/test/")
        && FrameworkJar.class.getClassLoader().getResource(file) != null;
  }

  /** Returns a class file; null if there is none of the name. */
  byte @Nullable [] read(String className) {
    ZipEntry entry = zip.getEntry(className.replace('.', '/') + CLASS);
    if (entry == null) {
      return null;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
