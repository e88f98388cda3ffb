package dev.dexscope.bench.vm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What agents cost: the kernels of {@code bench/agents.d} without and with each agent, on HotSpot
 * and on the VM, in turn. {@code bench/agents} starts it.
 */
public final class AgentCost {
  private static final String NONE = "none";

  /** Calls by hooks, which HotSpot has not. */
  private static final String HOOKED = "hooks";

  private enum Engine {
    HOTSPOT("HotSpot"),
    VM("Dexscope");

    private final String title;

    Engine(String title) {
      this.title = title;
    }
  }

  /** One engine with one agent, or without. */
  private record Setting(Engine engine, String agent) {}

  /** The best of some runs: microseconds by kernel, of the whole process; kilobytes of memory. */
  private static final class Best {
    private final Map<String, Double> kernels = new LinkedHashMap<>();
    private double whole = Double.MAX_VALUE;
    private double memory = Double.MAX_VALUE;
  }

  private final Path root;
  private final Path work;
  private final List<String> agents;
  private final Map<Setting, Best> best = new LinkedHashMap<>();

  private AgentCost(Path root, Path work, List<String> agents) {
    this.root = root;
    this.work = work;
    this.agents = agents;
  }

  /** {@code ROOT DIR RUNS AGENT...} */
  public static void main(String[] args) throws Exception {
    List<String> agents = List.of(args).subList(3, args.length);
    var cost = new AgentCost(Path.of(args[0]), Path.of(args[1]), agents);
    cost.build();
    cost.measure(Integer.parseInt(args[2]));
    String table = cost.table();
    System.out.print(table);
    Files.writeString(cost.work.resolve("agents.tsv"), table);
    Files.writeString(cost.work.resolve("agents.svg"), cost.plot());
  }

  private void build() throws Exception {
    Path source = Files.createDirectories(work.resolve("source"));
    Files.copy(
        root.resolve("bench/agents.d/Kernels.java"),
        source.resolve("Kernels.java"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    GuestBuild.javac(List.of(source), List.of(), work.resolve("classes"));
    GuestBuild.d8(List.of(work.resolve("classes")), List.of(), 26, work.resolve("kernels.jar"));
  }

  private void measure(int runs) throws IOException, InterruptedException {
    for (int run = 0; run < runs; run++) {
      for (Engine engine : Engine.values()) {
        run(new Setting(engine, NONE));
      }
      for (String agent : agents) {
        if (!agent.equals(HOOKED)) {
          run(new Setting(Engine.HOTSPOT, agent));
        }
        run(new Setting(Engine.VM, agent));
      }
    }
  }

  private List<String> command(Setting setting) {
    String events = work + "/libevents.so=" + setting.agent;
    List<String> command = new ArrayList<>();
    if (setting.engine == Engine.HOTSPOT) {
      command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC"));
      if (!setting.agent.equals(NONE)) {
        command.add("-agentpath:" + events);
      }
      command.addAll(List.of("-cp", work + "/classes", "Kernels"));
      return command;
    }
    command.addAll(List.of(root + "/dexscope", "run"));
    if (setting.agent.equals(HOOKED)) {
      command.addAll(List.of("--agent", root + "/bench/agents.d/CallCounter.java"));
    } else if (!setting.agent.equals(NONE)) {
      command.addAll(List.of("--agentpath", events));
    }
    command.addAll(List.of("-cp", work + "/kernels.jar", "Kernels"));
    return command;
  }

  private void run(Setting setting) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command(setting)).redirectError(work.resolve("log").toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    double whole = (System.nanoTime() - start) / 1e3;
    if (exit != 0 || !out.contains("memory ")) {
      throw new IOException(setting + " has ended with " + exit + ": " + out);
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

  private Best of(Engine engine, String agent) {
    return best.getOrDefault(new Setting(engine, agent), new Best());
  }

  /** How many times as long the kernels take with an agent, by their geometric mean. */
  private double ratio(Engine engine, String agent) {
    double logarithms = 0;
    Map<String, Double> plain = of(engine, NONE).kernels;
    Map<String, Double> with = of(engine, agent).kernels;
    for (Map.Entry<String, Double> each : plain.entrySet()) {
      logarithms += Math.log(with.getOrDefault(each.getKey(), Double.NaN) / each.getValue());
    }
    return Math.exp(logarithms / plain.size());
  }

  private String table() {
    var table = new StringBuilder("agent\tengine\tratio\twhole ms\tmemory KB");
    of(Engine.HOTSPOT, NONE).kernels.keySet().forEach(each -> table.append('\t').append(each));
    best.forEach((setting, measured) -> {
      table.append(
          String.format(
              Locale.ROOT,
              "%n%s\t%s\t%.2f\t%.0f\t%.0f",
              setting.agent,
              setting.engine.title,
              ratio(setting.engine, setting.agent),
              measured.whole / 1e3,
              measured.memory));
      measured.kernels.values().forEach(each -> table.append(String.format("\t%.0f", each)));
    });
    return table.append('\n').toString();
  }

  // The picture: two bars for each agent, on a logarithmic scale.

  private static final int LEFT = 110;
  private static final int ROW = 44;
  private static final int WIDTH = 760;
  private static final double LARGEST = 1000;

  private String plot() {
    int height = 60 + ROW * agents.size() + 30;
    var svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="%d" y="20" font-size="15">How many times as long thirteen kernels take with an agent</text>
        """
            .formatted(WIDTH, height, LEFT));
    for (int power = 0; power <= 3; power++) {
      double x = x(Math.pow(10, power));
      svg.append(
          """
          <line x1="%.0f" y1="32" x2="%.0f" y2="%d" stroke="#ccc"/>
          <text x="%.0f" y="%d" text-anchor="middle">%.0f</text>
          """
              .formatted(x, x, height - 30, x, height - 12, Math.pow(10, power)));
    }
    for (int i = 0; i < agents.size(); i++) {
      int y = 40 + ROW * i;
      svg.append(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n"
              .formatted(LEFT - 10, y + 22, agents.get(i)));
      if (best.containsKey(new Setting(Engine.HOTSPOT, agents.get(i)))) {
        bar(svg, Engine.HOTSPOT, agents.get(i), y, "#8aa4c0");
      }
      bar(svg, Engine.VM, agents.get(i), y + 17, "#d9822b");
    }
    return svg.append("</svg>\n").toString();
  }

  private static double x(double ratio) {
    double part = Math.log10(Math.max(1, ratio)) / Math.log10(LARGEST);
    return LEFT + part * (WIDTH - LEFT - 130);
  }

  private void bar(StringBuilder svg, Engine engine, String agent, int y, String color) {
    double ratio = ratio(engine, agent);
    svg.append(
        """
        <rect x="%d" y="%d" width="%.1f" height="15" fill="%s"/>
        <text x="%.1f" y="%d">%s %.2f</text>
        """
            .formatted(
                LEFT,
                y,
                Math.max(1, x(ratio) - LEFT),
                color,
                x(ratio) + 6,
                y + 12,
                engine.title,
                ratio));
  }
}
