package dev.dexscope.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.web.Answers.Answer;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.traces.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The source or the code of a method, from files that are named or dropped. */
class SourceApiTest {
  private static final Path TRACE = RealTraces.file("art11-threads-streaming.trace");
  private static final String SOURCE = "/api/v1/traces/1/source?method=";

  @TempDir Path folder;

  private static DuckDb noDatabase() {
    throw new AssertionError("no question in SQL");
  }

  private static int boom() throws IOException {
    MethodTable methods = TraceReader.open(TRACE).methods();
    return methods.named("Hi.boom").getFirst();
  }

  private static WebServer serve(Path... sources) throws IOException {
    return ViewServer.start(
        List.of(TRACE),
        new Sources(List.of(sources)),
        0,
        new Access(Access.LOOPBACK, ""),
        SourceApiTest::noDatabase);
  }

  private static byte[] zip(String name, byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content);
    }
    return bytes.toByteArray();
  }

  private static Answer drop(Answers answers, String name, byte[] body) throws IOException {
    return answers.send("POST", "/api/v1/sources?name=" + name, body);
  }

  @Test
  void theCodeOfAProgramHasItsAddressesAndLines() throws Exception {
    Path dex = Files.write(folder.resolve("hi.dex"), HiProgram.dex("LHi;"));
    try (WebServer server = serve(dex)) {
      Map<String, Object> code = new Answers(server.address()).object(SOURCE + boom());

      assertThat(Answers.text(code, "path")).isEqualTo("hi.dex, LHi;");
      assertThat(Answers.texts(code, "lines"))
          .containsExactly(
              ".method public static boom(I)V",
              "    .registers 2",
              "    const/4 v0, 0x7",
              "    return-void",
              ".end method");
      assertThat(Answers.numbers(code, "pcs")).containsExactly(-1L, -1L, 0L, 1L, -1L);
      assertThat(Answers.numbers(code, "source_lines")).containsExactly(-1L, -1L, 12L, 14L, -1L);
      assertThat(Answers.numbers(code, "methods")).containsExactly((long) boom());
    }
  }

  @Test
  void theCodeIsFoundUnderTheNamesThatAMappingHasReplaced() throws Exception {
    Path apk = Files.write(folder.resolve("app.apk"), zip("classes.dex", HiProgram.dex("LHi;")));
    try (WebServer server = serve(apk)) {
      var answers = new Answers(server.address());
      byte[] mapping =
          "com.example.Clear -> Hi:\n    void readable(int) -> boom\n"
              .getBytes(StandardCharsets.UTF_8);
      Map<String, Object> sent =
          Answers.parsed(answers.send("POST", "/api/v1/mappings", mapping).body());
      String restored = SOURCE + boom() + "&mapping=" + Answers.text(sent, "id");

      assertThat(Answers.text(answers.object(restored), "path"))
          .isEqualTo("app.apk!classes.dex, LHi;");
      // The source has the restored name.
      Answer dropped = drop(answers, "Clear.java", source("com.example", "Clear", "readable"));
      assertThat(dropped.status()).isEqualTo(201);
      assertThat(Answers.text(answers.object(restored), "path"))
          .isEqualTo("com/example/Clear.java");
    }
  }

  private static byte[] source(String folder, String type, String method) {
    return "package %s;\nclass %s {\n  int %s(int n) {\n    return n;\n  }\n}\n"
        .formatted(folder, type, method)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void withoutSourcesTheReasonIsWhatToDo() throws Exception {
    try (WebServer server = serve()) {
      var answers = new Answers(server.address());
      Answer none = answers.get(SOURCE + boom());

      assertThat(none.status()).isEqualTo(404);
      assertThat(none.text()).contains("No sources are known", "--sources");
      byte[] dex = HiProgram.dex("LOther;");
      assertThat(drop(answers, "other.dex", dex).text()).contains("\"classes\":1");
      assertThat(answers.get(SOURCE + boom()).text()).contains("do not contain Hi.");
    }
  }

  @Test
  void aFileThatIsDroppedIsSaidToBeWrongByItsName() throws Exception {
    try (WebServer server = serve()) {
      var answers = new Answers(server.address());
      Answer letter = drop(answers, "letter.jar", "Dear all,".getBytes(StandardCharsets.UTF_8));
      Answer classes = drop(answers, "classes.jar", zip("app/Shop.class", new byte[8]));
      Answer damaged = drop(answers, "damaged.apk", new byte[] {'P', 'K', 3, 4, 0});
      byte[] dex = HiProgram.dex("LHi;");
      dex[0x3b] = 0x70; // the number of strings
      Answer broken = drop(answers, "broken.dex", dex);

      assertThat(List.of(letter, classes, damaged, broken))
          .extracting(Answer::status)
          .containsOnly(422);
      assertThat(letter.text()).contains("letter.jar cannot be read as an archive or a dex file");
      assertThat(classes.text()).contains("classes.jar has neither sources (.java, .kt) nor dex");
      assertThat(drop(answers, "", dex).status()).isEqualTo(400);
      assertThat(answers.get(SOURCE + boom()).text()).contains("No sources are known");
    }
  }

  @Test
  void onlySoManyFilesAreKept() throws Exception {
    try (WebServer server = serve()) {
      var answers = new Answers(server.address());
      byte[] source = source("app", "Shop", "total");
      for (int i = 0; i < 32; i++) {
        assertThat(drop(answers, "Shop.java", source).status()).isEqualTo(201);
      }
      assertThat(drop(answers, "Shop.java", source).status()).isEqualTo(413);
    }
  }

  @Test
  void linesHaveTheTimeOfTheSelectedThreads() throws Exception {
    Path dex = Files.write(folder.resolve("hi.dex"), HiProgram.dex("LHi;"));
    Path profile = LinesProfile.write(folder);
    Path source =
        Files.writeString(
            folder.resolve("Hi.java"), "class Hi {\n  int fib(int n) {\n    return n;\n  }\n}\n");
    MethodTable methods = TraceReader.open(profile).methods();
    try (WebServer server =
        ViewServer.start(
            List.of(profile, TRACE),
            new Sources(List.of(dex, source)),
            0,
            new Access(Access.LOOPBACK, ""),
            SourceApiTest::noDatabase)) {
      var answers = new Answers(server.address());
      String fib = SOURCE + methods.named("Hi.fib").getFirst();

      Map<String, Object> all = Answers.part(answers.object(fib), "line_times");
      assertThat(Answers.numbers(all, "line")).containsExactly(2L, 3L, 14L);
      assertThat(Answers.numbers(all, "self_ns"))
          .containsExactly(4_000_000L, 2_000_000L, 2_000_000L);
      assertThat(Answers.numbers(all, "total_ns"))
          .containsExactly(4_000_000L, 8_000_000L, 2_000_000L);
      Map<String, Object> second = Answers.part(answers.object(fib + "&thread=1"), "line_times");
      assertThat(Answers.numbers(second, "line")).containsExactly(3L, 14L);
      assertThat(Answers.numbers(second, "total_ns")).containsExactly(2_000_000L, 2_000_000L);
      // Its source is not there, its code is.
      String boom = SOURCE + methods.named("Hi.boom").getFirst();
      Map<String, Object> code = answers.object(boom);
      assertThat(Answers.text(code, "path")).isEqualTo("hi.dex, LHi;");
      assertThat(Answers.numbers(Answers.part(code, "line_times"), "line")).containsExactly(14L);
      String recorded = SOURCE.replace("/1/", "/2/") + boom();
      assertThat(answers.object(recorded)).containsKey("path").doesNotContainKey("line_times");
    }
  }

  /** Some profiles have no signatures, and some mark methods. */
  @Test
  void withoutASignatureAllOfTheNameAreShown() throws Exception {
    Path dex = Files.write(folder.resolve("hi.dex"), HiProgram.dex("LHi;"));
    Path collapsed = Files.writeString(folder.resolve("a.collapsed"), "main;Hi.boom 10\n");
    try (WebServer server =
        ViewServer.start(
            List.of(collapsed),
            new Sources(List.of(dex)),
            0,
            new Access(Access.LOOPBACK, ""),
            SourceApiTest::noDatabase)) {
      MethodTable methods = TraceReader.open(collapsed).methods();
      int number = methods.named("Hi.boom").getFirst();
      Map<String, Object> code = new Answers(server.address()).object(SOURCE + number);

      assertThat(Answers.texts(code, "lines").stream().filter(each -> each.startsWith(".method")))
          .containsExactly(".method public static boom(I)V", ".method public static boom(J)V");
    }
    assertThat(new Method(1, "Hi", "boom~", "", "", -1).plainName()).isEqualTo("boom");
  }
}
