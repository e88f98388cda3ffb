package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.Frame;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How apps live, draw and end: the sample Motion counts all that it does, and is the judge. */
@FullTier("starts whole apps")
@NeedsPeer(Peer.APP_FRAMEWORK)
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FramesIT {
  private static final Path APP = Path.of("../samples/target/motion.apk").toAbsolutePath();

  private static final Pattern COUNT = Pattern.compile("(\\w+)=(\\d+)");

  /** Everything that can be done to one app; each test below is about a part of it. */
  private static final List<String> STEPS =
      List.of(
          "tap:id/roll",
          "tap:id/ticks",
          "swipe:500,1780,500,1480,100",
          "tap:id/report",
          "tap:id/slow",
          "tap:id/shader",
          "tap:id/turn",
          "tap:id/surface",
          "tap:id/parts",
          "tap:desc/Bell",
          "text:Name=wren",
          "tap:text/Name",
          "keys: gull",
          "tap:id/report");

  /** What has no end, so that it is last. */
  private static final String ENDLESS =
      "tap:id/endless; tap:id/spin; tap:id/posts; tap:id/report; tap:id/roll";

  /** A second activity, which draws by OpenGL. */
  private static final String SHAPES =
      "start:dev.dexscope.samples.motion/.ShapesActivity; screenshot:shapes.png; tap:500,500;"
          + " screenshot:turned.png; back";

  @TempDir private static Path folder;

  private static Run run;
  private static List<Frame> frames;
  private static Run withPictures;

  /** Starts take most of the time of these tests. */
  @BeforeAll
  static void doItAll() throws Exception {
    Packaged.installTheFramework(folder);
    run =
        motion(
            String.join("; ", STEPS) + "; tree:parts.txt; tree:parts.json; " + ENDLESS + "; back");
    frames = AppRun.read(AppRequest.events(folder.resolve("kept")), 0).frames();
    StringBuilder pictured = new StringBuilder("screenshot:same.png");
    for (int i = 0; i < STEPS.size(); i++) {
      pictured.append("; screenshot:").append(i).append(".png; ").append(STEPS.get(i));
    }
    withPictures =
        motion(
            pictured
                + "; tap:id/dialog; screenshot:dialog.png; back"
                + "; wait:1000; screenshot:closed.png; "
                + SHAPES
                + "; tap:id/absent; wait:2000; back");
  }

  private static BufferedImage before(String step) throws IOException {
    return ImageIO.read(folder.resolve(STEPS.indexOf(step) + ".png").toFile());
  }

  @Test
  void framesAreThoseThatTheAppHasCounted() {
    assertThat(run.exit()).as(run.err()).isZero();
    Map<String, Integer> counts = counts(run).getFirst();
    assertThat(counts)
        .as("half a second at 60 Hz: 30 steps, and the first and the last")
        .containsEntry("steps", 32)
        .containsEntry("rolls", 1)
        .containsEntry("ticks", 30)
        .as("each step draws the ball, as does the first frame")
        .containsEntry("draws", 32)
        .containsEntry("layouts", 1);
    assertThat(counts.get("ms")).as("29 frames between 30 ticks").isBetween(483, 484);
    assertThat(counts.get("top")).as("the fling went on").isGreaterThan(3);
    assertThat(frames).hasSize(counts(run).getLast().getOrDefault("window", 0));
  }

  @Test
  void theCostOfAFrameIsThatOfItsPhase() {
    assertThat(frames.stream().filter(each -> each.animation() >= 50_000_000))
        .as("the app works for 50 ms of its thread's CPU time")
        .hasSize(1);
  }

  @Test
  void aPictureShowsTheFrameThatIsThereAndChangesNothing() throws Exception {
    assertThat(withPictures.exit()).as(withPictures.err()).isZero();
    assertThat(counts(withPictures).get(1)).isEqualTo(counts(run).get(1));
    BufferedImage before = before("tap:id/roll");
    int end = before.getWidth() - 50;
    assertThat(before.getRGB(50, 50)).isEqualTo(0xff00a000);
    assertThat(before("tap:id/ticks").getRGB(end, 50)).as("it has rolled").isEqualTo(0xff00a000);
    assertThat(before("tap:id/surface").getRGB(end, 50)).as("the shader").isEqualTo(0xff0000ff);
    assertThat(folder.resolve("same.png")).hasSameBinaryContentAs(folder.resolve("0.png"));
  }

  @Test
  void aSurfaceShowsWhatAnotherThreadHasPainted() throws Exception {
    assertThat(before("tap:id/parts").getRGB(50, 150)).isEqualTo(0xffff0000);
  }

  @Test
  void anAnimationOfTheRenderersEnds() {
    assertThat(counts(run).get(1)).containsEntry("turning", 0);
  }

  @Test
  void aDialogIsInTheMiddleAndEndsByBack() throws Exception {
    BufferedImage dialog = ImageIO.read(folder.resolve("dialog.png").toFile());
    assertThat(dialog.getRGB(dialog.getWidth() - 50, 50))
        .as("what is behind has 0.4 of its light: the shader's blue")
        .isEqualTo(0xff000066);
    assertThat(dialog.getRGB(dialog.getWidth() / 2, dialog.getHeight() / 2))
        .as("Theme.Material.Light")
        .isEqualTo(0xffffffff);
    BufferedImage closed = ImageIO.read(folder.resolve("closed.png").toFile());
    assertThat(closed.getRGB(closed.getWidth() - 50, 50)).isEqualTo(0xff0000ff);
  }

  @NeedsPeer(Peer.OPENGL)
  @Test
  void openGlDrawsWhatAPictureShows() throws Exception {
    assertThat(withPictures.err())
        .contains("linked=1 errors=0 log= same=true version=OpenGL ES", "refused=too few");
    BufferedImage shapes = ImageIO.read(folder.resolve("shapes.png").toFile());
    int width = shapes.getWidth();
    int height = shapes.getHeight();
    assertThat(shapes.getRGB(width / 4, height / 4)).as("the ground").isEqualTo(0xff0000ff);
    assertThat(shapes.getRGB(width / 4, height - 100)).as("a uniform").isEqualTo(0xffff0000);
    assertThat(shapes.getRGB(width - 100, height - 100)).as("a texture").isEqualTo(0xff00a050);
    BufferedImage turned = ImageIO.read(folder.resolve("turned.png").toFile());
    assertThat(turned.getRGB(width / 4, height - 100)).as("touched").isEqualTo(0xffffff00);
    Matcher count = Pattern.compile("frames=(\\d+)").matcher(withPictures.err());
    assertThat(count.find()).isTrue();
    assertThat(Integer.parseInt(count.group(1))).as("drawn when requested").isBetween(2, 6);
  }

  /** Back alone would end it with its first frame. */
  @Test
  void aMonkeyTouchesAWindowThatNamesNothing() throws Exception {
    Run touched =
        Packaged.dexscope(
            folder,
            "run",
            "--start",
            ".ShapesActivity",
            "--do",
            "monkey:10@3; back",
            APP.toString());
    assertThat(touched.exit()).as(touched.err()).isZero();
    Matcher count = Pattern.compile("frames=(\\d+)").matcher(touched.err());
    assertThat(count.find()).as(touched.err()).isTrue();
    assertThat(Integer.parseInt(count.group(1))).isGreaterThan(5);
  }

  /** Red first, as on a phone. */
  @Test
  void bytesOfBitmapsAreInAPhonesOrder() {
    assertThat(withPictures.err()).contains("bytes=0,160,80 color=ff010203");
  }

  @Test
  void aTextureShowsWhatAnotherThreadHasPainted() {
    assertThat(withPictures.err())
        .containsSubsequence(
            "I/Motion", "texture true true", "texture has ff0000ff 0\n", "texture destroyed")
        .doesNotContain("TextureView stays empty");
  }

  @Test
  void anAppThatUsesWhatIsMissingGoesOn() {
    assertThat(withPictures.err())
        .contains(
            "played",
            "WebView: pages have their text only, no script runs",
            "MediaPlayer: is not heard or seen");
  }

  @Test
  void anActivityIsMadeAnewAsItRequests() {
    assertThat(withPictures.err())
        .containsSubsequence("I/Motion", "draws=", "made anew", "I/Motion", "draws=");
  }

  @Test
  void aDeviceHasABatteryAnIdAndTimeZones() {
    assertThat(withPictures.err())
        .contains(
            "device: battery 100 id 16 memory true contacts 0 of display_name signers 1"
                + " winter 20240101T010000 3600 summer 20240703T114640 7200 network none but WIFI");
  }

  /** A view that draws its parts itself, as Compose does. */
  @Test
  void partsOfAViewAreFoundByWhatTheyShow() throws Exception {
    assertThat(run.err()).as("the bell, the field by its label, the keys").contains("rings=1");
    assertThat(run.err()).contains("typed: wren gull\n");
    assertThat(Files.readString(folder.resolve("parts.txt")))
        .containsPattern(
            """
            motion.Board #board .*
             +android.widget.Button \\[0,100]\\[\\d+,200] clickable \\(Bell\\)
             +android.widget.EditText .* clickable editable "wren gull"
             +android.widget.TextView .* "Name"
            """);
    assertThat(Files.readString(folder.resolve("parts.json")))
        .contains("\"content-desc\":\"Bell\"", "\"text\":\"wren gull\"");
  }

  @Test
  void whatNeverEndsIsReported() {
    assertThat(run.err())
        .contains(
            "dexscope: the app has not come to rest",
            "a thread that works on: spinner",
            "messages to the main thread without end");
    List<Map<String, Integer>> counts = counts(run);
    assertThat(counts.getLast().get("rolls")).as("steps are done all the same").isEqualTo(2);
    assertThat(counts.getLast().get("draws"))
        .as("the endless animation goes on")
        .isGreaterThan(counts.get(2).getOrDefault("draws", 0) + 32);
  }

  @Test
  void aRunThatTakesTooLongIsEnded() throws Exception {
    Run late = motion("tap:id/posts; wait:3600000; tree", "--timeout", "5s");

    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err())
        .contains("TIMEOUT: the run has taken longer than --timeout 5.0 s", "dexscope: not done: ");
  }

  @Test
  void aMainThreadThatDoesNotAnswerEndsTheRun() throws Exception {
    Run stuck = motion("tap:id/deadlock; tap:id/report", "--anr", "1s", "--trace", "stuck.trace");

    assertThat(stuck.exit()).isEqualTo(1);
    assertThat(stuck.err())
        .contains(
            "ANR: the main thread of dev.dexscope.samples.motion has not answered for 1.0 s",
            "\"main\" BLOCKED",
            "held by \"other\"",
            "\"other\" BLOCKED",
            "held by \"main\"",
            "dexscope: not done: tap:id/report",
            "dexscope: the trace up to there: ");
    assertThat(calls("stuck.trace")).contains("MotionActivity.deadlock()V");
  }

  @Test
  void anAppThatEndsItselfLeavesStepsUndone() throws Exception {
    // Also what samples saw of the framework until then.
    Run exit =
        Packaged.dexscope(
            folder,
            "profile",
            "--warmup",
            "0",
            "--do",
            "tap:id/roll; tap:id/exit; tap:id/report",
            "-o",
            "exit",
            APP + "");
    assertThat(exit.exit()).as(exit.err()).isEqualTo(2);
    assertThat(exit.out()).contains("~");
    assertThat(exit.err())
        .contains(
            "dexscope: the app has ended its process by System.exit(0)",
            "dexscope: not done: tap:id/report");
    // It ended in the pass that is not traced.
    assertThat(folder.resolve("exit/app.trace")).doesNotExist();
    assertThat(Run.of("report", folder.resolve("exit/app.calls") + "").out()).contains("~(");

    Run killed = motion("tap:id/report; tap:id/kill", "--trace", "killed.trace");
    assertThat(killed.exit()).as(killed.err()).isZero();
    assertThat(killed.err())
        .contains("dexscope: the app has ended its process by Process.killProcess")
        .doesNotContain("not done");
    assertThat(calls("killed.trace")).contains("MotionActivity.report()V");
  }

  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void aProfileHasTheFiguresOfMacrobenchmarkAndATrackOfFrames() throws Exception {
    Packaged.dexscope(folder, "sql", "install", "--from", Peer.DUCKDB_JAR.path().toString());
    Packaged.dexscope(folder, "store", "init", "runs");
    Run profiled =
        Packaged.dexscope(
            folder, "profile", "--do", "tap:id/roll; back", "-o", "p", "--store", "runs", APP + "");

    assertThat(profiled.exit()).as(profiled.err()).isZero();
    AppRun recorded = AppRun.read(AppRequest.events(folder.resolve("p")), 0);
    assertThat(profiled.out())
        .as("all, not only those that are listed")
        .contains("slow frames  " + recorded.recorded(AppRun.Kind.SLOW_FRAME).size() + "\n");
    // The last two passes over the steps: as they are, and traced.
    List<Map<String, Integer>> passes = counts(profiled);
    int drawn = passes.getLast().getOrDefault("window", 0);
    int drawnAsItIs = passes.get(passes.size() - 2).getOrDefault("window", 0);
    String figures = Files.readString(folder.resolve("p/benchmarkData.json"));
    assertThat(figures)
        .containsSubsequence(
            "timeToInitialDisplayMs",
            "median",
            "timeToFullDisplayMs",
            "frameDurationCpuMs",
            "\"P50\"",
            "\"P99\"",
            "frameOverrunMs");
    Run converted =
        Run.of(
            "convert", folder.resolve("p/app.trace") + "", "-o", folder.resolve("p.pftrace") + "");
    assertThat(converted.exit()).as(converted.err()).isZero();
    Run frames =
        Run.of("report", folder.resolve("p.pftrace") + "", "--thread", "frames", "--csv", "--raw");
    assertThat(frames.exit()).as(frames.err()).isZero();
    assertThat(frames.out())
        .as("as many as the app has counted")
        .containsPattern("(?m)," + drawn + ",\\d+,\\d+,frame$");
    Run stored = Packaged.dexscope(folder, "fleet", "frames", "--store", "runs", "--csv");
    assertThat(stored.out()).as(stored.err()).containsPattern("(?m)^[^,]*,1," + drawnAsItIs + ",");
    Run starts = Packaged.dexscope(folder, "fleet", "startup", "--store", "runs", "--csv");
    assertThat(starts.out().lines().map(line -> line.split(",", -1)[0]))
        .containsExactly("display", "initial", "full");
    assertThat(Packaged.dexscope(folder, "store", "add", "runs", "p").out())
        .startsWith("0 added, 1 already there, 0 not readable");
  }

  /** The methods of a trace that an early end has left. */
  private static String calls(String trace) throws Exception {
    return Run.of("report", folder.resolve(trace).toString(), "--raw", "--top", "0").out();
  }

  private static Run motion(String steps, String... options)
      throws IOException, InterruptedException {
    String[] first = {"run", "--data", "kept", "--do", steps};
    String[] all = new String[first.length + options.length + 1];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(options, 0, all, first.length, options.length);
    all[all.length - 1] = APP.toString();
    return Packaged.dexscope(folder, all);
  }

  /** What the app has printed of itself. */
  private static List<Map<String, Integer>> counts(Run run) {
    return run.err().lines().filter(each -> each.contains("draws=")).map(FramesIT::counts).toList();
  }

  private static Map<String, Integer> counts(String line) {
    Map<String, Integer> counts = new HashMap<>();
    Matcher matcher = COUNT.matcher(line);
    while (matcher.find()) {
      counts.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }
    return counts;
  }
}
