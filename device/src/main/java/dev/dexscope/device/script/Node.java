package dev.dexscope.device.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command of a script. */
sealed interface Node {
  /** {@code NAME=value} before a command or alone. */
  record Assignment(String name, Word value) {}

  /** A change of a stream for the time of a command. */
  record Redirection(int descriptor, String operator, Word target) {}

  /** A choice of {@code case}. */
  record Choice(List<Word> patterns, Node body) {}

  record Simple(List<Assignment> assignments, List<Word> words) implements Node {}

  record Redirected(Node body, List<Redirection> redirections) implements Node {}

  record Pipeline(List<Node> parts, boolean isNegated) implements Node {}

  /** A command after {@code &&} or {@code ||}. */
  record Next(boolean isAnd, Node body) {}

  /** Commands of which each depends on the result of those before it. */
  record Chain(Node first, List<Next> others) implements Node {}

  record Sequence(List<Node> parts) implements Node {}

  record Background(Node body) implements Node {}

  record If(Node condition, Node body, Node otherwise) implements Node {}

  /** {@code while} and {@code until}. */
  record Loop(Node condition, boolean isUntil, Node body) implements Node {}

  /**
   * {@code for}.
   *
   * @param words null for the arguments
   */
  record For(String name, @Nullable List<Word> words, Node body) implements Node {}

  record Case(Word word, List<Choice> choices) implements Node {}

  /** <code>[[ ]]</code>. */
  record Conditional(Condition condition) implements Node {}

  /** What a conditional examines: words that are not split and name no files. */
  sealed interface Condition {}

  /** {@code &&} and {@code ||}. */
  record Both(Condition left, boolean isAnd, Condition right) implements Condition {}

  record Not(Condition inner) implements Condition {}

  record Unary(String operator, Word word) implements Condition {}

  record Binary(Word left, String operator, Word right) implements Condition {}

  record Subshell(Node body) implements Node {}

  record Definition(String name, Node body) implements Node {}

  Node NOTHING = new Sequence(List.of());
}
