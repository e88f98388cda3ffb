package dev.dexscope.device.awk;

import dev.dexscope.device.script.PosixRegex;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The functions of the language. */
final class Functions {
  private final Machine machine;
  private final Host host;
  private final Streams streams;
  private double seed;
  private Random random = new Random(0);

  Functions(Machine machine, Host host, Streams streams) {
    this.machine = machine;
    this.host = host;
    this.streams = streams;
  }

  Value call(Expr.Builtin builtin) throws IOException {
    List<Expr> arguments = builtin.arguments();
    int count = arguments.size();
    return switch (builtin.name()) {
      case "length" -> count == 0 ? length(machine.row().field(0)) : length(arguments.getFirst());
      case "substr" -> substr(arguments(arguments, 2, 3));
      case "index" -> {
        List<Value> values = arguments(arguments, 2, 2);
        yield Value.of(text(values.get(0)).indexOf(text(values.get(1))) + 1);
      }
      case "split" -> split(arguments);
      case "sub", "gsub" -> substitute(arguments, builtin.name().equals("gsub"));
      case "match" -> match(arguments);
      case "sprintf" -> {
        List<Value> values = arguments(arguments, 1, Integer.MAX_VALUE);
        yield Value.of(
            Formatting.format(
                text(values.getFirst()),
                values.subList(1, values.size()),
                machine.text("CONVFMT")));
      }
      case "tolower" -> Value.of(text(one(arguments)).toLowerCase(Locale.ROOT));
      case "toupper" -> Value.of(text(one(arguments)).toUpperCase(Locale.ROOT));
      case "sin" -> Value.of(Math.sin(one(arguments).number()));
      case "cos" -> Value.of(Math.cos(one(arguments).number()));
      case "exp" -> Value.of(Math.exp(one(arguments).number()));
      case "log" -> Value.of(Math.log(one(arguments).number()));
      case "sqrt" -> Value.of(Math.sqrt(one(arguments).number()));
      case "int" -> {
        double number = one(arguments).number();
        yield Value.of(number < 0 ? Math.ceil(number) : Math.floor(number));
      }
      case "atan2" -> {
        List<Value> values = arguments(arguments, 2, 2);
        yield Value.of(Math.atan2(values.get(0).number(), values.get(1).number()));
      }
      case "rand" -> Value.of(random.nextDouble());
      case "srand" -> seed(arguments(arguments, 0, 1));
      case "system" -> {
        streams.flush();
        yield Value.of(host.run(text(one(arguments)), host.in(), host.out()));
      }
      case "close" -> Value.of(streams.close(text(arguments(arguments, 1, 2).getFirst())));
      default -> {
        // fflush, of one or of all.
        arguments(arguments, 0, 1);
        streams.flush();
        yield Value.ZERO;
      }
    };
  }

  private String text(Value value) throws AwkException {
    return machine.text(value);
  }

  private List<Value> arguments(List<Expr> arguments, int least, int most) throws IOException {
    if (arguments.size() < least || arguments.size() > most) {
      throw new AwkException(arguments.size() + " arguments instead of " + least);
    }
    List<Value> values = new ArrayList<>();
    for (Expr each : arguments) {
      values.add(machine.evaluate(each));
    }
    return values;
  }

  private Value one(List<Expr> arguments) throws IOException {
    return arguments(arguments, 1, 1).getFirst();
  }

  private Value length(Value value) throws AwkException {
    String text = text(value);
    return Value.of(text.codePointCount(0, text.length()));
  }

  private Value length(Expr argument) throws IOException {
    if (argument instanceof Expr.Name name && machine.slot(name).isArray()) {
      return Value.of(machine.slot(name).array().size());
    }
    return length(machine.evaluate(argument));
  }

  private Value substr(List<Value> values) throws AwkException {
    String text = text(values.getFirst());
    // Casts limit what is too large, and leave nothing of what is no number.
    int begin = Math.max(1, (int) values.get(1).number()) - 1;
    int length = values.size() > 2 ? (int) values.get(2).number() : Integer.MAX_VALUE;
    if (begin >= text.length() || length <= 0) {
      return Value.EMPTY;
    }
    return Value.of(text.substring(begin, (int) Math.min(text.length(), (long) begin + length)));
  }

  private Value seed(List<Value> values) {
    double before = seed;
    seed = values.isEmpty() ? Instant.now().getEpochSecond() : values.getFirst().number();
    random = new Random((long) seed);
    return Value.of(before);
  }

  private Value split(List<Expr> arguments) throws IOException {
    if (arguments.size() < 2
        || arguments.size() > 3
        || !(arguments.get(1) instanceof Expr.Name name)) {
      throw new AwkException("split wants a text, an array and a separator");
    }
    String text = text(machine.evaluate(arguments.getFirst()));
    List<String> parts;
    if (arguments.size() == 3 && arguments.get(2) instanceof Expr.Regex(Pattern pattern)) {
      parts = Splitting.split(text, pattern);
    } else {
      String separator =
          arguments.size() == 3 ? text(machine.evaluate(arguments.get(2))) : machine.text("FS");
      parts = Splitting.split(text, separator, false, machine.patterns());
    }
    Map<String, Value> array = machine.slot(name).array();
    array.clear();
    for (int i = 0; i < parts.size(); i++) {
      machine.put(array, i + 1 + "", Value.ofInput(parts.get(i)));
    }
    return Value.of(parts.size());
  }

  private Value match(List<Expr> arguments) throws IOException {
    if (arguments.size() != 2) {
      throw new AwkException("match wants a text and a pattern");
    }
    String text = text(machine.evaluate(arguments.getFirst()));
    Matcher matcher = PosixRegex.matcher(machine.pattern(arguments.get(1)), text);
    boolean isFound = matcher.find();
    Value begin = Value.of(isFound ? matcher.start() + 1 : 0);
    machine.global("RSTART").value = begin;
    machine.global("RLENGTH").value = Value.of(isFound ? matcher.end() - matcher.start() : -1);
    return begin;
  }

  private Value substitute(List<Expr> arguments, boolean isGlobal) throws IOException {
    if (arguments.size() < 2 || arguments.size() > 3) {
      throw new AwkException("sub and gsub want a pattern, a text and a variable");
    }
    Pattern pattern = machine.pattern(arguments.getFirst());
    String replacement = text(machine.evaluate(arguments.get(1)));
    Expr target =
        arguments.size() == 3 ? arguments.get(2) : new Expr.Field(new Expr.Constant(Value.ZERO));
    if (target instanceof Expr.Group(List<Expr> inside) && inside.size() == 1) {
      target = inside.getFirst();
    }
    String text = text(machine.evaluate(target));
    StringBuilder out = new StringBuilder();
    Matcher matcher = PosixRegex.matcher(pattern, text);
    int count = 0;
    int copied = 0;
    int from = 0;
    while (from <= text.length() && matcher.find(from)) {
      boolean isEmpty = matcher.start() == matcher.end();
      if (!isEmpty || count == 0 || matcher.start() > copied) {
        out.append(text, copied, matcher.start());
        replace(out, replacement, text.substring(matcher.start(), matcher.end()));
        copied = matcher.end();
        count++;
      }
      from = isEmpty ? matcher.end() + 1 : matcher.end();
      if (!isGlobal) {
        break;
      }
      if (out.length() > Machine.MOST_CHARS) {
        break;
      }
    }
    if (count > 0) {
      out.append(text, copied, text.length());
      String result = Machine.limited(out.toString());
      if (target instanceof Expr.Place place) {
        machine.assign(place, Value.of(result));
      }
    }
    return Value.of(count);
  }

  /** {@code &} stands for what was found, unless a backslash is before it. */
  private static void replace(StringBuilder out, String replacement, String found) {
    for (int i = 0; i < replacement.length(); i++) {
      char c = replacement.charAt(i);
      char next = i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
      if (c == '\\' && (next == '&' || next == '\\')) {
        out.append(next);
        i++;
      } else if (c == '&') {
        out.append(found);
      } else {
        out.append(c);
      }
    }
  }
}
