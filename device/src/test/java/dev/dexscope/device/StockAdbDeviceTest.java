package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.adb.AdbPublicKey;
import dev.dexscope.wire.adb.AdbServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Google's adb uses the device as a phone. */
@FullTier("starts programs on the virtual device")
@NeedsPeer(Peer.ADB)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StockAdbDeviceTest {
  private static final String PROGRAM =
      """
      public class Talker {
        public static void main(String[] words) throws Exception {
          System.out.println("said " + String.join(" ", words));
          System.err.println("whispered");
          android.util.Log.w("Talker", "logged " + words.length);
          if (words.length > 0 && words[0].equals("echo")) {
            System.in.transferTo(System.out);
          }
          if (words.length > 0 && words[0].equals("stay")) {
            Thread.sleep(1_000_000);
          }
          System.exit(words.length);
        }
      }
      """;

  @TempDir static Path folder;
  private static final String SOCKETS =
      """
      import android.net.LocalServerSocket;
      import android.net.LocalSocket;
      import android.net.LocalSocketAddress;

      public class Sockets {
        public static void main(String[] words) throws Exception {
          String name = "any name/" + "x".repeat(200);
          LocalServerSocket server = new LocalServerSocket(name);
          try {
            new LocalServerSocket(name);
          } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
          }
          LocalSocket client = new LocalSocket();
          client.connect(new LocalSocketAddress(name));
          LocalSocket guest = server.accept();
          byte[] sent = new byte[1 << 20];
          sent[sent.length - 1] = 42;
          Thread writer = new Thread(() -> write(guest, sent));
          writer.start();
          int last = 0;
          for (int i = 0; i < sent.length; i++) {
            last = client.getInputStream().read();
          }
          writer.join();
          System.out.println(last);
          client.setSoTimeout(1);
          try {
            client.getInputStream().read();
          } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
          }
          client.setSoTimeout(0);
          Thread.currentThread().interrupt();
          guest.getOutputStream().write(7);
          System.out.println(client.getInputStream().read() + " " + Thread.interrupted());
          client.setSoTimeout(60_000);
          Thread.currentThread().interrupt();
          new Thread(() -> write(guest, new byte[] {8})).start();
          System.out.println(client.getInputStream().read() + " " + Thread.interrupted());
          client.close();
          System.out.println(guest.getInputStream().read());
          server.close();
          try {
            new LocalSocket().connect(new LocalSocketAddress(name));
          } catch (java.io.IOException e) {
            System.out.println("nobody");
          }
          new LocalServerSocket(name);
          Runtime.getRuntime().halt(7);
        }

        static void write(LocalSocket to, byte[] bytes) {
          try {
            to.getOutputStream().write(bytes);
          } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  private static StockAdb adb;
  private static VirtualDevice device;
  private static Path jar;
  private static Path apk;
  private static final List<AdbPublicKey> ASKED = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws IOException, InterruptedException, CompilationFailedException {
    device =
        VirtualDevice.start(
            folder.resolve("device"),
            0,
            key -> {
              ASKED.add(key);
              return true;
            });
    adb = new StockAdb(folder.resolve("home"));
    adb.run("connect", device.serial());
    assertThat(run("wait-for-device").exit()).isZero();
    jar = TestPackages.jar(folder, "Talker", PROGRAM);
    apk =
        TestPackages.apk(
            folder.resolve("talker.apk"),
            jar,
            "org.test.talker",
            folder.resolve("a.keystore"),
            manifest -> manifest.makeDebuggable());
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  private static Peer.Answer run(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 2];
    all[0] = "-s";
    all[1] = device.serial();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return adb.run(all);
  }

  private static Peer.Answer shell(String line) throws IOException, InterruptedException {
    return run("shell", line);
  }

  /** The remains of the first program do not prevent the second one from using the name. */
  @Test
  void programsSpeakByAbstractSockets()
      throws IOException, InterruptedException, CompilationFailedException {
    Path sockets = TestPackages.jar(folder, "Sockets", SOCKETS);
    run("push", sockets.toString(), "/data/local/tmp/sockets.jar");
    for (int i = 0; i < 2; i++) {
      assertThat(shell("CLASSPATH=/data/local/tmp/sockets.jar app_process / Sockets"))
          .isEqualTo(
              new Peer.Answer(
                  7, "Address already in use\n42\nTry again\n7 true\n8 true\n-1\nnobody\n"));
    }
  }

  private static Path onHost(String path) {
    return folder.resolve("device/root" + path);
  }

  @Test
  void adbListsTheDeviceWhoseUserWasAsked() throws IOException, InterruptedException {
    assertThat(adb.run("devices", "-l").out())
        .containsPattern(device.serial() + " +device product:dexscope model:Dexscope_VM");
    assertThat(ASKED).hasSize(1);
    assertThat(new DeviceKeys(folder.resolve("device")).all())
        .singleElement()
        .satisfies(known -> assertThat(ASKED.getFirst().isSameKey(known)).isTrue());
  }

  @Test
  void theShellHasALanguage() throws IOException, InterruptedException {
    assertThat(shell("echo a \"b  $HOME\" '$HOME'; false || echo or && echo and").out())
        .isEqualTo("a b  / $HOME\nor\nand\n");
    assertThat(shell("X=1; echo ${X}2; cd /sdcard && pwd; nothing").out())
        .isEqualTo("12\n/sdcard\nsh: nothing: inaccessible or not found\n");
    assertThat(shell("nothing").exit()).isEqualTo(127);
    assertThat(shell("exit 7; echo never")).isEqualTo(new Peer.Answer(7, ""));
    assertThat(shell("id").out()).startsWith("uid=2000(shell)");
    assertThat(shell("getprop ro.build.version.sdk").out()).isEqualTo("30\n");
    assertThat(shell("echo $(echo in; exit 3)").out()).isEqualTo("in\n");
    assertThat(shell("if then"))
        .isEqualTo(new Peer.Answer(2, "sh: syntax error: unexpected 'then'\n"));
  }

  @Test
  void theShellLeadsStreams() throws IOException, InterruptedException {
    assertThat(shell("mkdir -p /sdcard/s && cd /sdcard/s && echo one > a.txt && echo two >> a.txt"))
        .isEqualTo(new Peer.Answer(0, ""));
    assertThat(shell("cat < /sdcard/s/a.txt; cat /sdcard/s/*.txt | grep -v one | wc -l").out())
        .isEqualTo("one\ntwo\n1\n");
    assertThat(shell("ls /none 2>/dev/null || echo none; ls /sdcard/s/?.txt").out())
        .isEqualTo("none\n/sdcard/s/a.txt\n");
    assertThat(shell("rm -r /sdcard/s; ls /sdcard/s").out())
        .isEqualTo("ls: /sdcard/s: No such file or directory\n");
  }

  @Test
  void filesOf64MegabytesGoThereAndBackUnchanged() throws IOException, InterruptedException {
    Path file = folder.resolve("large");
    byte[] block = new byte[1 << 20];
    Random random = new Random(1);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 64; i++) {
        random.nextBytes(block);
        out.write(block);
      }
    }
    assertThat(run("push", file.toString(), "/sdcard/large").exit()).isZero();
    assertThat(Files.mismatch(file, onHost("/sdcard/large"))).isEqualTo(-1);
    Path back = folder.resolve("back");
    assertThat(run("pull", "/storage/emulated/0/large", back.toString()).exit()).isZero();
    assertThat(Files.mismatch(file, back)).isEqualTo(-1);
  }

  @Test
  void foldersGoThereAndBack() throws IOException, InterruptedException {
    Path tree = folder.resolve("tree");
    Files.writeString(Files.createDirectories(tree.resolve("inner")).resolve("a file"), "a");
    Files.writeString(tree.resolve("b"), "b");
    assertThat(run("push", tree.toString(), "/sdcard/").exit()).isZero();
    assertThat(run("pull", "/sdcard/tree", folder.resolve("tree back").toString()).exit()).isZero();
    assertThat(folder.resolve("tree back/inner/a file")).hasContent("a");
    assertThat(folder.resolve("tree back/b")).hasContent("b");
  }

  @Test
  void noPathLeavesTheDevice() throws IOException, InterruptedException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(onHost("/sdcard/out"), folder);
    Path got = folder.resolve("got");
    for (String path :
        List.of("/../secret", "/sdcard/../../secret", "/sdcard/out/secret", secret.toString())) {
      assertThat(run("pull", path, got.toString()).exit()).as(path).isNotZero();
      assertThat(shell("cat " + path).out()).doesNotContain("secret\n").contains("cat: ");
      run("push", jar.toString(), path);
      shell("echo x > " + path + "; rm -rf " + path);
    }
    assertThat(secret).hasContent("secret");
    assertThat(got).doesNotExist();
    assertThat(shell("ls /sdcard/out").exit()).isNotZero();
    assertThat(run("push", jar.toString(), "/system/bin/x").out()).contains("Permission denied");
  }

  @Test
  void packagesAreInstalledAndRemoved() throws IOException, InterruptedException {
    assertThat(run("install", apk.toString()).out()).contains("Success");
    assertThat(shell("pm list packages").out()).contains("package:org.test.talker\n");
    assertThat(shell("pm list packages -i -U --show-versioncode").out())
        .containsPattern(
            "(?m)^package:org\\.test\\.talker versionCode:\\d+  installer=null uid:100\\d\\d$");
    assertThat(shell("pm -p org.test.talker").out())
        .isEqualTo(shell("pm path org.test.talker").out());
    assertThat(shell("pm list packages --user 0 test.talker").out())
        .isEqualTo("package:org.test.talker\n");
    assertThat(shell("pm list packages test.talker --user 0").out())
        .isEqualTo("package:org.test.talker\n");
    assertThat(shell("pm path org.test.talker").out())
        .isEqualTo("package:/data/app/org.test.talker/base.apk\n");
    assertThat(run("pull", "/data/app/org.test.talker/base.apk", folder + "/pulled").exit())
        .isZero();
    assertThat(Files.mismatch(apk, folder.resolve("pulled"))).isEqualTo(-1);
    assertThat(shell("run-as org.test.talker ls").out()).contains("files").contains("databases");
    assertThat(shell("run-as org.test.talker sh -c 'echo x > files/y; cat files/y; id'").out())
        .startsWith("x\nuid=100");
    assertThat(run("uninstall", "org.test.talker").out()).contains("Success");
    assertThat(shell("pm path org.test.talker")).isEqualTo(new Peer.Answer(1, ""));
    assertThat(onHost("/data/data/org.test.talker")).doesNotExist();
    assertThat(run("uninstall", "org.test.talker").exit()).isNotZero();
  }

  @Test
  void packagesThatAndroidRefusesAreRefusedInItsWords() throws IOException, InterruptedException {
    Path damaged = folder.resolve("damaged.apk");
    byte[] bytes = Files.readAllBytes(apk);
    bytes[60] ^= 1;
    Files.write(damaged, bytes);
    assertThat(run("install", damaged.toString()).out()).contains("INSTALL_PARSE_FAILED_");
    Path none = Files.writeString(folder.resolve("none.apk"), "no package");
    assertThat(run("install", none.toString()).out()).contains("INSTALL_PARSE_FAILED_NOT_APK");
    Path tests =
        TestPackages.apk(
            folder.resolve("tests.apk"),
            jar,
            "org.test.only",
            folder.resolve("a.keystore"),
            manifest -> manifest.set("application@testOnly=true"));
    assertThat(run("install", tests.toString()).out()).contains("INSTALL_FAILED_TEST_ONLY");
    assertThat(run("install", "-t", tests.toString()).out()).contains("Success");
    Path others =
        TestPackages.apk(
            folder.resolve("others.apk"),
            jar,
            "org.test.only",
            folder.resolve("b.keystore"),
            manifest -> {});
    assertThat(run("install", others.toString()).out())
        .contains("INSTALL_FAILED_UPDATE_INCOMPATIBLE");
  }

  @Test
  void splitsAreInstalledTogether() throws IOException, InterruptedException {
    Path keystore = folder.resolve("a.keystore");
    Path base =
        TestPackages.apk(folder.resolve("base.apk"), jar, "org.test.set", keystore, m -> {});
    Path split =
        TestPackages.apk(
            folder.resolve("split.apk"),
            jar,
            "org.test.set",
            keystore,
            manifest -> manifest.set("manifest@split=config.en"));
    assertThat(run("install", split.toString()).out()).contains("INSTALL_FAILED_MISSING_SPLIT");
    assertThat(run("install-multiple", base.toString(), split.toString()).out())
        .contains("Success");
    assertThat(shell("pm path org.test.set").out())
        .isEqualTo(
            """
            package:/data/app/org.test.set/base.apk
            package:/data/app/org.test.set/split_config.en.apk
            """);
  }

  @Test
  void severalPackagesAreInstalledTogetherOrNotAtAll() throws IOException, InterruptedException {
    Path keystore = folder.resolve("a.keystore");
    Path one = TestPackages.apk(folder.resolve("one.apk"), jar, "org.test.one", keystore, m -> {});
    Path two = TestPackages.apk(folder.resolve("two.apk"), jar, "org.test.two", keystore, m -> {});
    Path tests =
        TestPackages.apk(
            folder.resolve("three.apk"),
            jar,
            "org.test.three",
            keystore,
            manifest -> manifest.set("application@testOnly=true"));
    assertThat(run("install-multi-package", one.toString(), tests.toString()).out())
        .contains("INSTALL_FAILED_TEST_ONLY");
    assertThat(shell("pm path org.test.one").exit()).isEqualTo(1);
    assertThat(run("install-multi-package", one.toString(), two.toString()).out())
        .contains("Success");
    assertThat(shell("pm path org.test.one; pm path org.test.two").out())
        .isEqualTo(
            """
            package:/data/app/org.test.one/base.apk
            package:/data/app/org.test.two/base.apk
            """);
  }

  @Test
  void requestsForOtherRightsAreRefusedByTheirReasons() throws IOException, InterruptedException {
    assertThat(run("root").out()).isEqualTo("adbd cannot run as root in production builds\n");
    assertThat(run("unroot").out()).isEqualTo("adbd not running as root\n");
    assertThat(run("remount"))
        .isEqualTo(
            new Peer.Answer(1, "remount: remount failed: this device has no system partition\n"));
    assertThat(run("disable-verity").out())
        .isEqualTo("disable-verity failed: this device has no system partition\n");
    assertThat(run("reboot", "bootloader").exit()).isNotZero();
  }

  @Test
  void theLogHasALimitAndAnEnd() throws IOException, InterruptedException {
    run("push", jar.toString(), "/data/local/tmp/talker.jar");
    String start = "CLASSPATH=/data/local/tmp/talker.jar app_process / Talker ";
    assertThat(shell(start + "a >/dev/null; " + start + "a b >/dev/null").exit()).isEqualTo(2);
    assertThat(run("logcat", "-G", "1M").exit()).isZero();
    assertThat(run("logcat", "-g").out()).contains("main: ring buffer is 1024 KiB (");
    assertThat(run("logcat", "-G", "1").exit()).isEqualTo(1);
    // Without -d, the number of messages ends it.
    assertThat(shell("logcat -vtag -m 1 -e 'logged [2-9]' -s Talker").out())
        .endsWith("W/Talker  : logged 2\n");
    assertThat(shell("logcat -d -e '(((a*)*)*)*x' -s Talker").exit()).isLessThanOrEqualTo(1);
    assertThat(shell("logcat -d -e '['").out()).isEqualTo("logcat: Invalid regex \"[\"\n");
    assertThat(shell("logcat -d -v raw -T '2001-01-01 00:00:00.000' Talker:W *:S").out())
        .contains("logged 2\n");
    assertThat(run("logcat", "-S").out()).containsPattern("Now +\\d+/\\d+");
  }

  @Test
  void settingsAndTheScreenAreReadAndChanged() throws IOException, InterruptedException {
    assertThat(shell("settings get global device_provisioned; settings get secure none").out())
        .isEqualTo("1\nnull\n");
    assertThat(
            shell(
                    "settings --user 0 put secure mine 'a b'; settings get secure mine;"
                        + " settings delete secure mine; settings get secure mine")
                .out())
        .isEqualTo("a b\nDeleted 1 rows\nnull\n");
    assertThat(shell("settings list system").out()).contains("\nfont_scale=1.0\n");
    assertThat(shell("settings get none x"))
        .isEqualTo(new Peer.Answer(255, "Invalid namespace 'none'\n"));
    assertThat(shell("wm size; wm density").out())
        .isEqualTo("Physical size: 1078x1918\nPhysical density: 420\n");
    assertThat(shell("wm size 800x1280; wm density 320; wm size; wm density").out())
        .isEqualTo(
            """
            Physical size: 1078x1918
            Override size: 800x1280
            Physical density: 420
            Override density: 320
            """);
    assertThat(shell("wm size reset; wm density reset; wm size").out())
        .isEqualTo("Physical size: 1078x1918\n");
    assertThat(shell("wm size 1x1").exit()).isEqualTo(255);
    assertThat(shell("wm user-rotation; wm user-rotation lock 3; wm user-rotation").out())
        .isEqualTo("free\nlock 3\n");
    assertThat(shell("wm user-rotation free; wm user-rotation").out()).isEqualTo("free\n");
    assertThat(shell("wm user-rotation lock 4").exit()).isNotZero();
  }

  /** By the patterns of appium-adb. */
  @Test
  void theStateIsPrintedInTheLinesThatClientsRead() throws IOException, InterruptedException {
    assertThat(shell("dumpsys window").out())
        .containsPattern(
            "(?m)^\\s*mCurrentFocus=Window\\{\\w+ u0 com.android.launcher3/.*Launcher}")
        .containsPattern(
            "(?m)^\\s*mFocusedApp=ActivityRecord\\{.* com.android.launcher3/.Launcher ")
        .contains("screenState=SCREEN_STATE_ON", "mShowingLockscreen=false")
        .contains("StatusBar}:\n    mFrame=[0,0][1078,63]\n    mViewVisibility=0x0\n")
        .contains("NavigationBar0}:\n    mFrame=[0,1792][1078,1918]\n    mViewVisibility=0x0\n");
    assertThat(shell("cmd package resolve-activity --brief -c android.intent.category.HOME").out())
        .endsWith("\ncom.android.launcher3/.Launcher\n");
    assertThat(shell("ip addr show").out()).contains("1: lo: <LOOPBACK,UP,LOWER_UP>");
    assertThat(shell("ip -o link show dev wlan0"))
        .isEqualTo(new Peer.Answer(1, "Device \"wlan0\" does not exist.\n"));
    assertThat(shell("ip route; ifconfig lo").out()).startsWith("lo        Link encap:Local");
    assertThat(shell("am to-uri -a a.b -n c/.D").out())
        .isEqualTo("intent:#Intent;action=a.b;component=c/.D;end\n");
    assertThat(shell("screenrecord /sdcard/a.mp4").out()).contains("no encoder");
    assertThat(shell("dumpsys diskstats").out())
        .containsPattern("(?m)^Data-Free: [1-9]\\d*K / [1-9]\\d*K total = \\d+% free$");
    assertThat(shell("dumpsys gfxinfo org.nowhere").out())
        .isEqualTo("No process found for: org.nowhere\n");
    assertThat(shell("dumpsys input_method").out())
        .containsPattern("mInputShown=(\\w+)")
        .containsPattern("mIsInputViewShown=(\\w+)");
    assertThat(shell("dumpsys input").out()).containsPattern("SurfaceOrientation: \\d");
    assertThat(shell("dumpsys battery").out()).contains("  level: 100\n", "  status: 5\n");
    assertThat(shell("dumpsys power").out()).contains("mWakefulness=Awake");
    assertThat(shell("dumpsys display").out()).contains("real 1078 x 1918, density 420");
    assertThat(shell("dumpsys none")).isEqualTo(new Peer.Answer(1, "Can't find service: none\n"));
    String keyboard = shell("settings get secure default_input_method").out();
    assertThat(shell("ime list -s").out()).isEqualTo(keyboard);
    assertThat(shell("ime set " + keyboard.strip()).out())
        .isEqualTo("Input method " + keyboard.strip() + " selected for user #0\n");
    assertThat(shell("ime set org.test/.Keys").exit()).isEqualTo(1);
  }

  /** By the calls and patterns of appium-adb. */
  @Test
  void installedPackagesAreFoundAndOthersAreNot() throws IOException, InterruptedException {
    Path found =
        TestPackages.apk(
            folder.resolve("found.apk"),
            jar,
            "org.test.found",
            folder.resolve("a.keystore"),
            manifest -> {});
    assertThat(run("install", found.toString()).out()).contains("Success");
    assertThat(shell("dumpsys package org.test.found").out())
        .contains("Package [org.test.found]", "installed=true", "versionCode=");
    assertThat(shell("dumpsys package org.test.none"))
        .isEqualTo(new Peer.Answer(0, "Unable to find package: org.test.none\n"));
    assertThat(shell("cmd package list packages --user 0").out())
        .containsPattern("(?m)^package:org\\.test\\.found$");
    assertThat(shell("cmd package resolve-activity --brief org.test.none").out())
        .isEqualTo("No activity found\n");
    assertThat(shell("cmd -l").out()).contains("  package\n");
    assertThat(shell("cmd settings get global device_provisioned; cmd window size").out())
        .isEqualTo("1\nPhysical size: 1078x1918\n");
    assertThat(shell("getprop persist.sys.locale").out()).isEqualTo("en-US\n");
  }

  /** As adbkit reads it: 28 bytes of a header, then priority, tag and message. */
  @Test
  void theLogIsReadInItsBinaryForm() throws IOException, InterruptedException {
    run("push", jar.toString(), "/data/local/tmp/talker.jar");
    shell("CLASSPATH=/data/local/tmp/talker.jar app_process / Talker >/dev/null");
    AdbServer server = AdbServer.local(adb.port());
    try (var link = server.open(device.serial(), "exec:logcat -B -d -e 'logged 0' Talker:V *:S")) {
      ByteBuffer first = ByteBuffer.wrap(link.in().readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(first.getShort(2)).isEqualTo((short) 28);
      byte[] payload = new byte[first.getShort(0)];
      first.get(28, payload);
      assertThat(payload).isEqualTo("\5Talker\0logged 0\0".getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aReportOfTheStateIsPulled() throws IOException, InterruptedException {
    Path zip = folder.resolve("report.zip");
    assertThat(run("bugreport", zip.toString()).exit()).isZero();
    try (ZipFile report = new ZipFile(zip.toFile())) {
      String name =
          new String(
              report.getInputStream(report.getEntry("main_entry.txt")).readAllBytes(),
              StandardCharsets.UTF_8);
      assertThat(
              new String(
                  report.getInputStream(report.getEntry(name)).readAllBytes(),
                  StandardCharsets.UTF_8))
          .contains("[ro.build.version.sdk]: [30]");
    }
  }

  @Test
  void aProgramRunsInAProcessOfItsOwn() throws IOException, InterruptedException {
    run("push", jar.toString(), "/data/local/tmp/talker.jar");
    String start = "CLASSPATH=/data/local/tmp/talker.jar app_process / Talker ";
    assertThat(shell(start + "one two 2>/dev/null"))
        .isEqualTo(new Peer.Answer(2, "said one two\n"));
    assertThat(shell(start + "2>&1 >/dev/null").out()).isEqualTo("whispered\n");
    assertThat(shell("logcat -d -v tag -s Talker").out()).contains("W/Talker  : logged 2\n");
    assertThat(shell("echo in | " + start + "echo").out()).contains("said echo\n").contains("in\n");
    String vm = "dalvikvm -Xmx64m -cp /data/local/tmp/talker.jar -Dset=yes Talker one 2>/dev/null";
    assertThat(shell(vm)).isEqualTo(new Peer.Answer(1, "said one\n"));
  }

  @Test
  void amStartsWhatIsInstalledAndWhatItPrintsIsInTheLog() throws IOException, InterruptedException {
    Path stays =
        TestPackages.apk(
            folder.resolve("stays.apk"),
            jar,
            "org.test.stays",
            folder.resolve("a.keystore"),
            manifest -> manifest.makeDebuggable());
    assertThat(run("install", stays.toString()).out()).contains("Success");
    try (AdbServer.Tracker vms = AdbServer.local(adb.port()).trackJdwp(device.serial())) {
      assertThat(vms.nextPids()).isEmpty();
      assertThat(shell("am start -n org.test.stays/Talker stay").exit()).isZero();
      List<Integer> pids = vms.nextPids();
      assertThat(pids).hasSize(1);
      assertThat(shell("ps").out())
          .containsPattern("u0_a\\d+ +" + pids.getFirst() + ".*org.test.stays\n");
      assertThat(shell("pidof org.test.stays").out()).isEqualTo(pids.getFirst() + "\n");
      // The log has it when it was printed, which may be later than the start.
      assertThat(shell("logcat -v raw -s System.out | head -n 2").out()).contains("said stay\n");
      assertThat(shell("kill -9 " + pids.getFirst()).exit()).isZero();
      assertThat(vms.nextPids()).isEmpty();
    }
    assertThat(shell("am start -n org.test.stays/.None").out()).contains("does not exist");
    assertThat(shell("kill 1").out()).isEqualTo("kill: 1: No such process\n");
  }

  @Test
  void anOldShellHasNoPackets() throws IOException {
    AdbServer server = AdbServer.local(adb.port());
    try (var link = server.open(device.serial(), "shell:echo out; ls /none")) {
      assertThat(new String(link.in().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("out\nls: /none: No such file or directory\n");
    }
  }
}
