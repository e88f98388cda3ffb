package dev.dexscope.trace.export.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTest {
  /** Filled by {@code scripts/peers}. */
  private static final Path PEERS = Path.of("../bench/peers");

  @TempDir Path folder;

  @Test
  void aFileHasItsFooter() throws IOException {
    var out = new ByteArrayOutputStream();
    var file = new ParquetFile(out, List.of(new ParquetFile.Int64("n")));
    file.row(7);
    file.close();

    byte[] bytes = out.toByteArray();
    int footer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    assertThat(new String(bytes, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("PAR1");
    assertThat(new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII)).isEqualTo("PAR1");
    assertThat(footer).isBetween(20, bytes.length - 12);
  }

  /** Thrift compact protocol: a field's header has its distance from the field before. */
  @Test
  void thriftIsAsSpecified() {
    byte[] bytes =
        new ThriftCompact()
            .i32(1, 150)
            .text(4, "ab")
            .list(5, ThriftCompact.I32, 1)
            .element(-1)
            .end()
            .bytes();

    assertThat(bytes)
        .containsExactly(0x15, (byte) 0xac, 0x02, 0x38, 2, 'a', 'b', 0x19, 0x15, 0x01, 0);
  }

  /** DuckDB adds up what the trees have, and reads names and row groups. */
  @Test
  @NeedsPeer({Peer.NODE, Peer.DUCKDB})
  void duckDbReadsIt() throws Exception {
    Trace trace = TraceReader.open(RealTraces.file("perflib-streaming.trace"));
    View view = View.of(trace, Filter.ALL);
    Parquet.write(view, folder);
    long wall = 0;
    long calls = 0;
    for (View.Part part : view.threads()) {
      wall += part.tree().inclusiveWall(0);
      for (int node = 1; node < part.tree().size(); node++) {
        calls += part.tree().calls(node);
      }
    }

    String figures = "select sum(self_wall) wall, count(distinct thread) threads, ";
    String answer =
        query(
            figures + "count(*) calls from '" + folder.resolve("calls.parquet") + "'",
            figures + "sum(calls) calls from '" + folder.resolve("tree.parquet") + "'",
            "select count(*) n from '"
                + folder.resolve("calls.parquet")
                + "' where class = 'java.lang.Thread' and method = 'run' and signature = '()V'");

    String expected =
        "{\"wall\":\"%d\",\"threads\":\"%d\",\"calls\":\"%d\"}"
            .formatted(
                wall,
                view.threads().stream().map(p -> p.thread().name()).distinct().count(),
                calls);
    assertThat(answer.lines()).hasSize(3).startsWith(expected, expected);
    assertThat(answer.lines().toList().getLast()).doesNotContain("\"0\"");
  }

  /** More rows than one row group holds. */
  @Test
  @NeedsPeer({Peer.NODE, Peer.DUCKDB})
  void duckDbReadsManyRowGroups() throws Exception {
    Path path = folder.resolve("many.parquet");
    List<String> texts = List.of("a", "b", "é", "", "a");
    try (var out = Files.newOutputStream(path)) {
      var file =
          new ParquetFile(
              out,
              List.of(
                  new ParquetFile.Int64("n"),
                  new ParquetFile.Bool("odd"),
                  new ParquetFile.Utf8("text", texts)));
      for (int i = 0; i < 300_001; i++) {
        file.row(i, i & 1, i % 5);
      }
      file.close();
    }

    assertThat(
            query(
                "select text, sum(n) s, count(*) filter (odd) odd from '"
                    + path
                    + "' group by text order by text"))
        .isEqualTo(
            """
            {"text":"","s":"9000030000","odd":"30000"}
            {"text":"a","s":"18000240000","odd":"60000"}
            {"text":"b","s":"8999910000","odd":"30000"}
            {"text":"é","s":"8999970000","odd":"30000"}
            """);
  }

  /** Lists of every length, over several row groups. */
  @Test
  @NeedsPeer({Peer.NODE, Peer.DUCKDB})
  void duckDbReadsLists() throws Exception {
    Path path = folder.resolve("lists.parquet");
    List<long[]> lists =
        List.of(new long[0], new long[] {5}, new long[] {1, -2, Long.MAX_VALUE}, new long[64]);
    try (var out = Files.newOutputStream(path)) {
      var file =
          new ParquetFile(
              out, List.of(new ParquetFile.Int64("n"), new ParquetFile.Int64List("list", lists)));
      for (int i = 0; i < 200_003; i++) {
        file.row(i % 4, i % 4);
      }
      file.close();
    }

    assertThat(
            query(
                "select n, count(*) c, any_value(len(list)) l, any_value(list[1:3])::text t,"
                    + " count(distinct list) d from '"
                    + path
                    + "' group by n order by n"))
        .isEqualTo(
            """
            {"n":"0","c":"50001","l":"0","t":"[]","d":"1"}
            {"n":"1","c":"50001","l":"1","t":"[5]","d":"1"}
            {"n":"2","c":"50001","l":"3","t":"[1, -2, 9223372036854775807]","d":"1"}
            {"n":"3","c":"50000","l":"64","t":"[0, 0, 0]","d":"1"}
            """);
  }

  private static String query(String... queries) throws Exception {
    var command = new java.util.ArrayList<>(List.of("node", "duckdb.mjs"));
    command.addAll(List.of(queries));
    Process process =
        new ProcessBuilder(command).directory(PEERS.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
