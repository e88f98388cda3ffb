import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Compares the jars of two folders that different builds have made of one checkout, our own by their content: {@code java
 * SameJars.java A B} prints each difference, and ends with 1 when there is one.
 */
final class SameJars {
  private SameJars() {}

  public static void main(String[] args) throws IOException {
    Map<String, String> first = content(Path.of(args[0]));
    Map<String, String> second = content(Path.of(args[1]));
    var all = new TreeMap<>(first);
    all.putAll(second);
    all.keySet().removeIf(name -> first.getOrDefault(name, "").equals(second.get(name)));
    all.keySet().forEach(name -> System.out.println("differs: " + name));
    System.exit(all.isEmpty() ? 0 : 1);
  }

  private static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path jar : (Iterable<Path>) files.filter(each -> each.toString().endsWith(".jar"))::iterator) {
        String name = jar.getFileName().toString();
        content.put(name, "a jar");
        if (name.startsWith("dexscope-")) {
          read(jar, content);
        }
      }
    }
    return content;
  }

  private static void read(Path jar, Map<String, String> content) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (ZipEntry each : Collections.list(zip.entries())) {
        if (!each.isDirectory() && !isOfTool(each.getName())) {
          byte[] bytes = zip.getInputStream(each).readAllBytes();
          content.put(jar.getFileName() + "!" + each.getName(), text(each.getName(), bytes));
        }
      }
    }
  }

  /** What says how a jar was made, and the classes that Maven has made of packages without one. */
  private static boolean isOfTool(String name) {
    return name.startsWith("META-INF/maven/")
        || name.equals("META-INF/MANIFEST.MF")
        || name.endsWith("/package-info.class");
  }

  private static String text(String name, byte[] bytes) throws IOException {
    if (name.equals("module-info.class")) {
      // The jar tool writes it anew, with its constants in another order.
      ModuleDescriptor module = ModuleDescriptor.read(new ByteArrayInputStream(bytes));
      return module + " " + module.exports() + module.opens() + module.uses() + module.provides();
    }
    return HexFormat.of().formatHex(bytes);
  }
}
