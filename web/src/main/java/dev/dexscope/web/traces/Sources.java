package dev.dexscope.web.traces;

import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.NoCodeException;
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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sources and the dex code of the programs whose traces are viewed: folders, archives, and
 * files dropped on the page. What they contain is listed at the first request, and found by package
 * and name in that list: no request names a file, and links are not followed.
 *
 * <pre>{@code
 * var sources = new Sources(List.of(Path.of("app/src"), Path.of("app.apk")));
 * Optional<SourceFile> file = sources.of(method);
 * Optional<CodeListing> code = sources.code(method);
 * }</pre>
 */
public final class Sources {
  private static final int DEEPEST = 40;
  private static final int MOST_FILES = 200_000;
  private static final int LARGEST = 4 << 20;
  private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");

  private final ReentrantLock listing = new ReentrantLock();
  private final List<Path> unlisted;

  /** Those of the unlisted that were listed for a check. */
  private final Map<Path, Content> checked = new HashMap<>();

  private final List<Content> contents = new ArrayList<>();

  /**
   * @param roots folders, archives with sources or dex code, and dex files; the most important
   *     first
   */
  public Sources(List<Path> roots) {
    this.unlisted = new ArrayList<>(roots);
  }

  /**
   * The content of a folder or file.
   *
   * @param files source files by their names
   */
  record Content(Map<String, List<Place>> files, List<DexFile> code) {
    boolean isEmpty() {
      return files.isEmpty() && code.isEmpty();
    }

    int sources() {
      return files.values().stream().mapToInt(List::size).sum();
    }

    int classes() {
      return code.stream().mapToInt(DexFile::classCount).sum();
    }
  }

  /**
   * Returns whether a file of the roots has sources or dex code; it is listed once.
   *
   * @throws dev.dexscope.base.zip.ZipFormatException if it is a damaged archive
   * @throws dev.dexscope.dex.DexFormatException if it is neither an archive nor a dex file
   */
  public boolean areIn(Path file) throws IOException {
    Content content = list(file, file.toString());
    listing.lock();
    try {
      checked.put(file, content);
    } finally {
      listing.unlock();
    }
    return !content.isEmpty();
  }

  /**
   * Adds a file.
   *
   * @param name the name that it had
   * @return what it contains; if that is nothing, it is not added
   */
  Content add(Path file, String name) throws IOException {
    Content content = list(file, name);
    if (!content.isEmpty()) {
      listing.lock();
      try {
        // Those of the command come first.
        var _ = contents();
        contents.add(content);
      } finally {
        listing.unlock();
      }
    }
    return content;
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

  boolean isEmpty() throws IOException {
    return contents().isEmpty();
  }

  /** The source file of a method's class; empty if there is none. */
  Optional<SourceFile> of(Method method) throws IOException {
    String folder = method.packageName().replace('.', '/');
    for (String name : names(method)) {
      List<Place> places = new ArrayList<>();
      for (Content content : contents()) {
        places.addAll(content.files().getOrDefault(name, List.of()));
      }
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

  /**
   * The dex code of a method; empty if no program has it.
   *
   * @param method with the names of the program: as recorded, not as a mapping restores them
   */
  Optional<CodeListing> code(Method method) throws IOException {
    String type = "L" + method.className().replace('.', '/') + ";";
    for (Content content : contents()) {
      for (DexFile dex : content.code()) {
        ClassDef owner = dex.findClass(type);
        Optional<CodeListing> listing =
            owner == null ? Optional.empty() : CodeListing.of(dex, owner, method);
        if (listing.isPresent()) {
          return listing;
        }
      }
    }
    return Optional.empty();
  }

  private static SourceFile read(Place place) throws IOException {
    String text = new String(place.read(), StandardCharsets.UTF_8);
    return new SourceFile(place.path(), text.lines().toList());
  }

  /**
   * The names that the source file may have: that of the trace, which R8 replaces, and those of the
   * outermost class.
   */
  private static List<String> names(Method method) {
    String name = method.className().substring(method.className().lastIndexOf('.') + 1);
    String outermost = name.indexOf('$') > 0 ? name.substring(0, name.indexOf('$')) : name;
    String given = method.file().substring(method.file().lastIndexOf('/') + 1);
    return List.of(given, outermost + ".java", outermost + ".kt");
  }

  private List<Content> contents() throws IOException {
    listing.lock();
    try {
      while (!unlisted.isEmpty()) {
        Path root = unlisted.getFirst();
        Content known = checked.remove(root);
        contents.add(known == null ? list(root, root.toString()) : known);
        unlisted.removeFirst();
      }
      return List.copyOf(contents);
    } finally {
      listing.unlock();
    }
  }

  private static Content list(Path root, String name) throws IOException {
    Map<String, List<Place>> all = new HashMap<>();
    if (Files.isDirectory(root)) {
      Files.walkFileTree(
          root, EnumSet.noneOf(FileVisitOption.class), DEEPEST, new Lister(root, all));
      return new Content(all, List.of());
    }
    if (isSource(name)) {
      add(all, new OnDisk(inPackage(root, name), root));
      return new Content(all, List.of());
    }
    if (!isArchive(root)) {
      return new Content(all, DexFile.open(root));
    }
    // It stays open as long as its entries are read.
    for (Entry entry : ZipArchive.open(root).entries()) {
      add(all, new Packed(entry));
    }
    try {
      return new Content(all, DexFile.open(root));
    } catch (NoCodeException _) {
      return new Content(all, List.of());
    }
  }

  private static boolean isArchive(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(2), new byte[] {'P', 'K'});
    }
  }

  /** The path that a single file would have in a folder of sources. */
  private static String inPackage(Path file, String name) throws IOException {
    String own = name.substring(name.lastIndexOf('/') + 1);
    Matcher of = PACKAGE.matcher(new String(new OnDisk(own, file).read(), StandardCharsets.UTF_8));
    return of.find() ? of.group(1).replace('.', '/') + "/" + own : own;
  }

  private static boolean isSource(String name) {
    return name.endsWith(".java") || name.endsWith(".kt");
  }

  private static void add(Map<String, List<Place>> all, Place place) {
    String name = place.path().substring(place.path().lastIndexOf('/') + 1);
    if (isSource(name)) {
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
