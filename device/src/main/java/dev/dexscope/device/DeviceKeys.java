package dev.dexscope.device;

import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.wire.adb.AdbAuthority;
import dev.dexscope.wire.adb.AdbPublicKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

/** The keys that a device accepts, in its folder; lines as of {@code adbkey.pub}. */
public final class DeviceKeys {
  private static final String NAME = "adb_keys";
  private static final int MOST_BYTES = 1 << 20;

  private final Path file;

  /** Of the device in a folder. */
  public DeviceKeys(Path folder) {
    file = folder.resolve(NAME);
  }

  /** Returns the keys that are accepted now. */
  public synchronized List<AdbPublicKey> all() throws IOException {
    List<AdbPublicKey> all = new ArrayList<>();
    if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        try {
          all.add(AdbPublicKey.parse(file.toString(), line));
        } catch (FormatException e) {
          // An invalid line is ignored.
        }
      }
    }
    return all;
  }

  /** Accepts a key from now on. */
  public synchronized void add(AdbPublicKey key) throws IOException {
    List<AdbPublicKey> all = all();
    if (all.stream().anyMatch(key::isSameKey)) {
      return;
    }
    all.add(key);
    var text = new StringBuilder();
    all.forEach(each -> text.append(each.toText()).append('\n'));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    OutputFile.write(file, out -> out.write(bytes));
  }

  /** The key in a file: {@code ~/.android/adbkey.pub}. */
  public static AdbPublicKey read(Path publicKey) throws IOException {
    byte[] bytes;
    try (var in = Files.newInputStream(publicKey)) {
      bytes = in.readNBytes(MOST_BYTES);
    }
    return AdbPublicKey.parse(publicKey.toString(), new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Whose key it is, in few words: its owner, and the beginning of its SHA-256. */
  public static String describe(AdbPublicKey key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.modulus().toByteArray());
      String owner = key.owner().isEmpty() ? "nobody" : key.owner().replaceAll("[^\\w@.-]", "?");
      return owner + " (" + HexFormat.ofDelimiter(":").formatHex(digest, 0, 8) + ")";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns an authority that accepts these keys, and others if the user accepts them.
   *
   * @param asked the question to the user
   */
  AdbAuthority authority(Predicate<AdbPublicKey> asked) {
    return new AdbAuthority(
        () -> {
          try {
            return all();
          } catch (IOException e) {
            return List.of();
          }
        },
        key -> {
          if (!asked.test(key)) {
            return false;
          }
          try {
            add(key);
            return true;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
