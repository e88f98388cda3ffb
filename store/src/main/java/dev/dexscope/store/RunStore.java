package dev.dexscope.store;

import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of runs (docs/store.md). Any number of processes may add to it and read it at once: data
 * files are written first, then one file that names them, and none is ever changed.
 *
 * <pre>{@code
 * RunStore store = RunStore.open(Path.of("runs"));
 * try (var adding = store.adding(false)) {
 *   adding.add(trace, null, facts);
 * }
 * }</pre>
 */
public final class RunStore {
  static final String DATA = "data";
  static final String MANIFEST = "manifest";
  static final String TRACES = "traces";
  static final String DESCRIPTION = "store.json";
  private static final Pattern ADDRESS = Pattern.compile("^[a-z][a-z0-9+.-]+:(/|$)");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  static final int LARGEST_DESCRIPTION = 1 << 16;

  private final Path folder;
  private final SecureRandom random = new SecureRandom();

  /** The commits that were read for {@link #content}. */
  private Map<String, Commit> known = Map.of();

  /** What they make together, and their names; null before. */
  private @Nullable Known content;

  private record Known(List<String> commits, StoreContent content) {}

  private RunStore(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes a store of a folder that is empty, or does not exist.
   *
   * @throws IOException if it cannot be written
   */
  public static RunStore init(Path folder) throws IOException {
    requireFolder(folder);
    Files.createDirectories(folder);
    if (Files.exists(folder.resolve(DESCRIPTION))) {
      throw new RefusedFileException("is a store already", folder, "add runs to it");
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new RefusedFileException("is not empty", folder, "name a new folder");
      }
    }
    Files.createDirectories(folder.resolve(DATA));
    Files.createDirectories(folder.resolve(MANIFEST));
    String description = "{\"format\": " + Commit.FORMAT + "}\n";
    DurableFile.write(
        folder.resolve(DESCRIPTION),
        out -> out.write(description.getBytes(StandardCharsets.UTF_8)));
    return new RunStore(folder);
  }

  /**
   * Opens a store.
   *
   * @throws StoreFormatException if it is of another format
   * @throws IOException if it cannot be read
   */
  public static RunStore open(Path folder) throws IOException {
    requireFolder(folder);
    Path description = folder.resolve(DESCRIPTION);
    if (!Files.isRegularFile(description)) {
      String reason = Files.exists(folder) ? "is not a store of runs" : "no store of runs";
      throw new RefusedFileException(reason, folder, "make one: dexscope store init " + folder);
    }
    checkDescription(description.toString(), Json.bytesOf(description, LARGEST_DESCRIPTION));
    return new RunStore(folder);
  }

  static void checkDescription(String file, byte[] text) {
    Json json = Json.read(file, text);
    if (json.number("format") != Commit.FORMAT) {
      throw json.fault("is a store of format " + json.number("format") + ", not " + Commit.FORMAT);
    }
  }

  /** A path takes {@code s3://bucket} for a folder named {@code s3:}. */
  private static void requireFolder(Path folder) {
    if (ADDRESS.matcher(folder.toString()).find()) {
      throw new RefusedFileException(
          "no folder but an address of other storage",
          folder,
          "a store needs a file system; store push and pull copy it, see docs/store.md");
    }
  }

  public Path folder() {
    return folder;
  }

  /** Begins to add runs; {@code keepTraces} also copies the traces. */
  public Adding adding(boolean keepTraces) throws IOException {
    return new Adding(this, keepTraces);
  }

  /** The content of the manifest's files. */
  record History(Map<String, Commit> commits, List<StoreFormatException> damaged) {
    Snapshot snapshot() {
      return Snapshot.of(commits.values());
    }
  }

  /** Reads all commits by their names, and the reasons why others are not read. */
  History history() throws IOException {
    return history(Map.of());
  }

  /**
   * Returns the content. Commits never change, and are read once, so that a process that is asked
   * for one run after the other does not read all of them each time. One that is damaged later is
   * found by questions, which read them all.
   *
   * @throws IOException if the manifest cannot be read
   */
  public synchronized StoreContent content() throws IOException {
    List<String> names = commits();
    Known last = content;
    boolean isWhole = last != null && last.content().damaged().isEmpty();
    if (last == null || !isWhole || !last.commits().equals(names)) {
      History history = history(known);
      known = history.commits();
      last = new Known(names, StoreContent.of(this, history));
      content = last;
    }
    return last.content();
  }

  /** Returns the runs that are there. */
  Set<Long> runs() throws IOException {
    return content().ids();
  }

  private History history(Map<String, Commit> known) throws IOException {
    Map<String, Commit> commits = new TreeMap<>();
    List<StoreFormatException> damaged = new ArrayList<>();
    for (Path each : commitFiles()) {
      String name = each.getFileName().toString();
      try {
        Commit commit = known.get(name);
        if (commit == null) {
          byte[] content = Json.bytesOf(each, Commit.LARGEST);
          commit = Commit.read(each.toString(), name, content);
        }
        commits.put(name, commit);
      } catch (StoreFormatException e) {
        damaged.add(e);
      } catch (NoSuchFileException e) {
        // Removed meanwhile: others say the same.
      }
    }
    return new History(commits, damaged);
  }

  /**
   * Returns the names of the commits, which are others after each change of the store.
   *
   * @throws IOException if the manifest cannot be read
   */
  public List<String> commits() throws IOException {
    return commitFiles().stream().map(each -> String.valueOf(each.getFileName())).toList();
  }

  /**
   * Finds a trace that is kept.
   *
   * @param sha256 its digest, 64 hexadecimal digits
   */
  public Optional<Path> trace(String sha256) {
    return isDigest(sha256)
        ? Optional.of(traceFile(sha256)).filter(Files::isRegularFile)
        : Optional.empty();
  }

  static boolean isDigest(String text) {
    return DIGEST.matcher(text).matches();
  }

  private List<Path> commitFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(MANIFEST))) {
      return files
          .filter(file -> Commit.isName(file.getFileName().toString()))
          .sorted(Comparator.comparing(Path::getFileName))
          .toList();
    }
  }

  Path manifest() {
    return folder.resolve(MANIFEST);
  }

  /** Makes a change known; the files that it names are there. */
  void commit(Commit commit) throws IOException {
    byte[] content = commit.content();
    DurableFile.write(manifest().resolve(commit.name(content)), out -> out.write(content));
  }

  /** A new part's id. */
  String newId() {
    byte[] id = new byte[16];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /** A new part's place among others. */
  String newOrder(long millis) {
    return "%013d-%016x".formatted(millis, random.nextLong());
  }

  /** Returns the mapping files of the store's applications. */
  public StoreMappings mappings() {
    return new StoreMappings(folder);
  }

  /** The place of a kept trace. */
  Path traceFile(String sha256) {
    return folder.resolve(TRACES).resolve(sha256.substring(0, 2)).resolve(sha256);
  }
}
