package dev.dexscope.tools;

/**
 * An agent that a user has named.
 *
 * @param library a path, or the name of a library that the system finds
 * @param isPath which of both
 * @param options for the agent itself
 */
public record AgentOption(String library, boolean isPath, String options) {
  /** Reads {@code path=options}, as {@code --agentpath} has it. */
  public static AgentOption path(String word) {
    return of(word, true);
  }

  /** Reads {@code name=options}, as {@code --agentlib} has it. */
  public static AgentOption name(String word) {
    return of(word, false);
  }

  private static AgentOption of(String word, boolean isPath) {
    int equals = word.indexOf('=');
    return equals < 0
        ? new AgentOption(word, isPath, "")
        : new AgentOption(word.substring(0, equals), isPath, word.substring(equals + 1));
  }
}
