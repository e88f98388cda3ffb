package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.device.process.JavaCommand;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbKey;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.AdbTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A device whose virtual threads have one core for all of them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FewCoresTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String SCHEDULER = "-Djdk.virtualThreadScheduler.";

  private static final String PROGRAM =
      """
      public class Quiet {
        public static void main(String[] words) throws Exception {
          System.out.println("ready");
          Thread.sleep(1_000_000);
        }
      }
      """;

  @TempDir Path folder;

  /** The process of the device, which prints its port. */
  public static void main(String[] arguments) throws IOException {
    DeviceMain.run(
        Path.of(arguments[0]), 0, null, _ -> false, device -> System.out.println(device.port()));
  }

  @Test
  void programsThatSayNothingHoldUpNobody() throws IOException, CompilationFailedException {
    AdbKey key = AdbKey.generate("test@here");
    Path place = Files.createDirectories(folder.resolve("device"));
    new DeviceKeys(place).add(key.publicKey());
    List<String> command =
        JavaCommand.of(
            List.of(SCHEDULER + "parallelism=1", SCHEDULER + "maxPoolSize=1"),
            FewCoresTest.class.getName(),
            List.of(place.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Process process = builder.start();
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      int port = Integer.parseInt(said.readLine());
      Path jar = TestPackages.jar(folder, "Quiet", PROGRAM);
      Files.copy(jar, place.resolve("root/data/local/tmp/quiet.jar"));
      try (AdbTransport adb = connect(port, key);
          AdbStream quiet =
              adb.open("exec:CLASSPATH=/data/local/tmp/quiet.jar app_process / Quiet")) {
        assertThat(quiet.link().read(6)).asString(StandardCharsets.UTF_8).isEqualTo("ready\n");
        try (AdbStream other = adb.open("exec:echo here")) {
          assertThat(other.link().read(5)).asString(StandardCharsets.UTF_8).isEqualTo("here\n");
        }
      }
    } finally {
      process.destroy();
      process.onExit().join();
    }
  }

  private static AdbTransport connect(int port, AdbKey key) throws IOException {
    return AdbTransport.connect(
        Link.of(new Socket(InetAddress.getLoopbackAddress(), port)),
        new AdbBanner("host", Map.of(), Set.of()),
        List.of(key),
        PATIENCE);
  }
}
