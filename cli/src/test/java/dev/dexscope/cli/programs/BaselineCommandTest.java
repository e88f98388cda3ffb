package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.cli.Run;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With traces; starts of apps are tested with the apps. */
class BaselineCommandTest {
  private static final String[] METHODS = {"a()I", "b(J)I", "c()I", "absent()V"};

  @TempDir Path folder;

  private Path program;

  @BeforeEach
  void compile() throws IOException, CompilationFailedException {
    Path main = folder.resolve("Main.java");
    Files.writeString(
        main,
        """
        class Main {
          int a() { return 1; }
          int b(long l) { return 2; }
          int c() { return 3; }
          int d() { return 4; }
        }
        """);
    TestCompiler.javac("--release", "11", "-d", folder.toString(), main.toString());
    program = folder.resolve("app.jar");
    TestCompiler.d8(List.of(folder.resolve("Main.class")), 26, program);
  }

  /** A trace with so many calls of each of the methods. */
  private String trace(String name, int... calls) throws IOException {
    Path file = folder.resolve(name);
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      int time = 0;
      for (int i = 0; i < METHODS.length; i++) {
        int open = METHODS[i].indexOf('(');
        String method = METHODS[i].substring(0, open);
        int id = 4 * i + 4;
        out.method(new Method(id, "Main", method, METHODS[i].substring(open), "Main.java", 1));
        for (int k = 0; k < calls[i]; k++) {
          out.record(1, id, TraceviewWriter.ENTER, time, time);
          time += 10;
          out.record(1, id, TraceviewWriter.EXIT, time, time);
        }
      }
    }
    return file.toString();
  }

  private Run baseline(String... more) {
    List<String> words = new ArrayList<>(List.of("baseline", program.toString()));
    words.addAll(List.of(more));
    return Run.of(words.toArray(String[]::new));
  }

  @Test
  void startsAndTheirUseBecomeRules() throws IOException {
    Path text = folder.resolve("rules.txt");
    Path binary = folder.resolve("p.prof");
    Run run =
        baseline(
            trace("start.trace", 1, 2, 0, 1),
            "--after",
            trace("use.trace", 1, 3, 10, 1),
            "-o",
            text.toString(),
            "--binary",
            binary.toString(),
            "--format",
            "015");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("methods of the start: 2, of the whole profile: 3, with classes: 1\n");
    String rules = "LMain;\nHSLMain;->a()I\nHSPLMain;->b(J)I\nHPLMain;->c()I\n";
    assertThat(text).hasContent(rules);
    Run shown = Run.of("baseline", "--show", binary.toString(), program.toString());
    assertThat(shown.out()).startsWith("# version 015\n# base.apk, ").endsWith(rules);
  }

  @Test
  void anArchiveForTheInstallationHasIt() throws IOException {
    Path archive = folder.resolve("app.dm");
    Run run = baseline(trace("start.trace", 1, 0, 0, 0), "--binary", archive.toString());
    assertThat(run.err()).isEmpty();
    Run shown = Run.of("baseline", "--show", archive.toString(), program.toString());
    assertThat(shown.out()).endsWith("LMain;\nHSLMain;->a()I\n");
  }

  @Test
  void olderRulesAreComparedWithAStart() throws IOException {
    String start = trace("start.trace", 1, 1, 1, 0);
    Path known = Files.writeString(folder.resolve("known.txt"), "HSLMain;->a()I\n");
    Run poor = baseline(start, "--check", known.toString());
    assertThat(poor.exit()).isEqualTo(1);
    assertThat(poor.out())
        .isEqualTo("HSLMain;->b(J)I\nHSLMain;->c()I\n2 of 3 methods of the start are not in it\n");
    Files.writeString(known, "HSPLMain;->**(**)**\n");
    assertThat(baseline(start, "--check", known.toString()).exit()).isZero();
  }

  @Test
  void patternsAreResolved() throws IOException {
    Path rules = folder.resolve("rules.txt");
    Files.writeString(rules, "LMain;\nHSLMain;->?(**)I\nHSLOther;->a()V\n");
    Run run = Run.of("baseline", "--show", rules.toString(), program.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo("LMain;\nHSLMain;->a()I\nHSLMain;->b(J)I\nHSLMain;->c()I\nHSLMain;->d()I\n");
  }

  @Test
  void rulesHaveTheNamesOfTheSource() throws IOException {
    Path mapping = folder.resolve("mapping.txt");
    Files.writeString(
        mapping, "acme.Source -> Main:\n    int first() -> a\n    int other(long) -> b\n");
    Path rules = folder.resolve("rules.txt");
    Files.writeString(rules, "HSLacme/Source;->other(J)I\n");
    Path text = folder.resolve("out.txt");
    Run run =
        baseline(
            trace("start.trace", 1, 0, 1, 0),
            "--mapping",
            mapping.toString(),
            "--rules",
            rules.toString(),
            "-o",
            text.toString());
    assertThat(run.err()).isEmpty();
    assertThat(text)
        .hasContent(
            "Lacme/Source;\nHSLacme/Source;->c()I\nHSLacme/Source;->first()I\nHSLacme/Source;->other(J)I\n");
  }

  @Test
  void wrongUseIsReported() throws IOException {
    assertThat(Run.of("baseline").err()).contains("no package");
    assertThat(baseline("--format", "011").err())
        .contains("--format 011", "use 001, 005, 009, 010 or 015");
    Path rules = Files.writeString(folder.resolve("rules.txt"), "Main.a\n");
    Run run = Run.of("baseline", "--show", rules.toString());
    assertThat(run.exit()).isNotZero();
    assertThat(run.err()).contains("rules.txt", "no class as in Lcom/acme/Main;");
  }

  @Test
  void aMethodOfTheStartIsCalledInAsManyStartsAsRequested() throws IOException {
    Path text = folder.resolve("rules.txt");
    String first = trace("first.trace", 1, 1, 0, 0);
    String second = trace("second.trace", 1, 0, 1, 0);
    Run run = baseline(first, second, "--starts", "2", "-o", text.toString());
    assertThat(run.out()).startsWith("methods of the start: 1, of the whole profile: 1, ");
    assertThat(text).hasContent("LMain;\nHSLMain;->a()I\n");
    assertThat(baseline(first, "--starts", "0").exit()).isEqualTo(2);
    assertThat(baseline(first, "--layout").exit()).isEqualTo(2);
  }
}
