package dev.dexscope.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipFile;

/** What apps see of the sandbox: the classes of the framework's jar, and nothing of Robolectric. */
final class FrameworkJar {
  private static final String CLASS = ".class";

  private final Set<String> classes = new HashSet<>();

  FrameworkJar(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (var entries = zip.entries(); entries.hasMoreElements(); ) {
        String name = entries.nextElement().getName();
        if (name.endsWith(CLASS)) {
          classes.add(name.substring(0, name.length() - CLASS.length()));
        }
      }
    }
    // What the framework's classes implement since they have been prepared.
    classes.add("org/robolectric/internal/bytecode/ShadowedObject");
    classes.add("org/robolectric/internal/bytecode/InstrumentedInterface");
  }

  /** Whether the platform has a class: it is not the app's then. */
  boolean shows(String path) {
    // The library org.apache.http.legacy of devices, of which the framework has parts itself.
    return path.startsWith("org/apache/http/")
        || classes.contains(
            path.endsWith(CLASS) ? path.substring(0, path.length() - CLASS.length()) : path);
  }
}
