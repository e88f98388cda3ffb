package dev.dexscope.agents;

import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.ReservedCapabilities;
import dev.dexscope.agents.machine.MachineLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The JDK's own agent for debuggers (JDWP), in a running program. Until it is loaded, the program
 * runs at full speed: the capabilities that HotSpot has reserved for it at its start are released,
 * and acquired again when the first debugger connects. An exception that a method both throws and
 * catches is not reported if HotSpot has compiled the method before.
 *
 * <pre>{@code
 * DebugAgent agent = DebugAgent.prepare();
 * // When a debugger connects:
 * agent.load("127.0.0.1:" + port, false);
 * }</pre>
 */
public final class DebugAgent {
  private static final String LIBRARY = "jdwp";

  private final ReservedCapabilities reserved;
  private boolean isLoaded;

  private DebugAgent(ReservedCapabilities reserved) {
    this.reserved = reserved;
  }

  /**
   * Returns the options of a Java VM that permit debuggers to attach.
   *
   * @param library a file that is written for it
   * @return empty on a machine without native agents
   */
  public static List<String> options(Path library) throws IOException {
    if (!MachineLibrary.isSupported()) {
      return List.of();
    }
    AgentLibraryWriter.write(library);
    return List.of("-agentpath:" + library, "-D" + AgentLibraryWriter.PROPERTY + "=" + library);
  }

  /** Returns whether this Java VM was started with these options. */
  public static boolean isPossible() {
    return MachineLibrary.isSupported() && AgentLibraryWriter.isReserved();
  }

  /** Gives back what slows the program. */
  public static DebugAgent prepare() {
    var reserved = new ReservedCapabilities(new HotSpot(AgentLibraryWriter.library()));
    reserved.giveBackUnasked();
    return new DebugAgent(reserved);
  }

  /**
   * Loads the agent, which connects to a listener at an address. Later calls do nothing.
   *
   * @param suspends whether the program is suspended until the debugger resumes it
   */
  public synchronized void load(String address, boolean suspends) throws IOException {
    if (isLoaded) {
      return;
    }
    isLoaded = true;
    reserved.takeBack();
    String options = "transport=dt_socket,server=n,quiet=y,address=" + address;
    Agents.attachLate(
        AgentOption.name(LIBRARY + "=" + options + ",suspend=" + (suspends ? "y" : "n")));
  }
}
