package dev.dexscope.apps;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.zip.ZipArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** What an APK is for us: an app with a first screen, or a program. */
public final class AppPackage {
  private AppPackage() {}

  /**
   * Whether a file is an app: an APK whose manifest has an activity for the launcher. Others may
   * have a main method.
   */
  public static boolean isApp(Path file) throws IOException {
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".apk")) {
      return false;
    }
    try (ZipArchive archive = ZipArchive.open(file)) {
      return !Manifest.of(archive).launcherActivity().isEmpty();
    } catch (FormatException e) {
      // Others say what is wrong with it.
      return false;
    }
  }
}
