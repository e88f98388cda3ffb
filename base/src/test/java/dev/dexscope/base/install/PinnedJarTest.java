package dev.dexscope.base.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedJarTest {
  @TempDir private Path folder;
  private Path got;
  private Path cache;
  private PinnedJar jar;

  @BeforeEach
  void aJar() throws IOException {
    got = Files.writeString(folder.resolve("got.jar"), "the jar");
    cache = folder.resolve("cache");
    jar = new PinnedJar("a.group", "tool", "1.2", 7, Sha256.of(got), "dexscope x install");
  }

  @Test
  void itHasItsPlaceInMavensRepository() {
    assertThat(jar.inMavenRepository(Path.of("/home/me")))
        .isEqualTo(Path.of("/home/me/.m2/repository/a/group/tool/1.2/tool-1.2.jar"));
  }

  @Test
  void onlyTheVeryFileIsInstalled() throws IOException {
    Path other = Files.writeString(folder.resolve("other.jar"), "the jaR");

    assertThatThrownBy(() -> jar.install(other, cache))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageContaining("this is not the file tool-1.2.jar")
        .hasMessageContaining(jar.sha256());
    assertThat(jar.install(got, cache))
        .isEqualTo(cache.resolve("tool-1.2.jar"))
        .hasContent("the jar");
  }

  @Test
  void whatHasChangedSinceIsNotUsed() throws IOException {
    assertThat(jar.installedIn(cache)).isEmpty();
    Path installed = jar.install(got, cache);
    assertThat(jar.installedIn(cache)).contains(installed);

    Files.writeString(installed, "the jaR");
    assertThatThrownBy(() -> jar.installedIn(cache))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("this is not the file that was installed any more")
        .hasMessageContaining("dexscope x install");

    jar.install(got, cache);
    assertThat(jar.installedIn(cache)).contains(installed);
  }

  @Test
  void whatIsKnownOfAJarElsewhereIsNotWrittenBesideIt() throws IOException {
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    Path jarThere = Files.writeString(theirs.resolve("tool.jar"), "the jar");

    assertThat(jar.isAt(jarThere, cache)).isTrue();
    assertThat(jar.isAt(jarThere, cache)).isTrue();
    try (Stream<Path> files = Files.list(theirs)) {
      assertThat(files).containsExactly(jarThere);
    }

    FileTime before = Files.getLastModifiedTime(jarThere);
    Files.writeString(jarThere, "the jaR");
    Files.setLastModifiedTime(jarThere, FileTime.fromMillis(before.toMillis() + 5));
    assertThat(jar.isAt(jarThere, cache)).isFalse();
    assertThat(jar.isAt(theirs.resolve("none.jar"), cache)).isFalse();
  }

  private Maven maven(String command) throws IOException {
    Path file = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\n" + command + "\n");
    return new Maven(
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x")));
  }

  /** The command stands for Maven's own, which needs the network. */
  @Test
  void mavenGetsIt() throws IOException {
    Maven maven =
        maven(
            "for each; do case $each in -DoutputDirectory=*) cp '"
                + got
                + "' \"${each#*=}/tool-1.2.jar\";; esac; done");

    assertThat(jar.fetch(maven, cache)).hasContent("the jar");
    assertThatThrownBy(() -> jar.fetch(maven("exit 1"), cache))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("Maven did not get a.group:tool:1.2")
        .hasMessageContaining("dexscope x install --from tool-1.2.jar");
  }
}
