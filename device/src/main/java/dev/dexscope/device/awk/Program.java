package dev.dexscope.device.awk;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program.
 *
 * <pre>{@code
 * int exit = Program.parse("{ print $1 }").run(host, operands, List.of("FS=:"));
 * }</pre>
 */
public final class Program {
  /**
   * What is done with a record.
   *
   * @param from null for each record
   * @param to the last one of a range; null for none
   * @param number of the rule, for its range
   */
  record Rule(@Nullable Expr from, @Nullable Expr to, Statement action, int number) {}

  record Function(String name, List<String> parameters, Statement body) {}

  final List<Statement> begin;
  final List<Rule> rules;
  final List<Statement> end;
  final Map<String, Function> functions;

  Program(
      List<Statement> begin,
      List<Rule> rules,
      List<Statement> end,
      Map<String, Function> functions) {
    this.begin = List.copyOf(begin);
    this.rules = List.copyOf(rules);
    this.end = List.copyOf(end);
    this.functions = Map.copyOf(functions);
  }

  /**
   * Reads a program.
   *
   * @throws AwkException if it is none
   */
  public static Program parse(String source) throws AwkException {
    return new AwkParser(source).program();
  }

  /**
   * Runs it.
   *
   * @param operands files, and assignments between them
   * @param assignments before all, {@code NAME=VALUE}
   * @return its exit code
   * @throws IOException if it fails
   */
  public int run(Host host, List<String> operands, List<String> assignments) throws IOException {
    return new Machine(this, host, operands).run(assignments);
  }
}
