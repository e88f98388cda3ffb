package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL queries, as a user types them. */
@FullTier("starts the packaged application and a database")
@NeedsPeer(Peer.DUCKDB_JAR)
class SqlIT {
  private static final String TRACE =
      Path.of("../samples/traces/art11-threads-buffered.trace").toAbsolutePath().toString();
  private static final String QUESTION =
      "select thread, count(*) calls from calls group by 1 order by 2 desc limit 2";

  @TempDir private static Path folder;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    Run installed =
        Packaged.dexscope(folder, "sql", "install", "--from", Peer.DUCKDB_JAR.path().toString());
    assertThat(installed.exit()).as(installed.err()).isZero();
    assertThat(installed.out()).startsWith("installed  ").contains("MIT licence");
  }

  private static Run sql(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 2];
    all[0] = "sql";
    all[1] = TRACE;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Packaged.dexscope(folder, all);
  }

  @Test
  void answersAreTablesForPeopleAndPrograms() throws Exception {
    assertThat(sql(QUESTION).out())
        .isEqualTo(
            """
            thread        calls
            main           6830
            thread 25849   1309
            """);
    Path question = Files.writeString(folder.resolve("question.sql"), QUESTION);
    assertThat(sql("--file", question.toString(), "--csv").out())
        .isEqualTo("thread,calls\r\nmain,6830\r\nthread 25849,1309\r\n");
    assertThat(sql(QUESTION, "--json", "--rows", "1").out())
        .isEqualTo("[\n{\"thread\":\"main\",\"calls\":6830}\n]\n");
  }

  @Test
  void aQuestionThatDuckDbRefusesIsBadInput() throws Exception {
    Run refused = sql("select nothing from calls");

    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err())
        .startsWith("dexscope: DuckDB refuses the question, Binder Error: ")
        .contains("describe");
  }
}
