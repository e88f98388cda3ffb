package dev.dexscope.compile;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where D8 may be.
 *
 * @param environment the variables of the process
 * @param cache Dexscope's own folder for it
 * @param home the user's
 */
record D8Places(Map<String, String> environment, Path cache, Path home) {
  static D8Places ofUser() {
    Map<String, String> environment = System.getenv();
    Path home = Path.of(System.getProperty("user.home"));
    return new D8Places(environment, CacheFolder.ofUser().resolve("d8"), home);
  }

  Optional<D8> find() {
    String named = environment.getOrDefault(D8.VARIABLE, "");
    if (!named.isEmpty()) {
      Path jar = Path.of(named);
      if (!Files.isRegularFile(jar)) {
        throw new MissingToolException(
            "no such file", jar, "let " + D8.VARIABLE + " name the jar of R8 or D8, or unset it");
      }
      return Optional.of(new D8(jar, D8.VARIABLE, D8Install.JAR.isAt(jar)));
    }
    Optional<Path> installed = D8Install.JAR.installedIn(cache);
    if (installed.isPresent()) {
      return Optional.of(new D8(installed.get(), "installed by dexscope", true));
    }
    Path built = inMavenRepository();
    if (D8Install.JAR.isAt(built, cache.resolve("maven"))) {
      return Optional.of(new D8(built, "in Maven's repository", true));
    }
    return inSdk();
  }

  /** It need not be there. */
  Path inMavenRepository() {
    return D8Install.JAR.inMavenRepository(home);
  }

  private Optional<D8> inSdk() {
    for (String variable : List.of("ANDROID_HOME", "ANDROID_SDK_ROOT")) {
      String sdk = environment.getOrDefault(variable, "");
      Path tools = Path.of(sdk, "build-tools");
      if (!sdk.isEmpty() && Files.isDirectory(tools)) {
        for (Path each : newestFirst(tools)) {
          Path jar = each.resolve("lib/d8.jar");
          if (Files.isRegularFile(jar)) {
            return Optional.of(new D8(jar, "of the Android SDK", false));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<Path> newestFirst(Path tools) {
    List<Path> versions = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(tools)) {
      files.forEach(versions::add);
    } catch (IOException e) {
      // What cannot be listed has no D8 for us.
      return List.of();
    }
    versions.sort((a, b) -> Arrays.compare(version(b), version(a)));
    return versions;
  }

  /** {@code 34.0.0-rc1}: its numbers. */
  private static int[] version(Path folder) {
    return Arrays.stream(folder.getFileName().toString().split("\\D+"))
        .filter(each -> !each.isEmpty() && each.length() < 10)
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
