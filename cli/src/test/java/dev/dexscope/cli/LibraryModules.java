package dev.dexscope.cli;

import java.io.File;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The modules that others may use, as they stand on the class path of the tests. */
final class LibraryModules {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `dexscope-(\\w+)` \\|");

  private static final Map<String, ModuleReference> ALL = all();

  private LibraryModules() {}

  /** The modules of docs/library.md, without their prefix. */
  static Set<String> documented() throws IOException {
    Set<String> names = new TreeSet<>();
    ROW.matcher(Files.readString(Path.of("../docs/library.md")))
        .results()
        .forEach(each -> names.add(each.group(1)));
    return names;
  }

  /** A module and what it requires, directly and indirectly, without the JDK's. */
  static Map<String, ModuleReference> closure(String name) {
    Map<String, ModuleReference> found = new LinkedHashMap<>();
    add(name, found);
    return found;
  }

  private static void add(String name, Map<String, ModuleReference> found) {
    ModuleReference module = ALL.get(name);
    if (module != null && !found.containsKey(name)) {
      found.put(name, module);
      for (ModuleDescriptor.Requires each : module.descriptor().requires()) {
        add(each.name(), found);
      }
    }
  }

  /** The files and folders of {@link #closure}. */
  static List<String> pathOf(String name) {
    return closure(name).values().stream()
        .map(each -> Path.of(each.location().orElseThrow()).toString())
        .toList();
  }

  static Path jarOf(String artifact) {
    for (String each : classPath()) {
      Path file = Path.of(each).toAbsolutePath();
      if (file.getFileName().toString().startsWith(artifact + "-")) {
        return file;
      }
    }
    throw new IllegalStateException(artifact + " is not on the class path");
  }

  private static Map<String, ModuleReference> all() {
    Map<String, ModuleReference> all = new HashMap<>();
    for (String each : classPath()) {
      try {
        for (ModuleReference module : ModuleFinder.of(Path.of(each)).findAll()) {
          all.putIfAbsent(module.descriptor().name(), module);
        }
      } catch (FindException _) {
        // A jar of a test library that cannot be a module.
      }
    }
    return all;
  }

  private static List<String> classPath() {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
  }
}
