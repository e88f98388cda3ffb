package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All clocks of an app, and all ways to spend 300 ms: the sample Motion prints the table. */
@FullTier("starts whole apps")
@NeedsPeer(Peer.APP_FRAMEWORK)
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClocksIT {
  private static final Path APP = Path.of("../samples/target/motion.apk").toAbsolutePath();

  /** Those that take the time of the phone, and those of the thread's work. */
  private static final List<String> CLOCKS =
      List.of("nano", "wall", "instant", "date", "calendar", "uptime", "elapsed", "frame");

  private static final List<String> WAYS =
      List.of(
          "work",
          "until",
          "sleep",
          "systemSleep",
          "wait",
          "park",
          "post",
          "executor",
          "timer",
          "besideSleep",
          "besideSystemSleep",
          "besideWait",
          "besidePark",
          "besideUntil");

  private static final Pattern LINE = Pattern.compile("Clocks.*: (\\w+):((?: \\w+=\\d+)+)");
  private static final Pattern CLOCK = Pattern.compile("(\\w+)=(\\d+)");

  @TempDir private static Path folder;

  @BeforeAll
  static void install() throws Exception {
    Packaged.installTheFramework(folder);
  }

  /** A frame is 17 ms; the time up to the next one is that of the clock "frame". */
  @Test
  void inVirtualTimeAllClocksAgree() throws Exception {
    Map<String, Map<String, Integer>> table = table("virtual");
    assertThat(table).containsOnlyKeys(WAYS);
    for (String way : WAYS) {
      // When a busy machine comes to another thread's turn is not the clock's affair.
      int most = WAYS.indexOf(way) <= WAYS.indexOf("post") ? 335 : Integer.MAX_VALUE;
      Map<String, Integer> clocks = Objects.requireNonNull(table.get(way));
      int uptime = Objects.requireNonNull(clocks.get("uptime"));
      assertThat(uptime).as(way).isBetween(300 - 1, most);
      for (String clock : CLOCKS) {
        assertThat(clocks.get(clock)).as("%s of %s", clock, way).isBetween(uptime - 1, uptime + 18);
      }
    }
    assertThat(cpu(table, "work")).isGreaterThanOrEqualTo(299);
    assertThat(cpu(table, "sleep")).as("waiting is no work").isLessThan(150);
  }

  @Test
  void inRealTimeNoClockIsBehind() throws Exception {
    Map<String, Map<String, Integer>> table = table("real");
    assertThat(table).containsOnlyKeys(WAYS);
    table.forEach((way, clocks) ->
        CLOCKS.forEach(clock ->
            assertThat(clocks.get(clock))
                .as("%s of %s", clock, way)
                .isGreaterThanOrEqualTo(300 - 2)));
  }

  private static int cpu(Map<String, Map<String, Integer>> table, String way) {
    return Objects.requireNonNull(Objects.requireNonNull(table.get(way)).get("cpu"));
  }

  private static Map<String, Map<String, Integer>> table(String time) throws Exception {
    Run run =
        Packaged.dexscope(
            folder,
            "run",
            "--time",
            time,
            "--start",
            ".ClocksActivity",
            "--do",
            "wait:12000",
            APP.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    Map<String, Map<String, Integer>> table = new HashMap<>();
    for (Matcher line = LINE.matcher(run.err()); line.find(); ) {
      Map<String, Integer> clocks = new HashMap<>();
      for (Matcher clock = CLOCK.matcher(line.group(2)); clock.find(); ) {
        clocks.put(clock.group(1), Integer.parseInt(clock.group(2)));
      }
      table.put(line.group(1), clocks);
    }
    return table;
  }
}
