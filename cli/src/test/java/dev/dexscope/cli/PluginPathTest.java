package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which commands get the user's plug-ins from the launcher, and from which folder. */
class PluginPathTest {
  @TempDir private Path folder;

  @BeforeEach
  void twoPlugIns() throws IOException {
    for (String each : new String[] {"data", "home/.local/share"}) {
      Path plugins = Files.createDirectories(folder.resolve(each).resolve("dexscope/plugins"));
      Files.createFile(plugins.resolve("a b.jar"));
      Files.createFile(plugins.resolve("readme.txt"));
    }
  }

  private String plugins(String environment, String words) throws Exception {
    Path launcher = Path.of("..").toAbsolutePath().normalize().resolve("scripts/launch.sh");
    String script =
        "%s; . '%s'; find_plugins %s; printf %%s \"$PLUGINS\""
            .formatted(environment, launcher, words);
    Process process =
        new ProcessBuilder("bash", "-euc", script)
            .redirectErrorStream(true)
            .directory(folder.toFile())
            .start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  @Test
  void commandsThatReadTracesGetThem() throws Exception {
    String data = "export XDG_DATA_HOME=" + folder.resolve("data");
    String expected = ":" + folder.resolve("data/dexscope/plugins/a b.jar");

    assertThat(plugins(data, "report a.trace")).isEqualTo(expected);
    assertThat(plugins(data, "--debug convert a.trace")).isEqualTo(expected);
    for (String each : new String[] {"", "--version", "run report", "profile a.jar", "device"}) {
      assertThat(plugins(data, each)).as(each).isEmpty();
    }
  }

  @Test
  void theirFolderIsThatOfTheUsersData() throws Exception {
    String home = "unset XDG_DATA_HOME; HOME=" + folder.resolve("home");
    assertThat(plugins(home, "report a.trace"))
        .isEqualTo(":" + folder.resolve("home/.local/share/dexscope/plugins/a b.jar"));
    assertThat(plugins("unset XDG_DATA_HOME HOME", "report a.trace")).isEmpty();
  }
}
