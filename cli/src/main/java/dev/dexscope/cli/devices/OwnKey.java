package dev.dexscope.cli.devices;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.wire.adb.AdbKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The keys by which this user's commands prove themselves to devices. */
final class OwnKey {
  private OwnKey() {}

  /**
   * Dexscope's own, which virtual devices of this user know; it is made when it is first needed.
   */
  static AdbKey get() throws IOException {
    Path file = CacheFolder.ofUser().resolve("adbkey");
    if (!Files.isReadable(file)) {
      Files.createDirectories(CacheFolder.ofUser());
      AdbKey.generate(System.getProperty("user.name", "user") + "@dexscope").write(file);
    }
    return AdbKey.read(file);
  }

  /** The same, and adb's if there is one. */
  static List<AdbKey> all() throws IOException {
    List<AdbKey> all = new ArrayList<>(List.of(get()));
    Path adb = Path.of(System.getProperty("user.home"), ".android", "adbkey");
    if (Files.isReadable(adb)) {
      all.add(AdbKey.read(adb));
    }
    return all;
  }
}
