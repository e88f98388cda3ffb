package dev.dexscope.device.awk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement. */
sealed interface Statement {
  record Block(List<Statement> statements) implements Statement {}

  record Evaluate(Expr expression) implements Statement {}

  /** Where output goes. */
  enum Way {
    OUTPUT,
    FILE,
    APPEND,
    PIPE
  }

  /**
   * {@code print} and {@code printf}.
   *
   * @param target null for the output
   */
  record Print(boolean isFormatted, List<Expr> values, Way way, @Nullable Expr target)
      implements Statement {}

  record If(Expr condition, Statement then, @Nullable Statement otherwise) implements Statement {}

  record While(Expr condition, Statement body, boolean isTestedLast) implements Statement {}

  record For(
      @Nullable Statement first,
      @Nullable Expr condition,
      @Nullable Statement after,
      Statement body)
      implements Statement {}

  record ForIn(Expr.Name name, Expr.Name array, Statement body) implements Statement {}

  /**
   * {@code delete}.
   *
   * @param index null for all
   */
  record Delete(Expr.Name array, @Nullable List<Expr> index) implements Statement {}

  /** {@code next nextfile break continue}. */
  record Jump(Kind kind) implements Statement {}

  /** A way out of what runs. */
  enum Kind {
    NEXT,
    NEXT_FILE,
    BREAK,
    CONTINUE,
    RETURN,
    EXIT
  }

  /** {@code return} or {@code exit}. */
  record Leave(Kind kind, @Nullable Expr value) implements Statement {}
}
