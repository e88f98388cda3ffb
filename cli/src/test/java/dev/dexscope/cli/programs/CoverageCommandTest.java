package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.cli.Run;
import dev.dexscope.testkit.TestCompiler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.analysis.ISourceFileCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Of a program of sources; apps are covered in the tests of apps. */
class CoverageCommandTest {
  private static final Path SOURCE = Path.of("src/test/resources/coverage/Covered.java");

  @TempDir Path folder;

  private Path classes;
  private Path program;

  @BeforeEach
  void compile() throws IOException, CompilationFailedException {
    classes = Files.createDirectories(folder.resolve("classes"));
    TestCompiler.javac("-g", "-d", classes.toString(), SOURCE.toString());
    program = folder.resolve("program.jar");
    TestCompiler.d8(TestCompiler.classesIn(classes), 30, program);
  }

  private Run coverage(Object... more) {
    String[] words = new String[more.length + 2];
    words[0] = "coverage";
    words[1] = program.toString();
    for (int i = 0; i < more.length; i++) {
      words[i + 2] = more[i].toString();
    }
    return Run.of(words);
  }

  @Test
  void aClassOfTheClassPathIsAProgram() {
    Run run = Run.of("coverage", "-cp", program.toString(), "Covered");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(coverage().out());

    Run absent = Run.of("coverage", "-cp", program.toString(), "Coverd");
    assertThat(absent.exit()).isEqualTo(2);
    assertThat(absent.err()).contains("no class Coverd in the class path");
  }

  /** What was reached of a line: any of it, of its branches, and how many it has. */
  private record Reached(boolean any, int taken, int branches) {}

  @Test
  void linesBranchesAndMethodsAreThoseOfJacoco() throws Exception {
    Path xml = folder.resolve("report.xml");
    Run run = coverage("--xml", xml);
    assertThat(run.exit()).as(run.err()).isZero();

    Map<Integer, Reached> ours = new TreeMap<>();
    Map<String, Integer> methods = new TreeMap<>();
    read(xml, ours, methods);
    Map<Integer, Reached> theirs = new TreeMap<>();
    Map<String, Integer> theirMethods = new TreeMap<>();
    runByJacoco(theirs, theirMethods);

    // They leave out a constructor of the compiler's, and the lock of a synchronized method.
    methods.keySet().retainAll(theirMethods.keySet());
    ours.keySet().retainAll(theirs.keySet());
    assertThat(methods).isEqualTo(theirMethods).hasSizeGreaterThan(10);
    // A line whose call has thrown did run: they see it only at its end.
    List<String> source = Files.readAllLines(SOURCE);
    for (int line = 1; line <= source.size(); line++) {
      String code = source.get(line - 1).strip();
      if (code.equals("never(before);") || code.equals("left(1);")) {
        assertThat(ours.remove(line)).isEqualTo(new Reached(true, 0, 0));
        assertThat(theirs.remove(line)).isEqualTo(new Reached(false, 0, 0));
      }
    }
    assertThat(ours).isEqualTo(theirs).hasSizeGreaterThan(60);
  }

  private static void read(Path xml, Map<Integer, Reached> lines, Map<String, Integer> methods)
      throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
    Element report =
        builder.parse(new ByteArrayInputStream(Files.readAllBytes(xml))).getDocumentElement();
    NodeList all = report.getElementsByTagName("line");
    for (int i = 0; i < all.getLength(); i++) {
      var line = (Element) all.item(i);
      lines.put(
          number(line, "nr"),
          new Reached(
              number(line, "ci") > 0, number(line, "cb"), number(line, "cb") + number(line, "mb")));
    }
    NodeList each = report.getElementsByTagName("method");
    for (int i = 0; i < each.getLength(); i++) {
      var method = (Element) each.item(i);
      String type = ((Element) method.getParentNode()).getAttribute("name");
      NodeList counters = method.getElementsByTagName("counter");
      for (int k = 0; k < counters.getLength(); k++) {
        var counter = (Element) counters.item(k);
        if (counter.getAttribute("type").equals("METHOD")) {
          methods.put(
              type + "." + method.getAttribute("name") + method.getAttribute("desc"),
              number(counter, "covered"));
        }
      }
    }
  }

  private static int number(Element element, String name) {
    return Integer.parseInt(element.getAttribute(name));
  }

  /** The class files in a loader of their own, as JaCoCo's example of its interface does it. */
  private void runByJacoco(Map<Integer, Reached> lines, Map<String, Integer> methods)
      throws Exception {
    IRuntime runtime = new LoggerRuntime();
    var data = new RuntimeData();
    runtime.startup(data);
    var instrumenter = new Instrumenter(runtime);
    var loader =
        new ClassLoader(getClass().getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
              byte[] original = Files.readAllBytes(classes.resolve(name + ".class"));
              byte[] changed = instrumenter.instrument(original, name);
              return defineClass(name, changed, 0, changed.length);
            } catch (IOException e) {
              throw new ClassNotFoundException(name, e);
            }
          }
        };
    var main = loader.loadClass("Covered").getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    main.invoke(null, (Object) new String[0]);
    var reached = new ExecutionDataStore();
    data.collect(reached, new SessionInfoStore(), false);
    runtime.shutdown();
    var builder = new CoverageBuilder();
    new Analyzer(reached, builder).analyzeAll(classes.toFile());
    for (ISourceFileCoverage file : builder.getSourceFiles()) {
      for (int i = file.getFirstLine(); i <= file.getLastLine(); i++) {
        ILine line = file.getLine(i);
        if (line.getStatus() != ICounter.EMPTY) {
          ICounter branches = line.getBranchCounter();
          lines.put(
              i,
              new Reached(
                  line.getInstructionCounter().getCoveredCount() > 0,
                  branches.getCoveredCount(),
                  branches.getTotalCount()));
        }
      }
    }
    for (var type : builder.getClasses()) {
      for (IMethodCoverage each : type.getMethods()) {
        methods.put(
            type.getName() + "." + each.getName() + each.getDesc(),
            each.getMethodCounter().getCoveredCount());
      }
    }
  }

  @Test
  void runsAddUp() throws IOException {
    Path first = folder.resolve("first.places");
    Path second = folder.resolve("second.places");
    Path never = folder.resolve("never.txt");
    assertThat(coverage("-o", first).exit()).isZero();
    assertThat(coverage("-o", second, "a", "b", "c", "d").exit()).isZero();

    Run run = coverage("--places", first, "--places", second, "--never", never, "--by", "class");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("methods            lines              branches           class\n")
        .contains(" in all\n")
        // Nothing was run: the program has not printed.
        .doesNotContain("RED");
    assertThat(never).hasContent("Covered#<init>()V\nCovered$Shape\n");
  }

  @Test
  void aPageHasTheLinesThatNeverRan() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(coverage("--html", page, "--include", "Covered#unused").exit()).isZero();
    List<String> source = Files.readAllLines(SOURCE);
    int line = 1;
    while (!source.get(line - 1).contains("void unused()")) {
      line++;
    }
    assertThat(page)
        .content()
        .startsWith("<!doctype html>")
        .contains("never ran: Covered.java %d-%d<".formatted(line + 1, line + 2))
        .contains("<span class=\"name\">unused()V</span>");
  }

  @Test
  void methodsAloneHaveNoLines() {
    Run run = coverage("--methods", "--fail-under", "70");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains(" 75 % 12/16        -                  -");
    assertThat(coverage("--methods", "--fail-under", "76%").exit()).isOne();
  }

  @ParameterizedTest
  @CsvSource({
    "--fail-under, 101",
    "--fail-under, much",
    "--top, -1",
    "--mode, full",
    "--do, back",
    "--by, day"
  })
  void wrongOptionsAreRefused(String option, String value) {
    Run run = coverage(option, value);
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "'code=1\\n', no places of code",
    "'code=1\nplaces=99999999\n', no place is 99999999",
    "'code=1\nplaces=3\n3\n', no place is 3",
    "'code=1\nplaces=3\n2-1\n', places 2-1",
    "'code=1\nplaces=3\n', places of other code",
  })
  void damagedPlacesAreBadInput(String content, String reason) throws IOException {
    Path file = folder.resolve("bad.places");
    Files.writeString(file, content.replace("\\n", "\n"));
    Run run = coverage("--places", file);
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).contains(reason);
  }
}
