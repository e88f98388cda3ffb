package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.vm.Framework;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Links every class of libraries, once with all that they need, and once alone, as in an app that
 * leaves the rest out. {@code suites/link-libraries} fetches them and starts it.
 *
 * <p>Each folder of {@code libraries} has the jars and Android archives of one library, of which
 * one has the folder's name and a version. They are dexed once, to {@code dex}.
 */
public final class LinkLibraries {
  private static final int LEVEL = 26;

  private final Path dex;
  private final LinkClasses linking;

  private LinkLibraries(Path dex, LinkClasses linking) {
    this.dex = dex;
    this.linking = linking;
  }

  public static void main(String[] args) throws IOException {
    Path work = Path.of(args[0]);
    Framework framework = args.length > 2 ? LinkClasses.framework(Path.of(args[2])) : null;
    var libraries =
        new LinkLibraries(Files.createDirectories(work.resolve("dex")), new LinkClasses(framework));
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
      Path dexed = dexed(each);
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

  /** Returns the dex jar of a jar or Android archive; null if D8 refuses it. */
  private @Nullable Path dexed(Path library) throws IOException {
    String file = library.getFileName().toString();
    Path made = dex.resolve(file.replaceAll("\\.(aar|jar)$", ".dex.jar"));
    if (Files.exists(made)) {
      return made;
    }
    try {
      GuestBuild.d8(List.of(classes(library)), List.of(), LEVEL, made);
      return made;
    } catch (CompilationFailedException e) {
      System.out.println("D8 refuses " + file + ": " + e.getCause());
      return null;
    }
  }

  /** The class files of an Android archive are a jar in it. */
  private Path classes(Path library) throws IOException {
    if (!library.toString().endsWith(".aar")) {
      return library;
    }
    Path jar = dex.resolve(library.getFileName() + ".classes.jar");
    try (var archive = FileSystems.newFileSystem(library)) {
      Files.copy(archive.getPath("classes.jar"), jar, StandardCopyOption.REPLACE_EXISTING);
    }
    return jar;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
