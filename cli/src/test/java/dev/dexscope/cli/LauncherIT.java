package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, in a checkout that has been built, starting the packaged jars. */
class LauncherIT {
  @TempDir Path checkout;

  @BeforeEach
  void aBuiltCheckout() throws IOException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    Files.copy(root.resolve("dexscope"), checkout.resolve("dexscope"));
    assertThat(checkout.resolve("dexscope").toFile().setExecutable(true)).isTrue();
    copy(root.resolve("scripts"), checkout.resolve("scripts"));
    copy(root.resolve("cli/target/app"), checkout.resolve("cli/target/launch/app-1"));
    Files.createDirectories(checkout.resolve("cli/src/main"));
    Files.createFile(checkout.resolve("pom.xml"));
    Files.createFile(checkout.resolve("cli/pom.xml"));
    Files.writeString(checkout.resolve("cli/target/launch/current"), "app-1\n");
  }

  @Test
  void startsThePackagedJars() throws Exception {
    var run = launch(Map.of(), "--version");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("dexscope ").contains("(JDK ");
    assertThat(run.exit()).isZero();
  }

  @Test
  void findsAJdkWhenJavaHomeIsOlderOrWrong() throws Exception {
    Path old = Files.createDirectories(checkout.resolve("jdk17/bin"));
    Files.writeString(old.resolve("java"), "#!/bin/sh\nexit 9\n");
    assertThat(old.resolve("java").toFile().setExecutable(true)).isTrue();
    Files.writeString(checkout.resolve("jdk17/release"), "JAVA_VERSION=\"17.0.15\"\n");

    var run = launch(Map.of("JAVA_HOME", checkout.resolve("jdk17").toString()), "--version");

    assertThat(run.exit()).isZero();
  }

  @Test
  void exitCodesAndErrorsComeThrough() throws Exception {
    var run = launch(Map.of(), "nonsense");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo("dexscope: unknown command 'nonsense'; see 'dexscope --help'\n");
  }

  @Test
  void worksFromAnotherFolderThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(checkout.resolve("link"), checkout.resolve("dexscope"));

    var run = start(link, Files.createDirectory(checkout.resolve("elsewhere")), Map.of(), "-V");

    assertThat(run.exit()).isZero();
  }

  @Test
  void optionsForTheVmAreTaken() throws Exception {
    var run = launch(Map.of("DEXSCOPE_OPTS", "-XshowSettings:vm"), "--version");

    assertThat(run.err() + run.out()).contains("Max. Heap Size");
  }

  private Run launch(Map<String, String> environment, String... args) throws Exception {
    return start(checkout.resolve("dexscope"), checkout, environment, args);
  }

  private Run start(Path launcher, Path folder, Map<String, String> environment, String... args)
      throws Exception {
    var command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    Path out = checkout.resolve("stdout");
    Path err = checkout.resolve("stderr");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    int exit = builder.start().waitFor();
    return new Run(
        exit,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
