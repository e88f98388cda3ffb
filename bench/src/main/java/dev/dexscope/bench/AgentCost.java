package dev.dexscope.bench;

import dev.dexscope.suites.BenchAgent;
import dev.dexscope.suites.BenchAgent.Engine;
import dev.dexscope.suites.GuestBuild;
import dev.dexscope.suites.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Measures the cost of agents: programs that time themselves, without and with each agent, on
 * HotSpot and on the VM, in turn. {@code bench/agents} starts it.
 */
public final class AgentCost {
  /** How long a run may take. */
  private static final int SECONDS = 100;

  /** A program that prints how long its parts take. */
  private record Suite(String program, List<String> arguments, String title) {
    String name() {
      return program.toLowerCase(Locale.ROOT);
    }
  }

  private static final Suite KERNELS = new Suite("Kernels", List.of(), "thirteen kernels");
  private static final Suite SCIMARK = new Suite("SciMark", List.of("0.3"), "SciMark 2");

  /** One program on one engine with one agent, or without. */
  private record Setting(Suite suite, Engine engine, String agent) {}

  /** The best of some runs: microseconds by kernel, of the whole process; kilobytes of memory. */
  private static final class Best {
    private final Map<String, Double> kernels = new LinkedHashMap<>();
    private double whole = Double.MAX_VALUE;
    private double memory = Double.MAX_VALUE;
  }

  private final Path root;
  private final Path work;
  private final List<String> agents;
  private final List<Suite> suites = new ArrayList<>(List.of(KERNELS));
  private final Map<Setting, Best> best = new LinkedHashMap<>();

  /** Those that came to no end in time are not tried again. */
  private final Set<Setting> failed = new HashSet<>();

  private AgentCost(Path root, Path work, List<String> agents) {
    this.root = root;
    this.work = work;
    this.agents = agents;
  }

  /** {@code ROOT DIR SCIMARK|- RUNS AGENT...} */
  public static void main(String[] args) throws Exception {
    List<String> agents = List.of(args).subList(4, args.length);
    var cost = new AgentCost(Path.of(args[0]), Path.of(args[1]), agents);
    GuestBuild.program(cost.root, cost.work, KERNELS.program, List.of());
    if (!args[2].equals("-")) {
      GuestBuild.program(cost.root, cost.work, SCIMARK.program, List.of(Path.of(args[2])));
      cost.suites.add(SCIMARK);
    }
    cost.measure(Integer.parseInt(args[3]));
    System.out.print(cost.table());
  }

  /** Results are written after each round: what was measured until then is not lost. */
  private void measure(int runs) throws IOException, InterruptedException {
    Files.createDirectories(work.resolve("written"));
    for (int run = 0; run < runs; run++) {
      for (String agent : withNone()) {
        for (Suite suite : suites) {
          for (Engine engine : Engine.values()) {
            run(new Setting(suite, engine, agent));
          }
        }
      }
      Files.writeString(work.resolve("agents.tsv"), table());
      for (Suite suite : suites) {
        Files.writeString(work.resolve(suite.name() + ".svg"), plot(suite));
      }
    }
  }

  private List<String> withNone() {
    var all = new ArrayList<>(List.of(BenchAgent.NONE));
    all.addAll(agents);
    return all;
  }

  private void run(Setting setting) throws IOException, InterruptedException {
    var agent = new BenchAgent(root, work, setting.agent);
    if (!agent.runsOn(setting.engine) || failed.contains(setting)) {
      return;
    }
    Path said = work.resolve("said");
    var process =
        agent
            .process(setting.engine, setting.suite.program, setting.suite.arguments)
            .directory(work.resolve("written").toFile())
            .redirectOutput(said.toFile())
            .redirectError(work.resolve("log").toFile());
    long start = System.nanoTime();
    int exit = Shell.run(process, SECONDS);
    double whole = (System.nanoTime() - start) / 1e3;
    String out = Files.readString(said, StandardCharsets.ISO_8859_1);
    if (exit != 0 || !out.contains("memory ")) {
      System.err.println(setting + " has ended with " + exit);
      failed.add(setting);
      return;
    }
    Best known = best.computeIfAbsent(setting, each -> new Best());
    known.whole = Math.min(known.whole, whole);
    for (String line : out.split("\n")) {
      String[] words = line.split(" ");
      if (words[0].equals("time")) {
        known.kernels.merge(words[1], Double.parseDouble(words[2]), Math::min);
      } else if (words[0].equals("memory")) {
        known.memory = Math.min(known.memory, Double.parseDouble(words[1]));
      }
    }
  }

  private Best of(Suite suite, Engine engine, String agent) {
    return best.getOrDefault(new Setting(suite, engine, agent), new Best());
  }

  /** How many times as long the kernels take with an agent, by their geometric mean. */
  private double ratio(Suite suite, Engine engine, String agent) {
    double logarithms = 0;
    Map<String, Double> plain = of(suite, engine, BenchAgent.NONE).kernels;
    Map<String, Double> with = of(suite, engine, agent).kernels;
    for (Map.Entry<String, Double> each : plain.entrySet()) {
      logarithms += Math.log(with.getOrDefault(each.getKey(), Double.NaN) / each.getValue());
    }
    return Math.exp(logarithms / plain.size());
  }

  private String table() {
    var table = new StringBuilder("program\tagent\tengine\tratio\twhole ms\tmemory KB\tkernels");
    best.forEach((setting, measured) -> {
      table.append(
          String.format(
              Locale.ROOT,
              "%n%s\t%s\t%s\t%.2f\t%.0f\t%.0f\t",
              setting.suite.name(),
              setting.agent,
              setting.engine.title,
              ratio(setting.suite, setting.engine, setting.agent),
              measured.whole / 1e3,
              measured.memory));
      measured.kernels.forEach((name, time) -> table.append("%s=%.3g ".formatted(name, time)));
    });
    return table.append('\n').toString();
  }

  // The picture: two bars for each agent, on a logarithmic scale.

  private static final int LEFT = 160;
  private static final int ROW = 44;
  private static final int WIDTH = 760;
  private static final double[] FINE = {1, 1.1, 1.25, 1.5, 2};
  private static final double[] COARSE = {1, 10, 100, 1000};

  private String plot(Suite suite) {
    int height = 60 + ROW * agents.size() + 30;
    double[] ticks = isFine(suite) ? FINE : COARSE;
    double largest = ticks[ticks.length - 1];
    var svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="%d" y="20" font-size="15">How many times as long with an agent: %s</text>
        """
            .formatted(WIDTH, height, LEFT, suite.title));
    for (double tick : ticks) {
      double x = x(tick, largest);
      svg.append(
          """
          <line x1="%.0f" y1="32" x2="%.0f" y2="%d" stroke="#ccc"/>
          <text x="%.0f" y="%d" text-anchor="middle">%s</text>
          """
              .formatted(
                  x,
                  x,
                  height - 30,
                  x,
                  height - 12,
                  String.valueOf(tick).replaceFirst("\\.0$", "")));
    }
    for (int i = 0; i < agents.size(); i++) {
      int y = 40 + ROW * i;
      svg.append(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n"
              .formatted(LEFT - 10, y + 22, agents.get(i)));
      if (best.containsKey(new Setting(suite, Engine.HOTSPOT, agents.get(i)))) {
        bar(svg, suite, Engine.HOTSPOT, agents.get(i), y, "#8aa4c0", largest);
      }
      bar(svg, suite, Engine.VM, agents.get(i), y + 17, "#d9822b", largest);
    }
    return svg.append("</svg>\n").toString();
  }

  private boolean isFine(Suite suite) {
    return agents.stream()
        .flatMap(agent -> Stream.of(Engine.values()).map(engine -> ratio(suite, engine, agent)))
        .noneMatch(ratio -> ratio > FINE[FINE.length - 1]);
  }

  private static double x(double ratio, double largest) {
    double part = Math.log10(Math.max(1, ratio)) / Math.log10(largest);
    return LEFT + part * (WIDTH - LEFT - 130);
  }

  private void bar(
      StringBuilder svg,
      Suite suite,
      Engine engine,
      String agent,
      int y,
      String color,
      double largest) {
    double ratio = ratio(suite, engine, agent);
    if (Double.isNaN(ratio)) {
      return;
    }
    svg.append(
        """
        <rect x="%d" y="%d" width="%.1f" height="15" fill="%s"/>
        <text x="%.1f" y="%d">%s %.2f</text>
        """
            .formatted(
                LEFT,
                y,
                Math.max(1, x(ratio, largest) - LEFT),
                color,
                x(ratio, largest) + 6,
                y + 12,
                engine.title,
                ratio));
  }
}
