package dev.dexscope.agents;

import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Started by HotSpot in the process of a program when an agent is attached to it. */
public final class AttachedAgent {
  private AttachedAgent() {}

  /**
   * Loads the agent.
   *
   * @param request a line with the file that is to have the answer, empty when all went well, then
   *     the library or jar with its options
   */
  public static void agentmain(String request) throws IOException {
    int end = request.indexOf('\n');
    Path answer = Path.of(request.substring(0, end));
    Files.writeString(answer, attach(request.substring(end + 1)));
  }

  private static String attach(String agent) {
    if (!Vm.hasProgram()) {
      return RunningProgram.NOT_BEGUN;
    }
    try {
      AgentOption option = AgentOption.path(agent);
      if (option.agent().endsWith(".jar")) {
        JavaAgent.attach(option);
      } else {
        Agents.attach(option);
      }
      return "";
    } catch (AgentException e) {
      return String.valueOf(e.getMessage());
    } catch (IOException | RuntimeException | LinkageError e) {
      return "the agent cannot be loaded, " + agent + "; " + e;
    }
  }
}
