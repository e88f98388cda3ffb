package dev.dexscope.suites;

import dev.dexscope.vm.Framework;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Links every class of libraries, once with all that they need, and once alone, as in an app that
 * leaves the rest out. {@code suites/link-libraries} fetches them and starts it.
 *
 * <p>Each folder of {@code libraries} has the jars and Android archives of one library, of which
 * one has the folder's name and a version. They are dexed once, to {@code dex}.
 */
public final class LinkLibraries {
  private static final int LEVEL = 26;

  private final LibraryDex dex;
  private final LinkClasses linking;

  private LinkLibraries(LibraryDex dex, LinkClasses linking) {
    this.dex = dex;
    this.linking = linking;
  }

  public static void main(String[] args) throws IOException {
    Path work = Path.of(args[0]);
    Framework framework = args.length > 2 ? LinkClasses.framework(Path.of(args[2])) : null;
    var dex = new LibraryDex(Files.createDirectories(work.resolve("dex")), LEVEL);
    var libraries = new LinkLibraries(dex, new LinkClasses(framework));
    List<String> rows = new ArrayList<>(List.of("library\twith\tlinked\tincomplete\trefused"));
    int refused = 0;
    for (Path each : list(work.resolve("libraries"))) {
      if (each.getFileName().toString().matches(args[1])) {
        refused += libraries.link(each, rows);
        Files.write(work.resolve("results.tsv"), rows);
      }
    }
    System.out.println(rows.size() / 2 + " libraries, " + refused + " classes refused");
    System.exit(refused == 0 ? 0 : 1);
  }

  private int link(Path library, List<String> rows) throws IOException {
    String name = library.getFileName().toString();
    List<String> path = new ArrayList<>();
    for (Path each : list(library)) {
      Path dexed = dex.of(each);
      if (dexed != null) {
        boolean isItself = each.getFileName().toString().matches("\\Q" + name + "\\E-v?\\d.*");
        path.add(isItself ? 0 : path.size(), dexed.toString());
      }
    }
    if (path.isEmpty()) {
      System.out.println(name + ": nothing to link");
      return 0;
    }
    return link(name, "all", String.join(File.pathSeparator, path), rows)
        + link(name, "nothing", path.getFirst(), rows);
  }

  private int link(String name, String with, String classPath, List<String> rows)
      throws IOException {
    Map<String, Integer> counts = linking.link(classPath);
    int refused = counts.getOrDefault(LinkClasses.REFUSED, 0);
    String row =
        "%s\t%s\t%d\t%d\t%d"
            .formatted(
                name,
                with,
                counts.getOrDefault("linked", 0),
                counts.getOrDefault("incomplete", 0),
                refused);
    System.out.println(row);
    rows.add(row);
    return refused;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
