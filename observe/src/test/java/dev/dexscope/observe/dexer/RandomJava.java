package dev.dexscope.observe.dexer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Java source with random methods: all types of numbers, arrays, conditions, loops, switches,
 * exceptions, in frames of all sizes. Each method ends, and returns a number that depends on all
 * that it has computed.
 */
final class RandomJava {
  private static final List<String> TYPES = List.of("int", "long", "float", "double", "byte");
  private static final List<String> INT_OPERATORS =
      List.of("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>");
  private static final List<String> FLOAT_OPERATORS = List.of("+", "-", "*", "/", "%");
  private static final List<String> COMPARISONS = List.of("<", "<=", ">", ">=", "==", "!=");

  private final Random random;
  private final StringBuilder text = new StringBuilder();

  /** The local variables in scope, with their types. */
  private final List<String> names = new ArrayList<>();

  private final List<String> types = new ArrayList<>();
  private int counter;

  RandomJava(long seed) {
    this.random = new Random(seed);
  }

  /** Returns the source of a class with methods {@code m0} and so on, without parameters. */
  String source(String name, int methods) {
    text.append("@SuppressWarnings(\"all\") public class ").append(name).append(" {\n");
    text.append("static int si = 7; static long sl = -9L; static double sd = 2.5;\n");
    text.append("int fi = 3; long fl = 4; float ff = 1.5f; byte fb = 100; boolean fz;\n");
    text.append("byte[] ba = {1, -2, 3, 4}; boolean[] za = {true, false, true, false};\n");
    text.append("long[] la = {1, 2, 3, 4}; char[] ca = {'a', 'b', 'c', 'd'};\n");
    text.append("static int depth;\n");
    for (int i = 0; i < methods; i++) {
      method(i);
    }
    return text.append("}\n").toString();
  }

  private void method(int number) {
    names.clear();
    types.clear();
    counter = 0;
    text.append("public static long m").append(number).append("() {\n");
    String name = text.substring(text.indexOf("class ") + 6, text.indexOf(" {"));
    text.append(name).append(" o = new ").append(name).append("();\n");
    // Now and then more than instructions with 4 or 8 bits can name.
    int locals = random.nextInt(12) == 0 ? 130 : random.nextInt(4) == 0 ? 14 : 3;
    for (int i = 0; i < locals; i++) {
      declare();
    }
    int statements = 3 + random.nextInt(10);
    for (int i = 0; i < statements; i++) {
      statement(2);
    }
    text.append("long r = o.fi * 31 + o.fl + (long) o.ff + o.fb + (o.fz ? 1 : 0) + si + sl");
    text.append(" + (long) sd + o.ba[1] + (o.za[2] ? 3 : 5) + o.la[3] + o.ca[0]");
    for (int i = 0; i < names.size(); i++) {
      boolean isInexact = types.get(i).equals("float") || types.get(i).equals("double");
      text.append(" + ").append(i % 7 + 1).append(" * ");
      text.append(isInexact ? "Double.doubleToLongBits(" + names.get(i) + ")" : names.get(i));
    }
    text.append(";\nsi = 7; sl = -9; sd = 2.5;\nreturn r;\n}\n");
  }

  private void declare() {
    String type = pick(TYPES);
    String name = "v" + counter++;
    String cast = "(" + type + ") (";
    text.append(type).append(' ').append(name).append(" = ").append(cast);
    text.append(expression(isWide(type) ? type : "int", 2)).append(");\n");
    names.add(name);
    types.add(type);
  }

  private static boolean isWide(String type) {
    return !type.equals("byte");
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private void statement(int depth) {
    switch (random.nextInt(depth > 0 ? 12 : 6)) {
      case 0 -> assign("=");
      case 1 -> assign(pick(List.of("+=", "-=", "*=")));
      case 2 -> increment();
      case 3 -> array();
      case 4 -> field();
      case 5 -> assign("=");
      case 6 -> block("if (" + condition(2) + ")", depth, random.nextBoolean() ? "else" : "");
      case 7 -> {
        String i = "i" + counter++;
        int end = 1 + random.nextInt(4);
        block("for (int " + i + " = 0; " + i + " < " + end + "; " + i + "++)", depth, "");
      }
      case 8 -> attempt(depth);
      case 9 -> select(depth);
      case 10 -> {
        text.append("synchronized (o) ");
        block("", depth, "");
      }
      default ->
          text.append("si += (\"\" + ")
              .append(expression("int", 2))
              .append(" + 'x' + ")
              .append(expression("long", 1))
              .append(").length();\n");
    }
  }

  /** What is declared in a block is not seen behind it. */
  private void block(String head, int depth, String other) {
    int known = names.size();
    text.append(head).append(" {\n");
    if (random.nextBoolean()) {
      declare();
    }
    statement(depth - 1);
    statement(depth - 1);
    forget(known);
    text.append("}\n");
    if (!other.isEmpty()) {
      text.append(other).append(" {\n");
      statement(depth - 1);
      text.append("}\n");
    }
  }

  private void forget(int known) {
    while (names.size() > known) {
      names.removeLast();
      types.removeLast();
    }
  }

  private void attempt(int depth) {
    block("try", depth, "");
    String name = "e" + counter++;
    text.append("catch (ArithmeticException | IndexOutOfBoundsException ").append(name);
    text.append(") {\n");
    statement(depth - 1);
    text.append("}\n");
    if (random.nextBoolean()) {
      text.append("finally {\n");
      statement(0);
      text.append("}\n");
    }
  }

  private void select(int depth) {
    int step = random.nextBoolean() ? 1 : 1000;
    text.append("switch (").append(expression("int", 2)).append(" & 3) {\n");
    for (int i = 0; i < 3; i++) {
      text.append("case ").append(i * step).append(": ");
      statement(depth - 1);
      text.append(random.nextBoolean() ? "break;\n" : "\n");
    }
    text.append("default: ");
    statement(depth - 1);
    text.append("}\n");
  }

  private void assign(String operator) {
    int at = random.nextInt(names.size());
    String type = types.get(at);
    text.append(names.get(at)).append(' ').append(operator).append(" (").append(type);
    text.append(") (").append(expression(isWide(type) ? type : "int", 3)).append(");\n");
  }

  private void increment() {
    int at = random.nextInt(names.size());
    String name = names.get(at);
    switch (random.nextInt(4)) {
      case 0 -> text.append(name).append("++;\n");
      case 1 -> text.append(name).append(" += 300;\n");
      case 2 -> text.append("o.fi = (int) (o.fi++ + ").append(name).append("--);\n");
      default -> text.append("o.la[1] = o.la[2]++ + (long) ++").append(name).append(";\n");
    }
  }

  private void array() {
    String index = "(" + expression("int", 1) + " & 3)";
    switch (random.nextInt(5)) {
      case 0 -> text.append("o.ba[").append(index).append("] += ").append(expression("int", 1));
      case 1 -> text.append("o.za[").append(index).append("] ^= ").append(condition(1));
      case 2 -> text.append("o.la[").append(index).append("] = ").append(expression("long", 2));
      case 3 -> text.append("o.ca[").append(index).append("]++");
      default ->
          text.append("o.la[")
              .append(expression("int", 1))
              .append(" & 1] = ")
              .append("new int[] {1, 2, -3, 400, 70000}[")
              .append(index)
              .append("]");
    }
    text.append(";\n");
  }

  private void field() {
    switch (random.nextInt(6)) {
      case 0 -> text.append("o.fi -= ").append(expression("int", 2));
      case 1 -> text.append("o.fl = ").append(expression("long", 2));
      case 2 -> text.append("o.ff = ").append(expression("float", 2));
      case 3 -> text.append("o.fz = ").append(condition(2));
      case 4 -> text.append("o.fb++");
      default -> text.append("sl = sl * 31 + ").append(expression("int", 2));
    }
    text.append(";\n");
  }

  private String condition(int depth) {
    if (depth == 0) {
      return "o.fz";
    }
    return switch (random.nextInt(5)) {
      case 0 -> "(" + condition(depth - 1) + " && " + condition(depth - 1) + ")";
      case 1 -> "(" + condition(depth - 1) + " || !" + condition(depth - 1) + ")";
      case 2 -> "o.za[" + expression("int", depth - 1) + " & 3]";
      default -> {
        String type = pick(TYPES);
        type = isWide(type) ? type : "int";
        String other = random.nextInt(3) == 0 ? "0" : expression(type, depth - 1);
        yield "(" + expression(type, depth - 1) + " " + pick(COMPARISONS) + " " + other + ")";
      }
    };
  }

  private String expression(String type, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return leaf(type);
    }
    return switch (random.nextInt(8)) {
      case 0 ->
          "("
              + condition(depth - 1)
              + " ? "
              + expression(type, depth - 1)
              + " : "
              + expression(type, depth - 1)
              + ")";
      case 1 -> "(" + type + ") (" + expression(pick(TYPES), depth - 1) + ")";
      case 2 -> "-(" + expression(type, depth - 1) + ")";
      case 3 ->
          type.equals("int")
              ? "Math.max("
                  + expression("int", depth - 1)
                  + ", "
                  + expression("int", depth - 1)
                  + ")"
              : leaf(type);
      default -> operation(type, depth);
    };
  }

  private String operation(String type, int depth) {
    boolean isInexact = type.equals("float") || type.equals("double");
    String left = expression(type, depth - 1);
    if (isInexact) {
      return "(" + left + " " + pick(FLOAT_OPERATORS) + " " + expression(type, depth - 1) + ")";
    }
    String operator = pick(INT_OPERATORS);
    String right = expression(operator.length() > 1 ? "int" : type, depth - 1);
    boolean divides = operator.equals("/") || operator.equals("%");
    // Most divisions end well.
    return "("
        + left
        + " "
        + operator
        + " "
        + (divides && random.nextInt(20) != 0 ? "(" + right + " | 1)" : right)
        + ")";
  }

  private String leaf(String type) {
    if (random.nextInt(3) == 0 || names.isEmpty()) {
      return constant(type);
    }
    for (int i = 0; i < 5; i++) {
      int at = random.nextInt(names.size());
      if (types.get(at).equals(type) || (types.get(at).equals("byte") && type.equals("int"))) {
        return names.get(at);
      }
    }
    return switch (type) {
      case "int" -> pick(List.of("o.fi", "si", "o.ba[2]", "o.ca[1]", "o.fb"));
      case "long" -> pick(List.of("o.fl", "sl", "o.la[0]"));
      case "float" -> "o.ff";
      case "double" -> "sd";
      default -> "o.fb";
    };
  }

  private String constant(String type) {
    int number =
        switch (random.nextInt(5)) {
          case 0 -> random.nextInt(8) - 2;
          case 1 -> random.nextInt(256) - 128;
          case 2 -> random.nextInt(65536) - 32768;
          case 3 -> random.nextInt();
          default -> List.of(0, 1, -1, 128, -129, 32768, Integer.MIN_VALUE).get(random.nextInt(7));
        };
    return switch (type) {
      case "long" -> "(" + (random.nextBoolean() ? number : random.nextLong()) + "L)";
      case "float" -> "(" + number / 8.0 + "f)";
      case "double" -> "(" + number / 16.0 + ")";
      default -> "(" + number + ")";
    };
  }
}
