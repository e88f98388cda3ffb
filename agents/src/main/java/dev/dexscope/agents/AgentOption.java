package dev.dexscope.agents;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An agent specified by a user.
 *
 * @param agent a path, or the name of a library that the system finds
 * @param options for the agent itself; null if absent, which differs from an empty text
 */
public record AgentOption(String agent, Kind kind, @Nullable String options) {
  /** The kinds of agents, and their options. */
  public enum Kind {
    LIBRARY_PATH,
    LIBRARY_NAME,
    /** An {@link dev.dexscope.agents.api.Agent}: a jar, a folder of classes, or a source file. */
    JAVA,
    /** A jar of {@code java.lang.instrument}. */
    INSTRUMENT;

    /** Whether the agent is a native one. */
    public boolean isLibrary() {
      return this == LIBRARY_PATH || this == LIBRARY_NAME;
    }
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

  /** Reads {@code jar=options}, as {@code --javaagent} has it. */
  public static AgentOption instrument(String word) {
    return of(word, Kind.INSTRUMENT);
  }

  /**
   * Returns the library of a native agent, by its path, or by the name by which the system finds
   * it.
   *
   * @throws AgentException if its path is not that of a library
   */
  public String library() throws AgentException {
    Path file = AgentLibrary.find(this);
    return file == null ? System.mapLibraryName(agent) : file.toAbsolutePath().toString();
  }

  /** The option of the command line that names it. */
  public String word() {
    String name =
        switch (kind) {
          case LIBRARY_PATH -> "--agentpath=";
          case LIBRARY_NAME -> "--agentlib=";
          case JAVA -> "--agent=";
          case INSTRUMENT -> "--javaagent=";
        };
    return name + agent + (options == null ? "" : "=" + options);
  }

  /** Reads such an option: {@code --agentpath=path=options}. */
  public static AgentOption of(String option) {
    int equals = option.indexOf('=');
    String word = option.substring(equals + 1);
    return switch (option.substring(0, Math.max(0, equals))) {
      case "--agentpath" -> path(word);
      case "--agentlib" -> name(word);
      case "--agent" -> java(word);
      case "--javaagent" -> instrument(word);
      default -> throw new IllegalArgumentException(option);
    };
  }

  private static AgentOption of(String word, Kind kind) {
    int equals = word.indexOf('=');
    return equals < 0
        ? new AgentOption(word, kind, null)
        : new AgentOption(word.substring(0, equals), kind, word.substring(equals + 1));
  }
}
