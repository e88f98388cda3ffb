package dev.dexscope.cli.programs;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.art.Art;
import dev.dexscope.art.ArtRun;
import dev.dexscope.art.ArtTrace;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.trace.Clock;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code dexscope run --engine art}: a program on Android's own runtime. */
final class ArtProgram {
  private ArtProgram() {}

  /** Returns the run of a program, without a trace and agents. */
  static ArtRun of(Program program, ArtOptions options) throws IOException {
    List<Path> path = program.classPath();
    String named = program.mainClass();
    String mainClass = named == null ? Program.mainClass(path.getFirst()) : named;
    Art art = Art.required();
    ArtRun run =
        ArtRun.of(art, path, mainClass)
            .compiled(options.isCompiled())
            .withOptions(options.options());
    return isOnAndroid(art, path, options) ? run.withAndroid() : run;
  }

  private static boolean isOnAndroid(Art art, List<Path> path, ArtOptions options)
      throws IOException {
    if (options.platform() == null) {
      return art.hasAndroid() && PlatformOption.namesFramework(path);
    }
    if (options.platform() == PlatformOption.Kind.CORE) {
      return false;
    }
    if (!art.hasAndroid()) {
      throw new MissingToolException(
          "Android's classes are not part of this installation",
          art.folder(),
          "to make it again, type: dexscope art install");
    }
    return true;
  }

  /** Runs a program; returns its exit code. */
  static int run(
      Program program,
      ArtOptions options,
      Map<String, String> properties,
      @Nullable Path trace,
      TraceRequest request,
      List<AgentOption> agents,
      List<String> arguments)
      throws IOException {
    ArtRun run = of(program, options).withArguments(arguments).withProperties(properties);
    for (AgentOption each : agents) {
      run = run.withAgent(agent(each));
    }
    return trace == null ? run.run() : runTraced(run, trace, request, options.traceBuffer());
  }

  private static int runTraced(ArtRun run, Path trace, TraceRequest request, int buffer)
      throws IOException {
    int[] exitCode = new int[1];
    int micros = (int) (request.interval().toNanos() / 1000);
    OutputFile.replace(
        trace,
        temporary ->
            exitCode[0] =
                run.withOptions(
                        request.clock() == Clock.WALL ? List.of("-Xprofile:wallclock") : List.of())
                    .traced(new ArtTrace(temporary, buffer, micros))
                    .run());
    return exitCode[0];
  }

  private static String agent(AgentOption agent) throws IOException {
    if (!agent.kind().isLibrary()) {
      throw CliException.usage(
          "an agent in Java with --engine art: " + agent.agent(), "use --agentpath or --agentlib");
    }
    String options = agent.options();
    return options == null ? agent.library() : agent.library() + "=" + options;
  }
}
