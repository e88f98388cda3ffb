package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.Frame;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole apps by the packaged jars: the sample Bird Book, with Android's framework. */
@FullTier("starts whole apps")
@NeedsPeer(Peer.APP_FRAMEWORK)
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AppsIT {
  private static final Path APP = Path.of("../samples/target/birdbook.apk").toAbsolutePath();

  private static final String BIRDBOOK = "dev.dexscope.samples.birdbook.";

  @TempDir private Path folder;

  @BeforeEach
  void installTheFramework() throws Exception {
    Packaged.installTheFramework(folder);
  }

  @Test
  void anAppIsFilledInTurnedAndLookedAt() throws Exception {
    Run run =
        dexscope(
            "run",
            APP.toString(),
            "--data",
            "kept",
            "--do",
            "tap:id/add; text:id/bird=Zebra finch; text:id/count=3; rotate; tap:id/save;"
                + " tree:after.json; screenshot:after.png");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("after.json")))
        .contains(
            "\"text\":\"Zebra finch\"",
            "\"resource-id\":\"dev.dexscope.samples.birdbook:id/list\"");
    // PNG specification, 11.2.2: width and height follow the signature and the chunk's head.
    ByteBuffer picture = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("after.png")));
    assertThat(picture.getInt(16)).as("landscape").isGreaterThan(picture.getInt(20));
    assertThat(picture.capacity()).as("more than one colour").isGreaterThan(20_000);

    assertThat(run.err())
        .as("the activity that comes back gets the result, and the log is the app's")
        .containsPattern("I/BirdBook\\(.*Zebra finch")
        .doesNotContain("LifecycleMonitor");

    Run later = dexscope("run", "--data", "kept", "--do", "tree", APP.toString());
    assertThat(later.exit()).as(later.err()).isZero();
    assertThat(later.out()).as("its database is kept").contains("Zebra finch");
  }

  @Test
  void theStartOfAnAppIsItsBaselineProfile() throws Exception {
    Run run =
        dexscope(
            "baseline",
            APP.toString(),
            "--do",
            "tap:id/add",
            "--into",
            "fast.apk",
            "-o",
            "all.txt");

    assertThat(run.exit()).as(run.err()).isZero();
    String activity = "L" + BIRDBOOK.replace('.', '/') + "SightingsActivity;->";
    assertThat(Files.readString(folder.resolve("all.txt")))
        .contains("HS" + activity + "onCreate(Landroid/os/Bundle;)V\n")
        .contains("PL" + BIRDBOOK.replace('.', '/') + "SightingActivity;->onCreate(")
        .doesNotContain("\nLandroid/");
    Run shown = dexscope("baseline", "--show", "fast.apk");
    assertThat(shown.out())
        .startsWith("# classes.dex, checksum ")
        .endsWith(Files.readString(folder.resolve("all.txt")));
    assertThat(dexscope("run", "fast.apk").exit()).as("it is a whole package").isZero();
  }

  @Test
  void whatAnAppReachesOfItsCodeIsReported() throws Exception {
    Run start =
        dexscope("coverage", APP.toString(), "-o", "start.places", "--by", "method", "--top", "0");
    assertThat(start.exit()).as(start.err()).isZero();
    String used = "SightingActivity#onCreate(Landroid/os/Bundle;)V";
    assertThat(methods(start, "100 % 1/1"))
        .contains("SightingsActivity#onCreate(Landroid/os/Bundle;)V");
    assertThat(methods(start, "  0 % 0/1")).contains(used);

    Run use = dexscope("coverage", APP.toString(), "--do", "tap:id/add", "-o", "use.places");
    assertThat(use.exit()).as(use.err()).isZero();
    Run both =
        dexscope(
            "coverage",
            APP.toString(),
            "--by",
            "method",
            "--top",
            "0",
            "--places",
            "start.places",
            "--places",
            "use.places");
    assertThat(methods(both, "100 % 1/1")).contains(used);
  }

  /** The methods in the rows that begin like this. */
  private static List<String> methods(Run run, String start) {
    return run.out()
        .lines()
        .filter(line -> line.startsWith(start) && line.contains(BIRDBOOK))
        .map(line -> line.substring(line.indexOf(BIRDBOOK) + BIRDBOOK.length()))
        .toList();
  }

  @Test
  void aStepThatCannotBeReadIsWrongUse() throws Exception {
    Run run = dexscope("run", APP.toString(), "--do", "back; wait:long");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("a step with a wrong number, wait:long; ");
  }

  @Test
  void aViewThatIsNotThereIsToldWithThoseThatAre() throws Exception {
    Run run = dexscope("run", APP.toString(), "--do", "tap:id/nothing");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .contains("no such view on the screen, id/nothing; ", "id/add", "id/species");
  }

  @Test
  void anAgentInJavaAttendsAnApp() throws Exception {
    Files.writeString(
        folder.resolve("Watch.java"),
        """
        import dev.dexscope.agents.api.*;
        import dev.dexscope.observe.trace.*;
        public class Watch implements Agent, CallListener, ProgramListener {
          public void start(ToolEnvironment environment, String options) throws java.io.IOException {
            environment.onCalls(this);
            environment.onProgram(this);
          }
          public void begins() { System.out.println("begins on " + Thread.currentThread().getName()); }
          public void ended() { System.out.println("over"); }
          public void entered(ProgramMethod method) {
            if (method.name().equals("onCreate")) System.out.println("entered " + method.className());
          }
          public void left(ProgramMethod method, boolean isThrown) {}
        }
        """);

    Run run = dexscope("run", "--agent", "Watch.java", APP.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "begins on main",
            "entered " + BIRDBOOK + "BirdBook",
            "entered " + BIRDBOOK + "SightingsActivity",
            "over");
  }

  @Test
  @NeedsPeer(Peer.GCC)
  void aNativeAgentAttendsAnApp() throws Exception {
    Path source = folder.resolve("entries.c");
    Files.writeString(
        source,
        """
        #include <jvmti.h>
        #include <stdio.h>
        #include <string.h>
        static void JNICALL entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
          char *name, *type;
          jclass owner;
          (*env)->GetMethodName(env, method, &name, NULL, NULL);
          (*env)->GetMethodDeclaringClass(env, method, &owner);
          (*env)->GetClassSignature(env, owner, &type, NULL);
          if (strcmp(name, "onCreate") == 0) printf("entered %s\\n", type);
        }
        static void JNICALL death(jvmtiEnv *env, JNIEnv *jni) {
          jint count;
          jclass *classes;
          char *name;
          (*env)->GetLoadedClasses(env, &count, &classes);
          for (int i = 0; i < count; i++) {
            (*env)->GetClassSignature(env, classes[i], &name, NULL);
            if (strstr(name, "dexscope") && !strstr(name, "/samples/")) printf("ours %s\\n", name);
          }
          printf("death\\n");
        }
        JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
          jvmtiEnv *env;
          jvmtiCapabilities can = {0};
          jvmtiEventCallbacks callbacks = {.MethodEntry = entered, .VMDeath = death};
          printf("loaded with %s\\n", options);
          (*vm)->GetEnv(vm, (void **) &env, JVMTI_VERSION_1_2);
          can.can_generate_method_entry_events = 1;
          (*env)->AddCapabilities(env, &can);
          (*env)->SetEventCallbacks(env, &callbacks, sizeof callbacks);
          (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
          return (*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
        }
        JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { printf("unloaded\\n"); }
        """);
    Path include = Path.of(System.getProperty("java.home"), "include");
    Peer.GCC.run(
        "-shared",
        "-fPIC",
        "-I" + include,
        "-I" + include.resolve("linux"),
        "-o",
        folder.resolve("libentries.so").toString(),
        source.toString());

    Run run = dexscope("run", APP.toString(), "--agentpath", "libentries.so=words");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "loaded with words",
            "entered Ldev/dexscope/samples/birdbook/BirdBook;",
            "entered Ldev/dexscope/samples/birdbook/SightingsActivity;",
            "death",
            "unloaded")
        .doesNotContain("ours ");
  }

  @Test
  @NeedsPeer(Peer.AGENTS)
  void byteBuddyChangesAnAppsActivities() throws Exception {
    agentOfByteBuddy("Activities", "Premain-Class", "activities.jar");

    Run run = dexscope("run", APP.toString(), "--javaagent", "activities.jar");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("entered onCreate of SightingsActivity");
  }

  private void agentOfByteBuddy(String name, String attribute, String jar) throws IOException {
    Path buddy = Peer.AGENTS.jar("byte-buddy");
    Path classes = Files.createDirectory(folder.resolve(name));
    TestCompiler.javac(
        "-nowarn",
        "-cp",
        buddy.toString(),
        "-d",
        classes.toString(),
        "src/test/resources/" + name + ".java");
    TestCompiler.jar(
        folder.resolve(jar),
        Map.of(
            "Class-Path",
            buddy.toUri().toString(),
            attribute,
            name,
            "Can-Retransform-Classes",
            "true"),
        TestCompiler.classesIn(classes));
  }

  @Test
  @NeedsPeer(Peer.AGENTS)
  void byteBuddyComesToAnActivityOnTheScreen() throws Exception {
    agentOfByteBuddy("Titles", "Agent-Class", "titles.jar");
    var framework = AppFramework.in(Packaged.CACHE.resolve("dexscope/apps"));
    AppRequest request = AppRequest.of(APP, folder.resolve("titled"));
    try (AppSession app = AppSession.start(framework, request, List.of())) {
      app.tap("id/order");
      assertThat(app.tree()).doesNotContain("After changeOrder");

      // To whoever has started the app's process.
      String pid = String.valueOf(ProcessHandle.current().pid());
      Run attached = dexscope("agent", "attach", pid, "titles.jar=changeOrder");
      assertThat(attached.exit()).as(attached.err()).isZero();

      app.tap("id/order");
      assertThat(app.tree()).contains("After changeOrder");
    }
  }

  @Test
  void anAgentThatIsNotThereIsToldAtOnce() throws Exception {
    Run run = dexscope("run", APP.toString(), "--agentpath", "nothing.so");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("dexscope: no agent library, nothing.so");
  }

  @Test
  void anAppsInstrumentationTestsRun() throws Exception {
    String tests = APP.resolveSibling("birdbook-tests.apk").toString();

    Run passed = dexscope("run", "--test-apk", tests, APP.toString());
    assertThat(passed.exit()).as(passed.err()).isZero();
    assertThat(passed.out())
        .contains("passed  dev.dexscope.samples.birdbook.tests.BirdBookTests.packagesAreTheirOwn")
        .endsWith("25 tests, 0 failed\n");

    Run failed =
        dexscope(
            "run",
            "--test-apk",
            tests,
            "--test-arg",
            "expected=Dodo",
            "--test-report",
            "report.xml",
            APP.toString());
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.out())
        .contains("java.lang.AssertionError: Dodo is in the list")
        .endsWith("25 tests, 1 failed\n");
    assertThat(Files.readString(folder.resolve("report.xml")))
        .contains(
            "tests=\"25\" failures=\"1\"",
            "<failure message=\"java.lang.AssertionError: Dodo is in the list\">");
  }

  @Test
  void theAppFollowsTheUsersSettings() throws Exception {
    Run run =
        dexscope(
            "run",
            APP.toString(),
            "--do",
            "tap:id/add; text:id/bird=finch; screenshot:before.png; set:screen=720x1280@320; set:secure/ui_night_mode=2;"
                + " set:system/font_scale=1.3; screenshot:after.png; set:system/user_rotation=1;"
                + " set:system/accelerometer_rotation=0; screenshot:turned.png; tree:turned.txt;"
                + " key:HOME; screenshot:left.png; tree:left.txt; key:APP_SWITCH; tree:back.txt;"
                + " set:system/accelerometer_rotation=1; set:screen; screenshot:bars.png; rotate;"
                + " rotate; tree:whole.txt; set:bars=off; screenshot:plain.png; set:bars=on;"
                + " tap:180,1880; focus:focus.txt");
    assertThat(run.exit()).as(run.err()).isZero();

    assertThat(ImageIO.read(folder.resolve("before.png").toFile()).getWidth()).isEqualTo(1078);
    assertThat(ImageIO.read(folder.resolve("after.png").toFile()).getWidth()).isEqualTo(720);
    assertThat(ImageIO.read(folder.resolve("turned.png").toFile()).getWidth()).isEqualTo(1280);
    String turned = Files.readString(folder.resolve("turned.txt"));
    assertThat(turned).contains("finch");
    assertThat(folder.resolve("left.txt")).isEmptyFile();
    assertThat(folder.resolve("back.txt")).hasContent(turned);
    // The battery, and the key that was tapped: back.
    BufferedImage bars = ImageIO.read(folder.resolve("bars.png").toFile());
    assertThat(colors(bars.getSubimage(1020, 10, 40, 45))).hasSizeGreaterThan(1);
    BufferedImage plain = ImageIO.read(folder.resolve("plain.png").toFile());
    assertThat(colors(plain.getSubimage(1020, 10, 40, 45))).hasSize(1);
    assertThat(folder.resolve("focus.txt")).content().contains("SightingsActivity");
    assertThat(folder.resolve("whole.txt")).content().contains("DecorView [0,0][1078,1918]");

    Run wrong = dexscope("run", APP.toString(), "--do", "set:volume=3");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("no such setting, volume=3; such as system/font_scale=1.3");
  }

  /** It is there for a field, types, and makes way for what it covers. */
  @Test
  void theKeyboardComesForAField() throws Exception {
    Run run =
        dexscope(
            "run",
            APP.toString(),
            "--do",
            "tap:id/add; focus:none.txt; tap:id/bird; focus:shown.txt; screenshot:keys.png;"
                + " tap:108,1320; tree:typed.txt; text:id/count=3; rotate; tap:id/bird; screenshot:wide.png;"
                + " tap:id/save; focus:saved.txt; rotate; set:keyboard=off; set:navigation=gestures;"
                + " tap:id/add; tap:id/bird; focus:off.txt; swipe:5,900,500,900; focus:back.txt;"
                + " swipe:540,1910,540,900; focus:home.txt");
    assertThat(run.exit()).as(run.err()).isZero();

    assertThat(folder.resolve("none.txt")).content().doesNotContain("keyboard");
    assertThat(folder.resolve("shown.txt")).content().endsWith("\nkeyboard");
    BufferedImage keys = ImageIO.read(folder.resolve("keys.png").toFile());
    assertThat(keys.getRGB(5, 1200)).as("no key").isEqualTo(0xffe8eaed);
    assertThat(folder.resolve("typed.txt")).content().contains("#bird").contains("\"w\"");
    BufferedImage wide = ImageIO.read(folder.resolve("wide.png").toFile());
    assertThat(wide.getRGB(5, wide.getHeight() - 5)).isEqualTo(0xffe8eaed);
    assertThat(folder.resolve("saved.txt")).content().endsWith("/.SightingsActivity");
    assertThat(folder.resolve("off.txt")).content().endsWith("/.SightingActivity");
    assertThat(folder.resolve("back.txt")).content().endsWith("/.SightingsActivity");
    assertThat(folder.resolve("home.txt")).isEmptyFile();
  }

  private static Set<Integer> colors(BufferedImage image) {
    int[] all = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return Arrays.stream(all).boxed().collect(Collectors.toSet());
  }

  /** Its own instrumentation has what Android documents of the system, one test for each. */
  @Test
  void anAppGetsFromTheSystemWhatAPhoneGives() throws Exception {
    String phone = APP.resolveSibling("phone.apk").toString();

    Run run = dexscope("run", "--test-apk", phone, phone);

    assertThat(run.out()).doesNotContain("FAILED").endsWith("157 tests, 0 failed\n");
    assertThat(run.exit()).as(run.err()).isZero();
  }

  @Test
  void testsNeedARunnerThatIsThereAndNoLauncher() throws Exception {
    String tests = APP.resolveSibling("birdbook-tests.apk").toString();
    change(tests, "instrumentation@name=android.test.InstrumentationTestRunner", "old.apk");
    Run old = dexscope("run", "--test-apk", "old.apk", APP.toString());
    assertThat(old.exit()).isEqualTo(2);
    assertThat(old.err()).contains("dexscope: Android's library android.test.runner is not here");

    String category = "application/activity[.SightingsActivity]/intent-filter/category@name=";
    change(APP.toString(), category + "android.intent.category.DEFAULT", "hidden.apk");
    Run hidden = dexscope("run", "--test-apk", tests, "--test-report", "raw.txt", "hidden.apk");
    assertThat(hidden.exit()).as(hidden.err()).isZero();
    assertThat(hidden.out()).endsWith("25 tests, 0 failed\n");
    assertThat(Files.readString(folder.resolve("raw.txt")))
        .contains("INSTRUMENTATION_STATUS: test=packagesAreTheirOwn\n")
        .endsWith("INSTRUMENTATION_CODE: -1\n");
  }

  private void change(String apk, String assignment, String to) throws Exception {
    Run changed = dexscope("manifest", apk, "--set", assignment, "-o", to);
    assertThat(changed.exit()).as(changed.err()).isZero();
  }

  /** As a test of an app's own would. */
  @Test
  void aSessionDoesStepsAndLooksBetweenThem() throws Exception {
    var framework = AppFramework.in(Packaged.CACHE.resolve("dexscope/apps"));
    AppRequest request = AppRequest.of(APP, folder.resolve("session"));
    try (AppSession app = AppSession.start(framework, request, List.of())) {
      assertThat(app.tree()).doesNotContain("Zebra finch");
      app.tap("id/add");
      app.type("id/bird", "Zebra finch; or so");
      app.perform("text:id/count=3; tap:id/save");
      app.screenshot(folder.resolve("toast.png"));
      assertThat(app.tree()).contains("Zebra finch; or so");
      app.perform("wait:2500");
      assertThatExceptionOfType(AppException.class)
          .isThrownBy(() -> app.tap("id/nothing"))
          .withMessageContaining("no such view on the screen");
      app.screenshot(folder.resolve("now.png"));
      assertThat(app.end().of(AppRun.Kind.STEP)).hasSizeGreaterThan(6);
    }
    assertThat(differing("toast.png", "now.png")).as("pixels of the toast").isGreaterThan(1000);
  }

  /** How many pixels differ in the middle of the lower part of two pictures. */
  private long differing(String one, String other) throws IOException {
    BufferedImage first = ImageIO.read(folder.resolve(one).toFile());
    BufferedImage second = ImageIO.read(folder.resolve(other).toFile());
    long count = 0;
    for (int y = first.getHeight() * 4 / 5; y < first.getHeight(); y++) {
      for (int x = first.getWidth() / 3; x < first.getWidth() * 2 / 3; x++) {
        count += first.getRGB(x, y) == second.getRGB(x, y) ? 0 : 1;
      }
    }
    return count;
  }

  /** The sample compares each of its hundred names with each other one. */
  @Test
  void theProfileHasTheCallsOfTheSlowScreen() throws Exception {
    Run run = dexscope("profile", APP.toString(), "-o", "out", "--do", "tap:id/species");

    assertThat(run.exit()).as(run.err()).isZero();
    Run report =
        Run.of("report", folder.resolve("out/app.trace").toString(), "--raw", "--top", "0");
    assertThat(report.out())
        .containsPattern(" 9900 +0  " + BIRDBOOK + "EditDistance\\.between\\(")
        .contains("android.app.Activity.setContentView", "phase.SpeciesActivity create");
    assertThat(run.out()).doesNotContain("(Dexscope)", "phase.");
    theTimeOfDrawingIsThatOfItsClock();
    assertThat(folder.resolve("out/flame.html")).exists();
    assertThat(Files.readString(folder.resolve("out/index.html")).replace("<wbr>", ""))
        .contains("tap:id/species", "screens/step-1.png")
        .as("methods of the slow screen, some of which samples have seen")
        .containsPattern("Species(Activity|Adapter)?\\.\\w+\\(");
    Run again =
        dexscope(
            "profile",
            APP.toString(),
            "-o",
            "again",
            "--baseline",
            "out",
            "--fail-on",
            "calls:0%",
            "--do",
            "tap:id/species");
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.out())
        .contains("relaunch", "unproven", "tap:id/species", "before: 1 run")
        .contains("no more calls than the limit allows");
    try (Stream<Path> left = Files.list(folder.resolve("out"))) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .contains("app.trace", "data")
          .doesNotContain("tmp", "home");
    }
  }

  /** What the samples say of drawing is compared with the clock that frames read around it. */
  private void theTimeOfDrawingIsThatOfItsClock() throws IOException {
    Trace trace = TraceReader.open(folder.resolve("out/app.calls"), TraceOptions.PLAIN);
    assertThat(trace.methods().named(BIRDBOOK + "EditDistance.between")).hasSize(1);
    long sampled = 0;
    for (Cost each : FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD)) {
      if (each.name().startsWith("android.view.ViewRootImpl.performDraw~(")) {
        sampled += each.inclusive(Timing.CPU);
      }
    }
    long clock =
        AppRun.read(folder.resolve("out/events.tsv"), 0).frames().stream()
            .mapToLong(Frame::draw)
            .sum();
    // A dozen samples: their error is a third of it, and more on a busy machine.
    assertThat(sampled).isBetween(clock / 4, 4 * clock);
  }

  private Run dexscope(String... arguments) throws IOException, InterruptedException {
    return Packaged.dexscope(folder, arguments);
  }
}
