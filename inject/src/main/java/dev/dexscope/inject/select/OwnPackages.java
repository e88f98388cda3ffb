package dev.dexscope.inject.select;

import dev.dexscope.apk.manifest.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The packages of an app's own code, distinguished from those of its libraries: the first two words
 * of the names in the manifest of the app and of the components that the system starts first, if
 * the code has such classes.
 */
public final class OwnPackages {
  /** Prefixes of which two words do not suffice, because libraries begin with them too. */
  private static final Set<String> PUBLISHERS =
      Set.of(
          "com.google", "com.android", "com.facebook", "com.microsoft", "com.amazon", "org.apache");

  private static final List<String> LIBRARIES = List.of("android.", "androidx.", "kotlin.");

  private OwnPackages() {}

  /**
   * Finds them.
   *
   * @param classes the names of the app's classes
   * @return empty if they contain no class, as after a renaming
   */
  public static List<String> of(Manifest manifest, Collection<String> classes) {
    Set<String> wanted = new TreeSet<>();
    wanted.add(prefix(manifest.packageName() + ".A"));
    wanted.add(prefix(manifest.applicationClass()));
    wanted.add(prefix(manifest.launcherActivity()));
    List<String> found = new ArrayList<>();
    for (String each : wanted) {
      if (!each.isEmpty() && classes.stream().anyMatch(name -> name.startsWith(each + "."))) {
        found.add(each);
      }
    }
    return found;
  }

  /** Empty for classes of libraries, and for those in no package. */
  private static String prefix(String className) {
    if (LIBRARIES.stream().anyMatch(className::startsWith)) {
      return "";
    }
    String two = words(className, 2);
    return PUBLISHERS.contains(two) ? words(className, 3) : two;
  }

  /** The first words of the package. */
  private static String words(String className, int count) {
    int end = -1;
    for (int i = 0; i < count; i++) {
      int next = className.indexOf('.', end + 1);
      if (next < 0) {
        break;
      }
      end = next;
    }
    return end < 0 ? "" : className.substring(0, end);
  }
}
