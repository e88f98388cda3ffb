package dev.dexscope.cli.programs;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.agents.RunningProgram;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dexscope agent}: agents in programs that run. */
@Command(
    name = "agent",
    description = "Loads an agent into a program that 'dexscope run' runs.",
    footer = {
      "",
      "A native agent's Agent_OnAttach is called in that process. It gets the capabilities that",
      "HotSpot grants at any time (tags, class files, garbage collections, monitors, lines ...); those",
      "of debuggers only if the program was started with --agents-later. See docs/agents.md.",
      "A jar is an agent of java.lang.instrument: the agentmain of its Agent-Class is called.",
      "",
      "Examples:",
      "  dexscope agent attach 4711 ./libagent.so",
      "  dexscope agent attach 4711 ./libagent.so=file=out.txt",
      "  dexscope agent attach 4711 byteman.jar=script:rules.btm",
    })
public final class AgentCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "ACTION", description = "attach.")
  String action = "";

  @Parameters(index = "1", paramLabel = "PID", description = "The program's process.")
  String pid = "";

  @Parameters(
      index = "2",
      paramLabel = "AGENT[=OPTIONS]",
      description = "The agent's library, or its jar.")
  String agent = "";

  private final Terminal terminal;

  public AgentCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (!action.equals("attach")) {
      throw CliException.usage("no action " + action, "there is attach");
    }
    RunningProgram.attach(pid, AgentOption.path(agent));
    terminal.out().println("attached  " + agent);
    return ExitCode.DONE.code();
  }
}
