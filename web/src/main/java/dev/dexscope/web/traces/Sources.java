package dev.dexscope.web.traces;

import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.trace.Method;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The sources of the programs whose traces are viewed, in folders and archives. They are listed at
 * the first request, and found by package and name in that list: no request names a file, and links
 * are not followed.
 *
 * <pre>{@code
 * var sources = new Sources(List.of(Path.of("app/src"), Path.of("library-sources.jar")));
 * Optional<SourceFile> file = sources.of(method);
 * }</pre>
 */
public final class Sources {
  private static final int DEEPEST = 40;
  private static final int MOST_FILES = 200_000;
  private static final int LARGEST = 4 << 20;

  private final List<Path> roots;
  private final ReentrantLock listing = new ReentrantLock();
  private @Nullable Map<String, List<Place>> files;

  /**
   * @param roots folders and archives, the most important first
   */
  public Sources(List<Path> roots) {
    this.roots = List.copyOf(roots);
  }

  boolean isEmpty() {
    return roots.isEmpty();
  }

  /** A file that can be read. */
  private sealed interface Place {
    /** Its path below the folder, or in the archive; with slashes. */
    String path();

    byte[] read() throws IOException;
  }

  private record OnDisk(String path, Path file) implements Place {
    @Override
    public byte[] read() throws IOException {
      try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        return within(path, in.readNBytes(LARGEST + 1));
      }
    }
  }

  private record Packed(Entry entry) implements Place {
    @Override
    public String path() {
      return entry.name();
    }

    @Override
    public byte[] read() {
      return entry.size() > LARGEST ? within(path(), new byte[LARGEST + 1]) : entry.read();
    }
  }

  private static byte[] within(String path, byte[] bytes) {
    if (bytes.length > LARGEST) {
      throw new HttpException(413, path + " has more than " + (LARGEST >> 20) + " MB");
    }
    return bytes;
  }

  /** The source file of a method's class; empty if there is none. */
  Optional<SourceFile> of(Method method) throws IOException {
    String folder = method.packageName().replace('.', '/');
    for (String name : names(method)) {
      List<Place> places = files().getOrDefault(name, List.of());
      String whole = folder.isEmpty() ? name : folder + "/" + name;
      for (Place place : places) {
        if (place.path().equals(whole) || place.path().endsWith("/" + whole)) {
          return Optional.of(read(place));
        }
      }
      // Kotlin's folders need not be those of the packages.
      if (places.size() == 1 && name.endsWith(".kt")) {
        return Optional.of(read(places.getFirst()));
      }
    }
    return Optional.empty();
  }

  private static SourceFile read(Place place) throws IOException {
    String text = new String(place.read(), StandardCharsets.UTF_8);
    return new SourceFile(place.path(), text.lines().toList());
  }

  /**
   * The names that the source file may have: that of the trace, or those of the outermost class.
   */
  private static List<String> names(Method method) {
    if (!method.file().isEmpty()) {
      return List.of(method.file());
    }
    String name = method.className().substring(method.className().lastIndexOf('.') + 1);
    String outermost = name.indexOf('$') > 0 ? name.substring(0, name.indexOf('$')) : name;
    return List.of(outermost + ".java", outermost + ".kt");
  }

  private Map<String, List<Place>> files() throws IOException {
    listing.lock();
    try {
      if (files == null) {
        Map<String, List<Place>> all = new HashMap<>();
        for (Path root : roots) {
          if (Files.isDirectory(root)) {
            Files.walkFileTree(
                root, EnumSet.noneOf(FileVisitOption.class), DEEPEST, new Lister(root, all));
          } else {
            // It stays open as long as its entries are read.
            for (Entry entry : ZipArchive.open(root).entries()) {
              add(all, new Packed(entry));
            }
          }
        }
        files = all;
      }
      return files;
    } finally {
      listing.unlock();
    }
  }

  private static void add(Map<String, List<Place>> all, Place place) {
    String name = place.path().substring(place.path().lastIndexOf('/') + 1);
    if (name.endsWith(".java") || name.endsWith(".kt")) {
      all.computeIfAbsent(name, _ -> new ArrayList<>()).add(place);
    }
  }

  private static final class Lister extends SimpleFileVisitor<Path> {
    private final Path root;
    private final Map<String, List<Place>> all;
    private int left = MOST_FILES;

    Lister(Path root, Map<String, List<Place>> all) {
      this.root = root;
      this.all = all;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      boolean isHidden = !folder.equals(root) && folder.getFileName().toString().startsWith(".");
      return isHidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        add(all, new OnDisk(root.relativize(file).toString().replace('\\', '/'), file));
      }
      return --left > 0 ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      // What cannot be read has no source to show; the rest has.
      return FileVisitResult.CONTINUE;
    }
  }
}
