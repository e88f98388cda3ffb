package dev.dexscope.device.awk;

import dev.dexscope.device.script.Escapes;
import dev.dexscope.device.script.PosixRegex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs a program. */
final class Machine {
  /** Of a text. */
  static final int MOST_CHARS = 1 << 20;

  private static final int MOST_ELEMENTS = 1 << 20;
  private static final int MOST_CALLS = 400;
  private static final int STEPS = 64;
  private static final int FAILURE = 2;

  /** A way out of functions, through the expressions that call them. */
  private static final class Jumped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Statement.Kind kind;

    Jumped(Statement.Kind kind) {
      super(null, null, false, false);
      this.kind = kind;
    }
  }

  private final Program program;
  private final Host host;
  private final Map<String, Slot> globals = new HashMap<>();
  private final Patterns patterns = new Patterns();
  private final Row row = new Row(this);
  private final Streams streams;
  private final Input input;
  private final Functions functions;

  /** By the numbers of rules: whether a range has begun and not ended. */
  private final boolean[] isInRange;

  private Slot[] locals = {};
  private Value returned = Value.UNSET;
  private int exit;
  private int calls;
  private int steps;
  private int elements;

  Machine(Program program, Host host, List<String> operands) {
    this.program = program;
    this.host = host;
    streams = new Streams(host);
    input = new Input(this, host);
    functions = new Functions(this, host, streams);
    isInRange = new boolean[program.rules.size()];
    Map.of(
            "FS",
            " ",
            "OFS",
            " ",
            "ORS",
            "\n",
            "RS",
            "\n",
            "SUBSEP",
            "\034",
            "CONVFMT",
            "%.6g",
            "OFMT",
            "%.6g",
            "FILENAME",
            "")
        .forEach((name, value) -> global(name).value = Value.of(value));
    for (String each : List.of("NR", "FNR", "RSTART")) {
      global(each).value = Value.ZERO;
    }
    global("RLENGTH").value = Value.of(-1);
    Map<String, Value> words = array("ARGV");
    words.put("0", Value.of("awk"));
    for (int i = 0; i < operands.size(); i++) {
      words.put(i + 1 + "", Value.ofInput(operands.get(i)));
    }
    global("ARGC").value = Value.of(operands.size() + 1);
    Map<String, Value> environment = array("ENVIRON");
    host.environment().forEach((name, value) -> environment.put(name, Value.ofInput(value)));
  }

  Patterns patterns() {
    return patterns;
  }

  Row row() {
    return row;
  }

  Slot global(String name) {
    return globals.computeIfAbsent(name, _ -> new Slot());
  }

  Map<String, Value> array(String name) {
    return global(name).array();
  }

  /** Returns the text of a variable. */
  String text(String name) throws AwkException {
    return text(global(name).value);
  }

  /** Returns the text of a value. */
  String text(Value value) throws AwkException {
    String known = value.text();
    if (known != null) {
      return known;
    }
    // Its own text has no number in it.
    String format = global("CONVFMT").value.text();
    return value.text(format == null ? "%.6g" : format);
  }

  static String limited(String text) throws AwkException {
    if (text.length() > MOST_CHARS) {
      throw new AwkException("more than " + MOST_CHARS + " characters");
    }
    return text;
  }

  /** An assignment of the command line. */
  void assign(String name, String raw) throws AwkException {
    assign(new Expr.Name(name, -1), Value.ofInput(Escapes.expand(raw)));
  }

  int run(List<String> assignments) throws IOException {
    try {
      for (String each : assignments) {
        int equals = each.indexOf('=');
        if (equals < 1) {
          throw new AwkException("no assignment: " + each);
        }
        assign(each.substring(0, equals), each.substring(equals + 1));
      }
      runAll();
    } catch (StackOverflowError e) {
      throw new AwkException("too many levels");
    } catch (IllegalStateException e) {
      throw new AwkException(e.getMessage() + "");
    } finally {
      streams.closeAll();
    }
    return exit == 0 && input.isIncomplete() ? FAILURE : exit;
  }

  private void runAll() throws IOException {
    boolean isEnding = false;
    try {
      for (Statement each : program.begin) {
        top(each);
      }
      if (!program.rules.isEmpty() || !program.end.isEmpty()) {
        readAll();
      }
    } catch (Jumped e) {
      isEnding = e.kind == Statement.Kind.EXIT;
      if (!isEnding) {
        throw misplaced(e.kind);
      }
    }
    if (isEnding && program.rules.isEmpty() && program.end.isEmpty()) {
      return;
    }
    try {
      for (Statement each : program.end) {
        top(each);
      }
    } catch (Jumped e) {
      if (e.kind != Statement.Kind.EXIT) {
        throw misplaced(e.kind);
      }
    }
  }

  private static AwkException misplaced(Statement.Kind kind) {
    return new AwkException(kind.name().toLowerCase(Locale.ROOT) + " where it means nothing");
  }

  /** Runs an action; what leaves it is thrown. */
  private void top(Statement action) throws IOException {
    Statement.Kind left = execute(action);
    if (left != null) {
      throw new Jumped(left);
    }
  }

  private void readAll() throws IOException {
    while (readRecord()) {
      try {
        for (Program.Rule each : program.rules) {
          if (applies(each)) {
            top(each.action());
          }
        }
      } catch (Jumped e) {
        switch (e.kind) {
          case NEXT -> {}
          case NEXT_FILE -> input.skipFile();
          default -> throw e;
        }
      }
    }
  }

  private boolean applies(Program.Rule rule) throws IOException {
    Expr from = rule.from();
    Expr to = rule.to();
    if (from == null) {
      return true;
    }
    if (to == null) {
      return isTrue(from);
    }
    int number = rule.number();
    if (!isInRange[number] && !isTrue(from)) {
      return false;
    }
    isInRange[number] = !isTrue(to);
    return true;
  }

  private void count(String name) {
    Slot slot = global(name);
    slot.value = Value.of(slot.value.number() + 1);
  }

  private boolean readRecord() throws IOException {
    step();
    String record = input.next();
    if (record == null) {
      return false;
    }
    count("NR");
    count("FNR");
    row.set(Value.ofInput(record));
    return true;
  }

  private void step() throws IOException {
    if (++steps % STEPS == 0) {
      host.step();
    }
  }

  /** Runs a statement; returns how it was left, null at its end. */
  private Statement.@Nullable Kind execute(Statement statement) throws IOException {
    step();
    switch (statement) {
      case Statement.Block(List<Statement> statements) -> {
        for (Statement each : statements) {
          Statement.Kind left = execute(each);
          if (left != null) {
            return left;
          }
        }
      }
      case Statement.Evaluate(Expr expression) -> evaluate(expression);
      case Statement.Print print -> print(print);
      case Statement.If(Expr condition, Statement then, Statement otherwise) -> {
        if (isTrue(condition)) {
          return execute(then);
        }
        return otherwise == null ? null : execute(otherwise);
      }
      case Statement.While(Expr condition, Statement body, boolean isTestedLast) -> {
        boolean isFirst = isTestedLast;
        while (isFirst || isTrue(condition)) {
          isFirst = false;
          Statement.Kind left = execute(body);
          if (left == Statement.Kind.BREAK) {
            break;
          }
          if (left != null && left != Statement.Kind.CONTINUE) {
            return left;
          }
        }
      }
      case Statement.For loop -> {
        return loop(loop);
      }
      case Statement.ForIn loop -> {
        return loop(loop);
      }
      case Statement.Delete(Expr.Name name, List<Expr> index) -> {
        Map<String, Value> array = slot(name).array();
        if (index == null) {
          elements -= array.size();
          array.clear();
        } else if (array.remove(key(index)) != null) {
          elements--;
        }
      }
      case Statement.Jump(Statement.Kind kind) -> {
        return kind;
      }
      case Statement.Leave(Statement.Kind kind, Expr value) -> {
        leave(kind, value);
        return kind;
      }
    }
    return null;
  }

  private void leave(Statement.Kind kind, @Nullable Expr expression) throws IOException {
    Value value = expression == null ? Value.UNSET : evaluate(expression);
    if (kind == Statement.Kind.RETURN) {
      returned = value;
    } else if (expression != null) {
      exit = (int) value.number() & 0xff;
    }
  }

  private Statement.@Nullable Kind loop(Statement.For loop) throws IOException {
    if (loop.first() != null) {
      execute(loop.first());
    }
    while (loop.condition() == null || isTrue(loop.condition())) {
      Statement.Kind left = execute(loop.body());
      if (left == Statement.Kind.BREAK) {
        return null;
      }
      if (left != null && left != Statement.Kind.CONTINUE) {
        return left;
      }
      if (loop.after() != null) {
        execute(loop.after());
      }
    }
    return null;
  }

  private Statement.@Nullable Kind loop(Statement.ForIn loop) throws IOException {
    Map<String, Value> array = slot(loop.array()).array();
    for (String each : List.copyOf(array.keySet())) {
      if (!array.containsKey(each)) {
        continue;
      }
      assign(loop.name(), Value.ofInput(each));
      Statement.Kind left = execute(loop.body());
      if (left == Statement.Kind.BREAK) {
        return null;
      }
      if (left != null && left != Statement.Kind.CONTINUE) {
        return left;
      }
    }
    return null;
  }

  private void print(Statement.Print print) throws IOException {
    String text;
    if (print.isFormatted()) {
      List<Value> values = new ArrayList<>();
      for (Expr each : print.values()) {
        values.add(evaluate(each));
      }
      text =
          Formatting.format(text(values.getFirst()), values.subList(1, values.size()), numbers());
    } else {
      text = line(print.values());
    }
    Expr target = print.target();
    String name = target == null ? "" : text(evaluate(target));
    streams.write(name, print.way(), text);
  }

  private String numbers() throws AwkException {
    return text("CONVFMT");
  }

  private String line(List<Expr> values) throws IOException {
    StringBuilder line = new StringBuilder();
    if (values.isEmpty()) {
      line.append(text(row.field(0)));
    }
    String between = "";
    for (Expr each : values) {
      line.append(between).append(evaluate(each).text(text("OFMT")));
      between = text("OFS");
    }
    return limited(line.append(text("ORS")).toString());
  }

  boolean isTrue(Expr condition) throws IOException {
    return evaluate(condition).isTrue();
  }

  Slot slot(Expr.Name name) {
    return name.local() >= 0 ? locals[name.local()] : global(name.name());
  }

  String key(List<Expr> index) throws IOException {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < index.size(); i++) {
      key.append(i == 0 ? "" : text("SUBSEP")).append(text(evaluate(index.get(i))));
    }
    return key.toString();
  }

  /** Returns a value. */
  Value evaluate(Expr expression) throws IOException {
    return switch (expression) {
      case Expr.Constant(Value value) -> value;
      case Expr.Regex regex -> Value.of(matches(row.field(0), regex));
      case Expr.Name name -> read(name);
      case Expr.Element(Expr.Name array, List<Expr> index) -> element(array, key(index));
      case Expr.Field(Expr number) -> row.field(number(evaluate(number)));
      case Expr.Assign assign -> assign(assign);
      case Expr.Step(Expr.Place place, int by, boolean isBefore) -> {
        double before = evaluate(place).number();
        assign(place, Value.of(before + by));
        yield Value.of(isBefore ? before + by : before);
      }
      case Expr.Conditional(Expr condition, Expr then, Expr otherwise) ->
          evaluate(isTrue(condition) ? then : otherwise);
      case Expr.Logic(boolean isAnd, Expr left, Expr right) ->
          Value.of(isAnd ? isTrue(left) && isTrue(right) : isTrue(left) || isTrue(right));
      case Expr.In(List<Expr> index, Expr.Name array) ->
          Value.of(slot(array).array().containsKey(key(index)));
      case Expr.Match(Expr text, Expr pattern, boolean isNegated) ->
          Value.of(matches(evaluate(text), pattern) != isNegated);
      case Expr.Compare(Expr left, String operator, Expr right) ->
          Value.of(compares(evaluate(left), operator, evaluate(right)));
      case Expr.Join(Expr left, Expr right) -> {
        String first = text(evaluate(left));
        yield Value.of(limited(first + text(evaluate(right))));
      }
      case Expr.Arithmetic(Expr left, char operator, Expr right) -> {
        double first = evaluate(left).number();
        yield Value.of(compute(first, operator, evaluate(right).number()));
      }
      case Expr.Unary(char operator, Expr value) -> {
        Value operand = evaluate(value);
        yield switch (operator) {
          case '!' -> Value.of(!operand.isTrue());
          case '-' -> Value.of(-operand.number());
          default -> Value.of(operand.number());
        };
      }
      case Expr.Call call -> call(call);
      case Expr.Builtin builtin -> functions.call(builtin);
      case Expr.Group(List<Expr> values) -> {
        if (values.size() != 1) {
          throw new AwkException("a list where a value is wanted");
        }
        yield evaluate(values.getFirst());
      }
      case Expr.GetLine getLine -> getLine(getLine);
    };
  }

  static int number(Value value) throws AwkException {
    double number = value.number();
    if (!(number > -2 && number < Integer.MAX_VALUE)) {
      throw new AwkException("no field " + number);
    }
    return (int) number;
  }

  private Value read(Expr.Name name) throws AwkException {
    if (name.local() < 0 && name.name().equals("NF")) {
      return Value.of(row.count());
    }
    Slot slot = slot(name);
    if (slot.isArray()) {
      throw new AwkException(name.name() + " is an array");
    }
    return slot.value;
  }

  /** Asking for an element makes it. */
  private Value element(Expr.Name array, String key) throws AwkException {
    Map<String, Value> all = slot(array).array();
    Value known = all.get(key);
    if (known == null) {
      put(all, key, Value.UNSET);
      return Value.UNSET;
    }
    return known;
  }

  void put(Map<String, Value> array, String key, Value value) throws AwkException {
    if (array.put(key, value) == null && ++elements > MOST_ELEMENTS) {
      throw new AwkException("more than " + MOST_ELEMENTS + " elements");
    }
  }

  void assign(Expr.Place place, Value value) throws AwkException {
    try {
      switch (place) {
        case Expr.Name name when name.local() < 0 && name.name().equals("NF") ->
            row.count(number(value));
        case Expr.Name name -> {
          if (slot(name).isArray()) {
            throw new AwkException(name.name() + " is an array");
          }
          slot(name).value = value;
        }
        case Expr.Element(Expr.Name array, List<Expr> index) ->
            put(slot(array).array(), key(index), value);
        case Expr.Field(Expr number) -> row.assign(number(evaluate(number)), value);
      }
    } catch (AwkException e) {
      throw e;
    } catch (IOException e) {
      throw new AwkException(e.getMessage() + "");
    }
  }

  private Value assign(Expr.Assign assign) throws IOException {
    Value value;
    if (assign.operator() == '=') {
      value = evaluate(assign.value());
    } else {
      double right = evaluate(assign.value()).number();
      double left = evaluate(assign.place()).number();
      value = Value.of(compute(left, assign.operator(), right));
    }
    assign(assign.place(), value);
    return value;
  }

  private static double compute(double left, char operator, double right) throws AwkException {
    if ((operator == '/' || operator == '%') && right == 0) {
      throw new AwkException("division by zero");
    }
    return switch (operator) {
      case '+' -> left + right;
      case '-' -> left - right;
      case '*' -> left * right;
      case '/' -> left / right;
      case '%' -> left % right;
      default -> Math.pow(left, right);
    };
  }

  private boolean compares(Value left, String operator, Value right) throws AwkException {
    int order = Value.compare(left, right, text("CONVFMT"));
    return switch (operator) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  /** Returns the pattern that an expression is, or whose text it has. */
  Pattern pattern(Expr expression) throws IOException {
    return expression instanceof Expr.Regex(Pattern pattern)
        ? pattern
        : patterns.of(text(evaluate(expression)));
  }

  private boolean matches(Value text, Expr pattern) throws IOException {
    return PosixRegex.matcher(pattern(pattern), text(text)).find();
  }

  private Value call(Expr.Call call) throws IOException {
    Program.Function function = program.functions.get(call.function());
    if (function == null) {
      throw new AwkException("no function " + call.function());
    }
    if (call.arguments().size() > function.parameters().size()) {
      throw new AwkException("too many arguments for " + call.function());
    }
    Slot[] parameters = new Slot[function.parameters().size()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = i < call.arguments().size() ? passed(call.arguments().get(i)) : new Slot();
    }
    if (++calls > MOST_CALLS) {
      throw new AwkException("more than " + MOST_CALLS + " calls in one another");
    }
    Slot[] outer = locals;
    locals = parameters;
    try {
      returned = Value.UNSET;
      Statement.Kind left = execute(function.body());
      if (left != null && left != Statement.Kind.RETURN) {
        throw new Jumped(left);
      }
      Value result = returned;
      returned = Value.UNSET;
      return result;
    } finally {
      locals = outer;
      calls--;
    }
  }

  private Slot passed(Expr argument) throws IOException {
    boolean isVariable =
        argument instanceof Expr.Name name && !(name.local() < 0 && name.name().equals("NF"));
    return isVariable ? new Slot(slot((Expr.Name) argument)) : new Slot(evaluate(argument));
  }

  private Value getLine(Expr.GetLine getLine) throws IOException {
    Expr source = getLine.source();
    String record;
    if (source == null) {
      record = input.next();
    } else {
      RecordReader reader = streams.reader(text(evaluate(source)), getLine.isCommand());
      if (reader == null) {
        return Value.of(-1);
      }
      record = reader.next(text("RS"), patterns);
    }
    if (record == null) {
      return Value.ZERO;
    }
    if (source == null) {
      count("NR");
      count("FNR");
    }
    Value value = Value.ofInput(record);
    if (getLine.place() == null) {
      row.set(value);
    } else {
      assign(getLine.place(), value);
    }
    return Value.ONE;
  }
}
