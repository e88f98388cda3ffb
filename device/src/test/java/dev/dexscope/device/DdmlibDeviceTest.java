package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.Ddmlib;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Google's ddmlib, of two generations, queries a program that runs on the device. */
@FullTier("starts programs on the virtual device")
@NeedsPeer(Peer.ADB)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DdmlibDeviceTest {
  private static final String PROGRAM =
      """
      public class Busy {
        static volatile Object made;

        public static void main(String[] words) throws Exception {
          Thread worker = new Thread(Busy::work, "worker");
          worker.setDaemon(true);
          worker.start();
          synchronized (worker) {
            worker.wait();
          }
        }

        static void work() {
          while (true) {
            step();
          }
        }

        static void step() {
          made = new int[10];
          try {
            Thread.sleep(1);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static StockAdb adb;
  private static VirtualDevice device;

  @BeforeAll
  static void start() throws IOException, InterruptedException, CompilationFailedException {
    device = VirtualDevice.start(folder.resolve("device"), 0, _ -> true);
    adb = new StockAdb(folder.resolve("home"));
    adb.run("connect", device.serial());
    adb.run("-s", device.serial(), "wait-for-device");
    Path jar = TestPackages.jar(folder, "Busy", PROGRAM);
    Path apk =
        TestPackages.apk(
            folder.resolve("busy.apk"),
            jar,
            "org.test.busy",
            folder.resolve("a.keystore"),
            manifest -> manifest.makeDebuggable());
    assertThat(adb.run("-s", device.serial(), "install", apk.toString()).out()).contains("Success");
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  private static List<String> drive(String classPath) throws IOException, InterruptedException {
    assertThat(adb.run("-s", device.serial(), "shell", "am start -n org.test.busy/Busy").exit())
        .isZero();
    List<String> told = Ddmlib.drive(adb, device.serial(), classPath);
    assertThat(told)
        .anyMatch(each ->
            each.matches("hello \\d+ Dalvik v2.1.0 org.test.busy 64-bit \\(.*\\) CheckJNI=false"))
        .contains("streaming true")
        .anyMatch(each -> each.matches("trace \\d{3,}"))
        .endsWith("end");
    return told;
  }

  @Test
  void ddmlibOfTheFirstAndroidStudios() throws IOException, InterruptedException {
    assertThat(drive(System.getProperty("java.class.path")))
        .anyMatch(each -> each.matches("thread 1 main [34] \\d+ \\d+ \\d+ false"))
        .anyMatch(each -> each.matches("thread 2 worker \\d \\d+ \\d+ \\d+ true"))
        .anyMatch(each -> each.startsWith("frame Busy.main("))
        .anyMatch(each -> each.matches("heap 1 \\d+ \\d+ \\d+ \\d+"))
        .anyMatch(each -> each.matches("mapped /.*/libjvm.so"))
        .anyMatch(each -> each.matches("hprof \\d{5,}"));
  }

  @Test
  @NeedsPeer(Peer.DDMLIB)
  void ddmlibOfToday() throws IOException, InterruptedException {
    drive(Peer.DDMLIB.path() + "/*");
  }
}
