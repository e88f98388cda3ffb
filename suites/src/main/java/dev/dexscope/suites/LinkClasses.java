package dev.dexscope.suites;

import dalvik.system.PathClassLoader;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.JavaName;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Framework;
import dev.dexscope.vm.Vm;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads and links every class of packages, jars and dex files on the translating engine, so that
 * HotSpot's verifier sees each, and says what it refuses. Classes whose supertypes are missing are
 * counted apart. Ends with 1 when a class is refused. An argument may be a class path: the classes
 * of its first file are linked. With {@code --framework FOLDER} they have Android's classes behind
 * them, from the jars that {@code dexscope apps install} takes by {@code --from}.
 *
 * <pre>{@code
 * suites/run LinkClasses app.apk lib.jar:dependency.jar
 * }</pre>
 */
public final class LinkClasses {
  static final String REFUSED = "refused";

  private final @Nullable Framework framework;

  /** Null if there is none. */
  LinkClasses(@Nullable Framework framework) {
    this.framework = framework;
  }

  public static void main(String[] args) throws Exception {
    boolean hasFramework = args.length > 1 && args[0].equals("--framework");
    var linking = new LinkClasses(hasFramework ? framework(Path.of(args[1])) : null);
    int refused = 0;
    for (String each : Arrays.asList(args).subList(hasFramework ? 2 : 0, args.length)) {
      Map<String, Integer> counts = linking.link(each);
      System.out.println(each + ": " + counts);
      refused += counts.getOrDefault(REFUSED, 0);
    }
    System.exit(refused == 0 ? 0 : 1);
  }

  /** Links the classes of a class path's first file; returns how many ended how. */
  Map<String, Integer> link(String classPath) throws IOException {
    if (framework == null) {
      Vm.start(Engine.TRANSLATED, null, new Observation());
    } else {
      Vm.start(Engine.TRANSLATED, null, framework, new Observation());
    }
    var loader = new PathClassLoader(classPath, null);
    Map<String, Integer> counts = new TreeMap<>();
    for (DexFile dex : DexFile.open(Path.of(classPath.split(File.pathSeparator, 2)[0]))) {
      for (ClassDef each : dex.classes()) {
        counts.merge(link(loader, JavaName.of(each.type())), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** Android's classes of a folder: those of its jar of them all, which need the other jars. */
  static Framework framework(Path folder) throws IOException {
    List<URL> jars = new ArrayList<>();
    ZipFile classes = null;
    for (Path each : GuestBuild.files(folder, ".jar")) {
      jars.add(each.toUri().toURL());
      if (each.getFileName().toString().startsWith("android-all")) {
        classes = new ZipFile(each.toFile());
      }
    }
    ZipFile platform = Objects.requireNonNull(classes, "no android-all.jar in " + folder);
    return new Framework(
        new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()),
        path -> platform.getEntry(path.endsWith(".class") ? path : path + ".class") != null,
        35,
        platform.getName());
  }

  private static String link(ClassLoader loader, String name) {
    try {
      // HotSpot links a class before it lists what it declares; it does not initialise it.
      var _ = Class.forName(name, false, loader).getDeclaredFields();
      return "linked";
    } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError e) {
      if (String.valueOf(e.getMessage()).contains(" does not export ")) {
        // It inherits from a class of the JDK's own, which Android does not have.
        return "incomplete";
      }
      System.out.println("REFUSED " + name + ": " + e.toString().lines().limit(8).toList());
      return REFUSED;
    } catch (ClassNotFoundException | LinkageError e) {
      return "incomplete";
    } catch (RuntimeException | Error e) {
      System.out.println("FAILED " + name + ": " + e);
      return REFUSED;
    }
  }
}
