package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Each instruction that can throw, in each position of a try range. */
final class ThrowCases {
  /**
   * Instructions with the code that makes them throw; v0 is their result, the object first null.
   */
  private static final Map<String, String> THROWING = new LinkedHashMap<>();

  static {
    THROWING.put("div-int", "const/4 v1, 0\n%div-int v0, v0, v1");
    THROWING.put("rem-int_2addr", "const/4 v1, 0\n%rem-int/2addr v0, v1");
    THROWING.put("div-int_lit8", "nop\n%div-int/lit8 v0, v0, 0");
    THROWING.put("div-long", "const-wide/16 v2, 0\n%div-long v4, v2, v2");
    THROWING.put("aget", "const/4 v1, 0\n%aget v0, v1, v0");
    THROWING.put("aget_bounds", "const/4 v1, 2\nnew-array v1, v1, [I\n%aget v0, v1, v0");
    THROWING.put(
        "aput-object",
        "const/4 v1, 1\nnew-array v1, v1, [Ljava/lang/String;\nconst/4 v2, 0\nsget-object v3, Ljava/lang/Boolean;->TRUE:Ljava/lang/Boolean;\n%aput-object v3, v1, v2");
    THROWING.put("array-length", "const/4 v1, 0\n%array-length v0, v1");
    THROWING.put("new-array", "const/4 v1, -1\n%new-array v1, v1, [I");
    THROWING.put("fill-array-data", "const/4 v1, 0\n%fill-array-data v1, :data");
    THROWING.put("check-cast", "const-string v1, \"\"\n%check-cast v1, Ljava/lang/Integer;");
    THROWING.put(
        "throw",
        "new-instance v1, Ljava/lang/ArithmeticException;\ninvoke-direct {v1}, Ljava/lang/ArithmeticException;-><init>()V\n%throw v1");
    THROWING.put("throw_null", "const/4 v1, 0\n%throw v1");
    THROWING.put("monitor-enter", "const/4 v1, 0\n%monitor-enter v1");
    THROWING.put("iget", "const/4 v1, 0\n%iget v0, v1, Lfixture/Base;->publ:I");
    THROWING.put("iput", "const/4 v1, 0\n%iput v0, v1, Lfixture/Base;->publ:I");
    THROWING.put("sget_failing", "nop\n%sget v0, Lfixture/Failing;->spubl:I");
    THROWING.put("invoke-virtual", "const/4 v1, 0\n%invoke-virtual {v1}, Lfixture/Base;->publ()I");
    THROWING.put(
        "invoke-interface", "const/4 v1, 0\n%invoke-interface {v1}, Lfixture/Face;->go()I");
    THROWING.put(
        "invoke-static",
        "const/4 v1, 0\n%invoke-static {v1}, Ljava/util/Objects;->requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;");
    THROWING.put("invoke_missing", "nop\n%invoke-static {}, Lfixture/Missing;->spubl()I");
    THROWING.put("const-class_missing", "nop\n%const-class v1, Lfixture/Missing;");
    THROWING.put("new-instance_abstract", "nop\n%new-instance v1, Lfixture/Abs;");
    THROWING.put(
        "invoke_native",
        "new-instance v1, Lfixture/Base;\ninvoke-direct {v1}, Lfixture/Base;-><init>()V\n%invoke-virtual {v1}, Lfixture/Base;->nat()I");
  }

  private final List<OpcodeCase> cases = new ArrayList<>();

  private ThrowCases() {}

  static List<OpcodeCase> all() {
    var made = new ThrowCases();
    THROWING.forEach(made::positions);
    made.handlers();
    return made.cases;
  }

  /** v0 is 5 before and 6 after; the handler returns its value with the exception. */
  private void positions(String name, String code) {
    int at = code.indexOf('%');
    String before = code.substring(0, at);
    String instruction = code.substring(at + 1) + "\n";
    String after = "const/4 v0, 6\n";
    Map<String, String> shapes = new LinkedHashMap<>();
    shapes.put("uncaught", "X");
    shapes.put("alone", ":s\nX:e\n");
    shapes.put("first", ":s\nXinvoke-static {}, Ljava/lang/System;->nanoTime()J\nA:e\n");
    shapes.put("last", ":s\ninvoke-static {}, Ljava/lang/System;->nanoTime()J\nX:e\n");
    shapes.put("middle", ":s\ninvoke-static {}, Ljava/lang/System;->nanoTime()J\nXA:e\n");
    shapes.put("before", "X:s\ninvoke-static {}, Ljava/lang/System;->nanoTime()J\n:e\n");
    shapes.put("behind", ":s\ninvoke-static {}, Ljava/lang/System;->nanoTime()J\n:e\nX");
    shapes.forEach((position, shape) -> {
      String body = shape.replace("A", after).replace("X", instruction);
      for (String caught : List.of("all", "RuntimeException", "Error", "Throwable")) {
        if (position.equals("uncaught") && !caught.equals("all")) {
          continue;
        }
        if (!position.equals("alone")
            && !position.equals("uncaught")
            && caught.equals("Throwable")) {
          continue;
        }
        add(
            "throw_%s_%s_%s".formatted(name, position, caught),
            before,
            body,
            range(position, caught));
      }
    });
    // The first handler that fits counts; a missing class fits nothing.
    add(
        "throw_%s_ordered".formatted(name),
        before,
        ":s\n" + instruction + ":e\n",
        ".catch Ljava/lang/OutOfMemoryError; {:s .. :e} :h\n.catch Lfixture/Missing; {:s .. :e} :h\n.catchall {:s .. :e} :h2\n");
  }

  private static String range(String position, String caught) {
    if (position.equals("uncaught")) {
      return "";
    }
    return caught.equals("all")
        ? ".catchall {:s .. :e} :h\n"
        : ".catch Ljava/lang/%s; {:s .. :e} :h\n".formatted(caught);
  }

  private void add(String name, String before, String body, String handlers) {
    String second =
        handlers.contains(":h2")
            ? ":h2\nmove-exception v1\nconst-string v2, \"second\"\ngoto :tell\n"
            : "";
    String data = body.contains(":data") ? ":data\n.array-data 4\n0x1\n.end array-data\n" : "";
    boolean handled = !handlers.isEmpty();
    boolean falls = !body.endsWith("throw v1\n") && !body.endsWith("throw v1\n:e\n");
    String code =
        "const/4 v0, 5\n"
            + before
            + body
            + (falls ? "const/4 v1, 0\nconst-string v2, \"none\"\ngoto :tell\n" : "")
            + handlers
            + (handled ? ":h\nmove-exception v1\nconst-string v2, \"first\"\ngoto :tell\n" : "")
            + second
            + (falls || handled
                ? ":tell\ninvoke-static {v0}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;\nmove-result-object v0\nfilled-new-array {v0, v1, v2}, [Ljava/lang/Object;\nmove-result-object v0\nreturn-object v0\n"
                : "")
            + data;
    cases.add(OpcodeCase.ofMethod(OpcodeCase.identifier(name), "()Ljava/lang/Object;", 8, code));
  }

  private void handlers() {
    String fail = "const/4 v1, 0\ndiv-int/2addr v1, v1\n";
    handler(
        "nested",
        ":s1\n:s\n"
            + fail
            + ":e\ngoto :end\n.catch Ljava/lang/Error; {:s .. :e} :h\n:h\nmove-exception v0\n:e1\ngoto :end\n.catchall {:s1 .. :e1} :h1\n:h1\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "rethrown",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nthrow v0\n:end\nreturn-object v0");
    handler(
        "in_own_range",
        "const/4 v2, 0\n:s\nadd-int/lit8 v2, v2, 1\nconst/4 v3, 3\nif-ge v2, v3, :end\n"
            + fail
            + ":h\nmove-exception v0\nadd-int/lit8 v2, v2, 1\nconst/4 v3, 5\nif-ge v2, v3, :end\n"
            + fail
            + ":e\n.catchall {:s .. :e} :h\n:end\nreturn-object v0");
    handler(
        "loops",
        "const/4 v2, 0\n:again\nadd-int/lit8 v2, v2, 1\nconst/4 v3, 4\nif-ge v2, v3, :end\n:s\n"
            + fail
            + ":e\ngoto :end\n.catchall {:s .. :e} :again\n:end\nreturn-object v0");
    handler(
        "without_move",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catchall {:s .. :e} :h\n:h\nconst-string v0, \"caught\"\n:end\nreturn-object v0");
    handler(
        "late_move",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catchall {:s .. :e} :h\n:h\nnop\nmove-exception v0\n:end\nreturn-object v0");
    handler("move_elsewhere", "move-exception v0\nreturn-object v0");
    handler(
        "reached_by_jump",
        "goto :h\n:s\n"
            + fail
            + ":e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nreturn-object v0");
    handler(
        "two_types",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catch Ljava/lang/Error; {:s .. :e} :h\n.catch Ljava/lang/ArithmeticException; {:s .. :e} :h\n:h\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "no_throwable",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catch Ljava/lang/String; {:s .. :e} :h\n:h\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "interface",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catch Ljava/lang/Runnable; {:s .. :e} :h\n:h\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "missing",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catch Lfixture/Missing; {:s .. :e} :h\n:h\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "missing_and_all",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catch Lfixture/Missing; {:s .. :e} :h\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "hidden",
        ":s\n"
            + fail
            + ":e\ngoto :end\n.catch Lfixture/Hidden; {:s .. :e} :h\n:h\nmove-exception v0\n:end\nreturn-object v0");
    handler(
        "result_across",
        ":s\ninvoke-static {}, Ljava/lang/System;->nanoTime()J\n:e\nmove-result-wide v2\nconst-string v0, \"fine\"\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nreturn-object v0");
    handler(
        "undefined_register",
        ":s\n"
            + fail
            + "const-string v0, \"set\"\n:e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nreturn-object v5");
    handler(
        "type_differs",
        "const-string v5, \"a\"\n:s\n"
            + fail
            + "const/4 v5, 1\n"
            + fail
            + ":e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nreturn-object v5");
    handler(
        "type_differs_unread",
        "const-string v5, \"a\"\n:s\n"
            + fail
            + "const/4 v5, 1\n"
            + fail
            + ":e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nreturn-object v0");
    handler(
        "value_before",
        "const-string v5, \"a\"\n:s\n"
            + fail
            + "const-string v5, \"b\"\n"
            + fail
            + ":e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nreturn-object v5");
    handler(
        "wide_half",
        "const-wide/16 v4, 3\n:s\n"
            + fail
            + "const/4 v4, 0\n:e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nlong-to-int v4, v4\ninvoke-static {v4}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;\nmove-result-object v0\nreturn-object v0");
    handler(
        "finally",
        ":s\nconst-string v0, \"x\"\ninvoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I\n:e\nreturn-object v0\n.catch Ljava/lang/NumberFormatException; {:s .. :e} :h\n:h\nmove-exception v0\n:s2\n"
            + fail
            + ":e2\nreturn-object v0\n.catchall {:s2 .. :e2} :h2\n:h2\nmove-exception v0\nreturn-object v0");
    handler(
        "stack_overflow",
        ":s\ninvoke-static {}, SELF->deep()I\n:e\nreturn-object v0\n.catch Ljava/lang/StackOverflowError; {:s .. :e} :h\n:h\nconst-string v0, \"deep\"\nreturn-object v0");
  }

  private void handler(String name, String code) {
    String type = "handler_" + name;
    String text =
        OpcodeCase.ofMethod(type, "()Ljava/lang/Object;", 8, "const/4 v0, 0\n" + code).smali()
            + OpcodeCase.method(
                "static deep()I",
                1,
                "invoke-static {}, SELF->deep()I\nmove-result v0\nadd-int/lit8 v0, v0, 1\nreturn v0");
    cases.add(new OpcodeCase(type, text.replace("SELF", "Lop/" + type + ";")));
  }
}
