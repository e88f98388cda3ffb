package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.Jdb;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.adb.AdbServer;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Apps with activities on the virtual device, by stock adb. */
@FullTier("starts whole apps on the virtual device")
@NeedsPeer({Peer.APP_FRAMEWORK, Peer.ADB})
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeviceAppsIT {
  private static final Path SAMPLES = Path.of("../samples/target").toAbsolutePath();
  private static final String DEBUG_BUILD = SAMPLES.resolve("birdbook-debug.apk").toString();
  private static final String BIRDBOOK = "dev.dexscope.samples.birdbook";

  private static final Duration PATIENCE = Duration.ofSeconds(150);

  @TempDir static Path folder;
  private static StockAdb adb;
  private static String serial = "";

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Packaged.installTheFramework(folder);
    adb = new StockAdb(folder.resolve("home"));
    serial = startDevice("device");
    run("wait-for-device");
    assertThat(run("install", DEBUG_BUILD).out()).contains("Success");
    assertThat(run("install", "-t", SAMPLES.resolve("birdbook-tests.apk").toString()).out())
        .contains("Success");
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    adb.close();
    Packaged.dexscope(folder, "device", "stop", "--port", serial.split(":")[1]);
  }

  /** Starts and connects a device whose files are in a folder; returns its serial number. */
  private static String startDevice(String name, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("device", "start", "--port", "0"));
    words.addAll(List.of("--folder", folder.resolve(name).toString()));
    words.addAll(List.of("--authorize", adb.key() + ".pub"));
    words.addAll(List.of(options));
    Run started = Packaged.dexscope(folder, words.toArray(String[]::new));
    assertThat(started.exit()).as(started.err()).isZero();
    String device = started.out().lines().findFirst().orElseThrow().split(" +")[1];
    adb.run("connect", device);
    return device;
  }

  private static Peer.Answer run(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 2];
    all[0] = "-s";
    all[1] = serial;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return adb.run(all);
  }

  private static Peer.Answer shell(String line) throws IOException, InterruptedException {
    return run("shell", line);
  }

  @Test
  void anAppIsStartedTouchedAndEnded() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    assertThat(shell("am start -W -p " + BIRDBOOK).out())
        .contains("cmp=" + BIRDBOOK + "/.SightingsActivity", "Status: ok", "LaunchState: COLD");
    String pid = shell("pidof " + BIRDBOOK).out().strip();
    assertThat(shell("ps").out()).containsPattern("u0_a\\d+ +" + pid + ".*" + BIRDBOOK + "\n");
    assertThat(shell("run-as " + BIRDBOOK + " ls databases").out()).contains("sightings.db");

    assertThat(shell("am start -W -n " + BIRDBOOK + "/.SpeciesActivity").out())
        .contains("LaunchState: WARM");
    assertThat(shell("pidof " + BIRDBOOK).out()).isEqualTo(pid + "\n");
    assertThat(shell("input tap 10").exit()).isEqualTo(1);
    assertThat(shell("input tap 100 200; input swipe 500 1500 500 500 100; input keyevent 4"))
        .isEqualTo(new Peer.Answer(0, ""));
    assertThat(shell("logcat -d --pid=" + pid).out())
        .contains("W WindowOnBackDispatcher: ")
        .as("of the framework's host")
        .doesNotContain("LifecycleMonitor");
    Path picture = folder.resolve("screen.png");
    assertThat(shell("screencap -p /sdcard/screen.png").exit()).isZero();
    run("pull", "/sdcard/screen.png", picture.toString());
    // PNG specification, 11.2.2: width and height follow the signature and the chunk's head.
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(picture));
    assertThat(bytes.getInt(20)).as("portrait").isGreaterThan(bytes.getInt(16));
    assertThat(shell("screencap /sdcard/screen; wc -c < /sdcard/screen").out().strip())
        .isEqualTo(16 + 4 * bytes.getInt(16) * bytes.getInt(20) + "");

    assertThat(shell("input text nowhere"))
        .isEqualTo(new Peer.Answer(1, "input: no field has the focus, nowhere; tap one first\n"));
    shell("am start -W -n " + BIRDBOOK + "/.SightingActivity");
    assertThat(
            shell(
                "input tap 540 300; input text Great%sauk; input text '; 1844'; input tap 540 573; input text 3; "
                    + SAVE))
        .isEqualTo(new Peer.Answer(0, ""));
    assertThat(shell("run-as " + BIRDBOOK + " cat databases/sightings.db").out())
        .contains("Great auk; 1844");

    assertThatMonitorsSee(Integer.parseInt(pid));
    assertThat(shell("am force-stop " + BIRDBOOK).exit()).isZero();
    assertThat(shell("pidof " + BIRDBOOK)).isEqualTo(new Peer.Answer(1, ""));
  }

  /** A client uses the app of a device that records, and the recording is a profile by steps. */
  @Test
  void eachRunOfAnAppIsRecordedByItsClientsSteps() throws IOException, InterruptedException {
    Path runs = folder.resolve("runs");
    String other = startDevice("recording", "--profile", runs.toString());
    try {
      adb.run("-s", other, "wait-for-device");
      assertThat(adb.run("-s", other, "install", DEBUG_BUILD).out()).contains("Success");
      String line =
          "am start -W -n "
              + BIRDBOOK
              + "/.SightingsActivity && cmd dexscope do tap:id/species && input motionevent DOWN 500"
              + " 900 && input motionevent UP 500 900 && input keyevent BACK && am force-stop "
              + BIRDBOOK;
      Peer.Answer used = adb.run("-s", other, "shell", line);
      assertThat(used.exit()).as(used.out()).isZero();
    } finally {
      Packaged.dexscope(folder, "device", "stop", "--port", other.split(":")[1]);
    }

    Path run = runs.resolve(BIRDBOOK + "-1");
    assertThat(run.resolve("app.recording")).exists();
    Run profile = Packaged.dexscope(folder, "profile", run.toString());
    assertThat(profile.exit()).as(profile.err()).isZero();
    assertThat(profile.out())
        .containsSubsequence(
            "step         tap:id/species",
            "step         touch:500,900 to 500,900",
            "step         key:BACK",
            "frames ",
            "page         " + run.resolve("index.html"))
        .doesNotContain("end-recording");
    // It can be made again.
    String[] strict = {"profile", run.toString(), "--fail-on", "frames.p99:0.1ms"};
    assertThat(Packaged.dexscope(folder, strict).exit()).isEqualTo(1);
    Files.delete(run.resolve("app.recording"));
    assertThat(Packaged.dexscope(folder, "profile", run.toString()).err())
        .contains("no recording of a run on a device, " + run)
        .contains("am force-stop");
  }

  /** As the drivers of tests do it: views by their names, places by their views. */
  @Test
  void clientsReadTheScreenAndTouchWhatIsThere() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    shell("am start -W -p " + BIRDBOOK);
    assertThat(shell("uiautomator dump").out())
        .isEqualTo("UI hierchary dumped to: /sdcard/window_dump.xml\n");
    String screen = shell("cat /sdcard/window_dump.xml").out();
    assertThat(screen)
        .startsWith(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">")
        .contains("package=\"" + BIRDBOOK + "\"");
    Matcher add =
        Pattern.compile(
                "resource-id=\""
                    + BIRDBOOK
                    + ":id/add\"[^>]*bounds=\"\\[(\\d+),(\\d+)]\\[(\\d+),(\\d+)]")
            .matcher(screen);
    assertThat(add.find()).as(screen).isTrue();
    int x = (Integer.parseInt(add.group(1)) + Integer.parseInt(add.group(3))) / 2;
    int y = (Integer.parseInt(add.group(2)) + Integer.parseInt(add.group(4))) / 2;
    assertThat(
            shell(
                    """
                    input tap %d %d
                    for i in 1 2 3 4 5 6 7 8 9 10; do
                      top=$(dumpsys activity top | grep -o '/\\.[A-Za-z]*' | head -1)
                      if [ "$top" = /.SightingActivity ]; then break; fi
                      sleep 0.2
                    done
                    echo $top\
                    """
                        .formatted(x, y))
                .out())
        .isEqualTo("/.SightingActivity\n");
    assertThat(shell("am broadcast -n " + BIRDBOOK + "/.CountReceiver").out())
        .endsWith("Broadcast completed: result=0\n");
    assertThat(shell("dumpsys activity services " + BIRDBOOK).out())
        .startsWith("ACTIVITY MANAGER SERVICES");
    assertThat(shell("cmd dexscope do services:a.txt").exit()).isEqualTo(1);
  }

  /** As appium-adb reads it. */
  @Test
  void theActivityOnTopIsReportedAndTakesKeys() throws IOException, InterruptedException {
    assertThat(shell("cmd package resolve-activity --brief " + BIRDBOOK).out())
        .endsWith("\n" + BIRDBOOK + "/.SightingsActivity\n");
    shell("am start -W -n " + BIRDBOOK + "/.SightingActivity");
    String name = BIRDBOOK + "/" + BIRDBOOK + ".SightingActivity";
    assertThat(shell("dumpsys window").out())
        .containsPattern("(?m)^\\s*mCurrentFocus.+\\{.+\\s" + name + "\\}")
        .containsPattern(
            "(?m)^\\s*mFocusedApp.+Record\\{.*\\s" + BIRDBOOK + "/\\.SightingActivity t");
    assertThat(shell("input tap 540 300; input keyevent A KEYCODE_B 31 DEL; input keyevent 66"))
        .isEqualTo(new Peer.Answer(0, ""));
    assertThat(shell("input keyevent NOKEY").out()).contains("no such key, NOKEY");
    // The first one is for the keyboard.
    assertThat(shell("dumpsys input_method").out()).contains(" mInputShown=true");
    assertThat(shell("input keyevent BACK; dumpsys input_method; dumpsys activity").out())
        .contains(" mInputShown=false")
        .contains("mResumedActivity: ActivityRecord{0 u0 " + BIRDBOOK + "/.SightingActivity");
    assertThat(shell("input keyevent BACK; dumpsys activity").out())
        .doesNotContain("mResumedActivity: ActivityRecord{0 u0 " + BIRDBOOK + "/.SightingActivity");
  }

  @Test
  void anAppIsTracedAndItsHeapDumpedAsOnAPhone(@TempDir Path pulled)
      throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK + "; am start -W -p " + BIRDBOOK);
    Path trace = pulled.resolve("a.trace");
    Path heap = pulled.resolve("a.hprof");
    assertThat(
            shell(
                "am profile start "
                    + BIRDBOOK
                    + " /data/local/tmp/a.trace && cmd dexscope do tap:id/species && am profile stop "
                    + BIRDBOOK))
        .isEqualTo(new Peer.Answer(0, ""));
    assertThat(shell("am dumpheap " + BIRDBOOK + " /data/local/tmp/a.hprof").exit()).isZero();
    assertThat(run("pull", "/data/local/tmp/a.trace", trace.toString()).exit()).isZero();
    assertThat(run("pull", "/data/local/tmp/a.hprof", heap.toString()).exit()).isZero();
    assertThat(Packaged.dexscope(pulled, "report", "a.trace").out())
        .contains("every call")
        .contains("EditDistance.between");
    assertThat(Packaged.dexscope(pulled, "heap", "a.hprof", "--top", "5000").out())
        .contains("SpeciesActivity");
    assertThat(
            shell("am start -S -W --start-profiler /data/local/tmp/s.trace -p " + BIRDBOOK).out())
        .containsPattern("LaunchState: COLD\nActivity: \\S+\nTotalTime: \\d+\nWaitTime: ");
    assertThat(shell("am profile stop " + BIRDBOOK).exit()).isZero();
    assertThat(shell("logcat -d -s ActivityTaskManager").out())
        .containsPattern("Displayed " + BIRDBOOK + "/.SightingsActivity: \\+(\\d+s)?\\d+ms");
    assertThat(run("pull", "/data/local/tmp/s.trace", trace.toString()).exit()).isZero();
    assertThat(Packaged.dexscope(pulled, "report", "a.trace", "--top", "0").out())
        .as("what runs before the activity")
        .contains("birdbook.BirdBook.onCreate()");
    assertThat(shell("am profile start org.nowhere /data/local/tmp/b.trace").out())
        .contains("Unknown process: org.nowhere");
    assertThat(shell("am profile start " + BIRDBOOK + " /system/b.trace").out())
        .contains("Permission denied");
  }

  /** As tools for performance read them. */
  @Test
  void theFramesOfAnAppAreCounted() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK + "; am start -W -p " + BIRDBOOK);
    String rows = shell("dumpsys gfxinfo " + BIRDBOOK + " framestats").out();
    assertThat(rows).containsPattern("\nTotal frames rendered: [1-9]").contains("\nHISTOGRAM: ");
    List<String> parts = List.of(rows.split("---PROFILEDATA---\n", -1));
    assertThat(parts).hasSize(3);
    assertThat(parts.get(1).lines().skip(1))
        .isNotEmpty()
        .allMatch(each -> each.matches("0,(\\d+,){15}"));
    assertThat(shell("dumpsys gfxinfo " + BIRDBOOK + " reset; dumpsys gfxinfo " + BIRDBOOK).out())
        .contains("\nTotal frames rendered: 0\n");
    assertThat(shell("dumpsys cpuinfo").out()).contains("/" + BIRDBOOK + ": ");
  }

  @Test
  void appsShareTheClipboard() throws IOException, InterruptedException {
    String start = "am force-stop " + BIRDBOOK + "; am start -W -n " + BIRDBOOK;
    shell(start + "/.SightingActivity");
    shell("input tap 540 300; input text Kestrel");
    shell("cmd dexscope do longtap:id/bird 'tap:Select all'");
    assertThat(shell("input keyevent CUT; uiautomator dump /dev/tty").out())
        .doesNotContain("Kestrel");
    shell(start + "/.SightingActivity; input tap 540 300; input keyevent PASTE");
    assertThat(shell("uiautomator dump /dev/tty").out()).contains("text=\"Kestrel\"");
  }

  @Test
  void servicesAndReceiversRunWithoutAnActivity() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    String receiver = BIRDBOOK + "/.CountReceiver --ei birds 77 --ei species 3";
    assertThat(shell("am broadcast -n " + receiver).out())
        .contains("Broadcast completed: result=0");
    assertThat(focus()).as("nothing is shown").contains("com.android.launcher3/.Launcher");
    assertThat(shell("run-as " + BIRDBOOK + " sh -c 'cat shared_prefs/*.xml'").out())
        .contains("name=\"birds\" value=\"77\"");
    assertThat(shell("am startservice -n " + BIRDBOOK + "/.CountService").out())
        .isEqualTo("Starting service: Intent { cmp=" + BIRDBOOK + "/.CountService }\n");
    assertThat(shell("am startservice -n " + BIRDBOOK + "/.NoService").exit()).isEqualTo(1);
    assertThat(shell("am stopservice -n org.nowhere/.Any").out()).contains("Error: Not found;");
    assertThat(shell("am start -W -p " + BIRDBOOK).out())
        .contains("LaunchState: WARM", "Activity: " + BIRDBOOK + "/.SightingsActivity");
    assertThat(focus()).contains(BIRDBOOK + "/.SightingsActivity");
  }

  @Test
  void providersOfAppsAnswerTheShell() throws IOException, InterruptedException {
    assertThat(run("install", SAMPLES.resolve("phone.apk").toString()).out()).contains("Success");
    String shelf = " --uri content://dev.dexscope.samples.phone.shelf/books";
    shell("content insert" + shelf + " --bind 'title:s:A & B > c' --bind pages:i:10");
    shell("content insert" + shelf + " --bind title:s:Walden --bind pages:n:");
    assertThat(shell("content query" + shelf + " --sort 'pages DESC'").out())
        .isEqualTo(
            "Row: 0 _id=1, title=A & B > c, pages=10\nRow: 1 _id=2, title=Walden, pages=NULL\n");
    shell("content update" + shelf + " --bind pages:l:99 --where \"title='Walden'\"");
    assertThat(shell("content query" + shelf + " --projection pages --where 'pages>50'").out())
        .isEqualTo("Row: 0 pages=99\n");
    shell("content delete" + shelf + " --where '_id=2'");
    assertThat(shell("content query" + shelf + " --where '_id=2'").out())
        .isEqualTo("No result found.\n");
    assertThat(shell("content gettype" + shelf).out())
        .isEqualTo("Result: vnd.android.cursor.dir/book\n");
    assertThat(shell("content call" + shelf + " --method hi --arg a --extra n:i:5").out())
        .isEqualTo("Result: Bundle[{hi=a5}]\n");
    assertThat(shell("content query" + shelf + " --where 'nothing'"))
        .extracting(Peer.Answer::exit, each -> each.out().contains("SQLiteException"))
        .containsExactly(1, true);
    assertThat(shell("content query --uri content://org.nowhere/a").out())
        .contains("Could not find provider: org.nowhere");
    shell("am force-stop dev.dexscope.samples.phone");
  }

  private static String focus() throws IOException, InterruptedException {
    return shell("dumpsys window | grep -o 'mFocusedApp.* t1'").out();
  }

  @Test
  void appsLieOnOneAnotherAboveTheLauncher() throws IOException, InterruptedException {
    assertThat(run("install", SAMPLES.resolve("motion.apk").toString()).out()).contains("Success");
    shell("am force-stop " + BIRDBOOK + "; am start -W -n " + BIRDBOOK + "/.SightingActivity");
    shell("input tap 540 300; input text Kestrel; am start -W -p dev.dexscope.samples.motion");
    assertThat(focus()).contains("motion/.MotionActivity");
    shell("input keyevent BACK");
    assertThat(focus()).contains(BIRDBOOK + "/.SightingActivity");
    assertThat(shell("uiautomator dump /dev/tty").out()).contains("text=\"Kestrel\"");

    shell("input keyevent HOME");
    assertThat(focus()).contains("com.android.launcher3/.Launcher");
    assertThat(shell("uiautomator dump /dev/tty").out())
        .contains("text=\"Bird Book\"")
        .doesNotContain("Kestrel");
    assertThat(shell("cmd dexscope do 'tap:No such app'").out())
        .isEqualTo("cmd: the launcher shows no No such app\n");
    shell("cmd dexscope do 'tap:Bird Book'");
    assertThat(focus()).contains(BIRDBOOK + "/.Sighting");
    shell("am start -a android.intent.action.MAIN -c android.intent.category.HOME");
    assertThat(focus()).contains("com.android.launcher3/.Launcher");
    shell("am force-stop dev.dexscope.samples.motion; input keyevent 187");
    assertThat(focus()).contains(BIRDBOOK + "/.Sighting");
    shell("am force-stop " + BIRDBOOK);
    assertThat(focus()).as("nothing below").contains("com.android.launcher3/.Launcher");
  }

  @Test
  void anAppThatRunsFollowsTheUser() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK + "; am start -W -p " + BIRDBOOK);
    shell("wm size 800x1280; wm density 320; cmd uimode night yes; wm user-rotation lock 1");
    try {
      assertThat(shell("uiautomator dump /dev/tty").out()).contains("bounds=\"[0,0][1280,800]\"");
      assertThat(shell("wm user-rotation").out()).isEqualTo("lock 1\n");
      shell("input keyevent HOME");
      assertThat(shell("uiautomator dump /dev/tty").out()).contains("text=\"Bird Book\"");
      shell("wm user-rotation free; am start -p " + BIRDBOOK);
      assertThat(shell("uiautomator dump /dev/tty").out()).contains("bounds=\"[0,0][800,1280]\"");
    } finally {
      shell("am force-stop " + BIRDBOOK + "; wm size reset; wm density reset");
      shell("cmd uimode night no; wm user-rotation free");
    }
  }

  @Test
  void anAppStartsOnTheScreenThatTheUserHasSet() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK + "; wm size 800x1280; wm density 320");
    try {
      assertThat(shell("am start -W -p " + BIRDBOOK).out()).contains("Status: ok");
      Path raw = folder.resolve("set.raw");
      assertThat(shell("screencap /sdcard/set.raw").exit()).isZero();
      run("pull", "/sdcard/set.raw", raw.toString());
      ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(raw)).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(head.getInt() + "x" + head.getInt()).isEqualTo("800x1280");
      try (var link = AdbServer.local(adb.port()).open(serial, "framebuffer:")) {
        ByteBuffer shown = ByteBuffer.wrap(link.in().readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(shown.getInt(12)).as("size").isEqualTo(4 * 800 * 1280);
        assertThat(shown.getInt(16) + "x" + shown.getInt(20)).isEqualTo("800x1280");
        assertThat(shown.capacity()).isEqualTo(56 + 4 * 800 * 1280);
      }
    } finally {
      shell("am force-stop " + BIRDBOOK + "; wm size reset; wm density reset");
    }
  }

  /** It is there already, by the same key: afterwards it is as before. */
  @Test
  void anAppIsProfiled() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    Path results = folder.resolve("profiles");
    Run profile =
        Packaged.dexscope(
            folder,
            "profile",
            DEBUG_BUILD,
            "--keystore",
            SAMPLES.resolve("samples.keystore").toString(),
            "--keystore-pass",
            "file:" + Files.writeString(folder.resolve("password"), "dexscope"),
            "--cpu",
            "--seconds",
            "1",
            "-o",
            results.toString(),
            "--on-device",
            serial);
    assertThat(profile.exit()).as(profile.err()).isZero();
    assertThat(profile.err())
        .containsSubsequence("started: " + BIRDBOOK, "fetched: 4 files", "put back as it was");
    assertThat(profile.out()).contains("BirdBook.onCreate()");
    // TAU's profiles: calls, calls from it, exclusive and inclusive time. On a busy machine the
    // activity is not yet created after that second, nor need the main thread be the first one.
    try (Stream<Path> files = Files.list(results.resolve("MULTI__CPU_TIME"))) {
      assertThat(files)
          .anySatisfy(each ->
              assertThat(each)
                  .content()
                  .containsPattern("BirdBook.onCreate\\([^\"]*\" 1 \\d+ [1-9]"));
    }
    assertThat(shell("pidof " + BIRDBOOK)).isEqualTo(new Peer.Answer(1, ""));
  }

  private static JdwpClient connect(String pid, Consumer<JdwpPacket.Command> told)
      throws IOException {
    return JdwpClient.connect(
        AdbServer.local(adb.port()).open(serial, "jdwp:" + pid),
        JdwpConnection.Limits.DEFAULT,
        told);
  }

  private static void assertThatMonitorsSee(int pid) throws IOException {
    try (JdwpClient vm = connect(pid + "", _ -> {})) {
      assertThat(ask(vm, new AppChunk.Greeting(1)))
          .isInstanceOfSatisfying(
              AppChunk.Hello.class,
              hello -> {
                assertThat(hello.pid()).isEqualTo(pid);
                assertThat(hello.name()).isEqualTo(BIRDBOOK);
              });
      assertThat(ask(vm, new CommonChunk.Bare(ChunkType.of("THST"))))
          .isInstanceOfSatisfying(
              ThreadChunk.Status.class, status -> assertThat(status.threads()).isNotEmpty());
      assertThat(ask(vm, new ThreadChunk.StackRequest(1)))
          .isInstanceOfSatisfying(
              ThreadChunk.Stack.class, stack -> assertThat(stack.frames()).isNotEmpty());
    }
  }

  private static Chunk ask(JdwpClient vm, Chunk request) throws IOException {
    JdwpPacket.Reply reply =
        vm.ask(
            JdwpCommand.DDM_SET,
            JdwpCommand.DDM_COMMAND,
            request.toRaw().toPacket(),
            Duration.ofSeconds(30));
    return ChunkCodec.decode(Meaning.REPLY, RawChunk.readAll("reply", reply.data()).getFirst());
  }

  /**
   * jdb prints these words for the position of a thread when it has recorded it: after an earlier
   * resume, at the report of the exception, the next place is reported twice.
   */
  private static final String STOPPED = "\"thread=main\", ";

  // Where buttons are on the screen.
  private static final String ADD = "input tap 143 222";
  private static final String SPECIES = "input tap 407 222";
  private static final String SAVE = "input tap 540 730";

  private static Jdb attach(String pid) throws IOException, InterruptedException {
    String port = run("forward", "tcp:0", "jdwp:" + pid).out().strip();
    return new Jdb(
        Integer.parseInt(port),
        () -> {
          try {
            return run("logcat", "-d", "-t", "15").out();
          } catch (IOException | InterruptedException e) {
            return e + "";
          }
        });
  }

  private static String startAnew() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    assertThat(shell("am start -W -p " + BIRDBOOK).out()).contains("Status: ok");
    return shell("pidof " + BIRDBOOK).out().strip();
  }

  /** Does what the app may stop in. */
  private static void begin(String line) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            shell(line);
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void aDebuggerComesToAnAppThatIsOpenAndLeaves() throws IOException, InterruptedException {
    String pid = startAnew();
    String form = BIRDBOOK + ".SightingActivity";
    try (Jdb jdb = attach(pid)) {
      jdb.type("stop at " + BIRDBOOK + ".SpeciesActivity:22", "Deferring breakpoint");
      begin(SPECIES);
      jdb.await(SPECIES, "SpeciesActivity.onCreate(), line=22");
      assertThat(jdb.answer("locals"))
          .contains("Method arguments:\nstate = null\n", "all = instance of java.util.ArrayList");
      jdb.type("next", "SpeciesActivity.onCreate(), line=23");
      jdb.type("cont", "> ");
      assertThat(shell("am start -W -n " + BIRDBOOK + "/.SightingsActivity").out())
          .contains("Status: ok");

      jdb.type("stop at " + form + ":37", "Deferring breakpoint");
      begin(ADD);
      jdb.await(ADD, "SightingActivity.onCreate(), line=37");
      jdb.type("set this.day = \"1900-01-01\"", "= \"1900-01-01\"");
      // Its lambdas are methods of other names in the dex class: HotSpot compares the two by the
      // addresses of their names, and so reports either that one is added or that one is deleted.
      jdb.type(
          "redefine "
              + form
              + " "
              + SAMPLES.resolve(
                  "birdbook-debug.apk.work/classes", form.replace('.', '/') + ".class"),
          "method not implemented");
      jdb.type("stop at " + form + ":59", "Set breakpoint");
      jdb.type("stop at " + form + ":64", "Set breakpoint");
      jdb.type("catch caught java.lang.NumberFormatException", "Set caught");
      jdb.type("cont", "> ");
      begin(SAVE);
      jdb.await(SAVE, "SightingActivity.save(), line=59");
      jdb.type("set name = \"Dodo\"", "= \"Dodo\"");
      jdb.type(
          "cont", "NumberFormatException (to be caught at: " + form + ".number(), line=78 bci=11)");
      jdb.await("the exception", STOPPED);
      jdb.type("cont", "SightingActivity.save(), line=64");
      jdb.type("set birds = 7", "birds = 7 = 7");
      jdb.type("watch access " + form + ".day", "Set watch access");
      jdb.type("cont", "access encountered: \"thread=main\", " + form + ".save(), line=69");
    }
    // It continues with the settings, as the next client sees.
    assertThat(shell("am start -W -n " + BIRDBOOK + "/.SpeciesActivity").out())
        .contains("Status: ok");
    assertThat(shell("run-as " + BIRDBOOK + " cat databases/sightings.db").out())
        .contains("Dodo", "1900-01-01");
    assertThat(shell("pidof " + BIRDBOOK).out()).isEqualTo(pid + "\n");
  }

  @Test
  void anAppWaitsForItsDebuggerWhichHearsOfItsEndByAnException()
      throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    assertThat(shell("am start -D -p " + BIRDBOOK).exit()).isZero();
    String pid = shell("pidof " + BIRDBOOK).out().strip();
    BlockingQueue<JdwpPacket.Command> told = new LinkedBlockingQueue<>();
    try (JdwpClient vm = connect(pid, told::add)) {
      ask(vm, new AppChunk.Greeting(1));
      RawChunk event = RawChunk.readAll("event", told.take().data()).getFirst();
      assertThat(ChunkCodec.decode(Meaning.EVENT, event)).isEqualTo(new AppChunk.Waiting(0));
    }
    try (Jdb jdb = attach(pid)) {
      jdb.awaitStart();
      jdb.type("stop in " + BIRDBOOK + ".BirdBook.onCreate", "Deferring breakpoint");
      jdb.type("resume", "BirdBook.onCreate(), line=15");
      jdb.type("stop in " + BIRDBOOK + ".SightingsActivity.showSightings", "Deferring breakpoint");
      jdb.type("cont", "SightingsActivity.showSightings(), line=70");
      jdb.type("set this.preferences = null", "= null");
      jdb.type("cont", "java.lang.NullPointerException (uncaught)");
      jdb.await("the exception", STOPPED);
      jdb.type("cont", "The application ");
    }
  }

  private static Fields modifier(int kind) {
    return Fields.NONE.with("modKind", kind);
  }

  /** Wants to know of calls: METHOD_ENTRY, at which all threads stop. */
  private static long wantCalls(JdwpClient vm, Fields... modifiers) throws IOException {
    Fields request =
        Fields.NONE
            .with("eventKind", 40)
            .with("suspendPolicy", 2)
            .with("modifiers", List.of(modifiers));
    return vm.ask(JdwpCommand.named("EventRequest.Set"), request, PATIENCE).number("requestID");
  }

  /** The two texts that the thread's innermost method was called with. */
  private static List<String> arguments(JdwpClient vm, long thread) throws IOException {
    Fields first = Fields.NONE.with("thread", thread).with("startFrame", 0).with("length", 1);
    Fields frame =
        vm.ask(JdwpCommand.named("ThreadReference.Frames"), first, PATIENCE)
            .list("frames")
            .getFirst();
    Fields slots =
        Fields.NONE
            .with("thread", thread)
            .with("frame", frame.number("frameID"))
            .with("slots", List.of(text(0), text(1)));
    List<String> texts = new ArrayList<>();
    for (Fields each :
        vm.ask(JdwpCommand.named("StackFrame.GetValues"), slots, PATIENCE).list("values")) {
      Fields named = Fields.NONE.with("stringObject", each.tagged("slotValue").value());
      texts.add(
          vm.ask(JdwpCommand.named("StringReference.Value"), named, PATIENCE).text("stringValue"));
    }
    return texts;
  }

  private static Fields text(int slot) {
    return Fields.NONE.with("slot", slot).with("sigbyte", 'L');
  }

  /** Filters that jdb does not support: only one call, the third, of one class, in one thread. */
  @Test
  void eventsOfAnAppAreToldByCountClassAndThread() throws IOException, InterruptedException {
    String pid = startAnew();
    BlockingQueue<JdwpPacket.Command> told = new LinkedBlockingQueue<>();
    try (JdwpClient vm = connect(pid, told::add)) {
      vm.learnSizes(PATIENCE);
      Map<String, Long> threads = new HashMap<>();
      for (Fields each :
          vm.ask(JdwpCommand.named("VirtualMachine.AllThreads"), Fields.NONE, PATIENCE)
              .list("threads")) {
        long id = each.number("thread");
        Fields named = Fields.NONE.with("thread", id);
        threads.put(
            vm.ask(JdwpCommand.named("ThreadReference.Name"), named, PATIENCE).text("threadName"),
            id);
      }
      Fields ofClass = modifier(5).with("classPattern", BIRDBOOK + ".EditDistance");
      long main = Objects.requireNonNull(threads.get("main"));
      long other = Objects.requireNonNull(threads.get("Finalizer"));
      wantCalls(vm, ofClass, modifier(3).with("thread", other));
      long third =
          wantCalls(vm, ofClass, modifier(3).with("thread", main), modifier(1).with("count", 3));
      begin(SPECIES);

      Fields call;
      do {
        Fields stop = JdwpCommand.named("Event.Composite").read(told.take(), vm.sizes());
        call = stop.list("events").getFirst();
        // The VM's start is reported to clients that are connected when JDWP has been loaded.
      } while (call.number("requestID") == 0);
      assertThat(call.number("requestID")).isEqualTo(third);
      assertThat(call.number("thread")).isEqualTo(main);
      assertThat(arguments(vm, main)).containsExactly("Barn owl", "Black woodpecker");
    }
    assertThat(shell("am start -W -n " + BIRDBOOK + "/.SightingsActivity").out())
        .contains("Status: ok");
  }

  @Test
  void aReleaseIsClosedToDebuggersAndToRunAs() throws IOException, InterruptedException {
    String release = SAMPLES.resolve("birdbook.apk").toString();
    shell("am force-stop " + BIRDBOOK);
    assertThat(run("install", "-r", release).out()).contains("Success");
    try {
      String refused = "package not debuggable: " + BIRDBOOK + "\n";
      assertThat(shell("am start -D -p " + BIRDBOOK).out()).endsWith(refused);
      assertThat(shell("am start -W -p " + BIRDBOOK).out()).contains("Status: ok");
      assertThat(shell("run-as " + BIRDBOOK + " ls"))
          .isEqualTo(new Peer.Answer(1, "run-as: " + refused));
      assertThat(shell("ls /data/data/" + BIRDBOOK).out()).contains("Permission denied");
      String pid = shell("pidof " + BIRDBOOK).out().strip();
      assertThatThrownBy(() -> connect(pid, _ -> {})).isInstanceOf(IOException.class);
      Run monitor = Packaged.dexscope(folder, "stack", BIRDBOOK, "-s", serial);
      assertThat(monitor.err()).contains("no such VM");
    } finally {
      shell("am force-stop " + BIRDBOOK);
      run("install", "-r", DEBUG_BUILD);
    }
  }

  @Test
  void whatIsNotThereIsRefusedInAndroidsWords() throws IOException, InterruptedException {
    assertThat(shell("am start -n " + BIRDBOOK + "/.None").out())
        .contains("Error type 3", "Activity class {" + BIRDBOOK + "/" + BIRDBOOK + ".None} does");
    assertThat(shell("am start -p org.none").out()).contains("unable to resolve Intent");
    assertThat(shell("am start").exit()).isEqualTo(1);
    assertThat(shell("am instrument -w org.none/.Tests").out())
        .contains("INSTRUMENTATION_FAILED: org.none/.Tests");
  }

  @Test
  void instrumentationTestsTellOfThemselvesAsOnAPhone() throws IOException, InterruptedException {
    List<String> runners = shell("pm list instrumentation").out().lines().toList();
    assertThat(runners).singleElement().asString().endsWith("(target=" + BIRDBOOK + ")");
    String runner = runners.getFirst().replaceAll("instrumentation:| .*", "");
    String told = shell("am instrument -w -r -e expected Dodo " + runner).out();
    assertThat(told)
        .contains(
            "INSTRUMENTATION_STATUS: test=packagesAreTheirOwn\n",
            "INSTRUMENTATION_STATUS_CODE: 1\n",
            "INSTRUMENTATION_STATUS_CODE: 0\n",
            "INSTRUMENTATION_STATUS: stack=java.lang.AssertionError: Dodo is in the list\n",
            "INSTRUMENTATION_STATUS_CODE: -2\n")
        .endsWith("INSTRUMENTATION_CODE: -1\n");
  }
}
