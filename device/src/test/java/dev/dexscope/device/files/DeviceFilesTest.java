package dev.dexscope.device.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.base.files.OutputFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** A root with links that lead out of it, to its own files, and to nothing. */
class DeviceFilesTest {
  private static final Path FOLDER = folder();
  private static final DeviceFiles FILES = files();

  private static Path folder() {
    try {
      return Files.createTempDirectory("dexscope-files").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DeviceFiles files() {
    try {
      DeviceFiles files = DeviceFiles.in(FOLDER.resolve("root"));
      Files.createDirectories(FOLDER.resolve("outside/inner"));
      Files.writeString(FOLDER.resolve("outside/secret"), "secret");
      Path sdcard = files.host("/sdcard");
      Files.createSymbolicLink(sdcard.resolve("out"), FOLDER.resolve("outside"));
      Files.createSymbolicLink(sdcard.resolve("up"), Path.of("../../outside"));
      Files.createSymbolicLink(sdcard.resolve("nothing"), FOLDER.resolve("outside/new"));
      Files.createSymbolicLink(sdcard.resolve("in"), files.host("/data/local"));
      Files.createSymbolicLink(sdcard.resolve("loop"), sdcard.resolve("loop"));
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterContainer
  static void remove() throws IOException {
    OutputFolder.delete(FOLDER);
  }

  @Provide
  static Arbitrary<String> paths() {
    return Arbitraries.of(
            "..",
            ".",
            "",
            "sdcard",
            "out",
            "up",
            "nothing",
            "in",
            "loop",
            "tmp",
            "data",
            "secret",
            "inner",
            "storage",
            "emulated",
            "0",
            "\\",
            "C:",
            "a b",
            "\u0000",
            "new")
        .list()
        .ofMaxSize(8)
        .map(parts -> "/" + String.join("/", parts));
  }

  @Property(tries = 2000)
  void noPathLeavesTheRoot(@ForAll("paths") String path) {
    for (boolean isWritten : new boolean[] {false, true}) {
      try {
        Path file = isWritten ? FILES.hostToWrite(path, "") : FILES.host(path);
        assertThat(file).startsWithRaw(FILES.root());
        Path there = file;
        while (!Files.exists(there)) {
          there = Objects.requireNonNull(there.getParent());
        }
        assertThat(there.toRealPath()).startsWithRaw(FILES.root());
        assertThat(FILES.host(FILES.device(file))).isEqualTo(file);
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
    assertThat(FILES.list(path)).noneMatch(each -> each.name().equals("secret"));
    FILES.stat(path, true);
    FILES.stat(path, false);
  }

  @Property(tries = 1)
  void whatIsWrittenThroughALinkToNothingIsRefused() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> FILES.create("/sdcard/nothing", 0100644, _ -> 0));
    assertThat(FOLDER.resolve("outside/new")).doesNotExist();
  }

  @Example
  void programsTellTheHostsNames() throws IOException {
    Path written = Files.writeString(FILES.host("/sdcard/told"), "told");
    assertThat(FILES.host(written.toString())).isEqualTo(written);
    assertThat(FILES.stat(written.toString(), false).size()).isEqualTo(4);
    assertThat(FILES.hostToWrite(written.toString(), "")).isEqualTo(written);
    String outside = FILES.root() + "/../../told";
    assertThat(FILES.host(outside)).isEqualTo(FILES.root().resolve("told"));
    assertThat(FILES.host(FILES.root() + "x/told"))
        .isEqualTo(FILES.root().resolve((FILES.root() + "x/told").substring(1)));
  }
}
