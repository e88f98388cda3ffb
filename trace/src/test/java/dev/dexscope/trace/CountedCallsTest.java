package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.FlatProfile.Order;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file that the run time in a profiled program writes. */
class CountedCallsTest {
  private static final String HEAD =
      """
      dexscope calls 1
      clock dual
      process app
      method 7\tp.Main\tmain\t([Ljava/lang/String;)V\tMain.java
      method 9\tp.Main\tget\t()I\tMain.java
      thread 0\tmain
      """;

  @TempDir Path folder;

  @Test
  void countsTimesAndErrorsAreReadBack() throws IOException {
    Trace trace =
        read(
            HEAD
                + """
                1 7 1 0 1000 500 0 0
                2 9 5000000000 2 30 20 4999998000 4
                3 7 1 1 6 5 0 0
                1 9 1 0 2 1 0 0
                thread 3\tother
                missing 4\tlost
                end
                """);

    assertThat(trace.info().format()).isEqualTo("dexscope calls");
    assertThat(trace.info().clock()).isEqualTo(Clock.DUAL);
    assertThat(trace.info().sampled()).isFalse();
    assertThat(trace.info().keys())
        .containsEntry("process", "app")
        .containsEntry("estimated-calls", "4999998000")
        .containsEntry("threads-missing", "4 lost");
    assertThat(trace.threads()).extracting(TraceThread::name).containsExactly("main", "other");
    assertThat(trace.methods().get(1).fullName()).isEqualTo("p.Main.get()I");
    assertThat(trace.methods().get(1).file()).isEqualTo("Main.java");
    CallTree tree = trace.threads().getFirst().tree();
    assertThat(tree.size()).isEqualTo(5);
    assertThat(tree.inclusiveWall(0)).isEqualTo(1038);
    assertThat(tree.inclusiveWall(1)).isEqualTo(1036);
    assertThat(tree.exclusiveWall(1)).isEqualTo(1000);
    assertThat(tree.exclusiveCpu(1)).isEqualTo(500);
    assertThat(tree.calls(2)).isEqualTo(5_000_000_000L);
    assertThat(tree.exceptions(2)).isEqualTo(2);
    assertThat(tree.estimated(2)).isEqualTo(4_999_998_000L);
    assertThat(tree.error(2)).isEqualTo(4);
    assertThat(tree.error(4)).isZero();
  }

  @Test
  void estimatesAreMarkedInTables() throws IOException {
    View view = View.of(read(HEAD + "1 7 1 0 100 0 0 30\n2 9 9 0 80 0 8 10\nend\n"), Filter.ALL);

    var table = FlatTable.of(view, Grouping.METHOD, Measure.of(Timing.WALL), Order.EXCLUSIVE, 10);
    assertThat(table.columns()).extracting(Column::heading).contains("+-", "estimated");
    Cost get = FlatProfile.of(view, Grouping.METHOD).get(1);
    assertThat(get.estimated()).isEqualTo(8);
    assertThat(get.error()).isEqualTo(10);
    // Their caller's time is uncertain too, though its calls were timed.
    assertThat(FlatProfile.of(view, Grouping.METHOD).getFirst().error()).isEqualTo(30);
    View exact = View.of(read(HEAD + "1 7 1 0 100 0 0 0\nend\n"), Filter.ALL);
    assertThat(
            FlatTable.of(exact, Grouping.METHOD, Measure.of(Timing.WALL), Order.EXCLUSIVE, 10)
                .columns())
        .extracting(Column::heading)
        .doesNotContain("+-", "estimated");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 7 1 0 1 0 0 0\n",
        "2 7 1 0 1 0 0 0\nend\n",
        "0 7 1 0 1 0 0 0\nend\n",
        "1 7 1 0 1 0 0\nend\n",
        "1 7 1 0 1 0 0 0 0\nend\n",
        "1 7 1 2 1 0 0 0\nend\n",
        "1 7 1 0 1 0 2 0\nend\n",
        "1 99999999 1 0 1 0 0 0\nend\n",
        "1 7 99999999999999999999 0 1 0 0 0\nend\n",
        "1 7 1 0 4611686018427387000 0 0 0\n2 9 1 0 4611686018427387000 0 0 0\nend\n",
        "1  7 1 0 1 0 0 0\nend\n",
        "1 7 -1 0 1 0 0 0\nend\n",
        "method x\ta\tb\tc\td\nend\n",
        "method 1\ta\nend\n",
        "thread 0\tagain\nend\n",
        "thread 1\nend\n",
        "words\nend\n",
        "end\nmore\n",
        "end",
      })
  void whatIsDamagedIsRefused(String rest) {
    assertThatThrownBy(() -> read(HEAD + rest))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("at 0x");
  }

  private Trace read(String text) throws IOException {
    Path file = folder.resolve("dexscope.0.calls");
    Files.writeString(file, text);
    return TraceReader.open(file);
  }
}
