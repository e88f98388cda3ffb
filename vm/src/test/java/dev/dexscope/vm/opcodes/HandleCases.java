package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** invoke-polymorphic with handles of every kind and every conversion, invoke-custom. */
final class HandleCases {
  private static final String HANDLES = "Lfixture/Handles;";
  private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
  private static final String TYPE = "Ljava/lang/invoke/MethodType;";
  private static final String SITE = "Ljava/lang/invoke/CallSite;";
  private static final String LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";
  private static final String LINK = "(" + LOOKUP + "Ljava/lang/String;" + TYPE;
  private static final String STRING = "Ljava/lang/String;";
  private static final String CALL = "([Ljava/lang/Object;)Ljava/lang/Object;";
  private static final String INTEGER =
      """
      const/4 v1, 1
      invoke-static {v1}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;
      move-result-object v1
      """;

  /** Types, and what puts a value of each into v1 (and v2). */
  private static final Map<String, String> VALUES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("Z", "const/4 v1, 1\n"),
              Map.entry("B", "const/16 v1, -100\n"),
              Map.entry("S", "const/16 v1, -1000\n"),
              Map.entry("C", "const/16 v1, 97\n"),
              Map.entry("I", "const v1, 0x12345\n"),
              Map.entry("J", "const-wide v1, 0x123456789L\n"),
              Map.entry("F", "const v1, 0x3fc00000\n"),
              Map.entry("D", "const-wide/high16 v1, 0x3ff8000000000000L\n"),
              Map.entry("Ljava/lang/Integer;", INTEGER),
              Map.entry("Ljava/lang/Number;", INTEGER),
              Map.entry("Ljava/lang/Object;", "const-string v1, \"text\"\n"),
              Map.entry(STRING, "const-string v1, \"text\"\n")));

  private final List<OpcodeCase> cases = new ArrayList<>();

  private HandleCases() {}

  static List<OpcodeCase> all() {
    var made = new HandleCases();
    made.conversions();
    made.fields();
    made.kinds();
    made.ownPrivate();
    made.customs();
    return made.cases;
  }

  private static boolean isWide(String type) {
    return type.equals("J") || type.equals("D");
  }

  private static String registers(String type, int first) {
    return isWide(type) ? "v" + first + ", v" + (first + 1) : "v" + first;
  }

  private static String moveResult(String type, int register) {
    return type.length() > 1
        ? "move-result-object v" + register + "\n"
        : "move-result" + (isWide(type) ? "-wide" : "") + " v" + register + "\n";
  }

  /** Returns what is in v3 (and v4) as text. */
  private static String answer(String type) {
    String parameter =
        switch (type) {
          case "B", "S" -> "I";
          case "Z", "C", "I", "J", "F", "D" -> type;
          default -> "Ljava/lang/Object;";
        };
    return "invoke-static {%s}, %s->valueOf(%s)%s\nmove-result-object v3\nreturn-object v3"
        .formatted(registers(type, 3), STRING, parameter, STRING);
  }

  private static final String DONE = "const-string v3, \"done\"\nreturn-object v3";

  private static String constant(String handle) {
    return "const-method-handle v0, " + handle + "\n";
  }

  private static String polymorphic(String name, String arguments, String prototype) {
    return "invoke-polymorphic {%s}, %s->%s%s, %s\n"
        .formatted(arguments, HANDLE, name, CALL, prototype);
  }

  private void add(String name, String code) {
    cases.add(OpcodeCase.ofMethod(OpcodeCase.identifier("handle_" + name), "()" + STRING, 8, code));
  }

  private static String named(String type) {
    return type.length() == 1 ? type : type.substring(type.lastIndexOf('/') + 1, type.length() - 1);
  }

  /** A method that takes and returns one type, called as one that takes or returns another. */
  private void conversions() {
    for (String of : VALUES.keySet()) {
      for (String as : VALUES.keySet()) {
        String handle = constant("invoke-static@%s->same(%s)%s".formatted(HANDLES, of, of));
        for (String call : List.of("invoke", "invokeExact")) {
          String name = call.toLowerCase(Locale.ROOT) + "_" + named(of) + "_as_" + named(as);
          add(
              name + "_argument",
              VALUES.get(as)
                  + handle
                  + polymorphic(call, "v0, " + registers(as, 1), "(" + as + ")" + of)
                  + moveResult(of, 3)
                  + answer(of));
          add(
              name + "_result",
              VALUES.get(of)
                  + handle
                  + polymorphic(call, "v0, " + registers(of, 1), "(" + of + ")" + as)
                  + moveResult(as, 3)
                  + answer(as));
        }
      }
    }
  }

  /** Fields of each type through their handles, written and read; of null ART itself crashes. */
  private void fields() {
    for (String type : VALUES.keySet()) {
      String field = named(type) + ":" + type;
      add(
          "static_field_" + named(type),
          VALUES.get(type)
              + constant("static-put@" + HANDLES + "->s" + field)
              + polymorphic("invokeExact", "v0, " + registers(type, 1), "(" + type + ")V")
              + constant("static-get@" + HANDLES + "->s" + field)
              + polymorphic("invokeExact", "v0", "()" + type)
              + moveResult(type, 3)
              + answer(type));
      add(
          "instance_field_" + named(type),
          "new-instance v5, %1$s\ninvoke-direct {v5}, %1$s-><init>()V\n".formatted(HANDLES)
              + VALUES.get(type).replace("v1", "v6").replace("v2", "v7")
              + constant("instance-put@" + HANDLES + "->i" + field)
              + polymorphic(
                  "invokeExact", "v0, v5, " + registers(type, 6), "(" + HANDLES + type + ")V")
              + constant("instance-get@" + HANDLES + "->i" + field)
              + polymorphic("invokeExact", "v0, v5", "(" + HANDLES + ")" + type)
              + moveResult(type, 3)
              + answer(type));
    }
  }

  /** Of the class's own method, as lambdas name theirs. */
  private void ownPrivate() {
    String own =
        "new-instance v5, Lop/handle_own_private;\n"
            + "invoke-direct {v5}, Lop/handle_own_private;-><init>()V\n"
            + constant("invoke-direct@Lop/handle_own_private;->own()I")
            + polymorphic("invokeExact", "v0, v5", "(Lop/handle_own_private;)I")
            + moveResult("I", 3)
            + answer("I");
    OpcodeCase plain = OpcodeCase.ofMethod("handle_own_private", "()" + STRING, 8, own);
    cases.add(
        new OpcodeCase(
            plain.name(),
            plain.smali()
                + OpcodeCase.method("private own()I", 1, "const/16 v0, 43\nreturn v0")
                + OpcodeCase.method(
                    "public constructor <init>()V",
                    0,
                    "invoke-direct {p0}, Ljava/lang/Object;-><init>()V\nreturn-void")));
  }

  private void kinds() {
    String made = "new-instance v5, %1$s\ninvoke-direct {v5}, %1$s-><init>()V\n".formatted(HANDLES);
    String receiver = "(" + HANDLES + ")I";
    String ofInt = moveResult("I", 3) + answer("I");
    for (String call : List.of("invoke", "invokeExact")) {
      add(
          call + "_virtual",
          made
              + constant("invoke-instance@" + HANDLES + "->virt()I")
              + polymorphic(call, "v0, v5", receiver)
              + ofInt);
      add(
          call + "_virtual_of_null",
          "const/4 v5, 0\n"
              + constant("invoke-instance@" + HANDLES + "->virt()I")
              + polymorphic(call, "v0, v5", receiver)
              + ofInt);
      add(
          call + "_private",
          made
              + constant("invoke-direct@" + HANDLES + "->priv()I")
              + polymorphic(call, "v0, v5", receiver)
              + ofInt);
      add(
          call + "_interface",
          "const-string v5, \"abc\"\n"
              + constant("invoke-interface@Ljava/lang/CharSequence;->length()I")
              + polymorphic(call, "v0, v5", "(Ljava/lang/CharSequence;)I")
              + ofInt);
      add(
          call + "_interface_of_other",
          made
              + constant("invoke-interface@Ljava/lang/CharSequence;->length()I")
              + polymorphic(call, "v0, v5", receiver)
              + ofInt);
      add(
          call + "_constructor",
          constant("invoke-constructor@Ljava/lang/StringBuilder;-><init>()V")
              + polymorphic(call, "v0", "()Ljava/lang/StringBuilder;")
              + moveResult(STRING, 3)
              + answer(STRING));
      add(
          call + "_constructor_as_void",
          constant("invoke-constructor@Ljava/lang/StringBuilder;-><init>()V")
              + polymorphic(call, "v0", "()V")
              + DONE);
      add(
          call + "_nothing",
          constant("invoke-static@" + HANDLES + "->none()V")
              + polymorphic(call, "v0", "()V")
              + DONE);
      add(
          call + "_nothing_as_int",
          constant("invoke-static@" + HANDLES + "->none()V")
              + polymorphic(call, "v0", "()I")
              + ofInt);
      add(
          call + "_nothing_as_object",
          constant("invoke-static@" + HANDLES + "->none()V")
              + polymorphic(call, "v0", "()Ljava/lang/Object;")
              + moveResult(STRING, 3)
              + answer(STRING));
      add(
          call + "_too_many",
          "const/4 v1, 1\n"
              + constant("invoke-static@" + HANDLES + "->none()V")
              + polymorphic(call, "v0, v1", "(I)V")
              + DONE);
      add(
          call + "_too_few",
          constant("invoke-static@" + HANDLES + "->same(I)I")
              + polymorphic(call, "v0", "()I")
              + ofInt);
      add(
          call + "_thrown",
          constant("invoke-static@" + HANDLES + "->thrower()V")
              + polymorphic(call, "v0", "()V")
              + DONE);
      add(call + "_of_null", "const/4 v0, 0\n" + polymorphic(call, "v0", "()V") + DONE);
      add(
          call + "_missing",
          constant("invoke-static@" + HANDLES + "->missing()V")
              + polymorphic(call, "v0", "()V")
              + DONE);
      add(
          call + "_secret",
          constant("invoke-static@" + HANDLES + "->secret()V")
              + polymorphic(call, "v0", "()V")
              + DONE);
      add(
          call + "_of_missing_class",
          constant("invoke-static@Lfixture/Missing;->none()V")
              + polymorphic(call, "v0", "()V")
              + DONE);
      add(
          call + "_failing",
          constant("invoke-static@Lfixture/Failing;->spubl()I")
              + polymorphic(call, "v0", "()I")
              + ofInt);
      add(
          call + "_range",
          "const-wide v1, 0x123456789L\nconst-wide v3, 2\n"
              + constant("invoke-static@" + HANDLES + "->sum(JJ)J")
              + polymorphic(call, "v0 .. v4", "(JJ)J").replace("polymorphic", "polymorphic/range")
              + moveResult("J", 3)
              + answer("J"));
    }
    for (String type :
        List.of("(I)V", "()Ljava/lang/String;", "(J[I[Lfixture/Base;)D", "()Lfixture/Missing;")) {
      add("type_" + type, "const-method-type v3, " + type + "\n" + answer(STRING));
    }
  }

  /** Call sites: arguments of bootstrap methods and their results. */
  private void customs() {
    String ofInt = moveResult("I", 3) + answer("I");
    String site = "(" + LOOKUP + STRING + TYPE + ")" + SITE;
    String seven = "const/4 v1, 7\n";
    for (String each :
        List.of("link", "none", "wrong", "throwing", "erring", "missing", "secret")) {
      add(
          "custom_" + each,
          seven
              + "invoke-custom {v1}, site_%1$s(\"same\", (I)I)@%2$s->%1$s%3$s\n"
                  .formatted(each, HANDLES, site)
              + ofInt);
    }
    add(
        "custom_of_object",
        seven
            + "invoke-custom {v1}, site_object(\"same\", (I)I)@"
            + HANDLES
            + "->object"
            + LINK
            + ")Ljava/lang/Object;\n"
            + ofInt);
    add(
        "custom_of_int",
        seven
            + "invoke-custom {v1}, site_int(\"same\", (I)I)@"
            + HANDLES
            + "->number"
            + LINK
            + ")I\n"
            + ofInt);
    add(
        "custom_range",
        seven
            + "invoke-custom/range {v1 .. v1}, site_range(\"same\", (I)I)@"
            + HANDLES
            + "->link"
            + site
            + "\n"
            + ofInt);
    add(
        "custom_wider",
        "const-string v1, \"text\"\n"
            + "invoke-custom {v1}, site_wider(\"same\", (%1$s)%1$s)@%2$s->wider%3$s\n"
                .formatted(STRING, HANDLES, site)
            + moveResult(STRING, 3)
            + answer(STRING));
    Map<String, String> arguments =
        new TreeMap<>(
            Map.of(
                "I",
                "-5",
                "J",
                "0x123456789L",
                "F",
                "1.5f",
                "D",
                "-2.5",
                STRING,
                "\"extra\"",
                "Ljava/lang/Class;",
                "Lfixture/Base;",
                TYPE,
                "(IJ)V",
                HANDLE,
                "invoke-static@" + HANDLES + "->none()V",
                "C",
                "'x'",
                "Z",
                "true"));
    arguments.putAll(Map.of("B", "3t", "S", "300s"));
    arguments.forEach((type, value) -> {
      // Of boolean, byte, short, char as an Object ART itself crashes.
      boolean isSmall = "BSCZ".contains(type);
      for (String as : isSmall ? List.of(type) : List.of(type, "Ljava/lang/Object;")) {
        add(
            "custom_with_" + named(type) + "_as_" + named(as),
            "invoke-custom {}, site_%s_%s(\"told\", ()%s, %s)@%s->told%s%s)%s\n"
                    .formatted(named(type), named(as), STRING, value, HANDLES, LINK, as, SITE)
                + moveResult(STRING, 3)
                + answer(STRING));
      }
    });
  }

  /** The class whose members are called. */
  static String fixture() {
    var text = new StringBuilder(".class public Lfixture/Handles;\n.super Ljava/lang/Object;\n");
    for (String type : VALUES.keySet()) {
      text.append(".field public static s%s:%s\n".formatted(named(type), type));
      text.append(".field public i%s:%s\n".formatted(named(type), type));
    }
    text.append(
        OpcodeCase.method(
            "public constructor <init>()V",
            0,
            "invoke-direct {p0}, Ljava/lang/Object;-><init>()V\nreturn-void"));
    for (String type : VALUES.keySet()) {
      String kind = type.length() > 1 ? "-object" : isWide(type) ? "-wide" : "";
      text.append(
          OpcodeCase.method(
              "public static same(%1$s)%1$s".formatted(type), 0, "return" + kind + " p0"));
    }
    text.append(
        OpcodeCase.method("public static sum(JJ)J", 0, "add-long/2addr p0, p2\nreturn-wide p0"));
    text.append(OpcodeCase.method("public static none()V", 0, "return-void"));
    text.append(OpcodeCase.method("private static secret()V", 0, "return-void"));
    text.append(OpcodeCase.method("public virt()I", 1, "const/16 v0, 41\nreturn v0"));
    text.append(OpcodeCase.method("private priv()I", 1, "const/16 v0, 42\nreturn v0"));
    text.append(
        OpcodeCase.method(
            "public static thrower()V", 2, throwing("Ljava/lang/IllegalStateException;")));
    String site = ")" + SITE;
    String link =
        """
        const-class v0, %1$s
        invoke-virtual {p0, v0, p1, p2}, %2$s->findStatic(Ljava/lang/Class;%3$s%4$s)%5$s
        move-result-object v0
        new-instance v1, Ljava/lang/invoke/ConstantCallSite;
        invoke-direct {v1, v0}, Ljava/lang/invoke/ConstantCallSite;-><init>(%5$s)V
        return-object v1
        """
            .formatted(HANDLES, LOOKUP, STRING, TYPE, HANDLE);
    text.append(OpcodeCase.method("public static link" + LINK + site, 2, link));
    text.append(OpcodeCase.method("private static secret" + LINK + site, 2, link));
    text.append(OpcodeCase.method("public static object" + LINK + ")Ljava/lang/Object;", 2, link));
    text.append(
        OpcodeCase.method("public static number" + LINK + ")I", 1, "const/4 v0, 1\nreturn v0"));
    text.append(
        OpcodeCase.method(
            "public static none" + LINK + site, 1, "const/4 v0, 0\nreturn-object v0"));
    text.append(
        OpcodeCase.method(
            "public static wrong" + LINK + site, 2, "const-method-type p2, (J)J\n" + link));
    text.append(
        OpcodeCase.method(
            "public static wider" + LINK + site,
            2,
            "const-method-type p2, (Ljava/lang/Object;)Ljava/lang/Object;\n" + link));
    text.append(
        OpcodeCase.method(
            "public static throwing" + LINK + site,
            2,
            throwing("Ljava/lang/IllegalStateException;")));
    text.append(
        OpcodeCase.method(
            "public static erring" + LINK + site,
            2,
            throwing("Ljava/lang/AssertionError;").replace(STRING, "Ljava/lang/Object;")));
    for (String type :
        List.of(
            "B",
            "C",
            "D",
            "F",
            "I",
            "J",
            "S",
            "Z",
            STRING,
            "Ljava/lang/Class;",
            TYPE,
            HANDLE,
            "Ljava/lang/Object;")) {
      String parameter =
          switch (type) {
            case "B", "S" -> "I";
            case "Z", "C", "I", "J", "F", "D" -> type;
            default -> "Ljava/lang/Object;";
          };
      text.append(
          OpcodeCase.method(
              "public static told" + LINK + type + site,
              2,
              """
              invoke-static {%s}, Ljava/lang/String;->valueOf(%s)Ljava/lang/String;
              move-result-object v1
              const-class v0, Ljava/lang/String;
              invoke-static {v0, v1}, Ljava/lang/invoke/MethodHandles;->constant(Ljava/lang/Class;Ljava/lang/Object;)%s
              move-result-object v0
              new-instance v1, Ljava/lang/invoke/ConstantCallSite;
              invoke-direct {v1, v0}, Ljava/lang/invoke/ConstantCallSite;-><init>(%s)V
              return-object v1
              """
                  .formatted(isWide(type) ? "p3, p4" : "p3", parameter, HANDLE, HANDLE)));
    }
    return text.toString();
  }

  private static String throwing(String type) {
    return """
    new-instance v0, %1$s
    const-string v1, "told"
    invoke-direct {v0, v1}, %1$s-><init>(Ljava/lang/String;)V
    throw v0
    """
        .formatted(type);
  }
}
