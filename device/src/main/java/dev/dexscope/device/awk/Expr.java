package dev.dexscope.device.awk;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An expression. */
sealed interface Expr {
  /** Something that can be assigned to. */
  sealed interface Place extends Expr {}

  record Constant(Value value) implements Expr {}

  /** A pattern, which alone is matched with the record. */
  record Regex(Pattern pattern) implements Expr {}

  /**
   * A variable.
   *
   * @param local the number of a function's parameter, or -1
   */
  record Name(String name, int local) implements Place {}

  record Element(Name array, List<Expr> index) implements Place {}

  record Field(Expr number) implements Place {}

  /** {@code = += -= *= /= %= ^=}, by the first character. */
  record Assign(Place place, char operator, Expr value) implements Expr {}

  /** {@code ++} and {@code --}. */
  record Step(Place place, int by, boolean isBefore) implements Expr {}

  record Conditional(Expr condition, Expr then, Expr otherwise) implements Expr {}

  /** {@code &&} or {@code ||}. */
  record Logic(boolean isAnd, Expr left, Expr right) implements Expr {}

  record In(List<Expr> index, Name array) implements Expr {}

  record Match(Expr text, Expr pattern, boolean isNegated) implements Expr {}

  /** {@code < <= == != > >=}. */
  record Compare(Expr left, String operator, Expr right) implements Expr {}

  record Join(Expr left, Expr right) implements Expr {}

  /** {@code + - * / % ^}. */
  record Arithmetic(Expr left, char operator, Expr right) implements Expr {}

  /** {@code - + !}. */
  record Unary(char operator, Expr value) implements Expr {}

  record Call(String function, List<Expr> arguments) implements Expr {}

  record Builtin(String name, List<Expr> arguments) implements Expr {}

  /** Expressions in parentheses before {@code in}, or of a print. */
  record Group(List<Expr> values) implements Expr {}

  /**
   * {@code getline}.
   *
   * @param place null for the record
   * @param source a file or command; null for the input
   */
  record GetLine(@Nullable Place place, @Nullable Expr source, boolean isCommand) implements Expr {}
}
