package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of classes that are missing, or whose supertypes are, alone and joined with values of
 * classes that are there, with each instruction that they may reach: such code is in every app that
 * leaves optional libraries out. A runtime verifies it no further than the first instruction that
 * it cannot judge, and runs it.
 */
final class AbsentCases {
  /** Instructions that put a value into v0; those of a missing class put null there. */
  private static final Map<String, String> VALUES = new LinkedHashMap<>();

  /** Instructions that use v0. Each ends with a text in v1, or returns. */
  private static final Map<String, String> USES = new LinkedHashMap<>();

  private static final String HOLDER = "Lfixture/Holder;->";

  static {
    VALUES.put("base", make("Lfixture/Base;"));
    VALUES.put("missing", result("missing()Lfixture/Missing;"));
    VALUES.put("orphan", result("orphan()Lfixture/Orphan;"));
    VALUES.put("waif", "sget-object v0, " + HOLDER + "waif:Lfixture/Waif;");
    VALUES.put("missings", result("missings()[Lfixture/Missing;"));
    VALUES.put("bases", "const/4 v0, 1\nnew-array v0, v0, [Lfixture/Base;");
    VALUES.put("null", "const/4 v0, 0");
    use("none", "");
    use("hash", "if-eqz v0, :null\ninvoke-virtual {v0}, Ljava/lang/Object;->hashCode()I\n:null\n");
    use("call", told("invoke-virtual {v0}, Lfixture/Base;->publ()I"));
    use("call_missing", told("invoke-virtual {v0}, Lfixture/Missing;->publ()I"));
    use("call_orphan", told("invoke-virtual {v0}, Lfixture/Orphan;->publ()I"));
    use("call_interface", told("invoke-interface {v0}, Lfixture/Face;->go()I"));
    use("call_waif", told("invoke-virtual {v0}, Lfixture/Waif;->go()I"));
    for (String each : List.of("Base", "Missing", "Orphan", "Waif", "Face")) {
      String type = "Lfixture/" + each + ";";
      use("pass_" + each, told("invoke-static {v0}, " + HOLDER + "take(" + type + ")I"));
      use("put_" + each, "sput-object v0, " + HOLDER + "of" + each + ":" + type + "\n");
      use("cast_" + each, "check-cast v0, " + type + "\n");
      use("is_" + each, "instance-of v2, v0, " + type + "\nif-eqz v2, :no\n" + called() + ":no\n");
    }
    use("array_Base", "filled-new-array {v0}, [Lfixture/Base;\nmove-result-object v3\n");
    use("array_Missing", "filled-new-array {v0}, [Lfixture/Missing;\nmove-result-object v3\n");
    use(
        "is_base_and_call",
        "instance-of v2, v0, Lfixture/Base;\nif-eqz v2, :no\n" + calledSafely());
    use("get", told("iget v2, v0, Lfixture/Base;->publ:I"));
    use("call_and_get", called() + told("iget v2, v0, Lfixture/Base;->publ:I"));
    use("get_missing", "iget v2, v0, Lfixture/Missing;->publ:I\n");
    use("put_member", "const/4 v2, 2\niput v2, v0, Lfixture/Base;->publ:I\n");
    use("cast_array", "check-cast v0, [Lfixture/Missing;\n");
    use("element", "const/4 v2, 0\naget-object v3, v0, v2\n");
    use("element_and_call", "const/4 v2, 0\naget-object v0, v0, v2\n" + called());
    use("set_element", "const/4 v2, 0\naput-object v2, v0, v2\n");
    use(
        "stored",
        "const/4 v2, 1\nnew-array v3, v2, [Lfixture/Base;\nconst/4 v2, 0\naput-object v0, v3, v2\n");
    use(
        "stored_object",
        "const/4 v2, 1\nnew-array v3, v2, [Ljava/lang/Object;\nconst/4 v2, 0\naput-object v0, v3, v2\n");
    use("length", "array-length v2, v0\n");
    use("throw", "throw v0\n");
    use("monitor", "monitor-enter v0\nmonitor-exit v0\n");
    use(
        "locked",
        "const-class v2, Lfixture/Base;\nmonitor-enter v2\n:s2\n"
            + called()
            + "monitor-exit v2\n:e2\n.catchall {:s2 .. :e2} :h3\ngoto :left\n"
            + ":h3\nmove-exception v3\nmonitor-exit v2\nthrow v3\n:left\n");
    use("same", "const/4 v2, 0\nif-ne v0, v2, :other\nconst-string v1, \"null\"\n:other\n");
    use("moved", "move-object v3, v0\nmove-object v0, v3\n" + called());
    use("twice", called() + "invoke-static {v0}, " + HOLDER + "take(Lfixture/Base;)I\n" + called());
  }

  private final List<OpcodeCase> cases = new ArrayList<>();

  private AbsentCases() {}

  static List<OpcodeCase> all() {
    var made = new AbsentCases();
    for (String first : VALUES.keySet()) {
      USES.keySet().forEach(use -> made.single(first, use));
      for (String second : VALUES.keySet()) {
        if (!first.equals(second)) {
          USES.keySet().forEach(use -> made.joined(first, second, use));
        }
      }
    }
    made.returned();
    made.caught();
    made.classes();
    return made.cases;
  }

  /** Classes that the cases name. */
  static String fixture() {
    var text =
        new StringBuilder(
            """
            .class public Lfixture/Waif;
            .super Ljava/lang/Object;
            .implements Lfixture/Missing;
            .method public go()I
              .locals 1
              const/4 v0, 1
              return v0
            .end method
            .class public Lfixture/Holder;
            .super Ljava/lang/Object;
            .field public static waif:Lfixture/Waif;
            """);
    for (String each : List.of("Base", "Missing", "Orphan", "Waif", "Face")) {
      text.append(".field public static of%1$s:Lfixture/%1$s;\n".formatted(each));
    }
    String nothing = "const/4 v0, 0\nreturn-object v0";
    for (String each :
        List.of(
            "missing()Lfixture/Missing;",
            "orphan()Lfixture/Orphan;",
            "missings()[Lfixture/Missing;")) {
      text.append(OpcodeCase.method("public static " + each, 1, nothing));
    }
    for (String each : List.of("Base", "Missing", "Orphan", "Waif", "Face")) {
      text.append(
          OpcodeCase.method(
              "public static take(Lfixture/" + each + ";)I", 1, "const/4 v0, 3\nreturn v0"));
    }
    text.append(
        OpcodeCase.method(
            "public static fail(Z)V",
            0,
            "if-eqz p0, :no\nconst/4 p0, 0\ndiv-int/2addr p0, p0\n:no\nreturn-void"));
    return text.toString();
  }

  private static void use(String name, String code) {
    USES.put(name, code);
  }

  private static String make(String type) {
    return "new-instance v0, " + type + "\ninvoke-direct {v0}, " + type + "-><init>()V";
  }

  private static String result(String method) {
    return "invoke-static {}, " + HOLDER + method + "\nmove-result-object v0";
  }

  private static String called() {
    return "invoke-virtual {v0}, Lfixture/Base;->publ()I\n";
  }

  private static String calledSafely() {
    return called() + "const-string v1, \"called\"\n:no\n";
  }

  /** An instruction with a number as its result, which is reported. */
  private static String told(String instruction) {
    String number = instruction.startsWith("iget") ? "" : "move-result v2\n";
    return instruction
        + "\n"
        + number
        + "invoke-static {v2}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;\n"
        + "move-result-object v1\n";
  }

  private void single(String value, String use) {
    add(value + "_" + use, "()Ljava/lang/String;", VALUES.get(value) + "\n" + used(use));
  }

  private static String used(String use) {
    String end = use.equals("throw") ? "" : "return-object v1\n";
    return "const-string v1, \"went on\"\n" + USES.get(use) + end;
  }

  /** One of two values where paths meet, where a loop begins again, and where a handler begins. */
  private void joined(String first, String second, String use) {
    String a = VALUES.get(first) + "\n";
    String b = VALUES.get(second) + "\n";
    String name = first + "_" + second + "_" + use;
    String type = "(Z)Ljava/lang/String;";
    if (first.compareTo(second) < 0) {
      add(name, type, "if-eqz p0, :b\n" + a + "goto :join\n:b\n" + b + ":join\n" + used(use));
    }
    if (use.equals("throw")) {
      return;
    }
    add(
        "loop_" + name,
        type,
        a
            + ":again\nconst-string v1, \"went on\"\n"
            + USES.get(use)
            + "if-eqz p0, :out\nconst/4 p0, 0\n"
            + b
            + "goto :again\n:out\nreturn-object v1\n");
    if (!List.of("call", "pass_Base", "pass_Missing", "none").contains(use)) {
      return;
    }
    add(
        "handler_" + name,
        type,
        a
            + ":s\ninvoke-static {p0}, Lfixture/Holder;->fail(Z)V\n"
            + b
            + "invoke-static {p0}, Lfixture/Holder;->fail(Z)V\n:e\n.catchall {:s .. :e} :h\n:h2\n"
            + used(use)
            + ":h\nmove-exception v4\ngoto :h2\n");
  }

  /** In a class of their own: reflection would ask for the types of the methods. */
  private void returned() {
    for (String value : VALUES.keySet()) {
      for (String type : List.of("Base", "Missing", "Orphan", "Waif", "Face")) {
        String name = "absent_" + value + "_return_" + type;
        String method = "r()Lfixture/" + type + ";";
        String code =
            "invoke-static {}, Lop/of_"
                + name
                + ";->"
                + method
                + "\nconst-string v0, \"went on\"\nreturn-object v0";
        OpcodeCase of = OpcodeCase.ofMethod(name, "()Ljava/lang/String;", 1, code);
        String returning =
            OpcodeCase.ofMethod("of_" + name, "()V", 1, "return-void").smali()
                + OpcodeCase.method(
                    "public static " + method, 1, VALUES.get(value) + "\nreturn-object v0");
        cases.add(new OpcodeCase(name, of.smali() + returning));
      }
    }
  }

  private void caught() {
    String fail = ":s\nconst/4 v0, 0\ndiv-int/2addr v0, v0\n:e\n";
    String end = "const-string v1, \"none\"\nreturn-object v1\n";
    String caught = ":h\nmove-exception v0\n";
    for (String type : List.of("Missing", "Orphan", "Waif", "Base")) {
      for (String other :
          List.of("", "Ljava/lang/ArithmeticException;", "Ljava/lang/Error;", "all")) {
        String also =
            other.isEmpty()
                ? ""
                : other.equals("all")
                    ? ".catchall {:s .. :e} :h\n"
                    : ".catch " + other + " {:s .. :e} :h\n";
        String name = "catch_" + type + "_" + OpcodeCase.identifier(other);
        String handlers = ".catch Lfixture/" + type + "; {:s .. :e} :h\n" + also;
        String report =
            "invoke-virtual {v0}, Ljava/lang/Object;->toString()Ljava/lang/String;\nmove-result-object v1\nreturn-object v1\n";
        add(name + "_told", "()Ljava/lang/String;", fail + end + handlers + caught + report);
        add(
            name + "_thrown",
            "()Ljava/lang/String;",
            fail + end + handlers + caught + "throw v0\n");
        add(
            name + "_message",
            "()Ljava/lang/String;",
            fail
                + end
                + handlers
                + caught
                + "invoke-virtual {v0}, Ljava/lang/Throwable;->getMessage()Ljava/lang/String;\nmove-result-object v1\nreturn-object v1\n");
        add(
            name + "_unused",
            "()Ljava/lang/String;",
            fail + end + handlers + ":h\nconst-string v1, \"caught\"\nreturn-object v1\n");
      }
    }
  }

  /** Classes with a supertype, a field or a method of a type that is missing. */
  private void classes() {
    String m =
        OpcodeCase.method(
            "public static m()Ljava/lang/String;", 1, "const-string v0, \"ran\"\nreturn-object v0");
    for (String kind :
        List.of(
            "Missing", "Orphan", "Last", "Face", "Hidden", "HiddenFace", "Waif", "Base", "Abs")) {
      String type = "Lfixture/" + kind + ";";
      define("extends_" + kind, ".super " + type + "\n", m);
      define("implements_" + kind, ".super Ljava/lang/Object;\n.implements " + type + "\n", m);
      define(
          "field_" + kind,
          ".super Ljava/lang/Object;\n.field x:" + type + "\n.field static y:" + type + "\n",
          m);
      define(
          "method_" + kind,
          ".super Ljava/lang/Object;\n",
          m + OpcodeCase.method("public static other(" + type + ")" + type, 0, "return-object p0"));
    }
  }

  private void define(String name, String head, String methods) {
    cases.add(
        new OpcodeCase(
            "absent_" + name, ".class public Lop/absent_" + name + ";\n" + head + methods));
  }

  private void add(String name, String prototype, String code) {
    cases.add(OpcodeCase.ofMethod("absent_" + name, prototype, 6, code));
  }
}
