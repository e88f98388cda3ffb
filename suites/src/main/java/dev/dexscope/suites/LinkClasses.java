package dev.dexscope.suites;

import dalvik.system.PathClassLoader;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.JavaName;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Loads and links every class of packages, jars and dex files on the translating engine, so that
 * HotSpot's verifier sees each, and says what it refuses. Classes whose supertypes are missing are
 * counted apart. Ends with 1 when a class is refused.
 *
 * <pre>{@code
 * suites/run LinkClasses app.apk lib.jar
 * }</pre>
 */
public final class LinkClasses {
  private final Map<String, Integer> counts = new TreeMap<>();

  private LinkClasses() {}

  public static void main(String[] args) throws Exception {
    int refused = 0;
    for (String each : args) {
      var link = new LinkClasses();
      link.run(Path.of(each));
      System.out.println(each + ": " + link.counts);
      refused += link.counts.getOrDefault("refused", 0);
    }
    System.exit(refused == 0 ? 0 : 1);
  }

  private void run(Path file) throws Exception {
    Vm.start(Engine.TRANSLATED, null, new Observation());
    var loader = new PathClassLoader(file.toString(), null);
    for (DexFile dex : DexFile.open(file)) {
      for (ClassDef each : dex.classes()) {
        counts.merge(link(loader, JavaName.of(each.type())), 1, Integer::sum);
      }
    }
  }

  private static String link(ClassLoader loader, String name) {
    try {
      // HotSpot links a class before it lists what it declares; it does not initialise it.
      var _ = Class.forName(name, false, loader).getDeclaredFields();
      return "linked";
    } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError e) {
      System.out.println("REFUSED " + name + ": " + e.toString().lines().limit(8).toList());
      return "refused";
    } catch (ClassNotFoundException | LinkageError e) {
      return "incomplete";
    } catch (RuntimeException | Error e) {
      System.out.println("FAILED " + name + ": " + e);
      return "refused";
    }
  }
}
