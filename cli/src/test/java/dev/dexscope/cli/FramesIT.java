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
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
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

  @TempDir private Path folder;

  @BeforeEach
  void installTheFramework() throws Exception {
    Packaged.installTheFramework(folder);
  }

  @Test
  void framesAreThoseThatTheAppHasCounted() throws Exception {
    Run run = motion("tap:id/roll; tap:id/ticks; swipe:500,1800,500,1500,100; back");

    assertThat(run.exit()).as(run.err()).isZero();
    Map<String, Integer> counts = counts(run).getLast();
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
    assertThat(frames()).hasSize(counts.getOrDefault("window", 0));
  }

  @Test
  void theCostOfAFrameIsThatOfItsPhase() throws Exception {
    Run run = motion("tap:id/slow");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(frames().stream().filter(each -> each.animation() >= 50_000_000))
        .as("the app works for 50 ms of its thread's CPU time")
        .hasSize(1);
  }

  @Test
  void aPictureShowsTheFrameThatIsThereAndChangesNothing() throws Exception {
    Run without = motion("tap:id/roll; tap:id/shader; back");
    Run with =
        motion(
            "screenshot:a.png; screenshot:same.png; tap:id/roll; screenshot:b.png; tap:id/shader;"
                + " screenshot:c.png; back");

    assertThat(with.exit()).as(with.err()).isZero();
    assertThat(ofViews(with)).isEqualTo(ofViews(without));
    BufferedImage before = ImageIO.read(folder.resolve("a.png").toFile());
    BufferedImage after = ImageIO.read(folder.resolve("b.png").toFile());
    BufferedImage shaded = ImageIO.read(folder.resolve("c.png").toFile());
    int end = before.getWidth() - 50;
    assertThat(before.getRGB(50, 50)).isEqualTo(0xff00a000);
    assertThat(after.getRGB(end, 50)).as("it has rolled").isEqualTo(0xff00a000);
    assertThat(shaded.getRGB(end, 50)).as("the shader").isEqualTo(0xff0000ff);
    assertThat(folder.resolve("same.png")).hasSameBinaryContentAs(folder.resolve("a.png"));
  }

  @Test
  void aSurfaceShowsWhatAnotherThreadHasPainted() throws Exception {
    Run run = motion("tap:id/surface; screenshot:painted.png");

    assertThat(run.exit()).as(run.err()).isZero();
    BufferedImage picture = ImageIO.read(folder.resolve("painted.png").toFile());
    assertThat(picture.getRGB(50, 150)).isEqualTo(0xffff0000);
  }

  @Test
  void whatNeverEndsIsReported() throws Exception {
    Run run = motion("tap:id/endless; tap:id/spin; tap:id/posts; tap:id/report; tap:id/roll; back");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err())
        .contains(
            "dexscope: the app has not come to rest",
            "a thread that works on: spinner",
            "messages to the main thread without end");
    List<Map<String, Integer>> counts = counts(run);
    assertThat(counts.getLast().get("rolls")).as("steps are done all the same").isEqualTo(1);
    assertThat(counts.getLast().get("draws"))
        .as("the endless animation goes on")
        .isGreaterThan(counts.getFirst().getOrDefault("draws", 0) + 32);
  }

  @Test
  void aMainThreadThatDoesNotAnswerEndsTheRun() throws Exception {
    Run run = motion("tap:id/deadlock; tap:id/report", "--anr", "1s");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "ANR: the main thread of dev.dexscope.samples.motion has not answered for 1.0 s",
            "\"main\" BLOCKED",
            "held by \"other\"",
            "\"other\" BLOCKED",
            "held by \"main\"",
            "dexscope: not done: tap:id/report");
  }

  @Test
  void endingsHaveTheirWordsAndExitCodes() throws Exception {
    Run exit = motion("tap:id/exit; tap:id/report");
    assertThat(exit.exit()).isEqualTo(2);
    assertThat(exit.err())
        .contains(
            "dexscope: the app has ended its process by System.exit(0)",
            "dexscope: not done: tap:id/report");

    Run killed = motion("tap:id/report; tap:id/kill");
    assertThat(killed.exit()).as(killed.err()).isZero();
    assertThat(killed.err())
        .contains("dexscope: the app has ended its process by Process.killProcess")
        .doesNotContain("not done");

    Run late = motion("tap:id/posts; wait:3600000; tree", "--timeout", "10s");
    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err()).contains("TIMEOUT: the run has taken longer than --timeout 10.0 s");
  }

  private Run motion(String steps, String... options) throws IOException, InterruptedException {
    String[] first = {"run", "--data", "kept", "--do", steps};
    String[] all = new String[first.length + options.length + 1];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(options, 0, all, first.length, options.length);
    all[all.length - 1] = APP.toString();
    return Packaged.dexscope(folder, all);
  }

  /** The frames of the last run, as it has recorded them. */
  private List<Frame> frames() throws IOException {
    return AppRun.read(AppRequest.events(folder.resolve("kept")), 0).frames();
  }

  /** What the app has printed of itself. */
  private static List<Map<String, Integer>> counts(Run run) {
    return run.err().lines().filter(each -> each.contains("draws=")).map(FramesIT::counts).toList();
  }

  /** Without the windows' draws, of which there are one or two more or less in equal runs. */
  private static Map<String, Integer> ofViews(Run run) {
    Map<String, Integer> counts = counts(run).getLast();
    counts.remove("window");
    return counts;
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
