package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dexscope.apps.Seclusion.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhoneFoldersTest {
  @TempDir private Path folder;

  private PhoneFolders make(String packageName) throws IOException {
    return PhoneFolders.make(
        folder.resolve("a phone"),
        PhoneProperties.of(35, AppHeap.DEFAULT),
        packageName,
        folder.resolve("fonts"),
        folder.resolve("own files"),
        folder.resolve("early files"),
        folder.resolve("card"));
  }

  /** What a shell prints that has the folders. */
  private String shell(String script) throws IOException, InterruptedException {
    PhoneFolders folders = make("com.acme.shop");
    assumeFalse(folders.words().isEmpty(), "this machine has such folders itself");
    List<String> command = new ArrayList<>(Seclusion.best(Network.OPEN, folders).words());
    assumeTrue(command.contains("--mount"), "the system grants no mount namespace");
    command.addAll(List.of("sh", "-c", script));
    Path output = folder.resolve("output");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    // That of a user, without the folders of the system's own programs.
    builder.environment().put("PATH", "/usr/bin:/bin");
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readString(output);
  }

  @Test
  void filesHaveTheirNamesOnAPhone() throws Exception {
    Files.writeString(Files.createDirectories(folder.resolve("own files")).resolve("a"), "one ");

    assertThat(
            shell(
                """
                cat /data/data/com.acme.shop/a /data/user/0/com.acme.shop/a
                echo two > /sdcard/b; cat /mnt/sdcard/b
                echo three > /data/user_de/0/com.acme.shop/c
                readlink -f /sdcard/b; echo $EXTERNAL_STORAGE; pwd
                """))
        .isEqualTo("one one two\n/storage/emulated/0/b\n/sdcard\n" + folder.toRealPath() + "\n");
    assertThat(folder.resolve("card/b")).hasContent("two");
    assertThat(folder.resolve("early files/c")).hasContent("three");
  }

  @Test
  void theProcessHasThePackagesName() throws Exception {
    assertThat(shell("tr '\\0' '.' < /proc/$$/cmdline")).isEqualTo("com.acme.shop.");
  }

  /** Else who clears it would clear the machine. */
  @Test
  void theFolderOfTheRootHasNothingOfTheMachine() throws Exception {
    assertThat(shell("ls -d /usr/*; ls -A '" + folder.toRealPath() + "/a phone/root/usr'"))
        .as("the machine's folders are there, and not twice")
        .startsWith("/usr/")
        .doesNotContain("\nbin\n")
        .endsWith("\n");
  }

  @Test
  void aNameThatLeadsOutIsNone() throws IOException {
    for (String name : List.of("../../../../x", "a/../../b", "", "a..b", "a b", "x\ny", "/etc")) {
      assertThat(make(name).words()).as(name).isEmpty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
