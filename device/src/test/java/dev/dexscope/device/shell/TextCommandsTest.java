package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.home.Launcher;
import dev.dexscope.device.packages.PackageStore;
import dev.dexscope.device.process.DeviceAddress;
import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.device.process.Processes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As toybox of Android 11 does it. */
class TextCommandsTest {
  @TempDir static Path folder;
  private static Processes processes;
  private static Shell shell;

  @BeforeAll
  static void start() throws IOException {
    DeviceFiles files = DeviceFiles.in(folder);
    LogBuffer log = new LogBuffer();
    Path settings = folder.resolve("settings.properties");
    processes = new Processes(files, settings, log, DeviceAddress.of(0));
    PackageStore packages = new PackageStore(files);
    shell =
        new Shell(
            new DeviceParts(
                files,
                packages,
                log,
                processes,
                new DeviceProperties(),
                PhoneSettings.of(settings),
                new Launcher(packages, PhoneSettings.of(settings))));
    Path sdcard = folder.resolve("sdcard");
    Files.writeString(sdcard.resolve("a"), "one\ntwo  words\nüber\nlast");
    Files.writeString(sdcard.resolve("b"), "x\n");
    Files.write(sdcard.resolve("bytes"), new byte[] {0, (byte) 0xff, '\r', '\n', (byte) 0x80});
  }

  @AfterAll
  static void stop() throws IOException {
    processes.close();
  }

  private record Said(int exit, byte[] out, String err) {}

  private static Said run(String line, String in) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var input = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
    int exit = shell.run("cd /sdcard; " + line, input, new PrintStream(out), new PrintStream(err));
    return new Said(exit, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "wc a, '3 5 25 a|'",
    "wc < a, '      3       5      25|'",
    "wc -c a, '25 a|'",
    "wc -m a, '24 a|'",
    "wc -c < a, '25|'",
    "wc -l < a, '3|'",
    "wc -w < a, '5|'",
    "wc -lc a, '3 25 a|'",
    "wc -cl < a, '      3      25|'",
    "wc -c -m a, '25 24 a|'",
    "wc a b, '      3       5      25 a|      1       1       2 b|      4       6      27 total|'",
    "wc -c a b, '     25 a|      2 b|     27 total|'",
    "wc -c bytes, '5 bytes|'",
    "wc - < b, '1 1 2 -|'",
    "head -n 1 a, 'one|'",
    "head -n1 a, 'one|'",
    "head -1 a, 'one|'",
    "head -c 5 a, 'one|t'",
    "head -c5 < a, 'one|t'",
    "head a -c 2, 'on'",
    "head -n 0 a, ''",
    "head -c 0 a, ''",
    "head -n 99 a, 'one|two  words|über|last'",
    "head -n 1 a b, '==> a <==|one||==> b <==|x|'",
    "head -qn 1 a b, 'one|x|'",
    "head -v -n 1 b, '==> b <==|x|'",
    "head -c 1 -n 1 b, 'x|'",
    "tail -n 1 a, 'last'",
    "tail -n 2 a, 'über|last'",
    "tail -2 a, 'über|last'",
    "tail -n 1 b, 'x|'",
    "tail -n -1 b, 'x|'",
    "tail -n +3 a, 'über|last'",
    "tail -n +1 a, 'one|two  words|über|last'",
    "tail -c 3 a, 'ast'",
    "tail -c3 < a, 'ast'",
    "tail -c +22 a, 'last'",
    "tail -c 0 a, ''",
    "tail -n 0 a, ''",
    "tail -c 99 a, 'one|two  words|über|last'",
    "tail -n 1 a b, '==> a <==|last|==> b <==|x|'",
  })
  void whatComesOut(String line, String out) {
    Said said = run(line, "");
    assertThat(new String(said.out, StandardCharsets.UTF_8)).isEqualTo(out.replace('|', '\n'));
    assertThat(said.err).isEmpty();
    assertThat(said.exit).isZero();
  }

  @Test
  void bytesStayAsTheyAre() {
    byte[] all = {0, (byte) 0xff, '\r', '\n', (byte) 0x80};
    assertThat(run("head -n 9 bytes", "").out).isEqualTo(all);
    assertThat(run("tail -n 9 bytes", "").out).isEqualTo(all);
    assertThat(run("tail -c 2 bytes", "").out).containsExactly('\n', 0x80);
    assertThat(run("head -c 2 bytes", "").out).containsExactly(0, 0xff);
  }

  @Test
  void theEndOfALongInputIsFound() {
    String input = "0123456789".repeat(100_000);
    assertThat(run("tail -c 12", input).out).asString().isEqualTo("890123456789");
    assertThat(run("wc -c", input).out).asString().isEqualTo("1000000\n");
  }

  @Test
  void aFileThatIsMissingHidesNoOther() {
    Said said = run("wc -c none b", "");
    assertThat(said.out).asString().isEqualTo("      2 b\n      2 total\n");
    assertThat(said.err).isEqualTo("wc: none: No such file or directory\n");
    assertThat(said.exit).isEqualTo(1);
    assertThat(run("head none", "").exit).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"head -c x a", "head -n -1 a", "head -z a", "tail -n", "tail -f a", "wc -x a"})
  void whatIsNotUnderstoodIsRefused(String line) {
    Said said = run(line, "");
    assertThat(said.exit).isEqualTo(1);
    assertThat(said.out).isEmpty();
    assertThat(said.err).isNotEmpty();
  }
}
