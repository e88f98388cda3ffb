package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which class cache the launcher hands to a Java VM, for which a script stands that prints its
 * options, and when it has them made.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClassCacheTest {
  private static final FileTime MADE = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir private Path folder;
  private Path cache = Path.of("");

  @BeforeEach
  void anApplication() throws Exception {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path app = Files.createDirectory(folder.resolve("app"));
    Files.createFile(app.resolve("a.jar"));
    cache = Files.writeString(app.resolve("quick.aot"), "a cache");
    Files.setLastModifiedTime(cache, MADE);
    bash("cksum <'" + cache + "' >'" + cache + ".sum'");
    Files.setLastModifiedTime(beside("sum"), MADE);
  }

  private Path beside(String ending) {
    return cache.resolveSibling("quick.aot." + ending);
  }

  private static List<String> bash(String script) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("bash", "-euc", script).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = out.lines().toList();
      assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
      return lines;
    }
  }

  private List<String> options() throws IOException, InterruptedException {
    Path launcher = Path.of("..").toAbsolutePath().normalize().resolve("scripts/launch.sh");
    return bash(
        ". '%s'; launch '%s' '%s' --version"
            .formatted(launcher, folder.resolve("jdk"), folder.resolve("app")));
  }

  @Test
  void oneThatIsAsItWasMade() throws Exception {
    assertThat(options())
        .contains("-XX:AOTCache=" + cache, "-XX:OnError=touch '" + beside("died") + "'");
  }

  @Test
  void oneThatHasChangedIsRemoved() throws Exception {
    Files.writeString(cache, "a cachE");

    assertThat(options()).noneMatch(each -> each.startsWith("-XX:AOTCache"));
    assertThat(cache).doesNotExist();
  }

  /** A copy of the folder has other times. */
  @Test
  void oneThatIsOnlyNewerIsCompared() throws Exception {
    Files.setLastModifiedTime(cache, FileTime.fromMillis(MADE.toMillis() + 5_000));

    assertThat(options()).contains("-XX:AOTCache=" + cache);
    assertThat(Files.getLastModifiedTime(beside("sum"))).isGreaterThan(MADE);
  }

  @Test
  void oneThatAStartHasDiedInIsCompared() throws Exception {
    Files.createFile(beside("died"));
    assertThat(options()).contains("-XX:AOTCache=" + cache);
    assertThat(beside("died")).doesNotExist();

    Files.writeString(cache, "a cachE");
    Files.setLastModifiedTime(cache, MADE);
    assertThat(options()).as("of the same time").contains("-XX:AOTCache=" + cache);
    Files.createFile(beside("died"));
    assertThat(options()).noneMatch(each -> each.startsWith("-XX:AOTCache"));
    assertThat(cache).doesNotExist();
    assertThat(beside("died")).doesNotExist();
  }

  /** The build leaves the folder of what the training runs need. */
  @Test
  void thoseThatAreDueAreMadeBesideTheCommand() throws Exception {
    Path java = folder.resolve("jdk/bin/java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        for each; do
          case $each in -XX:AOTCacheOutput=*) echo "${each##*/}" >"${each#*=}"; exit ;; esac
        done
        """);
    Path app = folder.resolve("app");
    Path training = Files.createDirectory(app.resolve("training"));

    options();

    awaitEnd(training.resolve("process"));
    assertThat(training).doesNotExist();
    for (String each : List.of("dexscope", "quick", "run", "page")) {
      assertThat(app.resolve(each + ".aot")).hasContent(each + ".aot");
      assertThat(app.resolve(each + ".aot.sum")).isNotEmptyFile();
    }
    options();
    assertThat(training).doesNotExist();
  }

  private static void awaitEnd(Path file) throws Exception {
    long process;
    try {
      process = Long.parseLong(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return; // It has ended, and removed what it needed.
    }
    var handle = ProcessHandle.of(process);
    if (handle.isPresent()) {
      handle.get().onExit().get();
    }
  }
}
