package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.MappingFormatException;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mapping files that a store keeps, and the runs that come after them. */
@NeedsPeer(Peer.DUCKDB_JAR)
class StoreMappingsTest {
  private static final String ID = "2e81b61e";

  @TempDir private Path folder;
  private RunStore store;

  @BeforeEach
  void init() throws IOException {
    store = RunStore.init(folder.resolve("store"));
  }

  private Path mapping(String head) throws IOException {
    return Files.writeString(
        folder.resolve("mapping.txt"),
        head + "org.example.Shop -> a.a:\n    1:1:void run():5:5 -> a\n");
  }

  private Path trace(String id, int number) throws IOException {
    Path file = folder.resolve("app" + number + ".trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "a.a", "a", "()V", "r8-map-id-" + id, 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 5 + number, 5 + number);
    }
    return file;
  }

  /** Adds a run; returns the names of its methods. */
  private List<Object> methods(Path trace, String app) throws IOException {
    try (Adding adding = store.adding(false)) {
      adding.add(trace, TraceOptions.PLAIN, Facts.of(Map.of("app", app)));
    }
    return tables(app);
  }

  private List<Object> methodsOfUpload(Path trace, String app) throws IOException {
    try (Adding adding = store.adding(false)) {
      adding.add(TraceReader.open(trace), trace, "upload", Facts.of(Map.of("app", app)));
    }
    return tables(app);
  }

  private List<Object> tables(String app) throws IOException {
    List<Object> names = new ArrayList<>();
    try (Fleet fleet =
        Fleet.open(
            TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), Fleet.MEMORY), store, app)) {
      fleet.ask(
          "select name from methods",
          100,
          Duration.ofMinutes(1),
          new Rows() {
            @Override
            public void columns(List<Column> columns) {}

            @Override
            public void row(List<@Nullable Object> values) {
              names.add(values.getFirst());
            }
          });
    }
    return names;
  }

  @Test
  void runsGetTheNamesOfTheSource() throws IOException {
    assertThat(store.mappings().add("org.example", mapping("# pg_map_id: " + ID + "\n")))
        .isEqualTo(ID);

    assertThat(methods(trace(ID, 1), "org.example")).containsExactly("org.example.Shop.run()V");
  }

  @Test
  void uploadsGetThemToo() throws IOException {
    store.mappings().add("org.example", mapping("# pg_map_id: " + ID + "\n"));

    assertThat(methodsOfUpload(trace(ID, 1), "org.example"))
        .containsExactly("org.example.Shop.run()V");
  }

  @Test
  void aRunWithoutItsMappingIsStoredAsItCame() throws IOException {
    store.mappings().add("org.example", mapping("# pg_map_id: " + ID + "\n"));

    assertThat(methods(trace("ffff", 1), "org.example")).containsExactly("a.a.a()V");
    assertThat(methods(trace("../../org.example/" + ID, 2), "com.other"))
        .containsExactly("a.a.a()V");
  }

  @Test
  void anotherApplicationGetsNoNames() throws IOException {
    store.mappings().add("org.example", mapping("# pg_map_id: " + ID + "\n"));

    assertThat(methods(trace(ID, 1), "com.other")).containsExactly("a.a.a()V");
  }

  @Test
  void whatIsNoMappingWithAnIdIsRefused() throws IOException {
    Path without = mapping("");
    assertThatThrownBy(() -> store.mappings().add("org.example", without))
        .isInstanceOf(MappingFormatException.class)
        .hasMessageContaining("pg_map_id");
    Path trace = trace(ID, 1);
    assertThatThrownBy(() -> store.mappings().add("org.example", trace))
        .isInstanceOf(MappingFormatException.class);
    Path good = mapping("# pg_map_id: " + ID + "\n");
    assertThatThrownBy(() -> store.mappings().add("../x", good))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
