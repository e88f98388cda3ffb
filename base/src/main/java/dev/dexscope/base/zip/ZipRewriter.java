package dev.dexscope.base.zip;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A package with some entries changed. What is not named is copied byte for byte, in its order; the
 * result is aligned as Android wants it and has no signature, because the old one would be wrong.
 *
 * <pre>{@code
 * new ZipRewriter(apk).put("AndroidManifest.xml", changed).write(Path.of("out.apk"));
 * }</pre>
 */
public final class ZipRewriter {
  private static final int WORD = 4;

  /** The largest page of a device: stored libraries are mapped where they stand. */
  private static final int PAGE = 16 << 10;

  private static final Pattern DEX = Pattern.compile("classes\\d*\\.dex");
  private static final Pattern SIGNATURE =
      Pattern.compile("META-INF/(MANIFEST\\.MF|SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");

  /** Its hash of the store's certificate is of no worth without the signing block's stamp. */
  private static final String STAMP = "stamp-cert-sha256";

  private final ZipArchive source;
  private final Map<String, Change> changes = new LinkedHashMap<>();
  private final Set<String> removed = new TreeSet<>();

  private record Change(String name, Method method, MemorySegment content) {}

  public ZipRewriter(ZipArchive source) {
    this.source = source;
  }

  /** The name of the package that is changed. */
  public String file() {
    return source.file();
  }

  /**
   * Replaces an entry, which keeps its place and its compression, or adds one at the end. Dex files
   * are kept as {@code classes.dex} is, since a device may insist on them being stored.
   */
  public ZipRewriter put(String name, byte[] content) {
    String like = DEX.matcher(name).matches() ? "classes.dex" : name;
    Method method =
        source.find(name).or(() -> source.find(like)).map(Entry::method).orElse(Method.DEFLATED);
    return put(name, method, content);
  }

  public ZipRewriter put(String name, Method method, byte[] content) {
    return put(name, method, MemorySegment.ofArray(content));
  }

  /** Replaces or adds an entry that may be large: the content is read when it is written. */
  public ZipRewriter put(String name, Method method, MemorySegment content) {
    removed.remove(name);
    changes.put(name, new Change(name, method, content));
    return this;
  }

  public ZipRewriter remove(String name) {
    changes.remove(name);
    removed.add(name);
    return this;
  }

  /**
   * Returns whether an entry belongs to a signature of the package; only these go when it changes.
   */
  public static boolean isSignature(String name) {
    return name.equals(STAMP) || SIGNATURE.matcher(name.toUpperCase(Locale.ROOT)).matches();
  }

  public void write(Path target) throws IOException {
    try (var out =
        FileChannel.open(
            target,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      write(out);
    }
  }

  /**
   * Writes the package; a file must be empty.
   *
   * @throws IOException if it cannot be written
   */
  public void write(WritableByteChannel out) throws IOException {
    var writer = new ZipWriter(out);
    for (Entry entry : entries()) {
      writer.add(entry, alignment(entry));
    }
    writer.finish(source.comment());
  }

  private List<Entry> entries() {
    Map<String, Entry> changed = compress();
    Map<String, Entry> all = new LinkedHashMap<>();
    for (Entry entry : source.entries()) {
      String name = entry.name();
      if (removed.contains(name) || isSignature(name)) {
        continue;
      }
      Entry result = changed.getOrDefault(name, entry);
      Entry first = all.putIfAbsent(name, result);
      if (first != null && !isSame(first, result)) {
        throw new ZipFormatException(
            source.file(),
            entry.offset(),
            "two entries are named " + name + " and differ; Android installs no such package");
      }
    }
    changed.forEach(all::putIfAbsent);
    return all.values().stream().map(ZipRewriter::withMethodThatAndroidWants).toList();
  }

  /** Compression is what takes time here: all processors do it. */
  private Map<String, Entry> compress() {
    List<Entry> entries =
        List.copyOf(changes.values()).parallelStream().map(this::compress).toList();
    Map<String, Entry> byName = new LinkedHashMap<>();
    entries.forEach(entry -> byName.put(entry.name(), entry));
    return byName;
  }

  private Entry compress(Change change) {
    return source
        .find(change.name())
        .map(old -> old.with(change.method(), change.content()))
        .orElseGet(() -> Entry.of(change.name(), change.method(), change.content()));
  }

  private static boolean isSame(Entry a, Entry b) {
    return a.crc() == b.crc() && a.method() == b.method() && a.data().mismatch(b.data()) == -1;
  }

  /** Devices since Android 11 map the resource table where it stands. */
  private static Entry withMethodThatAndroidWants(Entry entry) {
    return entry.name().equals("resources.arsc") && entry.method() == Method.DEFLATED
        ? entry.with(Method.STORED, MemorySegment.ofArray(entry.read()))
        : entry;
  }

  private static int alignment(Entry entry) {
    if (entry.method() == Method.DEFLATED) {
      return 1;
    }
    int wanted = entry.name().endsWith(".so") ? PAGE : WORD;
    return Math.max(wanted, entry.header().alignment());
  }
}
