package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scripts/release makes for package managers, of a small image. */
@EnabledOnOs(OS.LINUX)
class PackagesTest {
  private static final int AR_HEADER = 60;

  @TempDir private Path folder;

  @BeforeEach
  void anImage() throws IOException {
    Files.createDirectories(folder.resolve("image/bin"));
    Files.writeString(folder.resolve("image/bin/dexscope"), "#!/bin/sh\n");
    Files.writeString(folder.resolve("image.tar.gz"), "an archive");
  }

  private void bash(String script) throws IOException, InterruptedException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    String head = ". \"$0/scripts/packages.sh\"; time=2026-01-01T00:00:00Z; root=$0\n";
    Process process =
        new ProcessBuilder("bash", "-euc", head + script, root.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  /** deb(5): an ar archive of these three, in this order. */
  @Test
  void aDebianPackage() throws Exception {
    bash("mkdir 1 2; for each in 1 2; do debian_package \"$root\" image 1.2 $each; done");
    Path deb;
    try (var files = Files.list(folder.resolve("1"))) {
      deb = files.findFirst().orElseThrow();
    }
    assertThat(deb.getFileName().toString()).matches("dexscope_1\\.2_[a-z0-9_]+\\.deb");
    assertThat(deb).hasSameBinaryContentAs(folder.resolve("2").resolve(deb.getFileName()));

    Map<String, byte[]> members = members(Files.readAllBytes(deb));

    assertThat(members.keySet()).containsExactly("debian-binary", "control.tar.gz", "data.tar.gz");
    assertThat(new String(members.get("debian-binary"), StandardCharsets.US_ASCII))
        .isEqualTo("2.0\n");
    Files.write(folder.resolve("control.tar.gz"), members.get("control.tar.gz"));
    Files.write(folder.resolve("data.tar.gz"), members.get("data.tar.gz"));
    bash(
        """
        tar -xzf control.tar.gz && tar -xzf data.tar.gz
        grep -q '^Version: 1.2$' control && ! grep @ control | grep -v Maintainer
        [ -x postinst ] && [ -x prerm ]
        cmp usr/bin/dexscope image/bin/dexscope
        """);
  }

  private static Map<String, byte[]> members(byte[] ar) {
    Map<String, byte[]> members = new LinkedHashMap<>();
    assertThat(new String(ar, 0, 8, StandardCharsets.US_ASCII)).isEqualTo("!<arch>\n");
    for (int at = 8; at < ar.length; ) {
      String header = new String(ar, at, AR_HEADER, StandardCharsets.US_ASCII);
      assertThat(header).endsWith("`\n");
      int size = Integer.parseInt(header.substring(48, 58).strip());
      int begin = at + AR_HEADER;
      members.put(header.substring(0, 16).strip(), Arrays.copyOfRange(ar, begin, begin + size));
      at = begin + size + size % 2;
    }
    return members;
  }

  @Test
  void recipesNameTheArchive() throws Exception {
    bash(
        """
        for each in homebrew/dexscope.rb sdkman/release.sh; do
          recipe "$root/packaging/$each" image.tar.gz 1.2 "${each##*/}"
          grep -q "$(sha256sum <image.tar.gz | cut -d' ' -f1)" "${each##*/}"
          grep -q 'releases/image.tar.gz"' "${each##*/}"
          ! grep '@[A-Z]' "${each##*/}"
        done
        """);
  }

  /**
   * The image runs where it was made: a recipe that is taken for another system is refused there.
   */
  @ParameterizedTest
  @CsvSource({
    "Linux, x86_64, linux, x86_64, LINUX_64",
    "Linux, aarch64, linux, arm64, LINUX_ARM64",
    "Darwin, x86_64, macos, x86_64, MAC_OSX",
    "Darwin, arm64, macos, arm64, MAC_ARM64"
  })
  void recipesNameTheSystem(
      String system, String machine, String brew, String brewMachine, String sdkman)
      throws Exception {
    bash(
        """
        uname() { if [ "$1" = -s ]; then echo %s; else echo %s; fi; }
        recipe "$root/packaging/homebrew/dexscope.rb" image.tar.gz 1.2 dexscope.rb
        recipe "$root/packaging/sdkman/release.sh" image.tar.gz 1.2 sdkman.sh
        cat dexscope.rb sdkman.sh
        grep -q '  depends_on :%s$' dexscope.rb && grep -q '  depends_on arch: :%s$' dexscope.rb
        grep -q '"platform": "%s"' sdkman.sh
        """
            .formatted(system, machine, brew, brewMachine, sdkman));
  }
}
