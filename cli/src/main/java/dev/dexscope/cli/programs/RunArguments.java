package dev.dexscope.cli.programs;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.agents.Agents;
import dev.dexscope.cli.options.EarlyOptions;
import dev.dexscope.cli.options.EarlyWords;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.compile.DexOptions;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.compile.MavenLibraries;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code dexscope run}.
 *
 * @param libraries more of the class path, by Maven's coordinates
 * @param api Android's level that class files become dex code for
 * @param art the settings of Android's own runtime, where that is the engine
 * @param trace the trace to write, or null
 * @param agents native agents, in their order
 * @param isPermitted whether native libraries run without a question
 * @param platform the platform under the program
 * @param words class or file, and the program's arguments
 * @param line the whole command
 */
public record RunArguments(
    List<Path> classPath,
    List<String> libraries,
    int api,
    ProgramEngine engine,
    ArtOptions art,
    Map<String, String> properties,
    @Nullable Path trace,
    TraceRequest traceRequest,
    List<AgentOption> agents,
    boolean isPermitted,
    PlatformOption platform,
    List<String> words,
    List<String> line) {
  /**
   * Parses the words after {@code run} without picocli, which takes ten times as long to start as a
   * small program runs. Null for anything unusual, which picocli parses or refuses.
   */
  public static @Nullable RunArguments read(String... line) {
    EarlyWords plain = EarlyWords.ofProgram(EarlyOptions.of("run"), line);
    if (plain == null || plain.words().isEmpty() || plain.words().getFirst().endsWith(".apk")) {
      return null; // A package is perhaps an app.
    }
    List<Path> classPath = new ArrayList<>();
    List<String> libraries = new ArrayList<>();
    ProgramEngine engine = ProgramEngine.TRANSLATED;
    var art = new EngineOption();
    List<String> sizes = new ArrayList<>();
    Map<String, String> properties = new LinkedHashMap<>();
    Set<AgentOption> agents = new LinkedHashSet<>();
    for (EarlyWords.Given each : plain.options()) {
      String value = each.value();
      switch (each.name()) {
        case "-cp" -> {
          for (String file : value.split(File.pathSeparator)) {
            classPath.add(Path.of(file));
          }
        }
        case "--with" -> libraries.add(value);
        case "-D" -> {
          int equals = value.indexOf('=');
          if (equals < 1) {
            return null;
          }
          properties.put(value.substring(0, equals), value.substring(equals + 1));
        }
        case "--engine" -> {
          ProgramEngine named = engine(value);
          if (named == null) {
            return null;
          }
          engine = named;
        }
        case "-X" -> sizes.add("-X" + value);
        case "--no-jit" -> art.interprets = true;
        case "--art-option" -> art.artOptions.add(value);
        case "--agent", "--agentpath", "--agentlib", "--javaagent" ->
            agents.add(AgentOption.of(each.name() + "=" + value));
        default -> {} // The launcher has read it.
      }
    }
    return new RunArguments(
        classPath,
        libraries,
        DexOptions.LEVEL,
        engine,
        art.art(sizes),
        properties,
        null,
        TraceRequest.EVERYTHING,
        List.copyOf(agents),
        false,
        PlatformOption.none(),
        plain.words(),
        line("run", line));
  }

  private static List<String> line(String command, String... words) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of(words));
    return line;
  }

  private static @Nullable ProgramEngine engine(String name) {
    for (ProgramEngine each : ProgramEngine.values()) {
      if (each.name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    return null;
  }

  /** Runs the program; returns its exit code. */
  public int run() throws IOException {
    List<Path> written = ClassPathFiles.of(classPath);
    return libraries.isEmpty() && written.equals(classPath)
        ? runAlone()
        : withLibraries(written).runAlone();
  }

  private RunArguments withLibraries(List<Path> written) throws IOException {
    List<Path> all = new ArrayList<>(written);
    if (!libraries.isEmpty()) {
      all.addAll(MavenLibraries.ofUser().get(libraries, messages()));
    }
    return new RunArguments(
        all,
        List.of(),
        api,
        engine,
        art,
        properties,
        trace,
        traceRequest,
        agents,
        isPermitted,
        platform,
        words,
        line);
  }

  private static PrintWriter messages() {
    return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
  }

  private int runAlone() throws IOException {
    List<DexProgram> programs = new ArrayList<>();
    try {
      List<Path> path = new ArrayList<>();
      for (Path each : classPath) {
        path.add(code(each, programs));
      }
      String word = words.getFirst();
      Path file = Path.of(word);
      if (Files.isRegularFile(file) || isFolder(word)) {
        word = code(file, programs).toString();
      } else if (path.size() == 1
          && !programs.isEmpty()
          && !ClassPathFiles.hasClassFile(classPath.getFirst(), word)) {
        // Made of class files: its place is not what the user has named.
        word = Program.mainClass(path.getFirst(), word);
      }
      Program program = Program.of(path, word).withResources(DexProgram.resources(programs));
      return platform.isNeeded(engine, own(program)) ? platform.runAgain(line) : run(program);
    } catch (NoMainClassException e) {
      throw CliException.reworded(e, message -> named(message, programs));
    } finally {
      for (DexProgram each : programs) {
        each.close();
      }
    }
  }

  private static String named(String message, List<DexProgram> programs) {
    String named = message;
    for (DexProgram each : programs) {
      named = each.named(named);
    }
    return named;
  }

  /** A word beside a class path is a class, even if a folder has its name. */
  private boolean isFolder(String word) {
    return Files.isDirectory(Path.of(word)) && (classPath.isEmpty() || word.endsWith("/"));
  }

  /** The files of a program without those that it uses. */
  private static List<Path> own(Program program) throws IOException {
    String named = program.mainClass();
    if (named == null) {
      return program.classPath().subList(0, 1);
    }
    for (Path each : program.classPath()) {
      if (Program.defines(each, named)) {
        return List.of(each);
      }
    }
    return List.of();
  }

  private Path code(Path file, List<DexProgram> programs) throws IOException {
    DexProgram program = platform.compile(file, classPath, api, dexing(), messages());
    programs.add(program);
    return program.path();
  }

  DexOptions.Dexing dexing() {
    return Agents.areExpected(agents) ? DexOptions.Dexing.DEBUG : engine.dexing();
  }

  private int run(Program program) throws IOException {
    if (engine == ProgramEngine.ART) {
      return ArtProgram.run(
          program,
          art.on(platform),
          properties,
          trace,
          traceRequest,
          agents,
          words.subList(1, words.size()));
    }
    String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
    var observation = new Observation();
    try (ProgramLibraries libraries =
        ProgramLibraries.of(program.classPath(), isPermitted, observation)) {
      Vm vm = Vm.start(engine.ofVm(), observation);
      libraries.begin();
      observation.answerQuitSignal();
      if (trace != null) {
        observation.trace(traceRequest, trace);
      }
      return Agents.run(agents, vm, program, libraries.properties(properties), arguments);
    }
  }
}
