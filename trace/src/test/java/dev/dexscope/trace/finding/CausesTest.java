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
