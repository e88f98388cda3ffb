package dev.dexscope.agents.api;

import java.io.IOException;

/**
 * An agent in Java: it is started before the program begins, and registers listeners for the events
 * that it requires.
 *
 * <pre>{@code
 * public class Threads implements Agent {
 *   public void start(ToolEnvironment environment, String options) {
 *     environment.onThreads(new ThreadListener() {
 *       public void started(Thread thread) { System.out.println("started " + thread.getName()); }
 *     });
 *   }
 * }
 * }</pre>
 *
 * <p>{@code dexscope run --agent Threads.java hello.jar} compiles and starts it; {@code --agent
 * threads.jar} starts the agents that a jar names in {@code
 * META-INF/services/dev.dexscope.agents.api.Agent}. An agent has a public constructor without
 * parameters.
 */
public interface Agent {
  /**
   * Starts the agent. The program begins when the last agent's method has returned.
   *
   * @param environment the agent's access to the program
   * @param options the text after {@code =} on the command line, or empty
   * @throws IOException if the agent cannot work: the program does not begin then
   */
  void start(ToolEnvironment environment, String options) throws IOException;
}
