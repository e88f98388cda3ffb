package dev.dexscope.cli.programs;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.agents.Agents;
import dev.dexscope.agents.JavaAgent;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.trace.TraceRequest;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code dexscope run} shall do.
 *
 * @param trace where a trace goes, or null
 * @param agents native agents, in their order
 * @param javaAgents jars with their options
 * @param words class or file, and the program's arguments
 */
public record RunArguments(
    List<Path> classPath,
    Engine engine,
    Map<String, String> properties,
    @Nullable Path trace,
    TraceRequest traceRequest,
    List<AgentOption> agents,
    List<String> javaAgents,
    List<String> words) {
  private static final Set<String> AGENTS = Set.of("--agentpath", "--agentlib", "--agent");
  private static final String JAVA_AGENT = "--javaagent";

  /** What they say the launcher has told the Java VM. */
  private static final Set<String> OF_LAUNCHER =
      Set.of("--agents-later", "--platform-calls", "--dex-load-hook", "--check-agents");

  /**
   * Reads the words behind {@code run} without picocli, which takes ten times as long to start as a
   * small program runs. Null for all that is not plain: that is for picocli to read, or to refuse.
   */
  public static @Nullable RunArguments read(String... words) {
    List<Path> classPath = new ArrayList<>();
    Engine engine = Engine.TRANSLATED;
    Map<String, String> properties = new LinkedHashMap<>();
    Set<AgentOption> agents = new LinkedHashSet<>();
    List<String> javaAgents = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (!word.startsWith("-")) {
        if (word.endsWith(".apk")) {
          return null; // Perhaps an app.
        }
        return new RunArguments(
            classPath,
            engine,
            properties,
            null,
            TraceRequest.EVERYTHING,
            List.copyOf(agents),
            javaAgents,
            Arrays.asList(words).subList(i, words.length));
      }
      boolean hasValue = i + 1 < words.length && !words[i + 1].startsWith("-");
      if (word.equals("-cp") && hasValue) {
        for (String each : words[++i].split(File.pathSeparator)) {
          classPath.add(Path.of(each));
        }
      } else if (word.equals("--engine") && hasValue && words[i + 1].equals("interpreted")) {
        i++;
        engine = Engine.INTERPRETED;
      } else if (word.equals(JAVA_AGENT) && hasValue) {
        javaAgents.add(words[++i]);
      } else if (AGENTS.contains(word) && hasValue) {
        agents.add(AgentOption.of(word + "=" + words[++i]));
      } else if (named(word).equals(JAVA_AGENT)) {
        javaAgents.add(word.substring(JAVA_AGENT.length() + 1));
      } else if (AGENTS.contains(named(word))) {
        agents.add(AgentOption.of(word));
      } else if (word.startsWith("-D") && word.indexOf('=') > 2) {
        properties.put(word.substring(2, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
      } else if (!word.startsWith("-X") && !OF_LAUNCHER.contains(word)) {
        return null;
      }
    }
    return null;
  }

  /** The option of a word that has its value behind {@code =}; empty for others. */
  private static String named(String word) {
    int end = word.indexOf('=');
    return end < 0 || end + 1 == word.length() ? "" : word.substring(0, end);
  }

  /** Runs the program; gives its exit code. */
  public int run() throws IOException {
    List<DexProgram> programs = new ArrayList<>();
    try {
      List<Path> path = new ArrayList<>();
      for (Path each : classPath) {
        path.add(code(InputFile.check(each), programs));
      }
      Path file = Path.of(words.getFirst());
      String word = words.getFirst();
      if (Files.isRegularFile(file)) {
        word = code(file, programs).toString();
      }
      return run(Program.of(path, word));
    } finally {
      for (DexProgram each : programs) {
        each.close();
      }
    }
  }

  private Path code(Path file, List<DexProgram> programs) throws IOException {
    var messages = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    DexProgram program =
        agents.isEmpty() ? DexProgram.of(file, messages) : DexProgram.forAgents(file, messages);
    programs.add(program);
    return program.path();
  }

  private int run(Program program) throws IOException {
    String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
    Vm vm = Vm.start(engine);
    vm.answerQuitSignal();
    if (trace != null) {
      vm.trace(traceRequest, trace);
    }
    for (String each : javaAgents) {
      JavaAgent.start(each);
    }
    return agents.isEmpty()
        ? vm.run(program, properties, arguments)
        : Agents.run(agents, vm, program, properties, arguments);
  }
}
