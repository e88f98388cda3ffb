package dev.dexscope.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.Sha256;
import dev.dexscope.base.install.Maven;
import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenLibrariesTest {
  private static final List<String> GSON = List.of("com.google.code.gson:gson:2.13.1");

  @TempDir private Path folder;
  private final StringWriter messages = new StringWriter();

  /** Makes two jars, and keeps the POM. */
  private Maven maven() throws IOException {
    Path script = folder.resolve("mvn");
    Files.writeString(
        script,
        """
        #!/bin/sh
        for each; do
          case $each in -DoutputDirectory=*) out=${each#*=} ;; esac
        done
        cp pom.xml "$(dirname "$0")/seen.xml"
        echo gson >"$out/gson-2.13.1.jar"
        echo annotations >"$out/annotations-1.jar"
        """);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Maven(script);
  }

  private List<Path> get(Optional<Maven> maven, List<String> coordinates) throws IOException {
    return new MavenLibraries(folder.resolve("cache"))
        .get(coordinates, maven, new PrintWriter(messages, true));
  }

  @Test
  void theyAreFetchedOnceWithWhatTheyDependOn() throws IOException {
    List<Path> jars = get(Optional.of(maven()), GSON);

    assertThat(jars)
        .extracting(each -> "" + each.getFileName())
        .containsExactly("annotations-1.jar", "gson-2.13.1.jar");
    assertThat(messages.toString())
        .contains("gson-2.13.1.jar  SHA-256 " + Sha256.of(jars.getLast()));
    assertThat(folder.resolve("seen.xml"))
        .content()
        .contains("<artifactId>gson</artifactId><version>2.13.1</version>");
    messages.getBuffer().setLength(0);
    assertThat(get(Optional.empty(), GSON)).isEqualTo(jars);
    assertThat(messages.toString()).isEmpty();
  }

  @Test
  void aFileThatHasChangedSinceIsNotUsed() throws IOException {
    Path jar = get(Optional.of(maven()), GSON).getLast();
    Files.writeString(jar, "another");

    assertThatThrownBy(() -> get(Optional.of(maven()), GSON))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("" + jar);
  }

  @Test
  void withoutMavenTheMessageSaysSo() {
    assertThatThrownBy(() -> get(Optional.empty(), GSON))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("Maven is not there to get com.google.code.gson:gson:2.13.1");
  }

  @Test
  void otherWordsAreRefused() {
    for (String each : List.of("gson", "a:b", "a:b:1:c", "a:b:</version>", "a::1", "")) {
      assertThatThrownBy(() -> get(Optional.empty(), List.of(each)))
          .as(each)
          .isInstanceOf(CompileException.class)
          .hasMessageContaining("use GROUP:ARTIFACT:VERSION");
    }
  }
}
