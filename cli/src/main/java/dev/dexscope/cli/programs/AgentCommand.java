package dev.dexscope.cli.programs;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.agents.RunningProgram;
import dev.dexscope.agents.SwappedClass;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.JavaSource;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope agent}: agents in programs that run, and other versions of their classes. */
@Command(
    name = "agent",
    description = "Loads an agent into a program that 'dexscope run' runs, or swaps its classes.",
    footer = {
      "",
      "attach: a native agent's Agent_OnAttach is called in that process. It gets the capabilities",
      "that HotSpot grants at any time (tags, class files, garbage collections, monitors, lines ...);",
      "those of debuggers only if the program was started with --agents-later. See docs/agents.md.",
      "A jar is an agent of java.lang.instrument: the agentmain of its Agent-Class is called.",
      "",
      "swap: compiles the source, and lets the program run its classes from then on, as HotSpot does",
      "it: calls that run end with the code that they began with. Prints a line for each class.",
      "HotSpot refuses classes with other fields, methods, lambda expressions or superclasses than",
      "before: then the exit code is 1, and the others are swapped.",
      "",
      "Examples:",
      "  dexscope agent attach 4711 ./libagent.so",
      "  dexscope agent attach 4711 ./libagent.so=file=out.txt",
      "  dexscope agent attach 4711 byteman.jar=script:rules.btm",
      "  dexscope agent swap 4711 Shop.java",
      "  dexscope agent swap 4711 src/com/example/Shop.java -cp build/classes:lib.jar",
    })
public final class AgentCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "ACTION", description = "attach or swap.")
  String action = "";

  @Parameters(index = "1", paramLabel = "PID", description = "The program's process.")
  String pid = "";

  @Parameters(
      index = "2",
      paramLabel = "AGENT[=OPTIONS]|SOURCE",
      description = "The agent's library, or its jar; the source file.")
  String subject = "";

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description =
          "Class files that the source uses; without it those that the program's code was made into.")
  @Nullable String classPath;

  private final Terminal terminal;

  public AgentCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    return switch (action) {
      case "attach" -> attach();
      case "swap" -> swap();
      default -> throw CliException.usage("no action " + action, "there are attach and swap");
    };
  }

  private int attach() throws IOException {
    if (classPath != null) {
      throw CliException.usage("attach takes no class path", "-cp is for swap");
    }
    RunningProgram.attach(pid, AgentOption.path(subject));
    terminal.out().println("attached  " + subject);
    return ExitCode.DONE.code();
  }

  private int swap() throws IOException {
    Path source = InputFile.check(Path.of(subject));
    try (TemporaryFolder folder = TemporaryFolder.make()) {
      String path = classPath;
      if (path == null) {
        Path jar = folder.path().resolve("program.jar");
        RunningProgram.export(pid, jar);
        path = jar.toString();
      } else {
        for (String each : path.split(File.pathSeparator)) {
          if (!Files.isDirectory(Path.of(each))) {
            InputFile.check(Path.of(each));
          }
        }
      }
      Path classes = Files.createDirectory(folder.path().resolve("classes"));
      var messages = new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8);
      JavaSource.compile(source, classes, path, messages);
      List<SwappedClass> swapped = RunningProgram.swap(pid, classes);
      swapped.forEach(each -> terminal.out().println(each.line()));
      boolean isRefused =
          swapped.stream().anyMatch(each -> each.outcome() == SwappedClass.Outcome.REFUSED);
      return (isRefused ? ExitCode.NO : ExitCode.DONE).code();
    }
  }
}
