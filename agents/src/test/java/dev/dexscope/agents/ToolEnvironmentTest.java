package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents in Java: those of the samples, and one that is told of everything. */
@FullTier("runs each kind of agent in Java on a program of its own")
class ToolEnvironmentTest {
  private static final Path SAMPLES = Path.of("../samples/src/agents");

  @TempDir private static Path folder;
  private static AgentRig rig;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Busy");
  }

  private static String sample(String name) {
    return "agent:" + SAMPLES.resolve(name + ".java");
  }

  private static Run run(String... agents) {
    Run run = rig.onVm(agents);
    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.of("program")).containsExactly("called 3", "thrown", "hash 40000");
    return run;
  }

  @Test
  void agentsSeeWhatThreadsMonitorsAndCollectionsDo() {
    Run run = run(sample("VersionCheck"), sample("Waiters"), sample("GcTest"));

    assertThat(run.lines())
        .startsWith("compiled for version 1", "runs on version 1")
        .anyMatch(line -> line.matches("other: contended [1-9], waits 0, 0 of them .*"))
        // Its join may have to wait.
        .anyMatch(line -> line.matches("main: contended 0, waits [12], 1 of them .*"))
        .anyMatch(line -> line.matches("MarkSweepCompact, System.gc\\(\\): .* KB freed"))
        .anyMatch(line -> line.matches("[1-9]\\d* collections"));
  }

  @Test
  void agentsSeeTheProgramsCallsWithoutItsPlatforms() {
    Run run = run(sample("MethodTrace") + "=14", sample("MethodCounts"));

    assertThat(run.lines())
        .containsSubsequence(
            "main > Busy.<clinit>()V",
            "main < Busy.<clinit>()V",
            "main > Busy.main([Ljava/lang/String;)V",
            "main   > Busy.called(I)I",
            "main     > Busy.called(I)I",
            "main       > Busy.called(I)I",
            "main         > Busy.called(I)I",
            "main         < Busy.called(I)I",
            "main   < Busy.called(I)I",
            "main   > Busy.thrown()I",
            "main   ! Busy.thrown()I",
            "      60,005  Busy.called(I)I")
        .noneMatch(line -> line.contains("java.lang.Object"));
  }

  @Test
  void agentsSeeTheHeapWithoutOurs() {
    Run run = run(sample("HeapTracker"), sample("HeapViewer") + "=100000");

    assertThat(run.lines())
        .anyMatch(line -> line.matches(" +200 +20,003,200 +\\[B Busy.main\\(Busy.java:\\d+\\)"))
        .anyMatch(line -> line.matches(" *[\\d,]+ +[\\d,]+  java.lang.String"))
        .noneMatch(line -> line.contains("dexscope"));
  }

  private static String source(String name, String body) throws IOException {
    return source(name, body, "");
  }

  private static String source(String name, String body, String members) throws IOException {
    Path file = folder.resolve(name + ".java");
    Files.writeString(
        file,
        """
        import dev.dexscope.agents.api.*;
        import java.util.*;
        public class %s implements Agent {
          static void say(String text) { System.out.println("said " + text); } %s
          public void start(ToolEnvironment environment, String options) throws java.io.IOException {
            %s
          }
        }
        """
            .formatted(name, members, body));
    return file.toString();
  }

  @Test
  void agentsSeeArgumentsAndUsesOfFields() throws IOException, CompilationFailedException {
    Path program = folder.resolve("stopped");
    Files.createDirectories(program);
    Run run =
        new AgentRig(program, "Looked")
            .onVm(sample("Stops") + "=Looked.twice", sample("FieldWatch") + "=Looked.total");

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.lines())
        .containsSubsequence(
            "main: twice {number=21}",
            "program 42",
            "main reads total",
            "main writes total = 42",
            "main reads total");
  }

  @Test
  void anAgentStopsLooksAndChanges() throws IOException, CompilationFailedException {
    Path program = folder.resolve("looked");
    Files.createDirectories(program);
    Run run =
        new AgentRig(program, "Looked")
            .onVm(
                "agent:"
                    + source(
                        "Looking",
                        """
                        Variables variables = environment.variables();
                        Tags tags = environment.tags();
                        environment.tags().onFreed(tag -> say("never"));
                        tags.onFreed(tag -> {
                          say("freed " + tag);
                          System.setProperty("looked.freed", "");
                        });
                        Breakpoints[] points = new Breakpoints[1];
                        Steps[] steps = new Steps[1];
                        steps[0] = environment.onSteps((thread, place) -> {
                          if (place.method().className().equals("Looked")) {
                            say("step " + place.method().name() + "@" + place.address());
                            if (!place.method().name().equals("twice")) {
                              steps[0].end(thread);
                            }
                          }
                        });
                        points[0] = environment.onBreakpoints((thread, place) -> {
                          say("reached " + place.method().name() + "@" + place.address() + " "
                              + variables.values() + " by " + thread.getName());
                          switch (place.method().name()) {
                            case "numbers" -> {
                              variables.set("truth", true);
                              variables.set("letter", 'z');
                              variables.set("small", (byte) -1);
                              variables.set("number", 43);
                              variables.set("wide", 1L << 40);
                              variables.set("half", 1.5f);
                              variables.set("whole", -2.5);
                              variables.set("text", "changed");
                              for (Object wrong : new Object[] {7, null, "x"}) {
                                try {
                                  variables.set(wrong == null ? "number" : "text", wrong);
                                } catch (IllegalArgumentException e) {
                                  say("refused " + e.getMessage());
                                }
                              }
                              variables.set("text", "changed");
                              try {
                                variables.set("nothing", 1);
                              } catch (IllegalArgumentException e) {
                                say("refused " + e.getMessage());
                              }
                            }
                            case "twice" -> {
                              points[0].clear(environment.stack().getFirst().location() == null
                                  ? Object.class : looked[0], "twice", "(I)I", 0);
                              steps[0].begin(thread);
                            }
                            default -> {
                              Object object = variables.values().get("object");
                              tags.set(object, 5);
                              say("tagged " + tags.get(object) + " " + tags.objects(5).size() + " "
                                  + tags.get("other"));
                            }
                          }
                        });
                        WatchedFields fields = environment.onFields(new FieldListener() {
                          public void read(FieldUse use) {
                            say("read " + use.field() + " " + use.place().method().name() + " "
                                + (use.object() == null));
                          }
                          public void written(FieldUse use, Object value) {
                            say("written " + use.field() + " " + value + " "
                                + (use.object() == null));
                          }
                        });
                        environment.onClasses(type -> {
                          if (type.getName().equals("Looked")) {
                            looked[0] = type;
                            points[0].set(type, "numbers",
                                "(ZCBIJFDLjava/lang/String;)Ljava/lang/String;", 0);
                            points[0].set(type, "twice", "(I)I", 0);
                            points[0].set(type, "lose", "(Ljava/lang/Object;)V", 0);
                            fields.watch(type, "total");
                            fields.watch(type, "half");
                            fields.watch(type, "unseen");
                            fields.unwatch(type, "unseen");
                            fields.unwatch(type, "unseen");
                            for (Runnable wrong : List.<Runnable>of(
                                () -> fields.watch(type, "no"),
                                () -> points[0].set(type, "no", "()V", 0),
                                () -> points[0].set(type, "twice", "(I)I", 99))) {
                              try {
                                wrong.run();
                              } catch (IllegalArgumentException e) {
                                say("refused " + e.getMessage());
                              }
                            }
                          }
                        });
                        """,
                        "static Class<?>[] looked = new Class<?>[1];"));

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.of("said"))
        .as("%s", run.lines())
        .containsExactly(
            "refused no field Looked.no",
            "refused no instruction at Looked.no()V@0",
            "refused no instruction at Looked.twice(I)I@99",
            "reached numbers@0 {truth=false, letter=a, small=1, number=2, wide=3, half=0.5,"
                + " whole=0.25, text=given} by main",
            "refused text is of type Ljava/lang/String; and takes no 7",
            "refused number is of type I and takes no null",
            "refused no variable nothing that can be changed here",
            "reached twice@0 {number=21} by main",
            "step twice@2",
            "step main@46",
            "read total main true",
            "written total 42 true",
            "read total main true",
            "written half 0.5 false",
            "reached lose@0 {object=lost} by main",
            "tagged 5 1 0",
            "freed 5");
    assertThat(run.of("program"))
        .containsExactly("true z -1 43 1099511627776 1.5 -2.5 changed", "42", "42");
  }

  @Test
  void anAgentIsToldOfBeginAndEndClassesAndExceptions() throws IOException {
    Run run =
        run(
            "agent:"
                + source(
                    "Everything",
                    """
                    environment.onProgram(new ProgramListener() {
                      public void begins() { say("begins " + options); }
                      public void ended() { say("ended"); }
                    });
                    environment.onThreads(new ThreadListener() {
                      public void started(Thread thread) { say("started " + thread.getName()); }
                      public void ended(Thread thread) { say("ended " + thread.getName()); }
                    });
                    environment.onClasses(type -> {
                      if (type.getName().startsWith("Busy")) {
                        say("prepared " + type.getName() + " "
                            + environment.code(type, "called", "(I)I").isPresent());
                      }
                    });
                    environment.onExceptions(new ExceptionListener() {
                      public void thrown(ThrownException thrown) {
                        if (thrown.place().method().className().equals("Busy")) {
                          say("thrown " + thrown.exception() + " at " + thrown.place().method() + "@"
                              + thrown.place().address() + " for " + thrown.handler().method().name());
                        }
                      }
                      public void caught(Thread thread, Throwable exception, CodePlace place) {
                        if (place.method().className().equals("Busy")) {
                          say("caught by " + thread.getName() + " in " + place.method().name() + " "
                              + environment.stack().getFirst().element().getMethodName());
                        }
                      }
                    });
                    """)
                + "=with options");

    assertThat(run.of("said"))
        .startsWith("begins with options", "started main")
        .containsSubsequence(
            "prepared Busy true",
            "thrown java.lang.UnsupportedOperationException at Busy.thrown()I@5 for main",
            "caught by main in main main",
            "started other",
            "ended other")
        .endsWith("ended main", "ended");
  }

  @Test
  void anAgentIsToldWhenADumpIsAskedFor() throws IOException {
    String dumping =
        source(
            "Dumping",
            """
            var asked = new java.util.concurrent.CountDownLatch(1);
            environment.onDumpRequests(() -> {
              say("asked on " + Thread.currentThread().getName());
              asked.countDown();
            });
            environment.onClasses(type -> {
              if (type.getName().equals("Busy")) {
                try {
                  String own = String.valueOf(ProcessHandle.current().pid());
                  new ProcessBuilder("kill", "-QUIT", own).start().waitFor();
                  say("heard " + asked.await(30, java.util.concurrent.TimeUnit.SECONDS));
                } catch (java.io.IOException | InterruptedException e) {
                  say("failed " + e);
                }
              }
            });
            """);

    assertThat(run("agent:" + dumping).of("said"))
        .containsExactly("asked on Signal Dispatcher", "heard true");
  }

  /** HotSpot would grant breakpoints, and fields, to one of them. */
  @Test
  void agentsHaveBreakpointsAndFieldsOfTheirOwn() throws IOException {
    String first = stopping("First", 9, 1000);
    String second = stopping("Second", 10, Integer.MAX_VALUE);

    // At 9 is a move-result, which has no code of its own: both are reached at once.
    assertThat(run("agent:" + first, "agent:" + second).of("said"))
        .containsExactly(
            "First {0=1000, 9=40003} writes 10 of held 0",
            "Second {0=60005, 10=40003} writes 202 of held 0");
  }

  /**
   * An agent that stops at the beginning of {@code called} and at another address, and watches a
   * field.
   *
   * @param most how often it stops at the beginning
   */
  private static String stopping(String name, int address, int most) throws IOException {
    return source(
        name,
        """
        fields[0] = environment.onFields(new FieldListener() {
          public void read(FieldUse use) {}
          public void written(FieldUse use, Object value) {
            if (use.field().equals("held")) {
              held++;
            } else if (++written == %2$d / 100) {
              fields[0].unwatch(use.type(), use.field());
            }
          }
        });
        points[0] = environment.onBreakpoints((thread, place) -> {
          if (counts.merge(place.address(), 1, Integer::sum) == %2$d) {
            points[0].clear(busy[0], "called", "(I)I", 0);
          }
        });
        environment.onClasses(type -> {
          if (type.getName().equals("Busy")) {
            busy[0] = type;
            fields[0].watch(type, "kept");
            points[0].set(type, "called", "(I)I", 0);
            points[0].set(type, "called", "(I)I", %1$d);
          }
        });
        environment.onProgram(new ProgramListener() {
          public void ended() {
            say("%3$s " + counts + " writes " + written + " of held " + held);
          }
        });
        """
            .formatted(address, most, name),
        """
        static Map<Long, Integer> counts = new TreeMap<>();
        static int written;
        static int held;
        static Breakpoints[] points = new Breakpoints[1];
        static WatchedFields[] fields = new WatchedFields[1];
        static Class<?>[] busy = new Class<?>[1];
        """);
  }

  /** A trace gives methods other code, for which HotSpot drops their breakpoints. */
  @Test
  void breakpointsStayWhenATraceBeginsAndEnds() throws IOException, CompilationFailedException {
    Path program = Files.createDirectories(folder.resolve("traced"));
    String agent =
        source(
            "Staying",
            """
            Variables variables = environment.variables();
            points[0] = environment.onBreakpoints((thread, place) -> {
              say("reached " + place.address() + " " + variables.values());
            });
            environment.onClasses(type -> {
              if (type.getName().equals("Traced")) {
                points[0].set(type, "called", "(I)I", 0);
              }
            });
            """,
            "static Breakpoints[] points = new Breakpoints[1];");

    Run run = new AgentRig(program, "Traced").onVm("agent:" + agent);

    assertThat(run.of("program")).containsExactly("traced");
    assertThat(run.of("said"))
        .containsExactly("reached 0 {number=1}", "reached 0 {number=2}", "reached 0 {number=3}");
  }

  @Test
  @NeedsPeer(Peer.GCC)
  void anAgentIsRefusedWhatANativeOneHasForItself() throws IOException, InterruptedException {
    String late = source("Late", "environment.onBreakpoints((thread, place) -> {});");

    Run run = rig.onVm(rig.agent("code"), "agent:" + late);

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.of("refused:"))
        .containsExactly(
            "the agent has failed, "
                + late
                + "; java.lang.IllegalStateException: HotSpot grants it only before the program begins,"
                + " and breakpoints and fields not together with a native agent that has them");
  }

  /** They stay there for the program; a C agent on HotSpot hears of each while it loads them. */
  @Test
  void anAgentHearsOfAllClassesThatItHasLoadedItself() throws IOException {
    String loading =
        source(
            "Loading",
            """
            environment.onClasses(type -> {
              if (type.getName().startsWith("javax.")) {
                heard.add(type.getName());
              }
              if (type.getName().equals("Busy")) {
                var module = java.nio.file.Path.of(java.net.URI.create("jrt:/java.desktop"));
                try (var files = java.nio.file.Files.walk(module.resolve("javax"))) {
                  for (var each : (Iterable<java.nio.file.Path>) files::iterator) {
                    String name = module.relativize(each).toString();
                    if (name.endsWith(".class")) {
                      name = name.substring(0, name.length() - 6).replace('/', '.');
                      // This prepares it, but does not run its code.
                      Class.forName(name, false, null).getDeclaredMethods();
                      loaded.add(name);
                    }
                  }
                } catch (java.io.IOException | ClassNotFoundException e) {
                  say("failed " + e);
                }
                say("many " + (loaded.size() > 2048));
              }
            });
            environment.onProgram(new ProgramListener() {
              public void ended() {
                say("twice " + (heard.size() - new HashSet<>(heard).size()));
                var unheard = new ArrayList<>(loaded);
                unheard.removeAll(new HashSet<>(heard));
                say("unheard " + unheard.size());
              }
            });
            """,
            """
            static List<String> loaded = new ArrayList<>();
            static List<String> heard = new ArrayList<>();
            """);

    assertThat(run("agent:" + loading).of("said"))
        .containsExactly("many true", "twice 0", "unheard 0");
  }

  @Test
  void nothingOfOursIsSeen() throws IOException {
    String looking =
        source(
            "Looking",
            """
            environment.onProgram(new ProgramListener() {
              public void begins() throws java.io.IOException {
                environment.threads().forEach(each -> say("thread " + each.getName()));
                for (Class<?> each : environment.classes()) {
                  if (each.getName().contains("dexscope") || each.getName().startsWith("Looking")) {
                    say("ours " + each);
                  }
                }
              }
            });
            environment.onThreads(new ThreadListener() {
              public void started(Thread thread) {
                environment.stack().forEach(each -> say("frame " + each));
              }
            });
            environment.onMonitors(new MonitorListener() {
              public void contended(Thread thread, Object monitor) {
                environment.stack().forEach(each -> say("contended " + each));
              }
            });
            """);
    String failing =
        source(
            "Failing",
            """
            environment.onCalls(new dev.dexscope.observe.trace.CallListener() {
              public void entered(dev.dexscope.observe.trace.ProgramMethod method) {
                throw new IllegalStateException("as asked for");
              }
              public void left(dev.dexscope.observe.trace.ProgramMethod method, boolean isThrown) {}
            });
            """);

    Run run = run("agent:" + looking, "agent:" + failing);

    assertThat(run.of("said"))
        .contains("thread main")
        .anyMatch(line -> line.matches("contended Busy.lambda\\$contend\\$0\\(Busy.java:\\d+\\)"))
        .noneMatch(line -> line.startsWith("ours"))
        .noneMatch(line -> line.contains("dexscope"));
    // A listener that fails receives no further events.
    assertThat(run.lines())
        .filteredOn(line -> line.startsWith("dexscope:"))
        .containsExactly(
            "dexscope: an agent failed and receives no further events, "
                + failing
                + "; java.lang.IllegalStateException: as asked for");
  }

  @Test
  void whatIsNoAgentIsSaidToBeNone() throws IOException {
    String wrong = source("Wrong", "int i = \"\";");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path noAgent = Files.writeString(folder.resolve("NoAgent.java"), "public class NoAgent {}");

    assertThat(refusal(folder + "/none.jar"))
        .isEqualTo(
            "no agent, "
                + folder
                + "/none.jar; use a jar, a folder of classes, or a Java source file");
    assertThat(refusal(empty.toString()))
        .isEqualTo(
            "no agent, " + empty + "; it has no META-INF/services/dev.dexscope.agents.api.Agent");
    assertThat(refusal(wrong))
        .isEqualTo(
            "the agent does not compile, "
                + wrong
                + ":6; incompatible types: java.lang.String cannot be converted to int");
    assertThat(refusal(noAgent.toString())).startsWith("the agent cannot be started, " + noAgent);
  }

  private static String refusal(String code) {
    return String.valueOf(
        assertThatThrownBy(() -> AgentCode.load(AgentOption.java(code)))
            .isInstanceOf(AgentException.class)
            .actual()
            .getMessage());
  }

  @Test
  void anAgentThatFailsEndsTheRun() throws IOException {
    String refusing = source("Refusing", "throw new java.io.IOException(\"not today\");");

    Run run = rig.onVm("agent:" + refusing);

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.lines())
        .containsExactly(
            "refused: the agent has failed, " + refusing + "; java.io.IOException: not today");
  }
}
