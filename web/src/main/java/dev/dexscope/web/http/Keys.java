package dev.dexscope.web.http;

import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * usual number. The keys themselves are not kept.
 *
 * <pre>{@code
 * org.example write 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 600
 * }</pre>
 */
public final class Keys {
  /** A server without keys. */
  public static final Keys NONE = new Keys(Map.of());

  private static final Pattern APP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern AMOUNT = Pattern.compile("[1-9]\\d{0,8}");
  private static final long LARGEST_FILE = 1 << 20;

  private final Map<String, Grant> grants;

  private Keys(Map<String, Grant> grants) {
    this.grants = Map.copyOf(grants);
  }

  /**
   * Reads a file of keys.
   *
   * @throws RefusedFileException if a line is not of that form
   * @throws IOException if it cannot be read
   */
  public static Keys read(Path file) throws IOException {
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
    return new Keys(grants);
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
    return grants.isEmpty();
  }

  /** Returns what a key permits; null if it is none. A digest in the table reveals no key. */
  @Nullable Grant of(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return grants.get(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
