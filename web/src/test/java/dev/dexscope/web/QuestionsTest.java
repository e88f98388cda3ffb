package dev.dexscope.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.WebServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions in SQL that others wait for. It starts DuckDB's process, as the server does. */
@NeedsPeer(Peer.DUCKDB_JAR)
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class QuestionsTest {
  private static final Path TRACE = Path.of("../samples/traces/art11-threads-buffered.trace");
  private static final String SQL = "/api/v1/traces/1/sql";
  private static final String ENDLESS =
      "select count(*) from range(1000000000000) where range % 7 = 1";

  private WebServer server;
  private Answers answers;

  @BeforeEach
  void start() throws Exception {
    server =
        ViewServer.start(
            List.of(TRACE),
            0,
            new Access(Access.LOOPBACK, ""),
            () -> new DuckDb(Peer.DUCKDB_JAR.path()));
    answers = new Answers(server.address());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answers.Answer ask(String question) throws Exception {
    return answers.send("POST", SQL, question.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, Object> json(Answers.Answer answer) throws Exception {
    return Answers.parsed(answer.body());
  }

  @Test
  void whoWaitsKnowsHisPlace() throws Exception {
    Answers.Answer slow = ask(ENDLESS);
    Answers.Answer next = ask("select 7 seven");

    assertThat(slow.status()).isEqualTo(202);
    assertThat(json(slow)).containsEntry("before", 0L);
    assertThat(next.status()).isEqualTo(202);
    assertThat(json(next)).containsEntry("before", 1L).containsEntry("seconds", 0L);
    // The page itself is answered meanwhile.
    assertThat(answers.status("/api/v1/traces/1/table")).isEqualTo(200);

    String first = SQL + "/" + Answers.text(json(slow), "question");
    assertThat(answers.send("DELETE", first, new byte[0]).status()).isEqualTo(204);
    assertThat(answers.status(first)).isEqualTo(410);
    Answers.Answer answered = untilAnswered(SQL + "/" + Answers.text(json(next), "question"));
    assertThat(json(answered)).containsEntry("rows", List.of(List.of(7L)));
  }

  /** Requests wait for a moment by themselves. */
  private Answers.Answer untilAnswered(String address) throws Exception {
    while (true) {
      Answers.Answer answer = answers.get(address);
      if (answer.status() != 202) {
        return answer;
      }
    }
  }

  @Test
  void aRefusedQuestionHasItsReason() throws Exception {
    Answers.Answer refused = ask("selec 1");
    while (refused.status() == 202) {
      refused = answers.get(SQL + "/" + Answers.text(json(refused), "question"));
    }

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).contains("syntax error");
    assertThat(answers.status(SQL + "/999")).isEqualTo(404);
  }

  @Test
  void theQueueIsBounded() throws Exception {
    ask(ENDLESS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answers.Answer>> all =
          IntStream.range(0, 16).mapToObj(i -> threads.submit(() -> ask("select " + i))).toList();
      int refused = 0;
      for (var each : all) {
        refused += each.get().status() == 503 ? 1 : 0;
      }
      assertThat(refused).isEqualTo(1);
    }
  }
}
