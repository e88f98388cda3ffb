package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the launcher builds of the checkout, beside what Maven builds of it. */
@FullTier("builds the application")
class SameBuildIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String BUILD =
      """
      . scripts/launch.sh; . scripts/build-app.sh
      is_built "$PWD" || build_app "$PWD" "$0" >&2 || exit
      echo "$APP"
      """;

  @Test
  @Timeout(value = 10 * 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theJarsHaveTheSameContent() throws Exception {
    Path maven = ROOT.resolve("cli/target/app");
    Path own = build();

    assertThat(jars(own)).isEqualTo(jars(maven));
    for (String jar : jars(maven)) {
      if (jar.startsWith("dexscope-")) {
        assertThat(content(own.resolve(jar))).as(jar).isEqualTo(content(maven.resolve(jar)));
      }
    }
  }

  private static Path build() throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder("bash", "-c", BUILD, System.getProperty("java.home"))
            .directory(ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String app = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return Path.of(app.strip());
  }

  private static List<String> jars(Path app) throws IOException {
    try (var files = Files.list(app)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(each -> each.endsWith(".jar"))
          .sorted()
          .toList();
    }
  }

  private static Map<String, String> content(Path jar) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (var zip = new ZipFile(jar.toFile())) {
      for (ZipEntry each : Collections.list(zip.entries())) {
        if (!each.isDirectory() && !isMavens(each.getName())) {
          byte[] bytes = zip.getInputStream(each).readAllBytes();
          content.put(each.getName(), text(each.getName(), bytes));
        }
      }
    }
    return content;
  }

  /** What says how a jar was made, and the classes that tell Maven of packages without one. */
  private static boolean isMavens(String name) {
    return name.startsWith("META-INF/maven/")
        || name.equals("META-INF/MANIFEST.MF")
        || name.endsWith("/package-info.class");
  }

  private static String text(String name, byte[] bytes) throws IOException {
    if (name.equals("module-info.class")) {
      // The jar tool writes it anew, with its constants in another order.
      ModuleDescriptor module = ModuleDescriptor.read(new ByteArrayInputStream(bytes));
      return module + " " + module.exports() + module.opens() + module.uses() + module.provides();
    }
    return HexFormat.of().formatHex(bytes);
  }
}
