package dev.dexscope.vm.opcodes;

import java.util.List;
import java.util.stream.Collectors;

/** Classes that the cases name: with members of all kinds, out of reach, or not whole. */
final class Fixtures {
  private static final List<String> ACCESS = List.of("public", "protected", "", "private");
  private static final List<String> FIELD_TYPES =
      List.of("I", "J", "F", "D", "Z", "B", "C", "S", "Ljava/lang/Object;", "[I");

  private Fixtures() {}

  /** Their text. {@code fixture.Missing} is not among them. */
  static String text() {
    return members("public", "Lfixture/Base;")
        + members("", "Lfixture/Hidden;")
        + members("public", "Lop/Near;")
        + subclasses()
        + interfaces()
        + implementations();
  }

  private static String header(String flags, String type, String superclass, String... interfaces) {
    var text = new StringBuilder(".class %s %s\n.super %s\n".formatted(flags, type, superclass));
    for (String each : interfaces) {
      text.append(".implements ").append(each).append('\n');
    }
    return text.toString();
  }

  private static String constructor(String access, String superclass) {
    return OpcodeCase.method(
        access + " constructor <init>()V",
        0,
        "invoke-direct {p0}, %s-><init>()V\nreturn-void".formatted(superclass));
  }

  private static String answer(String declaration, int value) {
    return OpcodeCase.method(declaration, 1, "const/16 v0, %d\nreturn v0".formatted(value));
  }

  /** The names of members by access: pub, prot, pack, priv; of the class with an s. */
  static List<String> memberNames() {
    return List.of("publ", "prot", "pack", "priv");
  }

  private static String members(String classAccess, String type) {
    var text = new StringBuilder(header(classAccess, type, "Ljava/lang/Object;"));
    int value = 1;
    for (int i = 0; i < 4; i++) {
      String access = ACCESS.get(i);
      String name = memberNames().get(i);
      text.append(".field %s %s:I\n".formatted(access, name));
      text.append(".field %s static s%s:I = %d\n".formatted(access, name, value++));
    }
    for (String each : FIELD_TYPES) {
      text.append(
          ".field public of%s:%s\n"
              .formatted(each.charAt(0) == '[' ? "A" : each.substring(0, 1), each));
      text.append(
          ".field public static sof%s:%s\n"
              .formatted(each.charAt(0) == '[' ? "A" : each.substring(0, 1), each));
    }
    text.append(".field public final fixed:I\n.field public static final sfixed:I = 7\n");
    text.append(".field public volatile vol:J\n");
    text.append(constructor("public", "Ljava/lang/Object;"));
    for (int i = 0; i < 4; i++) {
      String access = ACCESS.get(i);
      String name = memberNames().get(i);
      text.append(answer(access + " " + name + "()I", value++));
      text.append(answer(access + " static s" + name + "()I", value++));
      text.append(
          OpcodeCase.method(
              access + " constructor <init>(" + "IJFD".charAt(i) + ")V",
              0,
              "invoke-direct {p0}, Ljava/lang/Object;-><init>()V\nreturn-void"));
    }
    text.append(answer("public final fin()I", value++));
    text.append(answer("public synchronized sync()I", value++));
    text.append(answer("public static synchronized ssync()I", value++));
    text.append(".method public native nat()I\n.end method\n");
    return text.toString();
  }

  private static String subclasses() {
    return header("public abstract", "Lfixture/Abs;", "Ljava/lang/Object;")
        + constructor("public", "Ljava/lang/Object;")
        + ".method public abstract abs()I\n.end method\n"
        + answer("public conc()I", 60)
        + header("public", "Lfixture/Conc;", "Lfixture/Abs;")
        + constructor("public", "Lfixture/Abs;")
        + answer("public abs()I", 61)
        + header("public", "Lfixture/NoAbs;", "Lfixture/Abs;")
        + constructor("public", "Lfixture/Abs;")
        + header("public", "Lfixture/Sub;", "Lfixture/Base;")
        + constructor("public", "Lfixture/Base;")
        + answer("public publ()I", 62)
        + answer("pack()I", 63)
        + answer("public priv()I", 64)
        + header("public final", "Lfixture/Last;", "Lfixture/Sub;")
        + constructor("public", "Lfixture/Sub;")
        + header("public", "Lfixture/Orphan;", "Lfixture/Missing;")
        + constructor("public", "Lfixture/Missing;")
        + answer("public publ()I", 65)
        + header("public", "Lfixture/Failing;", "Ljava/lang/Object;")
        + ".field public static spubl:I\n"
        + constructor("public", "Ljava/lang/Object;")
        + answer("public static spubl()I", 66)
        + OpcodeCase.method(
            "static constructor <clinit>()V",
            1,
            "const/4 v0, 0\ndiv-int/2addr v0, v0\nreturn-void");
  }

  private static String interfaces() {
    return header("public interface abstract", "Lfixture/Face;", "Ljava/lang/Object;")
        + ".field public static final sfixed:I = 70\n"
        + ".method public abstract go()I\n.end method\n"
        + answer("public def()I", 71)
        + answer("public static spubl()I", 72)
        + answer("private priv()I", 73)
        + answer("private static spriv()I", 74)
        + header(
            "public interface abstract", "Lfixture/Left;", "Ljava/lang/Object;", "Lfixture/Face;")
        + answer("public def()I", 75)
        + header(
            "public interface abstract", "Lfixture/Right;", "Ljava/lang/Object;", "Lfixture/Face;")
        + answer("public def()I", 76)
        + header(
            "public interface abstract", "Lfixture/Again;", "Ljava/lang/Object;", "Lfixture/Left;")
        + ".method public abstract def()I\n.end method\n"
        + header("interface abstract", "Lfixture/HiddenFace;", "Ljava/lang/Object;")
        + answer("public def()I", 77);
  }

  private static String implementations() {
    return List.of(
            implementation("Impl", true, "Lfixture/Face;"),
            implementation("NoImpl", false, "Lfixture/Face;"),
            implementation("Both", true, "Lfixture/Left;", "Lfixture/Right;"),
            implementation("LeftOnly", true, "Lfixture/Left;", "Lfixture/Face;"),
            implementation("Abstracted", true, "Lfixture/Again;", "Lfixture/Left;"),
            implementation("Veiled", true, "Lfixture/HiddenFace;", "Lfixture/Face;"),
            header("public", "Lfixture/Secret;", "Ljava/lang/Object;", "Lfixture/Face;")
                + constructor("public", "Ljava/lang/Object;")
                + answer("protected go()I", 81),
            header("public", "Lfixture/Static;", "Ljava/lang/Object;", "Lfixture/Face;")
                + constructor("public", "Ljava/lang/Object;")
                + answer("public static go()I", 82))
        .stream()
        .collect(Collectors.joining());
  }

  private static String implementation(String name, boolean whole, String... interfaces) {
    return header("public", "Lfixture/" + name + ";", "Ljava/lang/Object;", interfaces)
        + constructor("public", "Ljava/lang/Object;")
        + (whole ? answer("public go()I", 80) : "");
  }
}
