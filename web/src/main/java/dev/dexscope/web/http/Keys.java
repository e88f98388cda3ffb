package dev.dexscope.web.http;

import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a server. A file has a line for each: the application or {@code *} for all, the role,
 * the SHA-256 of the key, and how many uploads a minute it may make, if that is not the server's
 * usual number. The keys themselves are not kept. The file is read again when it has changed; if it
 * is not of this form then, the keys before stay, so that a mistake neither opens the server nor
 * closes it.
 *
 * <pre>{@code
 * org.example write 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 600
 * }</pre>
 */
public final class Keys {
  /** A server without keys. */
  public static final Keys NONE = new Keys(null, new Content(FileTime.fromMillis(0), 0, Map.of()));

  private static final Pattern APP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern AMOUNT = Pattern.compile("[1-9]\\d{0,8}");
  private static final long LARGEST_FILE = 1 << 20;

  private final @Nullable Path file;
  private volatile Content content;

  /** What the file had at a time. */
  private record Content(FileTime changed, long size, Map<String, Grant> grants) {}

  private Keys(@Nullable Path file, Content content) {
    this.file = file;
    this.content = content;
  }

  /**
   * Reads a file of keys.
   *
   * @throws RefusedFileException if a line is not of that form
   * @throws IOException if it cannot be read
   */
  public static Keys read(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new Keys(file, new Content(now.lastModifiedTime(), now.size(), grants(file)));
  }

  private static Map<String, Grant> grants(Path file) throws IOException {
    if (Files.size(file) > LARGEST_FILE) {
      throw new RefusedFileException(
          "has more than " + LARGEST_FILE + " bytes", file, "write a line for each key");
    }
    Map<String, Grant> grants = new HashMap<>();
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        Grant grant = parse(line);
        if (grant == null || grants.put(grant.key(), grant) != null) {
          throw new RefusedFileException(
              "line " + (i + 1) + " is " + (grant == null ? "no key" : "a key that was there"),
              file,
              "write APP or *, write, read or admin, the key's SHA-256, uploads a minute");
        }
      }
    }
    if (grants.isEmpty()) {
      throw new RefusedFileException("has no keys", file, "write a line for each");
    }
    return Map.copyOf(grants);
  }

  private static @Nullable Grant parse(String line) {
    String[] words = line.split("\\s+", -1);
    boolean isKey =
        (words.length == 3 || words.length == 4)
            && (words[0].equals("*") || APP.matcher(words[0]).matches())
            && List.of("write", "read", "admin").contains(words[1])
            && DIGEST.matcher(words[2]).matches()
            && (words.length == 3 || AMOUNT.matcher(words[3]).matches());
    if (!isKey) {
      return null;
    }
    return new Grant(
        words[2],
        words[0].equals("*") ? "" : words[0],
        Grant.Role.valueOf(words[1].toUpperCase(Locale.ROOT)),
        words.length == 3 ? 0 : Integer.parseInt(words[3]));
  }

  boolean isEmpty() {
    return content.grants().isEmpty();
  }

  private Map<String, Grant> current() {
    Content before = content;
    if (file == null) {
      return before.grants();
    }
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      if (now.lastModifiedTime().equals(before.changed()) && now.size() == before.size()) {
        return before.grants();
      }
      // The time first: what is written while the file is read is seen by the next request.
      content = new Content(now.lastModifiedTime(), now.size(), before.grants());
      content = new Content(now.lastModifiedTime(), now.size(), grants(file));
    } catch (IOException | RefusedFileException e) {
      return before.grants();
    }
    return content.grants();
  }

  /** Returns what a key permits; null if it is none. A digest in the table reveals no key. */
  @Nullable Grant of(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return current()
          .get(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
