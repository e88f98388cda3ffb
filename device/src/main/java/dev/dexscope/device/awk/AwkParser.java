package dev.dexscope.device.awk;

import dev.dexscope.device.awk.Lexer.Kind;
import dev.dexscope.device.awk.Lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The grammar of POSIX, with {@code nextfile}, {@code **} and {@code delete} of a whole array. */
final class AwkParser {
  private static final int MOST_DEPTH = 200;
  private static final Set<String> ASSIGNMENTS = Set.of("=", "+=", "-=", "*=", "/=", "%=", "^=");
  private static final Set<String> COMPARISONS = Set.of("<", "<=", "==", "!=", ">", ">=");

  private final Lexer lexer;
  private Token token;
  private int depth;

  /** The parameters of the function that is read. */
  private List<String> parameters = List.of();

  /** Whether {@code >} is the output's here. */
  private boolean isInPrint;

  /** Whether {@code in} is that of a loop here. */
  private boolean isInLoopHead;

  AwkParser(String source) throws AwkException {
    lexer = new Lexer(source);
    token = lexer.next();
  }

  private AwkException fault(String wanted) {
    return lexer.fault("wanted " + wanted + ", found " + token.text());
  }

  private void advance() throws AwkException {
    token = lexer.next();
  }

  private boolean is(String sign) {
    return (token.kind() == Kind.SIGN || token.kind() == Kind.KEYWORD) && token.text().equals(sign);
  }

  private boolean skip(String sign) throws AwkException {
    if (!is(sign)) {
      return false;
    }
    advance();
    return true;
  }

  private void expect(String sign) throws AwkException {
    if (!skip(sign)) {
      throw fault(sign);
    }
  }

  private void skipLines() throws AwkException {
    while (token.kind() == Kind.NEWLINE) {
      advance();
    }
  }

  private void skipEnds() throws AwkException {
    while (token.kind() == Kind.NEWLINE || is(";")) {
      advance();
    }
  }

  private String name() throws AwkException {
    if (token.kind() != Kind.NAME && token.kind() != Kind.FUNCTION) {
      throw fault("a name");
    }
    String name = token.text();
    advance();
    return name;
  }

  private void enter() throws AwkException {
    if (++depth > MOST_DEPTH) {
      throw lexer.fault("more than " + MOST_DEPTH + " levels");
    }
  }

  Program program() throws AwkException {
    List<Statement> begin = new ArrayList<>();
    List<Statement> end = new ArrayList<>();
    List<Program.Rule> rules = new ArrayList<>();
    Map<String, Program.Function> functions = new HashMap<>();
    skipEnds();
    while (token.kind() != Kind.END) {
      if (skip("function")) {
        Program.Function function = function();
        if (functions.put(function.name(), function) != null) {
          throw lexer.fault("a second function " + function.name());
        }
      } else if (skip("BEGIN")) {
        begin.add(block());
      } else if (skip("END")) {
        end.add(block());
      } else {
        rules.add(rule(rules.size()));
      }
      skipEnds();
    }
    return new Program(begin, rules, end, functions);
  }

  private Program.Function function() throws AwkException {
    String name = name();
    expect("(");
    List<String> names = new ArrayList<>();
    skipLines();
    while (!is(")")) {
      names.add(name());
      skipLines();
      if (!skip(",")) {
        break;
      }
      skipLines();
    }
    expect(")");
    skipLines();
    parameters = names;
    Statement body = block();
    parameters = List.of();
    return new Program.Function(name, List.copyOf(names), body);
  }

  private Program.Rule rule(int number) throws AwkException {
    Expr from = is("{") ? null : expression();
    Expr to = null;
    if (from != null && skip(",")) {
      skipLines();
      to = expression();
    }
    Statement action =
        is("{") ? block() : new Statement.Print(false, List.of(), Statement.Way.OUTPUT, null);
    return new Program.Rule(from, to, action, number);
  }

  private Statement block() throws AwkException {
    expect("{");
    List<Statement> statements = new ArrayList<>();
    skipEnds();
    while (!skip("}")) {
      statements.add(statement());
      skipEnds();
    }
    return new Statement.Block(List.copyOf(statements));
  }

  private Statement statement() throws AwkException {
    enter();
    Statement read = anyStatement();
    depth--;
    return read;
  }

  private Statement anyStatement() throws AwkException {
    if (is("{")) {
      return block();
    }
    if (skip(";")) {
      return new Statement.Block(List.of());
    }
    if (skip("if")) {
      Expr condition = condition();
      Statement then = statement();
      // The statement has taken its own end; more of them may stand before the other one.
      skipEnds();
      Statement otherwise = null;
      if (skip("else")) {
        skipLines();
        otherwise = statement();
      }
      return new Statement.If(condition, then, otherwise);
    }
    if (skip("while")) {
      Expr condition = condition();
      return new Statement.While(condition, statement(), false);
    }
    if (skip("do")) {
      skipLines();
      Statement body = statement();
      skipEnds();
      expect("while");
      expect("(");
      Expr condition = expression();
      expect(")");
      end();
      return new Statement.While(condition, body, true);
    }
    if (skip("for")) {
      return loop();
    }
    Statement simple = simple();
    end();
    return simple;
  }

  private Expr condition() throws AwkException {
    expect("(");
    Expr condition = expression();
    expect(")");
    skipLines();
    return condition;
  }

  private void end() throws AwkException {
    if (token.kind() == Kind.NEWLINE || is(";")) {
      advance();
    } else if (!is("}") && token.kind() != Kind.END) {
      throw fault("the end of the statement");
    }
  }

  private Statement loop() throws AwkException {
    expect("(");
    Statement first = null;
    if (!is(";")) {
      isInLoopHead = true;
      first = simple();
      isInLoopHead = false;
    }
    if (first instanceof Statement.Evaluate(Expr.Name variable) && skip("in")) {
      Expr.Name array = variable(name());
      expect(")");
      skipLines();
      return new Statement.ForIn(variable, array, statement());
    }
    expect(";");
    skipLines();
    Expr condition = is(";") ? null : expression();
    expect(";");
    skipLines();
    Statement after = is(")") ? null : simple();
    expect(")");
    skipLines();
    return new Statement.For(first, condition, after, statement());
  }

  private boolean isAtEnd() {
    return token.kind() == Kind.NEWLINE || token.kind() == Kind.END || is(";") || is("}");
  }

  private Statement simple() throws AwkException {
    if (is("print") || is("printf")) {
      return print();
    }
    if (skip("delete")) {
      Expr.Name array = variable(name());
      return new Statement.Delete(array, is("[") ? index() : null);
    }
    if (skip("next")) {
      return new Statement.Jump(Statement.Kind.NEXT);
    }
    if (skip("nextfile")) {
      return new Statement.Jump(Statement.Kind.NEXT_FILE);
    }
    if (skip("break")) {
      return new Statement.Jump(Statement.Kind.BREAK);
    }
    if (skip("continue")) {
      return new Statement.Jump(Statement.Kind.CONTINUE);
    }
    if (skip("exit")) {
      return new Statement.Leave(Statement.Kind.EXIT, isAtEnd() ? null : expression());
    }
    if (skip("return")) {
      return new Statement.Leave(Statement.Kind.RETURN, isAtEnd() ? null : expression());
    }
    return new Statement.Evaluate(expression());
  }

  private Statement print() throws AwkException {
    boolean isFormatted = is("printf");
    advance();
    List<Expr> values = new ArrayList<>();
    if (!isAtEnd() && !is(">") && !is(">>") && !is("|")) {
      isInPrint = true;
      values.addAll(expressions());
      isInPrint = false;
    }
    if (values.size() == 1 && values.getFirst() instanceof Expr.Group(List<Expr> inside)) {
      values = inside;
    }
    if (isFormatted && values.isEmpty()) {
      throw fault("a format");
    }
    Statement.Way way =
        is(">")
            ? Statement.Way.FILE
            : is(">>") ? Statement.Way.APPEND : is("|") ? Statement.Way.PIPE : Statement.Way.OUTPUT;
    Expr target = null;
    if (way != Statement.Way.OUTPUT) {
      advance();
      target = join();
    }
    return new Statement.Print(isFormatted, List.copyOf(values), way, target);
  }

  private List<Expr> expressions() throws AwkException {
    List<Expr> all = new ArrayList<>();
    do {
      skipLines();
      all.add(expression());
    } while (skip(","));
    return all;
  }

  private List<Expr> index() throws AwkException {
    expect("[");
    List<Expr> index = inside(this::expressions);
    expect("]");
    return index;
  }

  private interface Reading<T> {
    T read() throws AwkException;
  }

  /** In parentheses or brackets, signs have their usual meaning again. */
  private <T> T inside(Reading<T> reading) throws AwkException {
    boolean wasInPrint = isInPrint;
    boolean wasInLoopHead = isInLoopHead;
    isInPrint = false;
    isInLoopHead = false;
    T read = reading.read();
    isInPrint = wasInPrint;
    isInLoopHead = wasInLoopHead;
    return read;
  }

  private Expr expression() throws AwkException {
    enter();
    Expr left = assigned(conditional());
    depth--;
    return left;
  }

  private Expr assigned(Expr left) throws AwkException {
    if (left instanceof Expr.Place place
        && token.kind() == Kind.SIGN
        && ASSIGNMENTS.contains(token.text())) {
      char operator = token.text().charAt(0);
      advance();
      skipLines();
      return new Expr.Assign(place, operator, expression());
    }
    return left;
  }

  private Expr conditional() throws AwkException {
    Expr condition = or();
    if (!skip("?")) {
      return condition;
    }
    skipLines();
    Expr then = expression();
    skipLines();
    expect(":");
    skipLines();
    return new Expr.Conditional(condition, then, expression());
  }

  private Expr or() throws AwkException {
    Expr left = and();
    while (skip("||")) {
      skipLines();
      left = new Expr.Logic(false, left, and());
    }
    return left;
  }

  private Expr and() throws AwkException {
    Expr left = in();
    while (skip("&&")) {
      skipLines();
      left = new Expr.Logic(true, left, in());
    }
    return left;
  }

  private Expr in() throws AwkException {
    Expr left = match();
    while (!isInLoopHead && skip("in")) {
      List<Expr> index = left instanceof Expr.Group(List<Expr> values) ? values : List.of(left);
      left = new Expr.In(index, variable(name()));
    }
    return left;
  }

  private Expr match() throws AwkException {
    Expr left = comparison();
    while (is("~") || is("!~")) {
      boolean isNegated = is("!~");
      advance();
      left = new Expr.Match(left, comparison(), isNegated);
    }
    return left;
  }

  private Expr comparison() throws AwkException {
    Expr left = ofCommand(join());
    if (token.kind() == Kind.SIGN
        && COMPARISONS.contains(token.text())
        && !(isInPrint && is(">"))) {
      String operator = token.text();
      advance();
      left = ofCommand(new Expr.Compare(left, operator, join()));
    }
    return left;
  }

  /** {@code COMMAND | getline [PLACE]}. */
  private Expr ofCommand(Expr first) throws AwkException {
    Expr left = first;
    while (is("|") && lexer.isBeforeGetLine()) {
      advance();
      advance();
      left = new Expr.GetLine(place(), left, true);
    }
    return left;
  }

  private Expr join() throws AwkException {
    Expr left = sum();
    while (beginsOperand()) {
      left = new Expr.Join(left, sum());
    }
    return left;
  }

  private boolean beginsOperand() {
    return switch (token.kind()) {
      case NUMBER, TEXT, NAME, FUNCTION, BUILTIN -> true;
      case SIGN -> Set.of("$", "!", "(", "++", "--").contains(token.text());
      default -> false;
    };
  }

  private Expr sum() throws AwkException {
    Expr left = product();
    while (is("+") || is("-")) {
      char operator = token.text().charAt(0);
      advance();
      left = new Expr.Arithmetic(left, operator, product());
    }
    return left;
  }

  private Expr product() throws AwkException {
    Expr left = unary();
    while (is("*") || is("/") || is("%")) {
      char operator = token.text().charAt(0);
      advance();
      left = new Expr.Arithmetic(left, operator, unary());
    }
    return left;
  }

  private Expr unary() throws AwkException {
    if (!is("!") && !is("-") && !is("+")) {
      return power();
    }
    char operator = token.text().charAt(0);
    advance();
    enter();
    Expr value = unary();
    depth--;
    return new Expr.Unary(operator, operator == '!' ? assigned(value) : value);
  }

  private Expr power() throws AwkException {
    Expr left = postfix();
    if (!skip("^")) {
      return left;
    }
    enter();
    Expr right = is("-") || is("+") || is("!") ? unary() : power();
    depth--;
    return new Expr.Arithmetic(left, '^', right);
  }

  private Expr postfix() throws AwkException {
    Expr operand = primary();
    if (operand instanceof Expr.Place place && (is("++") || is("--"))) {
      int by = is("++") ? 1 : -1;
      advance();
      return new Expr.Step(place, by, false);
    }
    return operand;
  }

  private Expr.Name variable(String name) {
    return new Expr.Name(name, parameters.indexOf(name));
  }

  private Expr primary() throws AwkException {
    Token read = token;
    return switch (read.kind()) {
      case NUMBER -> {
        advance();
        yield new Expr.Constant(Value.of(Double.parseDouble(read.text())));
      }
      case TEXT -> {
        advance();
        yield new Expr.Constant(Value.of(read.text()));
      }
      case NAME -> {
        advance();
        Expr.Name name = variable(read.text());
        yield is("[") ? new Expr.Element(name, index()) : name;
      }
      case FUNCTION -> {
        advance();
        yield new Expr.Call(read.text(), arguments());
      }
      case BUILTIN -> {
        advance();
        boolean isBare = read.text().equals("length") && !is("(");
        yield new Expr.Builtin(read.text(), isBare ? List.of() : arguments());
      }
      default -> sign(read);
    };
  }

  private List<Expr> arguments() throws AwkException {
    expect("(");
    skipLines();
    List<Expr> arguments = is(")") ? List.of() : inside(this::expressions);
    skipLines();
    expect(")");
    return List.copyOf(arguments);
  }

  private Expr sign(Token read) throws AwkException {
    return switch (read.text()) {
      case "/", "/=" -> {
        String pattern = lexer.pattern();
        advance();
        yield new Expr.Regex(Patterns.compile(pattern));
      }
      case "$" -> {
        advance();
        enter();
        Expr number = is("-") || is("+") || is("!") ? unary() : primary();
        depth--;
        yield new Expr.Field(number);
      }
      case "++", "--" -> {
        advance();
        Expr.Place place = place();
        if (place == null) {
          throw fault("a variable");
        }
        yield new Expr.Step(place, read.text().equals("++") ? 1 : -1, true);
      }
      case "getline" -> {
        advance();
        Expr.Place place = place();
        Expr file = skip("<") ? primary() : null;
        yield new Expr.GetLine(place, file, false);
      }
      case "(" -> {
        advance();
        skipLines();
        List<Expr> values = inside(this::expressions);
        skipLines();
        expect(")");
        // What is in parentheses is no place, but for in.
        yield new Expr.Group(List.copyOf(values));
      }
      default -> throw fault("a value");
    };
  }

  /** A variable, element or field; null if none follows. */
  private Expr.@Nullable Place place() throws AwkException {
    if (token.kind() != Kind.NAME && !is("$")) {
      return null;
    }
    return primary() instanceof Expr.Place place ? place : null;
  }
}
