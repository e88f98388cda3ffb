package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Each operand of each instruction as a register of every type: what the verifier must refuse
 * (Dalvik bytecode, "Constraints"), and what it must take.
 */
final class OperandCases {
  private static final String PARAMETERS = "(IJFDLjava/lang/Object;Ljava/lang/String;[I[J)";

  /** The possible contents of a register, with an example of each. v4 and v5 are free. */
  private static final Map<String, String> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("undefined", "v3");
    KINDS.put("zero", "v0");
    KINDS.put("one", "v1");
    KINDS.put("int", "p0");
    KINDS.put("long", "p1");
    KINDS.put("longhigh", "p2");
    KINDS.put("float", "p3");
    KINDS.put("double", "p4");
    KINDS.put("doublehigh", "p5");
    KINDS.put("object", "p6");
    KINDS.put("string", "p7");
    KINDS.put("ints", "p8");
    KINDS.put("longs", "p9");
    KINDS.put("made", "v2");
  }

  private static final String SETUP =
      "const/4 v0, 0\nconst/4 v1, 1\nnew-instance v2, Lfixture/Base;\n";

  private static final Pattern SLOT = Pattern.compile("\\$([a-z]+)");

  private static final List<String> TEMPLATES =
      List.of(
          "move v4, $int",
          "move-wide v4, $long",
          "move-object v4, $object",
          "move/from16 v4, $int",
          "move-wide/16 v4, $double",
          "move-object/from16 v4, $string",
          "monitor-enter $object",
          "monitor-exit $object",
          "check-cast $object, Ljava/lang/String;",
          "instance-of v4, $object, Ljava/lang/String;",
          "array-length v4, $ints",
          "new-array v4, $int, [I",
          "filled-new-array {$int, $int}, [I",
          "filled-new-array {$string}, [Ljava/lang/String;",
          "throw $zero",
          "cmpl-float v4, $float, $float",
          "cmpg-float v4, $float, $float",
          "cmpl-double v4, $double, $double",
          "cmpg-double v4, $double, $double",
          "cmp-long v4, $long, $long",
          "if-eq $int, $int, :end",
          "if-ne $object, $string, :end",
          "if-lt $int, $int, :end",
          "if-ge $int, $one, :end",
          "if-eqz $int, :end",
          "if-nez $object, :end",
          "if-ltz $int, :end",
          "if-gez $one, :end",
          "aget v4, $ints, $int",
          "aget-wide v4, $longs, $int",
          "aget-object v4, $zero, $int",
          "aget-boolean v4, $zero, $int",
          "aget-byte v4, $zero, $int",
          "aget-char v4, $zero, $int",
          "aget-short v4, $zero, $int",
          "aput $int, $ints, $int",
          "aput-wide $long, $longs, $int",
          "aput-object $object, $zero, $int",
          "aput-boolean $int, $zero, $int",
          "aput-byte $one, $zero, $one",
          "aput-char $int, $zero, $one",
          "aput-short $one, $zero, $int",
          "iget v4, $zero, Lfixture/Base;->publ:I",
          "iget-wide v4, $zero, Lfixture/Base;->ofJ:J",
          "iget-object v4, $zero, Lfixture/Base;->ofL:Ljava/lang/Object;",
          "iput $int, $zero, Lfixture/Base;->publ:I",
          "iput $float, $zero, Lfixture/Base;->ofF:F",
          "iput-wide $long, $zero, Lfixture/Base;->ofJ:J",
          "iput-wide $double, $zero, Lfixture/Base;->ofD:D",
          "iput-object $object, $zero, Lfixture/Base;->ofL:Ljava/lang/Object;",
          "iput-object $ints, $zero, Lfixture/Base;->ofA:[I",
          "iput-boolean $int, $zero, Lfixture/Base;->ofZ:Z",
          "iput-byte $one, $zero, Lfixture/Base;->ofB:B",
          "sput $int, Lfixture/Base;->spubl:I",
          "sput $float, Lfixture/Base;->sofF:F",
          "sput-wide $long, Lfixture/Base;->sofJ:J",
          "sput-wide $double, Lfixture/Base;->sofD:D",
          "sput-object $object, Lfixture/Base;->sofL:Ljava/lang/Object;",
          "sput-object $ints, Lfixture/Base;->sofA:[I",
          "sput-boolean $one, Lfixture/Base;->sofZ:Z",
          "sput-byte $one, Lfixture/Base;->sofB:B",
          "sput-char $one, Lfixture/Base;->sofC:C",
          "sput-short $one, Lfixture/Base;->sofS:S",
          "invoke-static {$int}, Lfixture/Take;->one(I)V",
          "invoke-static {$long, $longhigh}, Lfixture/Take;->one(J)V",
          "invoke-static {$float}, Lfixture/Take;->one(F)V",
          "invoke-static {$double, $doublehigh}, Lfixture/Take;->one(D)V",
          "invoke-static {$one}, Lfixture/Take;->one(Z)V",
          "invoke-static {$one}, Lfixture/Take;->one(C)V",
          "invoke-static {$object}, Lfixture/Take;->one(Ljava/lang/Object;)V",
          "invoke-static {$string}, Lfixture/Take;->one(Ljava/lang/String;)V",
          "invoke-static {$string}, Lfixture/Take;->one(Ljava/lang/CharSequence;)V",
          "invoke-static {$string}, Lfixture/Take;->one(Lfixture/Missing;)V",
          "invoke-static {$ints}, Lfixture/Take;->one([I)V",
          "invoke-static {$object, $int}, Lfixture/Take;->one(I)V",
          "invoke-virtual {$object}, Ljava/lang/Object;->getClass()Ljava/lang/Class;",
          "invoke-virtual {$string}, Ljava/lang/String;->length()I",
          "invoke-interface {$string}, Ljava/lang/CharSequence;->length()I",
          "invoke-direct {$made}, Lfixture/Base;-><init>()V",
          "invoke-direct {$made, $int}, Lfixture/Base;-><init>(I)V",
          "invoke-static/range {$int .. $int}, Lfixture/Take;->one(I)V",
          "invoke-virtual/range {$string .. $string}, Ljava/lang/String;->length()I",
          "neg-int v4, $int",
          "not-int v4, $int",
          "neg-long v4, $long",
          "not-long v4, $long",
          "neg-float v4, $float",
          "neg-double v4, $double",
          "int-to-long v4, $int",
          "int-to-float v4, $int",
          "int-to-double v4, $int",
          "long-to-int v4, $long",
          "long-to-float v4, $long",
          "long-to-double v4, $long",
          "float-to-int v4, $float",
          "float-to-long v4, $float",
          "float-to-double v4, $float",
          "double-to-int v4, $double",
          "double-to-long v4, $double",
          "double-to-float v4, $double",
          "int-to-byte v4, $int",
          "int-to-char v4, $int",
          "int-to-short v4, $int",
          "add-int v4, $int, $int",
          "and-int v4, $int, $int",
          "div-int v4, $int, $one",
          "shl-int v4, $int, $int",
          "add-long v4, $long, $long",
          "or-long v4, $long, $long",
          "shr-long v4, $long, $int",
          "add-float v4, $float, $float",
          "rem-float v4, $float, $float",
          "add-double v4, $double, $double",
          "rem-double v4, $double, $double",
          "add-int/2addr $int, $int",
          "xor-int/2addr $int, $one",
          "ushr-int/2addr $int, $int",
          "sub-long/2addr $long, $long",
          "shl-long/2addr $long, $int",
          "mul-float/2addr $float, $float",
          "div-double/2addr $double, $double",
          "add-int/lit16 v4, $int, 7",
          "rsub-int v4, $int, 7",
          "add-int/lit8 v4, $int, 7",
          "xor-int/lit8 v4, $int, 7",
          "shl-int/lit8 v4, $int, 7",
          "packed-switch $int, :packed",
          "sparse-switch $int, :sparse",
          "fill-array-data $ints, :data");

  private final List<OpcodeCase> cases = new ArrayList<>();

  private OperandCases() {}

  static List<OpcodeCase> all() {
    var made = new OperandCases();
    TEMPLATES.forEach(made::operands);
    made.returns();
    made.results();
    made.merges();
    made.ends();
    return made.cases;
  }

  /** Returns the class whose methods accept their arguments. */
  static String taker() {
    var text = new StringBuilder(".class public Lfixture/Take;\n.super Ljava/lang/Object;\n");
    for (String each :
        List.of(
            "I",
            "J",
            "F",
            "D",
            "Z",
            "C",
            "Ljava/lang/Object;",
            "Ljava/lang/String;",
            "Ljava/lang/CharSequence;",
            "Lfixture/Missing;",
            "[I")) {
      text.append(OpcodeCase.method("public static one(" + each + ")V", 0, "return-void"));
    }
    for (String each :
        List.of(
            "V",
            "Z",
            "B",
            "S",
            "C",
            "I",
            "F",
            "J",
            "D",
            "Ljava/lang/String;",
            "[I",
            "Lfixture/Base;")) {
      String code =
          switch (each) {
            case "V" -> "return-void";
            case "J", "D" -> "const-wide/16 v0, 1\nreturn-wide v0";
            case "Ljava/lang/String;", "[I", "Lfixture/Base;" -> "const/4 v0, 0\nreturn-object v0";
            default -> "const/4 v0, 1\nreturn v0";
          };
      text.append(OpcodeCase.method("public static get()" + each, 2, code));
    }
    return text.toString();
  }

  private void add(String name, String returns, String code) {
    String type = OpcodeCase.identifier(name);
    cases.add(OpcodeCase.ofMethod(type, PARAMETERS + returns, 6, SETUP + code));
  }

  private void operands(String template) {
    List<MatchResult> slots = SLOT.matcher(template).results().toList();
    String name = SLOT.matcher(template).replaceAll("").replaceAll("L[a-z/]*/", "");
    for (int slot = 0; slot < slots.size(); slot++) {
      for (String kind : KINDS.keySet()) {
        if (slot > 0 && kind.equals(slots.get(slot).group(1))) {
          continue; // as it should be, which the first slot has shown
        }
        var code = new StringBuilder();
        int done = 0;
        for (int i = 0; i < slots.size(); i++) {
          MatchResult each = slots.get(i);
          code.append(template, done, each.start());
          boolean range = template.contains("..");
          code.append(KINDS.get(i == slot || range ? kind : each.group(1)));
          done = each.end();
        }
        code.append(template.substring(done)).append('\n');
        boolean ends = template.startsWith("throw");
        String tail = ends ? "" : ":end\nreturn-void\n";
        add(
            "take_" + name + "_" + slot + "_" + kind + "_" + slots.get(0).group(1),
            "V",
            code + tail + payload(template));
      }
    }
  }

  private static String payload(String template) {
    return switch (template.substring(template.indexOf(':') + 1)) {
      case "packed" -> ":packed\n.packed-switch 0\n:end\n.end packed-switch";
      case "sparse" -> ":sparse\n.sparse-switch\n0x5 -> :end\n.end sparse-switch";
      case "data" -> ":data\n.array-data 4\n0x1\n.end array-data";
      default -> "";
    };
  }

  private void returns() {
    for (String type :
        List.of(
            "V",
            "Z",
            "B",
            "S",
            "C",
            "I",
            "F",
            "J",
            "D",
            "Ljava/lang/Object;",
            "Ljava/lang/String;",
            "[I",
            "[Ljava/lang/Object;",
            "Ljava/lang/CharSequence;",
            "Lfixture/Missing;")) {
      for (String form : List.of("return", "return-wide", "return-object")) {
        KINDS.forEach((kind, register) ->
            add(
                "give_%s_%s_%s".formatted(form, type.replace("[", "A_"), kind),
                type,
                form + " " + register));
      }
      add("give_return-void_" + type.replace("[", "A_"), type, "return-void");
    }
  }

  private void results() {
    for (String type :
        List.of(
            "V",
            "Z",
            "B",
            "S",
            "C",
            "I",
            "F",
            "J",
            "D",
            "Ljava/lang/String;",
            "[I",
            "Lfixture/Base;")) {
      String call = "invoke-static {}, Lfixture/Take;->get()%s\n".formatted(type);
      for (String form : List.of("", "-wide", "-object")) {
        String base = "result%s_of_%s".formatted(form, type.replace("[", "A_"));
        add(base, "V", call + "move-result%s v4\nreturn-void".formatted(form));
        add(base + "_late", "V", call + "nop\nmove-result%s v4\nreturn-void".formatted(form));
        add(
            base + "_twice",
            "V",
            call + "move-result%s v4\nmove-result%s v4\nreturn-void".formatted(form, form));
      }
      add("result_unused_of_" + type.replace("[", "A_"), "V", call + "return-void");
    }
    for (String form : List.of("", "-wide", "-object")) {
      add(
          "result%s_of_nothing".formatted(form),
          "V",
          "move-result%s v4\nreturn-void".formatted(form));
      add(
          "result%s_of_array".formatted(form),
          "V",
          "filled-new-array {p0}, [I\nmove-result%s v4\nreturn-void".formatted(form));
      add(
          "result%s_jumped_to".formatted(form),
          "V",
          "if-eqz p0, :end\ninvoke-static {}, Lfixture/Take;->get()I\n:end\nmove-result%s v4\nreturn-void"
              .formatted(form));
      add(
          "result%s_in_handler".formatted(form),
          "V",
          ":s\ninvoke-static {}, Lfixture/Take;->get()I\n:e\n.catchall {:s .. :e} :h\n:h\nmove-result%s v4\nreturn-void"
              .formatted(form));
    }
  }

  /** Two kinds that meet in one register, and how it is used. */
  private void merges() {
    List<String> kinds = List.copyOf(KINDS.keySet());
    for (int i = 0; i < kinds.size(); i++) {
      for (int j = i; j < kinds.size(); j++) {
        String one = move(kinds.get(i));
        String other = move(kinds.get(j));
        String join = "if-eqz p0, :other\n" + one + "goto :join\n:other\n" + other + ":join\n";
        Map<String, String> uses = new LinkedHashMap<>();
        uses.put("unused", "");
        uses.put("int", "add-int/lit8 v4, v4, 1\n");
        uses.put("float", "neg-float v4, v4\n");
        uses.put("long", "neg-long v4, v4\n");
        uses.put("object", "invoke-static {v4}, Lfixture/Take;->one(Ljava/lang/Object;)V\n");
        uses.put("string", "invoke-static {v4}, Lfixture/Take;->one(Ljava/lang/String;)V\n");
        for (var use : uses.entrySet()) {
          add(
              "join_%s_%s_as_%s".formatted(kinds.get(i), kinds.get(j), use.getKey()),
              "V",
              join + use.getValue() + "return-void");
        }
      }
    }
  }

  private static String move(String kind) {
    String register = KINDS.get(kind);
    return switch (kind) {
      case "undefined" -> "";
      case "long", "double" -> "move-wide v4, " + register + "\n";
      case "longhigh", "doublehigh" -> "const/4 v4, 0\n";
      case "object", "string", "ints", "longs", "made" -> "move-object v4, " + register + "\n";
      default -> "move v4, " + register + "\n";
    };
  }

  /** Ends of code, and damaged pairs. */
  private void ends() {
    add("end_without_return", "V", "nop");
    add("end_in_branch", "V", "if-eqz p0, :on\nreturn-void\n:on\nnop");
    add("end_endless", "V", "if-eqz p0, :on\nreturn-void\n:on\ngoto :on");
    add("end_goto_itself", "V", "if-nez p0, :end\n:on\ngoto/32 :on\n:end\nreturn-void");
    add("end_dead_code", "V", "return-void\nadd-int v4, p6, p7\nreturn-void");
    add("end_dead_return", "I", "return p0\nreturn-object p6");
    add("pair_low_written", "V", "const/4 p1, 0\nneg-long v4, p1\nreturn-void");
    add("pair_high_written", "V", "const/4 p2, 0\nneg-long v4, p1\nreturn-void");
    add("pair_over_last", "V", "const-wide/16 p9, 1\nreturn-void");
    add(
        "pair_beside",
        "V",
        "const-wide/16 v4, 1\nconst-wide/16 v3, 1\nneg-long v4, v4\nreturn-void");
    add("pair_shifted", "V", "const-wide/16 v3, 1\nneg-long v3, v3\nneg-long v4, v4\nreturn-void");
    add("pair_of_constants", "V", "const/4 v4, 0\nconst/4 v5, 0\nneg-long v4, v4\nreturn-void");
    add("pair_double_as_long", "V", "neg-long v4, p4\nreturn-void");
    add(
        "pair_constant_as_both",
        "V",
        "const-wide/16 v4, 1\nneg-long v4, v4\nconst-wide/16 v4, 1\nneg-double v4, v4\nreturn-void");
    add("constant_as_both", "V", "const/4 v4, 1\nneg-int v5, v4\nneg-float v5, v4\nreturn-void");
    add("constant_as_reference", "V", "const/4 v4, 1\nmonitor-enter v4\nreturn-void");
    add(
        "zero_as_everything",
        "V",
        "neg-int v4, v0\nneg-float v4, v0\ninvoke-static {v0}, Lfixture/Take;->one(Ljava/lang/Object;)V\nreturn-void");
    add(
        "int_copied_zero",
        "V",
        "move v4, v0\ninvoke-static {v4}, Lfixture/Take;->one(Ljava/lang/Object;)V\nreturn-void");
    add(
        "boolean_range",
        "V",
        "const/4 v4, 2\ninvoke-static {v4}, Lfixture/Take;->one(Z)V\nreturn-void");
    add(
        "char_range",
        "V",
        "const/4 v4, -1\ninvoke-static {v4}, Lfixture/Take;->one(C)V\nreturn-void");
    add("arguments_missing", "V", "invoke-static {}, Lfixture/Take;->one(I)V\nreturn-void");
    add("arguments_many", "V", "invoke-static {p0, p0}, Lfixture/Take;->one(I)V\nreturn-void");
    add("arguments_half", "V", "invoke-static {p1}, Lfixture/Take;->one(J)V\nreturn-void");
    add("return_of_constructor", "V", "invoke-static {}, Lfixture/Base;-><init>()V\nreturn-void");
    add("initialiser_called", "V", "invoke-static {}, Lfixture/Failing;-><clinit>()V\nreturn-void");
  }
}
