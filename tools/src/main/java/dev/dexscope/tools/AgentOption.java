package dev.dexscope.tools;

/**
 * An agent that a user has named.
 *
 * @param agent a path, or the name of a library that the system finds
 * @param options for the agent itself
 */
public record AgentOption(String agent, Kind kind, String options) {
  /** What agents are, and how they are named. */
  public enum Kind {
    LIBRARY_PATH,
    LIBRARY_NAME,
    /** An {@link dev.dexscope.tools.agent.Agent}: a jar, a folder of classes, or a source file. */
    JAVA
  }

  /** Reads {@code path=options}, as {@code --agentpath} has it. */
  public static AgentOption path(String word) {
    return of(word, Kind.LIBRARY_PATH);
  }

  /** Reads {@code name=options}, as {@code --agentlib} has it. */
  public static AgentOption name(String word) {
    return of(word, Kind.LIBRARY_NAME);
  }

  /** Reads {@code path=options}, as {@code --agent} has it. */
  public static AgentOption java(String word) {
    return of(word, Kind.JAVA);
  }

  private static AgentOption of(String word, Kind kind) {
    int equals = word.indexOf('=');
    return equals < 0
        ? new AgentOption(word, kind, "")
        : new AgentOption(word.substring(0, equals), kind, word.substring(equals + 1));
  }
}
