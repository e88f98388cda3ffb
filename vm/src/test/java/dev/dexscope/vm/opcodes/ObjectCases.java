package dev.dexscope.vm.opcodes;

import java.util.ArrayList;
import java.util.List;

/** Arrays, casts, monitors and objects that are not constructed yet. */
final class ObjectCases {
  private static final List<String> ELEMENTS =
      List.of(
          "I", "F", "J", "D", "Z", "B", "C", "S", "Ljava/lang/Object;", "Ljava/lang/String;", "[I");

  private static final List<String> TYPES =
      List.of(
          "Ljava/lang/Object;",
          "Ljava/lang/String;",
          "Ljava/lang/CharSequence;",
          "Ljava/lang/Comparable;",
          "Ljava/lang/Cloneable;",
          "Ljava/io/Serializable;",
          "[I",
          "[Ljava/lang/Object;",
          "[Ljava/lang/String;",
          "[Ljava/lang/Comparable;",
          "[Ljava/lang/Cloneable;",
          "[[I",
          "[[Ljava/lang/Object;",
          "Lfixture/Missing;",
          "[Lfixture/Missing;",
          "Lfixture/Hidden;",
          "[Lfixture/Hidden;",
          "Lfixture/Face;",
          "Lfixture/Failing;",
          "Lfixture/Orphan;",
          "I",
          "Lop/Near;");

  private final List<OpcodeCase> cases = new ArrayList<>();

  private ObjectCases() {}

  static List<OpcodeCase> all() {
    var made = new ObjectCases();
    made.elements();
    made.newArrays();
    made.filledArrays();
    made.casts();
    made.newInstances();
    made.monitors();
    return made.cases;
  }

  private void add(String name, String prototype, int locals, String code) {
    cases.add(OpcodeCase.ofMethod(OpcodeCase.identifier(name), prototype, locals, code));
  }

  /** A type as part of a name. */
  private static String word(String type) {
    return OpcodeCase.identifier(type.replace("[", "A_"));
  }

  private void elements() {
    for (String form : List.of("", "-wide", "-object", "-boolean", "-byte", "-char", "-short")) {
      String value =
          switch (form) {
            case "-wide" -> "J";
            case "-object" -> "Ljava/lang/Object;";
            case "-boolean" -> "Z";
            case "-byte" -> "B";
            case "-char" -> "C";
            case "-short" -> "S";
            default -> "I";
          };
      String ret = form.equals("-wide") || form.equals("-object") ? "return" + form : "return";
      for (String type : ELEMENTS) {
        add(
            "aget%s_%s".formatted(form, word(type)),
            "([%sI)%s".formatted(type, value),
            2,
            "aget%s v0, p0, p1\n%s v0".formatted(form, ret));
        add(
            "aput%s_%s".formatted(form, word(type)),
            "([%s%s)V".formatted(type, value),
            1,
            "const/4 v0, 1\naput%s p1, p0, v0\nreturn-void".formatted(form));
        add(
            "aput%s_at_%s".formatted(form, word(type)),
            "([%sI)V".formatted(type),
            2,
            switch (form) {
                  case "-wide" -> "const-wide/16 v0, 9";
                  case "-object" -> "const/4 v0, 0";
                  default -> "const/4 v0, 1";
                }
                + "\naput%s v0, p0, p1\nreturn-void".formatted(form));
      }
      add(
          "aget%s_of_null".formatted(form),
          "(I)%s".formatted(value),
          2,
          "const/4 v0, 0\naget%s v0, v0, p0\n%s v0".formatted(form, ret));
      add(
          "aput%s_of_null".formatted(form),
          "(I)V",
          3,
          "const/4 v2, 0\n%s\naput%s v0, v2, p0\nreturn-void"
              .formatted(form.equals("-wide") ? "const-wide/16 v0, 1" : "const/4 v0, 0", form));
      add(
          "aget%s_of_an_object".formatted(form),
          "(Ljava/lang/Object;)%s".formatted(value),
          2,
          "const/4 v1, 0\naget%s v0, p0, v1\n%s v0".formatted(form, ret));
    }
    // Floats and doubles come as they are.
    add("aget_float", "([FI)F", 1, "aget v0, p0, p1\nreturn v0");
    add("aget_double", "([DI)D", 2, "aget-wide v0, p0, p1\nreturn-wide v0");
    add("aput_float", "([FF)V", 1, "const/4 v0, 2\naput p1, p0, v0\nreturn-void");
    add("aput_double", "([DD)V", 1, "const/4 v0, 2\naput-wide p1, p0, v0\nreturn-void");
    for (String made :
        List.of(
            "[Ljava/lang/String;",
            "[Ljava/lang/Comparable;",
            "[[I",
            "[Ljava/lang/Runnable;",
            "[[Ljava/lang/Object;")) {
      add(
          "aput-object_store_" + word(made),
          "(Ljava/lang/Object;)Ljava/lang/Object;",
          2,
          "const/4 v0, 1\nnew-array v1, v0, %s\nconst/4 v0, 0\naput-object p0, v1, v0\nreturn-object v1"
              .formatted(made));
      // The code does not show the array's type.
      add(
          "aput-object_hidden_store_" + word(made),
          "(Ljava/lang/Object;)Ljava/lang/Object;",
          3,
          "const/4 v0, 1\nnew-array v1, v0, %s\ncheck-cast v1, [Ljava/lang/Object;\nconst/4 v0, 0\naput-object p0, v1, v0\nreturn-object v1"
              .formatted(made));
    }
    for (String type : ELEMENTS) {
      add(
          "array-length_" + word(type),
          "([%s)I".formatted(type),
          1,
          "array-length v0, p0\nreturn v0");
    }
    add("array-length_of_null", "()I", 1, "const/4 v0, 0\narray-length v0, v0\nreturn v0");
    add("array-length_of_an_object", "(Ljava/lang/Object;)I", 1, "array-length v0, p0\nreturn v0");
    add("array-length_itself", "([I)I", 1, "array-length p0, p0\nreturn p0");
    add("aget_itself", "([I)I", 1, "const/4 v0, 1\naget v0, p0, v0\nreturn v0");
    add("aget_over_array", "([I)I", 1, "const/4 v0, 1\naget p0, p0, v0\nreturn p0");
    add(
        "aget-wide_over_array",
        "([J)J",
        2,
        "const/4 v0, 1\nmove-object v1, p0\naget-wide v0, v1, v0\nreturn-wide v0");
  }

  private void newArrays() {
    String count =
        "const/16 v0, 64\nif-gt p0, v0, :big\nnew-array v0, p0, %s\nreturn-object v0\n:big\nconst/4 v0, 0\nreturn-object v0";
    for (String type : ELEMENTS) {
      add("new-array_" + word(type), "(I)Ljava/lang/Object;", 1, count.formatted("[" + type));
    }
    for (String type :
        List.of(
            "[Lfixture/Missing;",
            "[Lfixture/Hidden;",
            "[Lfixture/Failing;",
            "[Lfixture/Orphan;",
            "[[[[Lfixture/Face;",
            "Ljava/lang/Object;",
            "Ljava/lang/String;",
            "[".repeat(255) + "I")) {
      add(
          "new-array_type_" + (type.length() > 200 ? "deep" : word(type)),
          "(I)Ljava/lang/Object;",
          1,
          count.formatted(type));
    }
    add(
        "new-array_of_object_by_length",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        1,
        "new-array v0, p0, [I\nreturn-object v0");
  }

  private void filledArrays() {
    for (String type :
        List.of(
            "I",
            "F",
            "J",
            "D",
            "Z",
            "B",
            "C",
            "S",
            "Ljava/lang/Object;",
            "Ljava/lang/String;",
            "[I",
            "Lfixture/Missing;",
            "Lfixture/Hidden;",
            "Lfixture/Face;")) {
      String parameter = type.contains("fixture") ? "Ljava/lang/Object;" : type;
      boolean wide = type.equals("J") || type.equals("D");
      add(
          "filled-new-array_" + word(type),
          "(%s)Ljava/lang/Object;".formatted(parameter),
          1,
          "filled-new-array {p0%s}, [%s\nmove-result-object v0\nreturn-object v0"
              .formatted(wide ? "" : ", p0", type));
      add(
          "filled-new-array_range_" + word(type),
          "(%s)Ljava/lang/Object;".formatted(parameter),
          20,
          "move%s/16 v17, p0\nfilled-new-array/range {v17 .. v17}, [%s\nmove-result-object v0\nreturn-object v0"
              .formatted(wide ? "-wide" : type.length() > 1 ? "-object" : "", type));
    }
    add(
        "filled-new-array_none",
        "()Ljava/lang/Object;",
        1,
        "filled-new-array {}, [I\nmove-result-object v0\nreturn-object v0");
    add(
        "filled-new-array_no_result",
        "(I)Ljava/lang/Object;",
        1,
        "filled-new-array {p0}, [I\nconst/4 v0, 0\nreturn-object v0");
    add(
        "filled-new-array_no_array",
        "(I)Ljava/lang/Object;",
        1,
        "filled-new-array {p0}, Ljava/lang/Object;\nmove-result-object v0\nreturn-object v0");
    var many = new StringBuilder();
    for (int i = 0; i < 255; i++) {
      many.append("const/16 v%d, %d\n".formatted(i, i));
    }
    add(
        "filled-new-array_many",
        "()Ljava/lang/Object;",
        256,
        many + "filled-new-array/range {v0 .. v254}, [I\nmove-result-object v0\nreturn-object v0");
    for (int width : new int[] {1, 2, 4, 8}) {
      String suffix =
          switch (width) {
            case 1 -> "t";
            case 2 -> "s";
            case 4 -> "";
            default -> "L";
          };
      for (String type : ELEMENTS) {
        for (int count : new int[] {0, 2, 3, 4}) {
          if (count != 2 && count != 4 && !type.equals("I")) {
            continue;
          }
          var data = new StringBuilder();
          for (int i = 0; i < count; i++) {
            data.append(i % 2 == 0 ? "0x7" : "-0x1").append(suffix).append('\n');
          }
          add(
              "fill-array-data_%d_%s_%d".formatted(width, word(type), count),
              "([%s)V".formatted(type),
              1,
              "fill-array-data p0, :data\nreturn-void\n:data\n.array-data %d\n%s.end array-data"
                  .formatted(width, data));
        }
      }
      add(
          "fill-array-data_%d_null".formatted(width),
          "()V",
          1,
          "const/4 v0, 0\nfill-array-data v0, :data\nreturn-void\n:data\n.array-data %d\n0x1%s\n.end array-data"
              .formatted(width, suffix));
    }
    add(
        "fill-array-data_object",
        "(Ljava/lang/Object;)V",
        1,
        "fill-array-data p0, :data\nreturn-void\n:data\n.array-data 4\n0x1\n.end array-data");
  }

  private void casts() {
    for (String type : TYPES) {
      String word = word(type);
      add(
          "check-cast_" + word,
          "(Ljava/lang/Object;)Ljava/lang/Object;",
          0,
          "check-cast p0, %s\nreturn-object p0".formatted(type));
      add(
          "instance-of_" + word,
          "(Ljava/lang/Object;)I",
          1,
          "instance-of v0, p0, %s\nreturn v0".formatted(type));
      add(
          "instance-of_itself_" + word,
          "(Ljava/lang/Object;)I",
          1,
          "instance-of p0, p0, %s\nreturn p0".formatted(type));
      add(
          "check-cast_null_" + word,
          "()Ljava/lang/Object;",
          1,
          "const/4 v0, 0\ncheck-cast v0, %s\nreturn-object v0".formatted(type));
      add(
          "instance-of_null_" + word,
          "()I",
          1,
          "const/4 v0, 0\ninstance-of v0, v0, %s\nreturn v0".formatted(type));
      if (type.length() > 1) {
        add(
            "return_cast_" + word,
            "(Ljava/lang/Object;)" + type,
            0,
            "check-cast p0, %s\nreturn-object p0".formatted(type));
        add("return_uncast_" + word, "(Ljava/lang/String;)" + type, 0, "return-object p0");
        add(
            "refined_" + word,
            "(Ljava/lang/Object;)" + type,
            1,
            "instance-of v0, p0, %s\nif-eqz v0, :no\nreturn-object p0\n:no\nconst/4 v0, 0\nreturn-object v0"
                .formatted(type));
        add(
            "refined_negated_" + word,
            "(Ljava/lang/Object;)" + type,
            1,
            "instance-of v0, p0, %s\nif-nez v0, :yes\nconst/4 v0, 0\nreturn-object v0\n:yes\nreturn-object p0"
                .formatted(type));
      }
    }
    add(
        "refined_call",
        "(Ljava/lang/Object;)I",
        1,
        "instance-of v0, p0, Ljava/lang/String;\nif-eqz v0, :no\ninvoke-virtual {p0}, Ljava/lang/String;->length()I\nmove-result v0\nreturn v0\n:no\nconst/4 v0, -1\nreturn v0");
    add(
        "refined_copy",
        "(Ljava/lang/Object;)I",
        2,
        "move-object v1, p0\ninstance-of v0, v1, Ljava/lang/String;\nif-eqz v0, :no\ninvoke-virtual {p0}, Ljava/lang/String;->length()I\nmove-result v0\nreturn v0\n:no\nconst/4 v0, -1\nreturn v0");
    add(
        "cast_in_handler",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        1,
        ":s\ncheck-cast p0, Ljava/lang/String;\n:e\nreturn-object p0\n.catch Ljava/lang/ClassCastException; {:s .. :e} :h\n:h\nmove-exception v0\nreturn-object p0");
  }

  private void newInstances() {
    String made = "new-instance v0, Lfixture/Base;\n";
    String construct = "invoke-direct {v0}, Lfixture/Base;-><init>()V\n";
    uninitialized("return", made + "return-object v0");
    uninitialized("twice", made + construct + construct + "return-object v0");
    uninitialized("copy", made + "move-object v1, v0\n" + construct + "return-object v1");
    uninitialized(
        "copy_constructed",
        made
            + "move-object v1, v0\ninvoke-direct {v1}, Lfixture/Base;-><init>()V\nif-ne v0, v1, :no\nreturn-object v0\n:no\nconst/4 v0, 0\nreturn-object v0");
    uninitialized(
        "virtual", made + "invoke-virtual {v0}, Lfixture/Base;->publ()I\nreturn-object v0");
    uninitialized(
        "argument",
        made
            + "invoke-static {v0}, Ljava/lang/String;->valueOf(Ljava/lang/Object;)Ljava/lang/String;\nreturn-object v0");
    uninitialized(
        "field",
        made
            + "const/4 v1, 1\niput v1, v0, Lfixture/Base;->publ:I\n"
            + construct
            + "return-object v0");
    uninitialized(
        "read", made + "iget v1, v0, Lfixture/Base;->publ:I\n" + construct + "return-object v0");
    uninitialized(
        "store",
        made
            + "sput-object v0, Lfixture/Base;->sofL:Ljava/lang/Object;\n"
            + construct
            + "return-object v0");
    uninitialized(
        "element",
        made
            + "const/4 v1, 1\nnew-array v2, v1, [Ljava/lang/Object;\nconst/4 v1, 0\naput-object v0, v2, v1\n"
            + construct
            + "return-object v0");
    uninitialized(
        "filled",
        made
            + "filled-new-array {v0}, [Ljava/lang/Object;\nmove-result-object v1\nreturn-object v1");
    uninitialized(
        "cast", made + "check-cast v0, Ljava/lang/Object;\n" + construct + "return-object v0");
    uninitialized(
        "instance-of",
        made + "instance-of v1, v0, Ljava/lang/Object;\n" + construct + "return-object v0");
    uninitialized(
        "monitor", made + "monitor-enter v0\n" + construct + "monitor-exit v0\nreturn-object v0");
    uninitialized(
        "monitor_around",
        "monitor-enter p0\n" + made + construct + "monitor-exit p0\nreturn-object v0");
    uninitialized("throw", "new-instance v0, Ljava/lang/Error;\nthrow v0");
    uninitialized("compared", made + "if-eqz v0, :no\n:no\n" + construct + "return-object v0");
    uninitialized(
        "compared_both", made + "if-eq v0, v0, :no\n:no\n" + construct + "return-object v0");
    uninitialized(
        "other_class", made + "invoke-direct {v0}, Lfixture/Sub;-><init>()V\nreturn-object v0");
    uninitialized(
        "superclass", "new-instance v0, Lfixture/Sub;\n" + construct + "return-object v0");
    uninitialized(
        "object_class",
        made + "invoke-direct {v0}, Ljava/lang/Object;-><init>()V\nreturn-object v0");
    uninitialized("unused", made + "const/4 v0, 0\nreturn-object v0");
    uninitialized(
        "dead",
        made
            + "const/4 v0, 0\nnew-instance v0, Ljava/lang/Object;\ninvoke-direct {v0}, Ljava/lang/Object;-><init>()V\nreturn-object v0");
    uninitialized(
        "loop",
        "const/4 v1, 0\n:again\n"
            + made
            + "add-int/lit8 v1, v1, 1\nconst/4 v2, 3\nif-lt v1, v2, :again\n"
            + construct
            + "return-object v0");
    uninitialized(
        "loop_kept",
        "const/4 v1, 0\nconst/4 v0, 0\n:again\nmove-object v2, v0\nnew-instance v0, Lfixture/Base;\nadd-int/lit8 v1, v1, 1\nconst/16 p0, 3\nif-lt v1, p0, :again\n"
            + construct
            + "invoke-direct {v2}, Lfixture/Base;-><init>()V\nreturn-object v2");
    uninitialized(
        "two",
        made
            + "new-instance v1, Lfixture/Base;\n"
            + construct
            + "invoke-direct {v1}, Lfixture/Base;-><init>()V\nreturn-object v1");
    uninitialized(
        "crossed",
        made
            + "new-instance v1, Lfixture/Base;\ninvoke-direct {v1}, Lfixture/Base;-><init>()V\n"
            + construct
            + "return-object v0");
    uninitialized(
        "merged",
        "if-eqz p0, :other\n"
            + made
            + "goto :join\n:other\n"
            + made
            + ":join\n"
            + construct
            + "return-object v0");
    uninitialized(
        "branch_between",
        made + "if-eqz p0, :other\nconst/4 v1, 1\n:other\n" + construct + "return-object v0");
    uninitialized(
        "branch_constructs", made + "if-eqz p0, :other\n" + construct + ":other\nreturn-object v0");
    uninitialized(
        "in_try",
        ":s\n"
            + made
            + construct
            + ":e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nmove-exception v1\nreturn-object v1");
    uninitialized(
        "in_try_returned",
        "const/4 v0, 0\n:s\n"
            + made
            + construct
            + ":e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nmove-exception v1\nreturn-object v0");
    uninitialized(
        "argument_thrown",
        ":s\nnew-instance v0, Ljava/lang/Integer;\nconst-string v1, \"x\"\ninvoke-direct {v0, v1}, Ljava/lang/Integer;-><init>(Ljava/lang/String;)V\n:e\nreturn-object v0\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nreturn-object v0");
    uninitialized(
        "string",
        "new-instance v0, Ljava/lang/String;\ninvoke-direct {v0}, Ljava/lang/String;-><init>()V\nreturn-object v0");
    uninitialized(
        "string_copy",
        "const-string v1, \"a\"\nnew-instance v0, Ljava/lang/String;\nmove-object v2, v0\ninvoke-direct {v0, v1}, Ljava/lang/String;-><init>(Ljava/lang/String;)V\nreturn-object v2");
    int number = 0;
    for (String type :
        List.of(
            "Ljava/lang/Object;",
            "Lfixture/Abs;",
            "Lfixture/Face;",
            "Lfixture/Missing;",
            "Lfixture/Hidden;",
            "Lfixture/Failing;",
            "Lfixture/Orphan;",
            "[I",
            "I",
            "Ljava/lang/Class;",
            "Ljava/lang/Enum;")) {
      uninitialized(
          "type_" + number++,
          "new-instance v0, %s\nconst/4 v0, 0\nreturn-object v0".formatted(type));
    }
    constructors();
  }

  private void uninitialized(String name, String code) {
    add("new-instance_" + name, "(Ljava/lang/Object;)Ljava/lang/Object;", 4, code);
  }

  private void constructors() {
    String before = "invoke-direct {p0}, Lfixture/Base;-><init>()V\n";
    constructor("plain", before + "return-void");
    constructor("none", "return-void");
    constructor("twice", before + before + "return-void");
    constructor(
        "field_before", "const/4 v0, 5\niput v0, p0, SELF->own:I\n" + before + "return-void");
    constructor(
        "inherited_field_before",
        "const/4 v0, 5\niput v0, p0, SELF->publ:I\n" + before + "return-void");
    constructor("read_before", "iget v0, p0, SELF->own:I\n" + before + "return-void");
    constructor("call_before", "invoke-virtual {p0}, SELF->publ()I\n" + before + "return-void");
    constructor(
        "static_call_before",
        "invoke-static {}, Lfixture/Base;->spubl()I\n" + before + "return-void");
    constructor(
        "this_call", "const/4 v0, 1\ninvoke-direct {p0, v0}, SELF-><init>(I)V\nreturn-void");
    constructor("skips", "invoke-direct {p0}, Ljava/lang/Object;-><init>()V\nreturn-void");
    constructor(
        "branch",
        "const/4 v0, 0\nif-eqz v0, :other\n"
            + before
            + "return-void\n:other\n"
            + before
            + "return-void");
    constructor(
        "one_branch", "const/4 v0, 0\nif-eqz v0, :other\n" + before + ":other\nreturn-void");
    constructor(
        "loop",
        "const/4 v0, 0\n:again\nadd-int/lit8 v0, v0, 1\nconst/4 v1, 3\nif-lt v0, v1, :again\n"
            + before
            + "return-void");
    constructor("throws_before", "const/4 v0, 0\nthrow v0");
    constructor(
        "try",
        ":s\n"
            + before
            + ":e\nreturn-void\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nthrow v0");
    constructor(
        "try_swallows",
        ":s\n"
            + before
            + ":e\nreturn-void\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nreturn-void");
    constructor(
        "try_around_all",
        ":s\nconst/4 v0, 0\ninvoke-static {v0}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;\n"
            + before
            + "invoke-virtual {p0}, SELF->publ()I\nreturn-void\n:e\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nthrow v0");
    constructor(
        "copied_this",
        "move-object v0, p0\ninvoke-direct {v0}, Lfixture/Base;-><init>()V\ninvoke-virtual {p0}, SELF->publ()I\nreturn-void");
    constructor(
        "stored_this",
        "sput-object p0, Lfixture/Base;->sofL:Ljava/lang/Object;\n" + before + "return-void");
    constructor("lost_this", "const/4 p0, 0\nreturn-void");
    constructor("lost_after", before + "const/4 p0, 0\nreturn-void");
    constructor("monitor", before + "monitor-enter p0\nmonitor-exit p0\nreturn-void");
    constructor("monitor_before", "monitor-enter p0\n" + before + "monitor-exit p0\nreturn-void");
    constructor("compares_this", "if-nez p0, :go\n:go\n" + before + "return-void");
    constructor("virtual_init", "invoke-virtual {p0}, Lfixture/Base;-><init>()V\nreturn-void");
    constructor(
        "other_object",
        "new-instance v0, Lfixture/Base;\ninvoke-direct {v0}, Lfixture/Base;-><init>()V\n"
            + before
            + "return-void");
    constructor(
        "init_again_later",
        before
            + "new-instance v0, SELF\nconst/4 v1, 2\ninvoke-direct {v0, v1}, SELF-><init>(I)V\nreturn-void");
    constructor("final_field", before + "const/4 v0, 6\niput v0, p0, SELF->fixed:I\nreturn-void");
    constructor(
        "others_final_field",
        before + "const/4 v0, 6\niput v0, p0, Lfixture/Base;->fixed:I\nreturn-void");
  }

  /** A constructor as written; what {@code m} returns is made by it. */
  private void constructor(String name, String code) {
    String type = "constructor_" + name;
    String text =
        """
        .class public Lop/%1$s;
        .super Lfixture/Base;
        .field public own:I
        .field public final fixed:I
        """
                .formatted(type)
            + OpcodeCase.method("public constructor <init>()V", 3, code)
            + OpcodeCase.method(
                "public constructor <init>(I)V",
                1,
                "invoke-direct {p0}, Lfixture/Base;-><init>()V\nconst/16 v0, 8\niput v0, p0, SELF->own:I\nreturn-void")
            + OpcodeCase.method(
                "public static m()Ljava/lang/Object;",
                1,
                "new-instance v0, SELF\ninvoke-direct {v0}, SELF-><init>()V\niget v0, v0, SELF->own:I\n"
                    + "invoke-static {v0}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;\nmove-result-object v0\nreturn-object v0");
    cases.add(new OpcodeCase(type, text.replace("SELF", "Lop/" + type + ";")));
  }

  private void monitors() {
    monitor("balanced", "monitor-enter p0\nmonitor-exit p0");
    monitor("nested", "monitor-enter p0\nmonitor-enter p0\nmonitor-exit p0\nmonitor-exit p0");
    monitor("two", "monitor-enter p0\nmonitor-enter p1\nmonitor-exit p1\nmonitor-exit p0");
    monitor("crossed", "monitor-enter p0\nmonitor-enter p1\nmonitor-exit p0\nmonitor-exit p1");
    monitor("copied", "monitor-enter p0\nmove-object v0, p0\nmonitor-exit v0");
    monitor("unlocked", "monitor-exit p0");
    monitor("unlocked_twice", "monitor-enter p0\nmonitor-exit p0\nmonitor-exit p0");
    monitor("left", "monitor-enter p0");
    monitor("of_null", "const/4 v0, 0\nmonitor-enter v0\nmonitor-exit v0");
    monitor("exit_of_null", "const/4 v0, 0\nmonitor-exit v0");
    monitor(
        "exit_of_null_held", "monitor-enter p0\nconst/4 v0, 0\nmonitor-exit v0\nmonitor-exit p0");
    monitor("exit_of_other", "monitor-enter p0\nmonitor-exit p1");
    monitor("of_int", "const/4 v0, 5\nmonitor-enter v0");
    monitor("thrown", "monitor-enter p0\nconst/4 v0, 0\nthrow v0");
    monitor(
        "caught",
        "monitor-enter p0\n:s\nconst/4 v0, 0\nthrow v0\n:e\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\nmonitor-exit p0");
    monitor(
        "caught_itself",
        "monitor-enter p0\n:s\nconst/4 v0, 0\nthrow v0\n:h\nmove-exception v0\nmonitor-exit p0\n:e\n.catchall {:s .. :e} :h");
    monitor(
        "caught_left",
        "monitor-enter p0\n:s\nconst/4 v0, 0\nthrow v0\n:e\n.catchall {:s .. :e} :h\n:h\nmove-exception v0");
    monitor(
        "in_try",
        ":s\nmonitor-enter p0\nmonitor-exit p0\n:e\ngoto :done\n.catchall {:s .. :e} :h\n:h\nmove-exception v0\n:done\nnop");
    monitor("branch", "if-eqz p1, :no\nmonitor-enter p0\nmonitor-exit p0\n:no\nnop");
    monitor("one_branch", "if-eqz p1, :no\nmonitor-enter p0\n:no\nmonitor-exit p0");
    monitor(
        "loop",
        "const/4 v0, 0\n:again\nmonitor-enter p0\nmonitor-exit p0\nadd-int/lit8 v0, v0, 1\nconst/4 v1, 3\nif-lt v0, v1, :again");
    monitor(
        "loop_held",
        "const/4 v0, 0\nmonitor-enter p0\n:again\nadd-int/lit8 v0, v0, 1\nconst/4 v1, 3\nif-lt v0, v1, :again\nmonitor-exit p0");
    monitor(
        "loop_enters",
        "const/4 v0, 0\n:again\nmonitor-enter p0\nadd-int/lit8 v0, v0, 1\nconst/4 v1, 3\nif-lt v0, v1, :again\nmonitor-exit p0\nmonitor-exit p0\nmonitor-exit p0");
    monitor("deep", "monitor-enter p0\n".repeat(20) + "monitor-exit p0\n".repeat(20));
    monitor("deepest", "monitor-enter p0\n".repeat(32) + "monitor-exit p0\n".repeat(32));
    monitor("too_deep", "monitor-enter p0\n".repeat(33) + "monitor-exit p0\n".repeat(33));
    monitor("overwritten", "monitor-enter p0\nmove-object v0, p0\nconst/4 p0, 0\nmonitor-exit v0");
    monitor(
        "wait",
        "monitor-enter p0\nconst-wide/16 v0, 1\ninvoke-virtual {p0, v0, v1}, Ljava/lang/Object;->wait(J)V\nmonitor-exit p0");
    monitor(
        "throws_inside_call",
        "monitor-enter p0\nconst/4 v0, 0\ninvoke-virtual {v0}, Ljava/lang/Object;->hashCode()I\nmonitor-exit p0");
    String thrownOn = ":h\nmove-exception v0\nmonitor-exit p0\nthrow v0";
    monitorExit("null", "const/4 v0, 0\nmonitor-enter p0\n%monitor-exit v0", thrownOn);
    monitorExit("other", "monitor-enter p0\n%monitor-exit p1", thrownOn);
    monitorExit("twice", "monitor-enter p0\nmonitor-exit p0\n%monitor-exit p0", thrownOn);
    monitorExit("unheld", "%monitor-exit p0", ":h\nmove-exception v0\nthrow v0");
    monitorExit("null_only", "const/4 v0, 0\n%monitor-exit v0", ":h\nmove-exception v1\nthrow v1");
    monitorExit("kept", "monitor-enter p0\n%monitor-exit p1", ":h\nmove-exception v0\nthrow v0");
    monitorExit(
        "and_on",
        "const/4 v0, 0\nmonitor-enter p0\n%monitor-exit v0\n:on\nmonitor-exit p0",
        ":h\nmove-exception v1\ngoto :on");
    monitorExit(
        "branches",
        "const/4 v0, 0\nmonitor-enter p0\n%monitor-exit v0",
        ":h\nmonitor-exit p0\nif-nez v0, :no\nif-eqz p1, :no\nreturn-void\n:no\nthrow v0");
    monitorExit(
        "unused",
        "const/4 v0, 0\nmonitor-enter p0\n%monitor-exit v0",
        ":h\nmonitor-exit p0\nreturn-void");
    monitorExit(
        "calls",
        "const/4 v0, 0\nconst/4 v1, 7\nmonitor-enter p0\n%monitor-exit v0",
        ":h\nmove-exception v0\nmonitor-exit p0\ninvoke-static {v1},"
            + " Ljava/lang/Integer;->toString(I)Ljava/lang/String;\nmove-result-object v0\n"
            + "invoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I\n"
            + "new-instance v0, Ljava/lang/IllegalStateException;\n"
            + "invoke-direct {v0}, Ljava/lang/IllegalStateException;-><init>()V\nthrow v0");
    monitorExit(
        "in_loop",
        "const/4 v0, 0\nconst/4 v1, 0\nmonitor-enter p0\n:again\n%monitor-exit v0",
        ":h\nadd-int/lit8 v1, v1, 1\nconst/4 v2, 3\nif-lt v1, v2, :again\nmonitor-exit p0");
    monitorExit(
        "ill_typed",
        "const/4 v0, 0\nmonitor-enter p0\n%monitor-exit v0",
        ":h\nmonitor-exit p0\ninvoke-virtual {p0}, Ljava/lang/String;->length()I");
    monitorExit(
        "itself",
        "const/4 v0, 0\nmonitor-enter p0\n%monitor-exit v0",
        ":h\n:s2\nmonitor-exit v0\n:e2\n.catchall {:s2 .. :e2} :h2\n:h2\nmonitor-exit p0");
    monitorExit(
        "of_one_branch",
        "if-nez p1, :other\nmonitor-enter p0\n:both\n%monitor-exit p0",
        ":h\nmove-exception v0\nthrow v0\n:other\ngoto :both");
    monitorExit(
        "number",
        "const/4 v0, 0\nconst/4 v1, 0\nmonitor-enter p0\n%monitor-exit v0",
        ":h\nmonitor-exit v1\nmonitor-exit p0");
  }

  /** One that fails, with a handler that no other instruction leads to. */
  private void monitorExit(String name, String code, String handler) {
    int at = code.indexOf('%');
    int end = code.indexOf('\n', at);
    String tried = code.substring(at + 1, end < 0 ? code.length() : end);
    monitor(
        "exit_caught_" + name,
        code.substring(0, at)
            + ":s\n"
            + tried
            + "\n:e\n"
            + code.substring(end < 0 ? code.length() : end)
            + "\nreturn-void\n.catchall {:s .. :e} :h\n"
            + handler);
  }

  private void monitor(String name, String code) {
    // The JVM also checks whether the objects are locked afterwards.
    String type = "monitor_" + name;
    String text =
        """
        .class public Lop/%s;
        .super Ljava/lang/Object;
        """
                .formatted(type)
            + OpcodeCase.method(
                "static run(Ljava/lang/Object;Ljava/lang/Object;)V", 3, code + "\nreturn-void")
            + OpcodeCase.method(
                "public static m()Ljava/lang/Object;",
                5,
                """
                new-instance v0, Ljava/lang/Object;
                invoke-direct {v0}, Ljava/lang/Object;-><init>()V
                new-instance v1, Ljava/lang/Object;
                invoke-direct {v1}, Ljava/lang/Object;-><init>()V
                const/4 v2, 0
                :s
                invoke-static {v0, v1}, Lop/%s;->run(Ljava/lang/Object;Ljava/lang/Object;)V
                :e
                goto :done
                .catchall {:s .. :e} :h
                :h
                move-exception v2
                :done
                invoke-static {v0}, Ljava/lang/Thread;->holdsLock(Ljava/lang/Object;)Z
                move-result v3
                invoke-static {v3}, Ljava/lang/Boolean;->valueOf(Z)Ljava/lang/Boolean;
                move-result-object v3
                invoke-static {v1}, Ljava/lang/Thread;->holdsLock(Ljava/lang/Object;)Z
                move-result v4
                invoke-static {v4}, Ljava/lang/Boolean;->valueOf(Z)Ljava/lang/Boolean;
                move-result-object v4
                filled-new-array {v2, v3, v4}, [Ljava/lang/Object;
                move-result-object v0
                return-object v0
                """
                    .formatted(type));
    cases.add(new OpcodeCase(type, text));
  }
}
