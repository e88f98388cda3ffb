package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.List;

/** Arithmetic, comparisons, conversions, branches and moves, with values of every kind. */
final class ValueCases {
  /** The numbers around which registers have another form. */
  private static final int[] REGISTERS = {0, 15, 16, 255, 256, 4_095, 65_520};

  private final List<OpcodeCase> cases = new ArrayList<>();

  private ValueCases() {}

  static List<OpcodeCase> all() {
    var made = new ValueCases();
    made.binary();
    made.literals();
    made.unary();
    made.comparisons();
    made.branches();
    made.moves();
    made.constants();
    made.switches();
    return made.cases;
  }

  private void add(String name, String prototype, int locals, String code) {
    cases.add(OpcodeCase.ofMethod(OpcodeCase.identifier(name), prototype, locals, code));
  }

  private static boolean isWide(String type) {
    return type.equals("long") || type.equals("double");
  }

  private static String letter(String type) {
    return switch (type) {
      case "long" -> "J";
      case "float" -> "F";
      case "double" -> "D";
      case "byte" -> "B";
      case "char" -> "C";
      case "short" -> "S";
      default -> "I";
    };
  }

  private static String suffix(String type) {
    return isWide(type) ? "-wide" : "";
  }

  private void binary() {
    for (String type : List.of("int", "long", "float", "double")) {
      boolean real = type.equals("float") || type.equals("double");
      List<String> operations =
          real
              ? List.of("add", "sub", "mul", "div", "rem")
              : List.of(
                  "add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr", "ushr");
      for (String each : operations) {
        String op = each + "-" + type;
        boolean shift = each.endsWith("shl") || each.endsWith("shr");
        String right = shift ? "I" : letter(type);
        String second = isWide(type) ? "p2" : "p1";
        String ret = "return" + suffix(type);
        String prototype = "(" + letter(type) + right + ")" + letter(type);
        add(op, prototype, 2, "%s v0, p0, %s\n%s v0".formatted(op, second, ret));
        add(op + "_2addr", prototype, 2, "%s/2addr p0, %s\n%s p0".formatted(op, second, ret));
        add(op + "_onto_second", prototype, 1, onto(op, type, shift, ret, second));
        add(
            op + "_itself",
            "(" + letter(type) + ")" + letter(type),
            2,
            itself(op, type, shift, ret));
        if (isWide(type)) {
          // The result covers half of each operand.
          add(op + "_overlap", prototype, 1, "%s p1, p0, p2\n%s p1".formatted(op, ret));
        }
      }
    }
  }

  /** The result where the second operand was. */
  private static String onto(String op, String type, boolean shift, String ret, String second) {
    if (shift && isWide(type)) {
      return "%s v0, p0, p2\n%s v0".formatted(op, ret).replace("v0", "p0");
    }
    return "%s %s, p0, %s\n%s %s".formatted(op, second, second, ret, second);
  }

  private static String itself(String op, String type, boolean shift, String ret) {
    if (shift && isWide(type)) {
      return "long-to-int v0, p0\n%s p0, p0, v0\n%s p0".formatted(op, ret);
    }
    return "%s p0, p0, p0\n%s p0".formatted(op, ret);
  }

  private void literals() {
    for (String each : List.of("add", "rsub", "mul", "div", "rem", "and", "or", "xor")) {
      String op = each.equals("rsub") ? "rsub-int" : each + "-int/lit16";
      for (int literal : new int[] {-32_768, -129, 0, 255, 32_767}) {
        add(
            op + literalName(literal),
            "(I)I",
            1,
            "%s v0, p0, %d\nreturn v0".formatted(op, literal));
      }
    }
    for (String each :
        List.of("add", "rsub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr", "ushr")) {
      String op = each + "-int/lit8";
      for (int literal : new int[] {-128, -1, 0, 1, 31, 32, 127}) {
        add(
            op + literalName(literal),
            "(I)I",
            1,
            "%s v0, p0, %d\nreturn v0".formatted(op, literal));
      }
    }
  }

  private static String literalName(long literal) {
    return "_by_" + (literal < 0 ? "m" : "") + Long.toString(literal).replace("-", "");
  }

  private void unary() {
    for (String op :
        List.of("neg-int", "not-int", "neg-long", "not-long", "neg-float", "neg-double")) {
      conversion(op, op.substring(4), op.substring(4));
    }
    for (String op :
        List.of(
            "int-to-long",
            "int-to-float",
            "int-to-double",
            "long-to-int",
            "long-to-float",
            "long-to-double",
            "float-to-int",
            "float-to-long",
            "float-to-double",
            "double-to-int",
            "double-to-long",
            "double-to-float",
            "int-to-byte",
            "int-to-char",
            "int-to-short")) {
      int to = op.indexOf("-to-");
      conversion(op, op.substring(0, to), op.substring(to + 4));
    }
  }

  private void conversion(String op, String from, String to) {
    String prototype = "(" + letter(from) + ")" + letter(to);
    String ret = "return" + suffix(to);
    add(op, prototype, 2, "%s v0, p0\n%s v0".formatted(op, ret));
    add(
        op + "_itself",
        prototype,
        2,
        "move%s v0, p0\n%s v0, v0\n%s v0".formatted(suffix(from), op, ret));
    add(
        op + "_overlap",
        prototype,
        3,
        "move%s v1, p0\n%s v0, v1\n%s v0".formatted(suffix(from), op, ret));
  }

  private void comparisons() {
    for (String op :
        List.of("cmpl-float", "cmpg-float", "cmpl-double", "cmpg-double", "cmp-long")) {
      String type = op.substring(op.indexOf('-') + 1);
      String second = isWide(type) ? "p2" : "p1";
      String prototype = "(" + letter(type).repeat(2) + ")I";
      add(op, prototype, 1, "%s v0, p0, %s\nreturn v0".formatted(op, second));
      add(op + "_onto_first", prototype, 1, "%s p0, p0, %s\nreturn p0".formatted(op, second));
    }
  }

  private void branches() {
    String code = "const/4 v0, 0\n%s, :yes\nreturn v0\n:yes\nconst/4 v0, 1\nreturn v0";
    String back =
        """
        goto :test
        :yes
        const/4 v0, 1
        return v0
        :test
        const/4 v0, 0
        %s, :yes
        return v0
        """;
    for (String each : List.of("eq", "ne", "lt", "ge", "gt", "le")) {
      add("if-" + each, "(II)I", 1, code.formatted("if-" + each + " p0, p1"));
      add("if-" + each + "_back", "(II)I", 1, back.formatted("if-" + each + " p0, p1"));
      add("if-" + each + "z", "(I)I", 1, code.formatted("if-" + each + "z p0"));
      add("if-" + each + "z_back", "(I)I", 1, back.formatted("if-" + each + "z p0"));
    }
    for (String type : List.of("Z", "B", "S", "C")) {
      add("if-eqz_" + type, "(" + type + ")I", 1, code.formatted("if-eqz p0"));
      add("if-ltz_" + type, "(" + type + ")I", 1, code.formatted("if-ltz p0"));
    }
    for (String each : List.of("eq", "ne")) {
      String objects = "(Ljava/lang/Object;Ljava/lang/String;)I";
      add("if-" + each + "_objects", objects, 1, code.formatted("if-" + each + " p0, p1"));
      add(
          "if-" + each + "z_object",
          "(Ljava/lang/Object;)I",
          1,
          code.formatted("if-" + each + "z p0"));
      add(
          "if-" + each + "_with_null",
          "(Ljava/lang/Object;)I",
          2,
          "const/4 v1, 0\n" + code.formatted("if-" + each + " p0, v1"));
    }
    for (String jump : List.of("goto", "goto/16", "goto/32")) {
      add(
          jump,
          "(I)I",
          1,
          "const/4 v0, 0\n%s :over\n:back\nreturn v0\n:over\nadd-int/2addr v0, p0\n%s :back"
              .formatted(jump, jump));
    }
    add("goto_16_far", "(I)I", 1, far("goto/16", 200));
    add("goto_32_far", "(I)I", 1, far("goto/32", 40_000));
    add(
        "if_far",
        "(I)I",
        1,
        "if-eqz p0, :end\n" + "add-int/lit8 p0, p0, 1\n".repeat(1_000) + ":end\nreturn p0");
  }

  private static String far(String jump, int distance) {
    return jump
        + " :over\n:back\nreturn p0\n"
        + "nop\n".repeat(distance)
        + ":over\nadd-int/lit8 p0, p0, 1\n"
        + jump
        + " :back";
  }

  private void moves() {
    for (int from : REGISTERS) {
      for (int to : REGISTERS) {
        String form = from < 16 && to < 16 ? "" : to < 256 ? "/from16" : "/16";
        int locals = Math.max(from, to) + 2;
        move("move", form, "I", "", locals, from, to);
        move("move-wide", form, "J", "-wide", locals, from, to);
        move("move-object", form, "Ljava/lang/Object;", "-object", locals, from, to);
      }
    }
    add("move-wide_overlap_up", "(J)J", 5, "move-wide v0, p0\nmove-wide v1, v0\nreturn-wide v1");
    add("move-wide_overlap_down", "(J)J", 5, "move-wide v1, p0\nmove-wide v0, v1\nreturn-wide v0");
    add(
        "move_widest",
        "(I)I",
        65_533,
        "move/16 v65532, p0\nmove/16 p0, v65532\nmove/from16 v0, p0\nreturn v0");
    for (String form : List.of("", "/from16", "/16")) {
      add(
          "move_zero_as_null" + form,
          "()Ljava/lang/Object;",
          2,
          "const/4 v0, 0\nmove-object%s v1, v0\nreturn-object v1".formatted(form));
      add("move_float" + form, "(F)F", 2, "move%s v1, p0\nreturn v1".formatted(form));
      add("move_double" + form, "(D)D", 2, "move-wide%s v0, p0\nreturn-wide v0".formatted(form));
    }
  }

  private void move(
      String op, String form, String type, String kind, int locals, int from, int to) {
    String argument = "move%s/16 v%d, p0\n".formatted(kind, from);
    String result =
        "move%s/16 p0, v%d\nmove%s/from16 v0, p0\nreturn%s v0".formatted(kind, to, kind, kind);
    add(
        "%s%s_%d_%d".formatted(op, form, from, to),
        "(%s)%s".formatted(type, type),
        locals,
        argument + "%s%s v%d, v%d\n".formatted(op, form, to, from) + result);
  }

  private void constants() {
    for (int value = -8; value < 8; value++) {
      constant("const/4", "I", "", value);
    }
    for (int value : new int[] {-32_768, -1, 0, 1, 32_767}) {
      constant("const/16", "I", "", value);
      constant("const-wide/16", "J", "-wide", value);
      constant("const/16", "S", "", value);
    }
    for (int value : new int[] {Integer.MIN_VALUE, -1, 0, 65_536, Integer.MAX_VALUE}) {
      constant("const", "I", "", value);
      constant("const", "F", "", value);
      constant("const-wide/32", "J", "-wide", value);
    }
    for (int value : new int[] {0x8000, 1, 0x7fff, 0xffff, 0x7f80, 0x3f80}) {
      String shown =
          "%s0x%x0000"
              .formatted(
                  (value & 0x8000) != 0 ? "-" : "",
                  (value & 0x8000) != 0 ? 0x10000 - value : value);
      String wide =
          "%s0x%x000000000000L"
              .formatted(
                  (value & 0x8000) != 0 ? "-" : "",
                  (value & 0x8000) != 0 ? 0x10000 - value : value);
      add(
          "const_high16_%x".formatted(value),
          "()I",
          1,
          "const/high16 v0, %s\nreturn v0".formatted(shown));
      add(
          "const_high16_float_%x".formatted(value),
          "()F",
          1,
          "const/high16 v0, %s\nreturn v0".formatted(shown));
      add(
          "const_wide_high16_%x".formatted(value),
          "()J",
          2,
          "const-wide/high16 v0, %s\nreturn-wide v0".formatted(wide));
      add(
          "const_wide_high16_double_%x".formatted(value),
          "()D",
          2,
          "const-wide/high16 v0, %s\nreturn-wide v0".formatted(wide));
    }
    for (long value : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -1}) {
      add(
          "const-wide" + literalName(value).replace("by_m9223372036854775808", "min"),
          "()J",
          2,
          "const-wide v0, %dL\nreturn-wide v0".formatted(value));
      add(
          "const-wide_double" + literalName(value).replace("by_m9223372036854775808", "min"),
          "()D",
          2,
          "const-wide v0, %dL\nreturn-wide v0".formatted(value));
    }
    int number = 0;
    for (String text :
        List.of("", "text", "\\u0000", "\\ud83d\\ude00", "\\ud800", "\\uffff\\u0080")) {
      add(
          "const-string_" + number++,
          "()Ljava/lang/String;",
          1,
          "const-string v0, \"%s\"\nreturn-object v0".formatted(text));
    }
    add(
        "const-string_jumbo",
        "()Ljava/lang/String;",
        1,
        "const-string/jumbo v0, \"text\"\nreturn-object v0");
    number = 0;
    for (String type :
        List.of(
            "Ljava/lang/Object;",
            "[I",
            "[[J",
            "[Ljava/lang/String;",
            "[[[Ljava/lang/Runnable;",
            "Ljava/lang/Runnable;",
            "Lfixture/Missing;",
            "[Lfixture/Missing;",
            "Lfixture/Hidden;",
            "[[Lfixture/Hidden;",
            "Lfixture/Failing;",
            "I")) {
      add(
          "const-class_" + number++,
          "()Ljava/lang/Object;",
          1,
          "const-class v0, %s\nreturn-object v0".formatted(type));
    }
    number = 0;
    for (String type :
        List.of("()V", "(IJFDZBCS)I", "([[ILjava/lang/String;)[J", "(Lfixture/Missing;)V")) {
      add(
          "const-method-type_" + number++,
          "()Ljava/lang/Object;",
          1,
          "const-method-type v0, %s\ninvoke-virtual {v0}, Ljava/lang/Object;->toString()Ljava/lang/String;\nmove-result-object v0\nreturn-object v0"
              .formatted(type));
    }
  }

  private void constant(String op, String type, String kind, long value) {
    add(
        "%s_%s%s".formatted(op, type, literalName(value)),
        "()" + type,
        2,
        "%s v0, %d\nreturn%s v0".formatted(op, value, kind));
  }

  private void switches() {
    packed("none", 5);
    packed("one", 5, 1);
    for (int first : new int[] {Integer.MIN_VALUE, -1, 0, 1, 127, Integer.MAX_VALUE - 2}) {
      packed("at" + literalName(first), first, 1, 2, 3);
    }
    packed("backwards", -1, 0, 2, 0);
    packed("shared", 0, 1, 1, 2);
    sparse("none");
    sparse("one", 64);
    sparse("edges", Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE);
    sparse("wide", -32_768, 2, 255, 65_536);
    for (String kind : List.of("packed", "sparse")) {
      String data =
          kind.equals("packed")
              ? ".packed-switch 0\n:one\n.end packed-switch"
              : ".sparse-switch\n0x1 -> :one\n.end sparse-switch";
      for (String type : List.of("Z", "B", "C", "S")) {
        add(
            kind + "-switch_" + type,
            "(" + type + ")I",
            1,
            "const/4 v0, 0\n%s-switch p0, :data\nreturn v0\n:one\nconst/4 v0, 1\nreturn v0\n:data\n%s"
                .formatted(kind, data));
      }
      // Falls into its own default, and follows a far jump.
      add(
          kind + "-switch_loop",
          "(I)I",
          1,
          ("const/4 v0, 0\n:again\nadd-int/lit8 v0, v0, 1\nconst/16 p0, 1\nif-ne v0, p0, :out\n%s-switch v0, :data\n"
                  + "goto :again\n:one\nconst/16 v0, 9\nreturn v0\n:out\nreturn v0\n:data\n%s")
              .formatted(kind, data));
      add(
          kind + "-switch_far",
          "(I)I",
          1,
          "const/4 v0, 0\n%s-switch p0, :data\nreturn v0\n%s:one\nconst/4 v0, 1\nreturn v0\n:data\n%s"
              .formatted(kind, "nop\n".repeat(40_000), data));
    }
  }

  private void packed(String name, int first, int... targets) {
    var data =
        new StringBuilder(
            ".packed-switch %s0x%x\n".formatted(first < 0 ? "-" : "", Math.abs((long) first)));
    for (int each : targets) {
      data.append(":t").append(each).append('\n');
    }
    choose("packed-switch_" + name, "packed-switch", data.append(".end packed-switch"));
  }

  private void sparse(String name, int... keys) {
    var data = new StringBuilder(".sparse-switch\n");
    for (int i = 0; i < keys.length; i++) {
      data.append(
          "%s0x%x -> :t%d%n".formatted(keys[i] < 0 ? "-" : "", Math.abs((long) keys[i]), i % 4));
    }
    choose("sparse-switch_" + name, "sparse-switch", data.append(".end sparse-switch"));
  }

  private void choose(String name, String op, CharSequence data) {
    add(
        name,
        "(I)I",
        1,
        """
        goto :test
        :t0
        const/16 v0, 100
        return v0
        :test
        const/4 v0, -1
        %s p0, :data
        return v0
        :t1
        const/16 v0, 101
        return v0
        :t2
        const/16 v0, 102
        return v0
        :t3
        const/16 v0, 103
        return v0
        :data
        %s
        """
            .formatted(op, data));
  }
}
