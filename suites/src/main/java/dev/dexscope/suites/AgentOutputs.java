package dev.dexscope.suites;

import dev.dexscope.suites.BenchAgent.Engine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares the outputs of demo agents for the same program on HotSpot and on the VM. {@code
 * suites/demo-agents} starts it.
 */
public final class AgentOutputs {
  private static final String PROGRAM = "Workers";

  private static final List<String> AGENTS =
      List.of(
          BenchAgent.NONE,
          "versionCheck",
          "gctest",
          "heapViewer",
          "heapTracker",
          "waiters",
          "mtrace",
          "minst",
          "compiledMethodLoad",
          "hprof=cpu=samples",
          "hprof=cpu=times",
          "hprof=heap=sites",
          "hprof=heap=dump",
          "hprof=monitor=y");

  private static final int SECONDS = 120;

  /**
   * How an agent's run has ended, and all the lines that the program and the agent have written.
   */
  private record Written(int exit, List<String> lines) {
    List<String> ofTheProgram() {
      return lines.stream().filter(line -> line.contains(PROGRAM)).toList();
    }
  }

  private AgentOutputs() {}

  /** {@code ROOT DIR} */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    Path work = Path.of(args[1]);
    GuestBuild.program(root, work, PROGRAM, List.of());
    System.out.println("agent\texit\tlines\tsame\tof the program\tsame");
    for (String agent : AGENTS) {
      var started = new BenchAgent(root, work, agent);
      Written hotSpot = run(started, Engine.HOTSPOT);
      Written here = run(started, Engine.VM);
      System.out.printf(
          "%s\t%d %d\t%d %d\t%d\t%d %d\t%d%n",
          agent,
          hotSpot.exit,
          here.exit,
          hotSpot.lines.size(),
          here.lines.size(),
          same(hotSpot.lines, here.lines),
          hotSpot.ofTheProgram().size(),
          here.ofTheProgram().size(),
          same(hotSpot.ofTheProgram(), here.ofTheProgram()));
    }
  }

  private static Written run(BenchAgent agent, Engine engine)
      throws IOException, InterruptedException {
    Path folder = agent.work().resolve("out").resolve(agent.agent()).resolve(engine.title);
    clear(folder);
    var builder = agent.process(engine, PROGRAM, List.of()).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile());
    int exit = Shell.run(builder, SECONDS);
    var lines = new ArrayList<String>();
    for (Path file : files(folder)) {
      lines.addAll(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
    }
    return new Written(exit, lines);
  }

  private static void clear(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Path file : files(folder)) {
      Files.delete(file);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** How many lines are in both, each as often as it stands in either. */
  private static int same(List<String> some, List<String> others) {
    var rest = new ArrayList<>(others);
    return (int) some.stream().filter(rest::remove).count();
  }
}
