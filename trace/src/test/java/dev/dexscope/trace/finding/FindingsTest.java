package dev.dexscope.trace.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule on a trace that is just above its threshold, and on one that is just below. */
class FindingsTest {
  private static final String LOOP = "android.os.Looper.loop";
  private static final String DISPATCH = "android.os.Handler.dispatchMessage";

  @TempDir private Path folder;

  /** Records calls of threads in milliseconds. */
  private static final class Recorder {
    private final TraceviewWriter out;
    private final Map<String, Integer> ids = new HashMap<>();
    private int thread = 1;
    private long wall;
    private long cpu;

    Recorder(TraceviewWriter out) throws IOException {
      this.out = out;
      out.thread(1, "main");
    }

    /** Calls from now on are of another thread, which begins with the process. */
    void thread(int id) {
      thread(id, "thread-" + id);
    }

    void thread(int id, String name) {
      write(() -> out.thread(id, name));
      thread = id;
      wall = 0;
      cpu = 0;
    }

    /** Time passes in the innermost call. */
    void pass(double wallMillis, double cpuMillis) {
      wall += Math.round(wallMillis * 1000);
      cpu += Math.round(cpuMillis * 1000);
    }

    void work(double millis) {
      pass(millis, millis);
    }

    void call(String name, Runnable body) {
      int id = id(name);
      write(() -> out.record(thread, id, TraceviewWriter.ENTER, cpu, wall));
      body.run();
      write(() -> out.record(thread, id, TraceviewWriter.EXIT, cpu, wall));
    }

    /** A call that an exception ends. */
    void fail(String name, double millis) {
      int id = id(name);
      write(() -> out.record(thread, id, TraceviewWriter.ENTER, cpu, wall));
      work(millis);
      write(() -> out.record(thread, id, TraceviewWriter.UNROLL, cpu, wall));
    }

    void call(String name, double millis) {
      call(name, () -> work(millis));
    }

    private interface Write {
      void run() throws IOException;
    }

    private static void write(Write write) {
      try {
        write.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int id(String name) {
      return ids.computeIfAbsent(
          name,
          _ -> {
            int id = 4 * (ids.size() + 1);
            int dot = name.lastIndexOf('.');
            String type = dot < 0 ? "" : name.substring(0, dot);
            write(() ->
                out.method(
                    new Method(id, type, name.substring(dot + 1), dot < 0 ? "" : "()V", "", -1)));
            return id;
          });
    }
  }

  private interface Program {
    void run(Recorder recorder);
  }

  private List<Finding> findings(Clock clock, Program program) throws IOException {
    Path file = folder.resolve("app.trace");
    try (var out = TraceviewWriter.file(file, clock == Clock.DUAL ? 3 : 2, clock)) {
      program.run(new Recorder(out));
    }
    return Findings.of(TraceReader.open(file), Filter.ALL);
  }

  private List<Finding> of(Rule rule, Program program) throws IOException {
    return findings(Clock.DUAL, program).stream().filter(each -> each.rule() == rule).toList();
  }

  @Test
  void aMethodWithAFifthOfTheWork() throws IOException {
    Program program =
        r ->
            r.call(
                "app.Main.main",
                () -> {
                  for (int i = 0; i < 10; i++) {
                    r.call("app.A.hot" + i % 5, 10);
                  }
                  r.call("app.A.hottest", 26);
                });

    assertThat(of(Rule.HOT_METHOD, program))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.method()).isEqualTo("app.A.hottest");
          assertThat(each.text())
              .isEqualTo(
                  "app.A.hottest has 21 % of all work in itself, 26 ms in one call, most of them by"
                      + " app.Main.main.");
        });
  }

  /** Of 20 ms of work in 500 ms. */
  @Test
  void noWorkIsMuchWhereNearlyAllIsWaiting() throws IOException {
    Program program =
        r ->
            r.call(
                "app.Main.main",
                () -> {
                  r.call("app.A.hot", 20);
                  r.pass(480, 0);
                });

    assertThat(of(Rule.HOT_METHOD, program)).isEmpty();
  }

  /** With elapsed time alone nothing says whether it works. */
  @Test
  void aThreadMayWaitForThoseThatItHasStarted() throws IOException {
    assertThat(findings(Clock.WALL, r -> starts(r, 90)))
        .extracting(Finding::method)
        .containsExactly("app.Main.crunch");
    assertThat(findings(Clock.WALL, r -> starts(r, 10)))
        .extracting(Finding::method)
        .containsExactly("app.Main.main");
  }

  private static void starts(Recorder r, double millis) {
    r.call("app.Main.main", 100);
    r.thread(2);
    r.call("app.Main.crunch", millis);
  }

  @Test
  void classesAreMadeReady() throws IOException {
    assertThat(of(Rule.FIRST_USE, r -> loads(r, 11))).hasSize(1);
    assertThat(of(Rule.FIRST_USE, r -> loads(r, 9))).isEmpty();
  }

  private static void loads(Recorder r, double millis) {
    r.call(
        "app.Main.main",
        () -> {
          r.work(100 - millis);
          r.call("(class loading)", millis);
        });
  }

  @Test
  void theMainThreadWaits() throws IOException {
    assertThat(of(Rule.MAIN_WAITS, r -> app(r, () -> waits(r, 25))))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.method()).isEqualTo("app.Repository.load");
          assertThat(each.text())
              .isEqualTo(
                  "The main thread waits 25 ms in java.lang.Object.wait for app.Repository.load, 20"
                      + " % of the time in which it handles messages.");
        });
    assertThat(of(Rule.MAIN_WAITS, r -> app(r, () -> waits(r, 10)))).isEmpty();
    // A program that is no app may wait.
    assertThat(of(Rule.MAIN_WAITS, r -> waits(r, 25))).isEmpty();
  }

  private static void waits(Recorder r, double millis) {
    r.call(
        "app.Repository.load",
        () -> {
          r.work(100);
          r.call("java.lang.Object.wait", () -> r.pass(millis, 0));
        });
  }

  /** A message, between two waits for messages that are no part of the time. */
  private static void app(Recorder r, Runnable message) {
    r.call(
        LOOP,
        () -> {
          idles(r);
          r.call(DISPATCH, message);
          idles(r);
        });
  }

  private static void idles(Recorder r) {
    r.call(
        "android.os.MessageQueue.next",
        () -> r.call("android.os.MessageQueue.nativePollOnce", () -> r.pass(1000, 0)));
  }

  @Test
  void messagesTakeLong() throws IOException {
    assertThat(
            of(
                Rule.LONG_MESSAGES,
                r -> {
                  app(r, () -> r.call(DISPATCH, 101));
                  app(r, () -> r.work(99));
                }))
        .singleElement()
        .satisfies(each ->
            assertThat(each.text())
                .isEqualTo(
                    "1 message keeps the main thread for longer than 100 ms; the longest for 101"
                        + " ms, from 1,000 ms on."));
  }

  @Test
  void framesAreSlow() throws IOException {
    String frame = "android.view.Choreographer.doFrame";
    Program two =
        r -> {
          // No sampler sees a call that takes no time.
          r.call("app.Main.start", 0);
          for (int i = 0; i < 20; i++) {
            r.call(frame, () -> r.call("app.List.bind", 5));
          }
          r.call(
              frame,
              () -> {
                r.call("app.List.bind", 4);
                r.call("app.Image.decode", 13);
              });
          r.call(frame, 17);
        };

    assertThat(of(Rule.SLOW_FRAMES, two))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.method()).isEqualTo(frame);
          assertThat(each.text())
              .isEqualTo(
                  "2 of 22 frames keep the main thread for longer than 16.7 ms; the longest for"
                      + " 17 ms, from 100 ms on. Most of these frames' time is "
                      + frame
                      + "'s own, 17 ms.");
        });
    assertThat(of(Rule.SLOW_FRAMES, r -> r.call(frame, 16))).isEmpty();
    assertThat(
            of(
                Rule.SLOW_FRAMES,
                r -> {
                  r.call("app.Main.start", 0);
                  for (int i = 0; i < 20; i++) {
                    r.call(frame, 5);
                  }
                  r.call(frame, 17);
                }))
        .isEmpty();
  }

  /** Frames that only wait behind others, or that nobody sees, do not count. */
  @Test
  void framesThatCameLateToTheScreen() throws IOException {
    Program frames =
        r -> {
          r.thread(2, "app/frames");
          for (int i = 0; i < 30; i++) {
            r.call("AppFrame.on time", 16);
          }
          r.call("AppFrame.late: App Deadline Missed, Display HAL", 30);
          r.call("AppFrame.late: Buffer Stuffing", 50);
          r.call("AppFrame.on time: Non Animating", 50);
          r.call("AppFrame.late: App Deadline Missed (prediction expired)", 40);
          r.thread(3, "other/frames");
          r.call("AppFrame.late: Unknown Jank", 90);
          r.thread(4, "app/expected frames");
          r.call("AppFrame.expected", 90);
        };

    assertThat(of(Rule.JANKY_FRAMES, frames))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.method())
              .isEqualTo("AppFrame.late: App Deadline Missed (prediction expired)");
          assertThat(each.text())
              .isEqualTo(
                  "2 of 34 frames of app are janky: App Deadline Missed 2, Display HAL 1. The"
                      + " longest takes 40 ms, from 610 ms on.");
        });
    assertThat(
            of(
                Rule.JANKY_FRAMES,
                r -> {
                  r.thread(2, "app/frames");
                  for (int i = 0; i < 30; i++) {
                    r.call("AppFrame.on time", 16);
                  }
                  r.call("AppFrame.late: Unknown Jank", 30);
                }))
        .isEmpty();
  }

  @Test
  void theMainThreadReads() throws IOException {
    assertThat(of(Rule.MAIN_IO, r -> app(r, () -> reads(r, 11))))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.method()).isEqualTo("app.Settings.read");
          assertThat(each.text())
              .startsWith("The main thread reads or writes files for 11 ms, 10 % of");
        });
    assertThat(of(Rule.MAIN_IO, r -> app(r, () -> reads(r, 4)))).isEmpty();
    assertThat(of(Rule.MAIN_IO, r -> reads(r, 11))).isEmpty();
  }

  private static void reads(Recorder r, double millis) {
    r.call("app.Main.draw", 100);
    r.call(
        "app.Settings.read",
        () ->
            r.call(
                "java.io.FileInputStream.read",
                () -> r.call("libcore.io.BlockGuardOs.read", () -> r.pass(millis, 0))));
  }

  @Test
  void theMainThreadInflates() throws IOException {
    Program program =
        r ->
            app(
                r,
                () -> {
                  r.work(100);
                  r.call("app.Rows.bind", () -> r.call("android.view.LayoutInflater.inflate", 30));
                });
    assertThat(of(Rule.INFLATION, program))
        .singleElement()
        .satisfies(each -> assertThat(each.method()).isEqualTo("app.Rows.bind"));
  }

  @Test
  void somethingIsMadeAgainAndAgain() throws IOException {
    assertThat(of(Rule.REPEATED_SETUP, r -> compiles(r, 10)))
        .singleElement()
        .satisfies(each ->
            assertThat(each.text())
                .isEqualTo(
                    "app.Text.find calls java.util.regex.Pattern.compile 10 times, which takes 5.0"
                        + " ms, 5 % of the work. Can the result be kept?"));
    assertThat(of(Rule.REPEATED_SETUP, r -> compiles(r, 9))).isEmpty();
  }

  private static void compiles(Recorder r, int count) {
    r.call("app.Main.main", 95);
    for (int i = 0; i < count; i++) {
      r.call("app.Text.find", () -> r.call("java.util.regex.Pattern.compile", 0.5));
    }
  }

  @Test
  void exceptionsAreAWayToReturn() throws IOException {
    assertThat(of(Rule.EXCEPTIONS, r -> fails(r, 100)))
        .singleElement()
        .satisfies(each ->
            assertThat(each.text())
                .isEqualTo(
                    "100 exceptions leave app.Numbers.parse and are caught in app.Numbers.all."));
    assertThat(of(Rule.EXCEPTIONS, r -> fails(r, 99))).isEmpty();
  }

  private static void fails(Recorder r, int count) {
    r.call(
        "app.Numbers.all",
        () -> {
          for (int i = 0; i < count; i++) {
            r.fail("app.Numbers.parse", 0.1);
            r.work(0.1);
          }
        });
  }

  @Test
  void threadsWaitForALock() throws IOException {
    Program program =
        r -> {
          for (int thread = 2; thread < 4; thread++) {
            r.thread(thread);
            r.call(
                "app.Worker.run",
                () -> {
                  r.work(20);
                  r.call("app.Cache.get", () -> r.pass(60, 5));
                  r.call("java.lang.Object.wait", () -> r.pass(60, 0));
                });
          }
        };
    assertThat(of(Rule.SHARED_WAIT, program))
        .singleElement()
        .satisfies(each ->
            assertThat(each.text()).startsWith("2 threads do not run for 110 ms in app.Cache.get"));
  }

  @Test
  void theProgramCollectsGarbage() throws IOException {
    Program program =
        r ->
            r.call(
                "app.Main.main",
                () -> {
                  r.work(90);
                  r.call("java.lang.System.gc", () -> r.call("java.lang.Runtime.gc", 5));
                });
    assertThat(of(Rule.COLLECTIONS, program))
        .singleElement()
        .satisfies(each -> assertThat(each.method()).isEqualTo("java.lang.System.gc"));
  }

  @Test
  void callsAreShorterThanTheirRecording() throws IOException {
    Program program =
        r ->
            r.call(
                "app.Main.main",
                () -> {
                  for (int i = 0; i < 1_000_000; i++) {
                    r.call("app.Point.x", 0);
                  }
                  r.work(100);
                });
    assertThat(of(Rule.MEASUREMENT, program))
        .singleElement()
        .satisfies(each -> assertThat(each.method()).isEqualTo("app.Point.x"));
  }

  @Test
  void theLargestPartOfTheTimeComesFirst() throws IOException {
    List<Finding> findings =
        findings(
            Clock.DUAL,
            r ->
                app(
                    r,
                    () -> {
                      waits(r, 40);
                      r.call("app.Main.draw", 20);
                    }));

    assertThat(findings)
        .hasSizeGreaterThan(2)
        .isSortedAccordingTo((a, b) -> Double.compare(b.share(), a.share()));
  }

  @Test
  void aTraceWithoutCallsHasNoFindings() throws IOException {
    assertThat(findings(Clock.DUAL, _ -> {})).isEmpty();
    assertThat(findings(Clock.THREAD_CPU, r -> r.call("app.Main.main", 1))).isEmpty();
  }
}
