package dev.dexscope.trace.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What profiles with samples and waits say first. */
class CausesTest {
  private static final String HEAD =
      """
      dexscope calls 2
      clock dual
      sample 1000000
      method 0\tapp.Main\tmain\t()V\tMain.java
      method 1\tapp.Main\theavy\t()V\tMain.java
      method 2\tjava.util.regex.Pattern\tcompile~\t()V\t
      method 3\tjava.lang.Thread\tjoin~\t()V\t
      method 4\tjava.lang.NumberFormatException\t<init>~\t()V\t
      method 5\tjava.lang.Throwable\tfillInStackTrace~\t()V\t
      """;

  @TempDir private Path folder;

  private List<Finding> findings(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("a.calls"), HEAD + text + "end\n");
    return Findings.of(TraceReader.open(file), Filter.ALL);
  }

  @Test
  void aThreadThatWaitsIsNamedWithTheWorkItWaitsFor() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tmain
            time 500000000\t1000000
            1 0 1 0 1000000 1000000 0 0
            2 3 0 0 400000000 0 0 0
            thread 1\tworker
            time 400000000\t400000000
            1 1 3 0 400000000 400000000 0 0
            line 1\t1\t12\t400000000\t400000000
            wait 0\t0\t8\tobject\tThread.join\t1\t1\t400000000\t400000000
            path 1\t1\twork\t\t400000000
            path 0\t0\twork\t\t1000000
            path 0\t0\tsleep\tThread.sleep\t99000000
            wait 0\t0\t10\tsleep\tThread.sleep\t\t3\t99000000\t40000000
            """);
    assertThat(findings)
        .extracting(Finding::text)
        .containsExactly(
            "app.Main.heavy, line 12, works for 400 ms, 80 % of the elapsed time, in 3 calls; main"
                + " waits 400 ms for this thread, worker.",
            "main sleeps in app.Main.main, line 9, for 99 ms, 20 % of the elapsed time, 3 times.");
  }

  @Test
  void waitsAreNamedByWhatTheyAreFor() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tmain
            time 500000000\t0
            1 0 1 0 500000000 0 0 0
            wait 0\t0\t8\tlock\tObject\t\t2\t300000000\t200000000
            wait 0\t0\t9\tsocket\texample.org:80\t\t1\t200000000\t200000000
            path 0\t0\tlock\tObject\t300000000
            path 0\t0\tsocket\texample.org:80\t200000000
            """);
    assertThat(findings)
        .extracting(Finding::text)
        .containsExactly(
            "main waits in app.Main.main, line 7, for a lock (Object), 300 ms, 60 % of the elapsed"
                + " time, 2 times.",
            "main waits in app.Main.main, line 8, for the network (example.org:80), 200 ms, 40 % of"
                + " the elapsed time.");
  }

  @Test
  void whatThePlatformDoesForAMethodIsFound() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tmain
            time 500000000\t500000000
            1 0 1 0 0 0 0 0
            2 1 20000 0 50000000 50000000 0 0
            3 2 0 0 250000000 250000000 0 0
            3 4 0 0 0 0 0 0
            4 5 0 0 200000000 200000000 0 0
            line 0\t1\t12\t500000000\t500000000
            path 0\t1\twork\t\t500000000
            """);
    assertThat(findings)
        .extracting(each -> each.rule().key())
        .containsExactly("repeated-setup", "exceptions");
    assertThat(findings.getFirst().text())
        .isEqualTo(
            "app.Main.heavy, line 12, spends 250 ms, 50 % of the work, on compiling regular"
                + " expressions, in 20,000 calls: keep the Pattern.");
    assertThat(findings.getLast().text())
        .startsWith("app.Main.heavy, line 12, spends 200 ms, 40 % of the work, on making")
        .contains("exceptions");
  }

  @Test
  void threadsThatDoTheSameAreOneCause() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tone
            time 200000000\t0
            1 1 1 0 200000000 0 0 0
            thread 1\tother
            time 200000000\t0
            1 1 1 0 200000000 0 0 0
            wait 0\t1\t27\tsleep\tThread.sleep\t\t4\t200000000\t50000000
            wait 1\t1\t27\tsleep\tThread.sleep\t\t4\t200000000\t50000000
            wait 0\t1\t25\tpark\tSemaphore.acquire\t\t3\t190000000\t50000000
            wait 1\t1\t25\tpark\tSemaphore.acquire\t\t3\t180000000\t50000000
            path 0\t1\tsleep\tThread.sleep\t200000000
            path 1\t1\tsleep\tThread.sleep\t200000000
            """);
    assertThat(findings)
        .extracting(Finding::text)
        .containsExactly(
            "2 threads sleep in app.Main.heavy, line 26, for 400 ms, 100 % of the elapsed time, 8"
                + " times, one after the other.",
            "2 threads wait for a lock (Semaphore.acquire) in app.Main.heavy, 370 ms in all, 6"
                + " times: they run one after the other there.");
  }

  @Test
  void collectionsAreOfWhoAllocatesOrRequestsThem() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tmain
            time 500000000\t100000000
            1 0 1 0 100000000 100000000 0 0
            2 1 60 0 0 0 0 0
            wait 0\t1\t17\tcollection\tSystem.gc\t\t60\t250000000\t5000000
            path 0\t0\twork\t\t100000000
            path 0\t\tcollection\t\t150000000
            path 0\t1\tcollection\tSystem.gc\t250000000
            alloc 0\t13\tbyte[]\t900000000
            alloc 1\t0\tjava.lang.Object\t100000000
            """);
    assertThat(findings)
        .extracting(Finding::text)
        .contains(
            "main waits in app.Main.heavy, line 16, for a garbage collection that it requests"
                + " (System.gc), 250 ms, 50 % of the elapsed time, 60 times.",
            "Garbage collections take 150 ms, 30 % of the elapsed time; of the 1,000 MB that are"
                + " allocated 90 % are byte[] of app.Main.main, line 12.");
  }

  @Test
  void exceptionsAreOfTheMethodThatMakesThem() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tmain
            time 500000000\t500000000
            1 0 40000 0 500000000 500000000 0 0
            path 0\t0\twork\t\t500000000
            throw 0\t13\tjava.lang.NumberFormatException\t39871
            throw 0\t14\tjava.io.IOException\t17
            """);
    assertThat(findings.getFirst().text())
        .isEqualTo(
            "app.Main.main works for 500 ms, 100 % of the elapsed time, in 40,000 calls; it makes"
                + " about 40,000 of java.lang.NumberFormatException.");
  }

  @Test
  void aMethodIsCalledForEachPair() throws IOException {
    String calls =
        """
        thread 0\tmain
        time 500000000\t500000000
        1 0 100 0 10000000 10000000 0 0
        2 1 %d 0 490000000 490000000 0 0
        path 0\t1\twork\t\t500000000
        """;
    assertThat(findings(calls.formatted(4950)).getFirst().text())
        .isEqualTo(
            "app.Main.heavy is called 4,950 times for 100 calls of app.Main.main, for each pair:"
                + " twice as many take four times as long. It has 98 % of the work.");
    assertThat(findings(calls.formatted(4951)))
        .extracting(Finding::rule)
        .doesNotContain(Rule.PAIRS);
  }

  @Test
  void keysWithTheSameHashCodeAreCompared() throws IOException {
    String calls =
        """
        method 6\tapp.Key\thashCode\t()I\tKey.java
        method 7\tapp.Key\tequals\t(Ljava/lang/Object;)Z\tKey.java
        thread 0\tmain
        time 500000000\t500000000
        1 0 1 0 250000000 250000000 0 0
        2 6 %d 0 0 0 0 0
        2 7 200000 0 250000000 250000000 0 0
        path 0\t0\twork\t\t500000000
        """;
    assertThat(findings(calls.formatted(2_000)))
        .extracting(Finding::text)
        .contains(
            "Keys of app.Key are compared 200,000 times for 2,000 hash codes: too many keys have"
                + " the same.");
    assertThat(findings(calls.formatted(180_000)))
        .extracting(Finding::rule)
        .doesNotContain(Rule.COLLISIONS);
  }

  @Test
  void onlyTheProgramsOwnCallsAreMeantWhereThePlatformNeedsThem() throws IOException {
    String calls =
        """
        method 6\tjava.util.ArrayList\tindexOf~\t()I\t
        thread 0\tmain
        time 500000000\t500000000
        1 0 1 0 0 0 0 0
        """;
    String direct = "2 6 0 0 500000000 500000000 0 0\n";
    String below = "2 2 0 0 0 0 0 0\n3 6 0 0 500000000 500000000 0 0\n";
    assertThat(findings(calls + direct).getFirst().text()).contains("searching lists");
    assertThat(findings(calls + below))
        .extracting(Finding::text)
        .noneMatch(each -> each.contains("searching lists"));
  }

  @Test
  void workBesideTheCriticalPathComesAfterIt() throws IOException {
    List<Finding> findings =
        findings(
            """
            thread 0\tmain
            time 500000000\t1000000
            1 0 1 0 500000000 1000000 0 0
            thread 1\tbeside
            time 500000000\t400000000
            1 1 1 0 400000000 400000000 0 0
            wait 0\t0\t10\tsleep\tThread.sleep\t\t3\t99000000\t40000000
            path 0\t0\tsleep\tThread.sleep\t99000000
            path 0\t\tother\t\t401000000
            """);
    assertThat(findings)
        .extracting(each -> each.rule().key())
        .containsExactly("wait", "hot-method");
  }

  @Test
  void theElapsedTimeIsDividedWithoutRest() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("b.calls"),
            HEAD
                + """
                thread 0\tmain
                time 900\t300
                1 0 1 0 900 300 0 0
                path 0\t0\twork\t\t300
                path 0\t0\tsleep\t\t300
                path 0\t\tfirst-use\t\t300
                end
                """);
    List<ElapsedTime.Part> parts = ElapsedTime.of(TraceReader.open(file));
    assertThat(parts).extracting(ElapsedTime.Part::percent).containsExactlyInAnyOrder(34, 33, 33);
    assertThat(parts)
        .extracting(ElapsedTime.Part::words)
        .containsExactlyInAnyOrder("work", "sleep", "class loading");
  }
}
