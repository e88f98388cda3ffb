package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.profile.TauProfile;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that a session writes; the trace module checks traces and profiles. */
class SessionTest {
  private static final int METHODS = 7;

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private final TauConf conf = new TauConf();

  @Test
  void theProfileOfOneThread() throws IOException {
    conf.callPath = true;
    Session session = session();
    ThreadRecorder recorder = session.register();
    recorder.enter(0);
    clock.pass(5_000, 1_000);
    recorder.enter(1);
    clock.pass(7_000, 2_000);
    recorder.exit();
    recorder.exit();

    assertThat(session.dump()).isEqualTo("1 profiles in " + folder.toAbsolutePath());

    assertThat(withoutMetadata(folder.resolve("MULTI__TIME/profile.0.0.0")))
        .containsExactly(
            "5 templated_functions_MULTI_TIME",
            "# Name Calls Subrs Excl Incl ProfileCalls # ",
            "\".TAU application\" 1 1 0 12 0 GROUP=\"TAU_DEFAULT\" ",
            "\"p.Main.main([Ljava/lang/String;)V\" 1 1 5 12 0 GROUP=\"TAU_USER\" ",
            "\"p.Main.fib(I)I\" 1 0 7 7 0 GROUP=\"TAU_USER\" ",
            "\".TAU application => p.Main.main([Ljava/lang/String;)V\" 1 1 5 12 0"
                + " GROUP=\"TAU_CALLPATH | TAU_USER\" ",
            "\"p.Main.main([Ljava/lang/String;)V => p.Main.fib(I)I\" 1 0 7 7 0"
                + " GROUP=\"TAU_CALLPATH | TAU_USER\" ",
            "0 aggregates",
            "0 userevents",
            "# eventname numevents max min mean sumsqr");
    assertThat(withoutMetadata(folder.resolve("MULTI__CPU_TIME/profile.0.0.0")))
        .contains(
            "5 templated_functions_MULTI_CPU_TIME",
            "\"p.Main.fib(I)I\" 1 0 2 2 0 GROUP=\"TAU_USER\" ");
  }

  @Test
  void placesThatWereReachedAreWrittenUntilTheyAreReset() throws IOException {
    Places places = new Places("code=abc\nplaces=10\n", 10);
    Session session = new Session(conf, new WallClock(), folder.toFile(), 3, places);
    for (int place : new int[] {0, 4, 5, 6, 9}) {
      places.reached[place] = true;
    }
    session.dump();
    Path file = folder.resolve("dexscope.3.places");
    assertThat(file).hasContent("code=abc\nplaces=10\n0\n4-6\n9\n");

    session.reset();
    session.dump();
    assertThat(file).hasContent("code=abc\nplaces=10\n");
  }

  @Test
  void aThreadThatHasEndedHasNoTimeAfterIt() throws Exception {
    // The cost of measuring is measured again for each dump.
    conf.compensate = false;
    Session session = new Session(conf, new WallClock(), folder.toFile(), 0, new Places("", 0));
    var ended =
        new Thread(() -> {
          ThreadRecorder recorder = session.register();
          recorder.enter(0);
          recorder.exit();
        });
    ended.start();
    ended.join();
    session.dump();
    String first = Files.readString(folder.resolve("profile.0.0.0"));
    session.dump();

    assertThat(folder.resolve("profile.0.0.0")).hasContent(first);
  }

  @Test
  void aMethodOfManyShortCallsIsCountedExactlyAndMarked() throws IOException {
    conf.throttleNumCalls = 3;
    Session session = session();
    ThreadRecorder recorder = session.register();
    for (int i = 0; i < 10; i++) {
      recorder.enter(0);
      recorder.exit();
    }
    session.dump();

    assertThat(Files.readAllLines(folder.resolve("MULTI__TIME/profile.0.0.0")))
        .contains(
            "\"p.Main.main([Ljava/lang/String;)V\" 10 0 0 0 0"
                + " GROUP=\"TAU_USER | DEXSCOPE_ESTIMATED\" ");
  }

  /** Calls that are not timed are only there for the calls in them, in the right order. */
  @Test
  void aTraceHasTheCallersOfEachCall() throws IOException {
    conf.trace = true;
    conf.throttleNumCalls = 0;
    conf.throttlePerCall = 1000;
    conf.compensate = false;
    Session session = session();
    ThreadRecorder recorder = session.register();
    int count = 1000;
    for (int i = 0; i < count; i++) {
      recorder.enter(0);
      recorder.enter(1);
      clock.pass(1_000, 0);
      if (i % 100 == 50) {
        recorder.enter(2);
        clock.pass(2_000_000, 0);
        recorder.exit();
      }
      recorder.exit();
      recorder.exit();
    }
    session.end();

    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    CallTree tree = trace.threads().getFirst().tree();
    assertThat(tree.size()).isEqualTo(4);
    assertThat(tree.calls(3)).isEqualTo(count / 100);
    assertThat(tree.parent(3)).isEqualTo(2);
    assertThat(tree.calls(1)).isBetween(count / 100L, count / 2L);
  }

  @Test
  void theCallsOfAllPaths() throws IOException {
    conf.calls = true;
    conf.compensate = false;
    Session session = session();
    ThreadRecorder recorder = session.register();
    recorder.enter(0);
    clock.pass(5, 1);
    recorder.enter(1);
    clock.pass(7, 2);
    recorder.enter(1);
    recorder.unwindTo(1);
    recorder.exit();
    recorder.enter(2);
    recorder.exit();
    session.dump();

    assertThat(Files.readAllLines(folder.resolve("dexscope.0.calls")))
        .filteredOn(line -> !line.startsWith("process "))
        .containsExactly(
            "dexscope calls 1",
            "clock dual",
            "method 0\tp.Main\tmain\t([Ljava/lang/String;)V\tMain.java",
            "method 1\tp.Main\tfib\t(I)I\tMain.java",
            "method 2\tp.Main\tmayThrow\t(I)V\tMain.java",
            "thread 0\t" + Thread.currentThread().getName(),
            "1 0 1 0 5 1 0 0",
            "2 1 1 1 7 2 0 0",
            "3 1 1 1 0 0 0 0",
            "1 2 1 0 0 0 0 0",
            "end");
  }

  @Test
  void traceAndProfileTellTheSame() throws Exception {
    conf.trace = true;
    Session session = session();
    int threads = 3;
    for (int i = 0; i < threads; i++) {
      int seed = i;
      Thread thread = new Thread(() -> randomCalls(session, new Random(seed)), "worker " + i);
      thread.start();
      thread.join();
      session.dump();
    }
    session.end();

    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.info().clock()).isEqualTo(Clock.DUAL);
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    assertThat(trace.threads()).hasSize(threads);
    for (Timing timing : List.of(Timing.WALL, Timing.CPU)) {
      Path theirs = Files.createDirectory(folder.resolve("of trace " + timing));
      TauProfile.write(View.of(trace, Filter.ALL), timing, theirs);
      Path ours = folder.resolve(timing == Timing.WALL ? "MULTI__TIME" : "MULTI__CPU_TIME");
      for (int i = 0; i < threads; i++) {
        assertThat(methods(ours.resolve("profile.0.0." + i)))
            .hasSize(METHODS)
            .containsExactlyInAnyOrderElementsOf(methods(theirs.resolve("profile.0.0." + i)));
      }
    }
  }

  @Test
  void aTraceThatWasNotEndedIsReadAsFarAsItWasDumped() throws IOException {
    conf.trace = true;
    Session session = session();
    ThreadRecorder recorder = session.register();
    recorder.enter(0);
    clock.pass(3_000, 0);
    recorder.exit();
    session.dump();

    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.threads()).hasSize(1);
    assertThat(trace.threads().getFirst().tree().calls(1)).isEqualTo(1);
    assertThat(trace.methods().get(0).fullName()).isEqualTo("p.Main.main([Ljava/lang/String;)V");
  }

  @Test
  void aTraceHasNoCallsOfTheTimeBetweenStopAndStart() throws IOException {
    conf.trace = true;
    Session session = session();
    ThreadRecorder recorder = session.register();
    recorder.enter(0);
    clock.pass(1_000, 0);
    session.stop();
    recorder.enter(1);
    recorder.exit();
    session.start();
    recorder.enter(2);
    recorder.exit();
    recorder.exit();
    session.end();

    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    assertThat(trace.methods().get(0).name()).isEqualTo("main");
    assertThat(trace.methods().get(1).name()).isEqualTo("mayThrow");
    assertThat(trace.methods().size()).isEqualTo(2);
  }

  @Test
  void manyThreadsFollowEachOtherInOneRow() throws Exception {
    conf.trace = true;
    Session session = session();
    int threads = Session.MANY_THREADS + 10;
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                ThreadRecorder recorder = session.register();
                recorder.enter(0);
                clock.pass(2_000, 1_000);
                recorder.exit();
                // A thread may end in the midst of a call.
                recorder.enter(1);
              },
              "thread " + i);
      thread.start();
      thread.join();
    }
    session.end();

    try (var files = Files.list(folder.resolve("MULTI__TIME"))) {
      assertThat(files.count()).isEqualTo(Session.MANY_THREADS);
    }
    assertThat(withoutMetadata(folder.resolve("MULTI__TIME/profile.0.0.0")))
        .contains(
            "\".TAU application\" 11 22 0 22 0 GROUP=\"TAU_DEFAULT\" ",
            "\"p.Main.main([Ljava/lang/String;)V\" 11 0 22 22 0 GROUP=\"TAU_USER\" ");
    assertThat(methods(folder.resolve("MULTI__CPU_TIME/profile.0.0.0")))
        .contains("\"p.Main.main([Ljava/lang/String;)V\" 11 0 11 11 0 GROUP=\"TAU_USER\" ");
    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.threads()).hasSize(Session.MANY_THREADS);
    // All calls of the thread that others followed are side by side, none remains open below.
    CallTree first = trace.threads().getFirst().tree();
    assertThat(first.size()).isEqualTo(3);
    assertThat(first.calls(1)).isEqualTo(11);
    assertThat(first.calls(2)).isEqualTo(11);
    assertThat(first.parent(2)).isZero();
  }

  @Test
  void theNamesOfThreadsAreFollowed() throws Exception {
    Session session = session();
    var named = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              ThreadRecorder recorder = session.register();
              recorder.enter(0);
              Thread.currentThread().setName("later <&>");
              named.countDown();
            },
            "at first");
    thread.start();
    named.await();
    session.dump();
    thread.join();

    assertThat(Files.readString(folder.resolve("MULTI__TIME/profile.0.0.0")))
        .contains("<name>Thread Name</name><value>later &lt;&amp;&gt;</value>");
  }

  @Test
  void nothingIsLeftOfAFileThatCannotBeWritten() throws IOException {
    Path blocked = Files.createDirectories(folder.resolve("MULTI__TIME/profile.0.0.0/inside"));
    Session session = session();
    session.register();

    assertThat(org.assertj.core.api.Assertions.catchThrowable(session::dump))
        .isInstanceOf(IOException.class);
    assertThat(blocked).exists();
    assertThat(folder.resolve("MULTI__TIME/profile.0.0.0.part")).doesNotExist();
  }

  private Session session() {
    return new Session(conf, clock, folder.toFile(), 0, new Places("", 0));
  }

  /** So many that buffers become full; with exceptions, and whole microseconds. */
  private void randomCalls(Session session, Random random) {
    ThreadRecorder recorder = session.register();
    for (int i = 0; i < 20_000; i++) {
      int wall = random.nextInt(50);
      clock.pass(1000L * wall, 1000L * random.nextInt(wall + 1));
      int what = random.nextInt(20);
      if (what < 10) {
        recorder.enter(random.nextInt(METHODS));
      } else if (what < 19) {
        recorder.exit();
      } else {
        recorder.unwindTo(recorder.depth() - random.nextInt(3));
      }
    }
    recorder.unwindTo(0);
  }

  private static List<String> methods(Path profile) throws IOException {
    return Files.readAllLines(profile).stream()
        .filter(line -> line.contains("GROUP=\"TAU_USER\""))
        .toList();
  }

  private static List<String> withoutMetadata(Path profile) throws IOException {
    return Files.readAllLines(profile).stream()
        .map(line -> line.replaceAll("<metadata>.*</metadata>", ""))
        .toList();
  }
}
