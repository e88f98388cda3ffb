package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.List;

/** Fields and methods of every kind, named by every instruction, from near, afar and below. */
final class MemberCases {
  private static final String BASE = "Lfixture/Base;";
  private static final String OBJECT = "Ljava/lang/Object;";

  /**
   * The class that refers to a member: an unrelated class, a subclass of its class, one of the
   * interface.
   *
   * @param name part of the case's name
   */
  private record Caller(String name, String superclass, String... interfaces) {}

  private static final List<Caller> CALLERS =
      List.of(
          new Caller("afar", OBJECT),
          new Caller("below", BASE, "Lfixture/Face;"),
          new Caller("twice", "Lfixture/Sub;", "Lfixture/Left;", "Lfixture/Right;"));

  private final List<OpcodeCase> cases = new ArrayList<>();

  private MemberCases() {}

  static List<OpcodeCase> all() {
    var made = new MemberCases();
    made.calls();
    made.ranges();
    made.fields();
    made.fieldTypes();
    made.others();
    return made.cases;
  }

  /** A class whose {@code m} calls {@code run} of a new object. */
  private void add(Caller caller, String name, int locals, String code) {
    String self = OpcodeCase.identifier(name);
    var text =
        new StringBuilder(".class public Lop/%s;\n.super %s\n".formatted(self, caller.superclass));
    for (String each : caller.interfaces) {
      text.append(".implements ").append(each).append('\n');
    }
    text.append(".field private own:I\n.field private static sown:I = 9\n");
    text.append(
        OpcodeCase.method(
            "public constructor <init>()V",
            0,
            "invoke-direct {p0}, %s-><init>()V\nreturn-void".formatted(caller.superclass)));
    text.append(
        OpcodeCase.method(
            "public static m()Ljava/lang/Object;",
            1,
            """
            new-instance v0, Lop/%1$s;
            invoke-direct {v0}, Lop/%1$s;-><init>()V
            invoke-virtual {v0}, Lop/%1$s;->run()Ljava/lang/Object;
            move-result-object v0
            return-object v0
            """
                .formatted(self)));
    text.append(OpcodeCase.method("public own()I", 1, "const/16 v0, 90\nreturn v0"));
    text.append(OpcodeCase.method("private secret()I", 1, "const/16 v0, 91\nreturn v0"));
    text.append(OpcodeCase.method("static sown()I", 1, "const/16 v0, 92\nreturn v0"));
    text.append(OpcodeCase.method("private static ssecret()I", 1, "const/16 v0, 93\nreturn v0"));
    if (caller.interfaces.length > 0) {
      text.append(OpcodeCase.method("public go()I", 1, "const/16 v0, 94\nreturn v0"));
    }
    text.append(
        OpcodeCase.method(
            "public run()Ljava/lang/Object;", locals, code.replace("SELF", "Lop/" + self + ";")));
    cases.add(new OpcodeCase(self, text.toString()));
  }

  private static final String ANSWER =
      """
      move-result v0
      invoke-static {v0}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;
      move-result-object v0
      return-object v0
      """;

  /** The targets of calls: a class and its methods. */
  private static List<String> targets() {
    List<String> all = new ArrayList<>();
    for (String type : List.of(BASE, "Lop/Near;", "Lfixture/Hidden;")) {
      for (String each : Fixtures.memberNames()) {
        all.add(type + "->" + each);
        all.add(type + "->s" + each);
      }
    }
    for (String each : List.of("fin", "sync", "ssync", "nat", "missing")) {
      all.add(BASE + "->" + each);
    }
    for (String each : Fixtures.memberNames()) {
      all.add("Lfixture/Sub;->" + each);
      all.add("SELF->" + each);
      all.add("SELF->s" + each);
    }
    for (String each : List.of("own", "secret", "sown", "ssecret", "go", "def", "missing", "fin")) {
      all.add("SELF->" + each);
    }
    for (String each : List.of("go", "def", "spubl", "priv", "spriv", "missing")) {
      all.add("Lfixture/Face;->" + each);
    }
    for (String each :
        List.of(
            "Impl",
            "NoImpl",
            "Both",
            "LeftOnly",
            "Abstracted",
            "Left",
            "Right",
            "Again",
            "Secret",
            "Static",
            "Veiled",
            "HiddenFace")) {
      all.add("Lfixture/" + each + ";->def");
      all.add("Lfixture/" + each + ";->go");
    }
    all.addAll(
        List.of(
            "Lfixture/Impl;->spubl",
            "Lfixture/Abs;->abs",
            "Lfixture/Abs;->conc",
            "Lfixture/Conc;->abs",
            "Lfixture/NoAbs;->abs",
            "Lfixture/Missing;->publ",
            "Lfixture/Missing;->spubl",
            "Lfixture/Orphan;->publ",
            "Lfixture/Failing;->spubl",
            "Lfixture/Last;->publ",
            "Ljava/lang/String;->length",
            "Ljava/lang/CharSequence;->length"));
    return all;
  }

  /** Code that creates an object of the class, or one that implements the interface, in v0. */
  private static String make(String type) {
    String made =
        switch (type) {
          case "Lfixture/Face;" -> "Lfixture/Impl;";
          case "Lfixture/Left;", "Lfixture/Right;" -> "Lfixture/Both;";
          case "Lfixture/Again;" -> "Lfixture/Abstracted;";
          case "Lfixture/Abs;" -> "Lfixture/Conc;";
          case "Lfixture/HiddenFace;" -> "Lfixture/Veiled;";
          default -> type;
        };
    return switch (made) {
      case "SELF" -> "move-object v0, p0\n";
      case "Ljava/lang/String;", "Ljava/lang/CharSequence;" -> "const-string v0, \"text\"\n";
      case "Ljava/lang/Object;" -> "const-string v0, \"\"\n";
      default -> "new-instance v0, %1$s\ninvoke-direct {v0}, %1$s-><init>()V\n".formatted(made);
    };
  }

  private void calls() {
    for (Caller caller : CALLERS) {
      for (String kind : List.of("virtual", "super", "direct", "static", "interface")) {
        for (String target : targets()) {
          String type = target.substring(0, target.indexOf("->"));
          String name =
              "invoke_%s_%s_%s"
                  .formatted(
                      kind, caller.name, OpcodeCase.identifier(target.replace("Lfixture", "")));
          String call = "invoke-%s {v0}, %s()I\n".formatted(kind, target);
          if (kind.equals("static")) {
            add(caller, name, 2, "invoke-static {}, %s()I\n".formatted(target) + ANSWER);
          } else if (kind.equals("super")) {
            add(caller, name, 2, call.replace("v0", "p0") + ANSWER);
          } else {
            add(caller, name, 2, make(type) + call + ANSWER);
            add(caller, name + "_on_null", 2, "const/4 v0, 0\n" + call + ANSWER);
            if (kind.equals("direct")) {
              add(caller, name + "_on_this", 2, call.replace("v0", "p0") + ANSWER);
            }
            // What else ART takes for the named class it does not look at when it calls.
            if (type.equals(BASE) && !kind.equals("interface")) {
              add(caller, name + "_on_text", 2, "const-string v0, \"text\"\n" + call + ANSWER);
            }
          }
        }
      }
    }
  }

  /** The same instruction with a range of registers, for the targets that can be called. */
  private void ranges() {
    Caller caller = CALLERS.get(1);
    for (String each :
        List.of(
            "virtual Lfixture/Base;->publ",
            "super Lfixture/Base;->publ",
            "direct SELF->secret",
            "static SELF->sown",
            "interface Lfixture/Face;->go",
            "virtual Lfixture/Base;->missing",
            "interface Lfixture/Face;->def",
            "super Lfixture/Face;->def")) {
      String kind = each.substring(0, each.indexOf(' '));
      String target = each.substring(each.indexOf(' ') + 1);
      for (int register : new int[] {0, 15, 16, 255, 256, 65_000}) {
        String range = "{v%d .. v%d}".formatted(register, register);
        String code =
            "move-object/16 v%d, p0\ninvoke-%s/range %s, %s()I\n"
                .formatted(register, kind, kind.equals("static") ? "{}" : range, target);
        String name =
            "invoke_%s_range_%s_%d".formatted(kind, OpcodeCase.identifier(target), register);
        add(
            caller,
            name,
            register + 2,
            code.replace("{}, ", "{v0 .. v0}, ")
                    .replace("invoke-static/range {v0 .. v0}", "invoke-static {}")
                + ANSWER);
      }
    }
    for (int count : new int[] {0, 1, 5, 6, 255}) {
      for (String type : List.of("I", "J")) {
        int words = type.equals("I") ? count : count / 2 * 2;
        String name =
            "Lop/" + OpcodeCase.identifier("invoke_many_%s_%d".formatted(type, count)) + ";";
        var load = new StringBuilder();
        for (int i = 0; i < words; i += type.equals("I") ? 1 : 2) {
          load.append(
              type.equals("I")
                  ? "const/16 v%d, %d\n".formatted(i, i)
                  : "const-wide/16 v%d, %d\n".formatted(i, i));
        }
        String prototype = "(" + type.repeat(type.equals("I") ? words : words / 2) + ")I";
        String last =
            words == 0
                ? "const/4 v0, 3\nreturn v0"
                : type.equals("I")
                    ? "move/16 v0, p%d\nreturn v0".formatted(words - 1)
                    : "move-wide/16 v0, p%d\nlong-to-int v0, v0\nreturn v0".formatted(words - 2);
        String call =
            words == 0
                ? "invoke-static {}, "
                : "invoke-static/range {v0 .. v%d}, ".formatted(words - 1);
        cases.add(
            new OpcodeCase(
                name.substring(4, name.length() - 1),
                ".class public %s\n.super Ljava/lang/Object;\n".formatted(name)
                    + OpcodeCase.method("static last" + prototype, 2, last)
                    + OpcodeCase.method(
                        "public static m()I",
                        Math.max(1, words),
                        load
                            + call
                            + name
                            + "->last"
                            + prototype
                            + "\nmove-result v0\nreturn v0")));
      }
    }
  }

  private void fields() {
    List<String> targets = new ArrayList<>();
    for (String type : List.of(BASE, "Lop/Near;", "Lfixture/Hidden;", "Lfixture/Sub;", "SELF")) {
      for (String each : Fixtures.memberNames()) {
        targets.add(type + "->" + each);
        targets.add(type + "->s" + each);
      }
      targets.add(type + "->fixed");
      targets.add(type + "->sfixed");
    }
    targets.addAll(
        List.of(
            "SELF->own",
            "SELF->sown",
            "Lfixture/Base;->missing",
            "Lfixture/Missing;->publ",
            "Lfixture/Orphan;->publ",
            "Lfixture/Failing;->spubl",
            "Lfixture/Face;->sfixed",
            "Lfixture/Impl;->sfixed",
            "Lfixture/Face;->missing"));
    for (Caller caller : CALLERS) {
      for (String target : targets) {
        String type = target.substring(0, target.indexOf("->"));
        String base = OpcodeCase.identifier(target.replace("Lfixture", "")) + "_" + caller.name;
        add(
            caller,
            "iget_" + base,
            2,
            make(type) + "iget v0, v0, %s:I\n".formatted(target) + box("v0"));
        add(
            caller,
            "iget_null_" + base,
            2,
            "const/4 v0, 0\niget v0, v0, %s:I\n".formatted(target) + box("v0"));
        add(
            caller,
            "iput_" + base,
            2,
            make(type) + "const/4 v1, 3\niput v1, v0, %s:I\n".formatted(target) + box("v1"));
        add(
            caller,
            "iput_null_" + base,
            2,
            "const/4 v0, 0\nconst/4 v1, 3\niput v1, v0, %s:I\n".formatted(target) + box("v1"));
        add(
            caller,
            "iget_text_" + base,
            2,
            "const-string v0, \"\"\niget v0, v0, %s:I\n".formatted(target) + box("v0"));
        add(caller, "sget_" + base, 2, "sget v0, %s:I\n".formatted(target) + box("v0"));
        add(
            caller,
            "sput_" + base,
            2,
            "const/4 v1, 3\nsput v1, %s:I\n".formatted(target) + box("v1"));
      }
    }
  }

  private static String box(String register) {
    return "invoke-static {%s}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;\nmove-result-object v0\nreturn-object v0"
        .formatted(register);
  }

  /** Each form of the instruction on a field of each type. */
  private void fieldTypes() {
    for (String type : List.of("I", "J", "F", "D", "Z", "B", "C", "S", OBJECT, "[I")) {
      String field = "of" + (type.equals("[I") ? "A" : type.substring(0, 1)) + ":" + type;
      for (String form : List.of("", "-wide", "-object", "-boolean", "-byte", "-char", "-short")) {
        String result =
            switch (form) {
              case "-wide" -> "J";
              case "-object" -> OBJECT;
              default -> "I";
            };
        String ret = "return" + (form.equals("-wide") || form.equals("-object") ? form : "");
        String base = OpcodeCase.identifier(form) + "_of_" + OpcodeCase.identifier(field);
        String make = make(BASE);
        cases.add(
            OpcodeCase.ofMethod(
                "iget_" + base,
                "()" + result,
                3,
                make
                    + "iget%s v1, v0, %s->%s\nmove%s v0, v1\n%s v0"
                        .formatted(form, BASE, field, ret.substring(6), ret)));
        cases.add(
            OpcodeCase.ofMethod(
                "sget_" + base,
                "()" + result,
                3,
                "sget%s v0, %s->s%s\n%s v0".formatted(form, BASE, field, ret)));
        String value =
            switch (form) {
              case "-wide" -> "J";
              case "-object" -> OBJECT;
              case "-boolean" -> "Z";
              case "-byte" -> "B";
              case "-char" -> "C";
              case "-short" -> "S";
              default -> "I";
            };
        String get =
            type.equals(OBJECT) || type.equals("[I")
                ? "-object"
                : switch (type) {
                  case "J", "D" -> "-wide";
                  case "Z" -> "-boolean";
                  case "B" -> "-byte";
                  case "C" -> "-char";
                  case "S" -> "-short";
                  default -> "";
                };
        String back = type.equals("[I") ? OBJECT : type;
        String returns = get.equals("-wide") || get.equals("-object") ? "return" + get : "return";
        cases.add(
            OpcodeCase.ofMethod(
                "iput_" + base,
                "(" + value + ")" + back,
                3,
                make
                    + "iput%s p0, v0, %s->%s\niget%s v0, v0, %s->%s\n%s v0"
                        .formatted(form, BASE, field, get, BASE, field, returns)));
        cases.add(
            OpcodeCase.ofMethod(
                "sput_" + base,
                "(" + value + ")" + back,
                3,
                "sput%s p0, %s->s%s\nsget%s v0, %s->s%s\n%s v0"
                    .formatted(form, BASE, field, get, BASE, field, returns)));
      }
    }
    cases.add(
        OpcodeCase.ofMethod(
            "iput_volatile",
            "(J)J",
            3,
            make(BASE)
                + "iput-wide p0, v0, %s->vol:J\niget-wide v0, v0, %s->vol:J\nreturn-wide v0"
                    .formatted(BASE, BASE)));
  }

  /** Calls on arrays, by signatures that are not those of the method, of constructors. */
  private void others() {
    for (String each :
        List.of(
            "clone()Ljava/lang/Object;",
            "getClass()Ljava/lang/Class;",
            "missing()Ljava/lang/Object;")) {
      for (String type : List.of("[I", "[Ljava/lang/Object;", "[[I", "Ljava/lang/Object;")) {
        for (String kind : List.of("virtual", "interface", "direct")) {
          cases.add(
              OpcodeCase.ofMethod(
                  OpcodeCase.identifier(
                      "invoke_%s_%s_of_%s"
                          .formatted(
                              kind, each.substring(0, each.indexOf('(')), type.replace("[", "A"))),
                  "(" + type + ")Ljava/lang/Object;",
                  1,
                  "invoke-%s {p0}, %s->%s\nmove-result-object v0\nreturn-object v0"
                      .formatted(kind, type, each)));
        }
      }
    }
    int number = 0;
    for (String each :
        List.of(
            "Lfixture/Base;-><init>()V",
            "Lfixture/Sub;-><init>()V",
            "Lfixture/Abs;-><init>()V",
            "Lfixture/Missing;-><init>()V",
            "Lfixture/Hidden;-><init>()V",
            "Lfixture/Face;-><init>()V",
            "Lfixture/Orphan;-><init>()V",
            "Lfixture/Failing;-><init>()V",
            "Lfixture/Base;-><init>(Z)V")) {
      cases.add(
          OpcodeCase.ofMethod(
              "new_" + number++,
              "()Ljava/lang/Object;",
              2,
              "new-instance v0, %s\ninvoke-direct {v0}, %s\nreturn-object v0"
                  .formatted(each.substring(0, each.indexOf('-')), each)));
    }
    for (Caller caller : CALLERS) {
      for (String each : List.of("I 1", "J 2", "F 3", "D 4")) {
        String type = each.substring(0, 1);
        boolean wide = type.equals("J") || type.equals("D");
        String code =
            "new-instance v0, Lfixture/Base;\n%s v1, 1\ninvoke-direct {v0, v1%s}, Lfixture/Base;-><init>(%s)V\nreturn-object v0"
                .formatted(wide ? "const-wide/16" : "const/4", wide ? ", v2" : "", type);
        add(caller, "new_with_%s_%s".formatted(type, caller.name), 3, code);
      }
    }
    for (String prototype : List.of("()J", "()V", "()Z", "(I)I", "()Ljava/lang/Object;")) {
      boolean argument = prototype.startsWith("(I");
      cases.add(
          OpcodeCase.ofMethod(
              OpcodeCase.identifier("invoke_signature_" + number++),
              "()V",
              2,
              "const/4 v0, 0\ninvoke-static {%s}, Lfixture/Base;->spubl%s\nreturn-void"
                  .formatted(argument ? "v0" : "", prototype)));
    }
  }
}
