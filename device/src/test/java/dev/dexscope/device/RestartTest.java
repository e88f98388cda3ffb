package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code adb reboot}. */
@FullTier("starts programs on the virtual device")
@NeedsPeer(Peer.ADB)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestartTest {
  private static final String PROGRAM =
      """
      public class Stays {
        public static void main(String[] words) throws Exception {
          Thread.sleep(1_000_000);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void aRestartEndsThePrograms()
      throws IOException, InterruptedException, CompilationFailedException {
    Path jar = TestPackages.jar(folder, "Stays", PROGRAM);
    Path apk =
        TestPackages.apk(
            folder.resolve("stays.apk"),
            jar,
            "org.test.stays",
            folder.resolve("a.keystore"),
            manifest -> manifest.makeDebuggable());
    try (VirtualDevice device = VirtualDevice.start(folder.resolve("device"), 0, _ -> true);
        StockAdb adb = new StockAdb(folder.resolve("home"))) {
      adb.run("connect", device.serial());
      assertThat(adb.run("wait-for-device").exit()).isZero();
      assertThat(adb.run("install", apk.toString()).out()).contains("Success");
      assertThat(adb.run("shell", "am start -n org.test.stays/Stays; pidof org.test.stays").exit())
          .isZero();
      assertThat(adb.run("reboot").exit()).isZero();
      adb.run("disconnect");
      adb.run("connect", device.serial());
      assertThat(adb.run("wait-for-device").exit()).isZero();
      assertThat(adb.run("shell", "pidof org.test.stays")).isEqualTo(new Peer.Answer(1, ""));
      assertThat(adb.run("shell", "pm path org.test.stays").exit()).isZero();
    }
  }
}
