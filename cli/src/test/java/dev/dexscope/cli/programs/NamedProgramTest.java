package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.cli.terminal.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedProgramTest {
  @TempDir private Path folder;

  private Path jar(String name, String entry) throws IOException {
    Path file = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(entry));
    }
    return file;
  }

  @Test
  void aClassIsLookedForInTheFilesOfItsPath() throws IOException {
    Path classes = folder.resolve("classes");
    Files.createFile(Files.createDirectories(classes.resolve("com/acme")).resolve("Main.class"));
    Path lib = jar("lib.jar", "com/acme/Tool.class");
    List<Path> path = List.of(lib, classes);

    assertThat(NamedProgram.of(Path.of("com.acme.Main"), path))
        .isEqualTo(new NamedProgram(classes, "com.acme.Main", List.of(lib)))
        .returns("Main", NamedProgram::simpleName);
    assertThat(NamedProgram.of(Path.of("com.acme.Tool"), path).file()).isEqualTo(lib);
    assertThatThrownBy(() -> NamedProgram.of(Path.of("com.acme.Other"), path))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("no class com.acme.Other in the class path");
  }

  /** As {@code run -cp src com.acme.Main} takes it. */
  @Test
  void aFolderOfSourcesHasClasses() throws IOException {
    Path sources = folder.resolve("src");
    Files.createFile(Files.createDirectories(sources.resolve("com/acme")).resolve("Main.java"));

    assertThat(NamedProgram.of(Path.of("com.acme.Main"), List.of(sources)).file())
        .isEqualTo(sources);
  }

  @Test
  void aFileIsNoClass() throws IOException {
    assertThat(NamedProgram.is(Path.of("com.acme.Main"))).isTrue();
    assertThat(NamedProgram.is(Path.of("Main$Inner"))).isTrue();
    assertThat(NamedProgram.is(folder)).isFalse();
    assertThat(NamedProgram.is(Path.of("src/com.acme.Main"))).isFalse();
    assertThat(NamedProgram.is(Path.of("pom.xml"))).as("it is here").isFalse();
  }

  @Test
  void aWildcardStandsForTheJarsOfAFolder() throws IOException {
    Path one = jar("b.jar", "x");
    Path other = jar("a.JAR", "x");
    Files.createFile(folder.resolve("notes.txt"));
    Path alone = Path.of("classes");

    assertThat(ClassPathFiles.of(List.of(alone, folder.resolve("*"))))
        .containsExactly(alone, other, one);
    List<Path> absent = List.of(folder.resolve("absent/*"));
    assertThatThrownBy(() -> ClassPathFiles.of(absent))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("no such folder");
  }
}
