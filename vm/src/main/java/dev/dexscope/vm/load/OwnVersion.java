package dev.dexscope.vm.load;

import dev.dexscope.dex.DexFile;
import dev.dexscope.libcore.CurrentVm;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells builds of this program apart. */
final class OwnVersion {
  private OwnVersion() {}

  /**
   * Checksums of the jars that verify and translate, and of the classes that they know; null if
   * they are not jars: builds in a developer's folders cannot be distinguished. Their directories
   * have the CRCs of all class files, and are read in less time than it takes to look up a resource
   * in them.
   */
  static @Nullable String text() {
    try {
      Path vm = jar(OwnVersion.class);
      Path dex = jar(DexFile.class);
      Path libcore = jar(CurrentVm.class);
      Path android = android(libcore);
      return Files.isRegularFile(vm) && Files.isRegularFile(dex) && Files.isRegularFile(libcore)
          ? text(vm) + text(dex) + text(libcore) + (Files.exists(android) ? text(android) : "")
          : null;
    } catch (IOException | URISyntaxException e) {
      return null;
    }
  }

  /** By its name: loading a class of it takes longer, and the VM does not depend on it. */
  private static Path android(Path libcore) {
    String name = Objects.requireNonNull(libcore.getFileName()).toString();
    return libcore.resolveSibling(name.replace("libcore", "android"));
  }

  private static Path jar(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String text(Path jar) throws IOException {
    return " " + Fingerprint.ofContent(jar);
  }
}
