package dev.dexscope.dexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records and pattern switches do as on the JVM. */
class DynamicMethodsTest {
  private static final String RECORDS =
      """
      import java.util.*;

      public class Main {
        record Empty() {}
        record All(boolean z, byte b, short s, char c, int i, long j, float f, double d, String t,
            Object o, int[] a, List<?> l) {
          record Inner(int x) {}
        }
        record OfLongs(long a, double b) {}
        record $Odd$Name(int $a) {}
        record Generic<T extends Comparable<T>>(T x, T... more) {}

        static All all(int n, double d, Object o, int[] a) {
          return new All(n % 2 == 0, (byte) n, (short) n, (char) n, n, n, (float) d, d, "t", o, a,
              Arrays.asList(n));
        }

        static String run() {
          record Local(char c) {}
          int[] array = {1};
          List<Record> records = Arrays.asList(
              new Empty(), new Empty(), all(65, 0.0, null, null), all(65, -0.0, null, null),
              all(65, 0.0, null, null), all(66, Double.NaN, "x", array),
              all(66, Double.NaN, "x", array), all(-1, 1e9, "x", null), all(-2, 1e9, "x", null),
              new OfLongs(1L << 40, -0.0), new OfLongs(1L << 40, 0.0), new OfLongs(1L << 41, 0.0),
              new All.Inner(3), new $Odd$Name(4), new Generic<>("x"), new Local('c'));
          var text = new StringBuilder();
          for (Record each : records) {
            text.append(each.toString().replaceAll("@\\\\w+", "@")).append(' ');
            text.append(each.toString().contains("@") ? 0 : each.hashCode());
            for (Record other : records) {
              text.append(each.equals(other) ? '1' : '0');
            }
            text.append(each.equals(null)).append(each.equals("x")).append('\\n');
          }
          return text.toString();
        }

        public static void main(String[] args) {
          System.out.print(run());
        }
      }
      """;

  private static final String SWITCHES =
      """
      import java.util.*;

      public class Main {
        enum E { A, B { }, C, GONE }
        sealed interface S permits F, P {}
        enum F implements S { X, Y { }, Z }
        record P(int a, Object o) implements S {}
        interface InInterface {
          static int of(Object o) {
            return switch (o) {
              case String s when s.isEmpty() -> 1;
              case String s -> 2;
              default -> 3;
            };
          }
        }

        static int object(Object o) {
          return switch (o) {
            case null -> 0;
            case String s when s.length() > 3 -> 1;
            case String s -> 2;
            case Integer i when i > 5 -> 3;
            case E e when e == E.A -> 4;
            case int[] x when x.length > 1 -> 5;
            case int[][] x -> 6;
            case P(int a, String s) when a > 1 -> 7;
            case P(int a, P(int b, var c)) -> 8;
            case List<?> l -> 9;
            default -> 10;
          };
        }

        static int constants(E e) {
          return switch (e) {
            case A -> 1;
            case E x when x.ordinal() == 1 -> 2;
            case B -> 3;
            case GONE -> 4;
            case null -> 5;
            case E x -> 6;
          };
        }

        static int qualified(S s) {
          return switch (s) {
            case F.X -> 1;
            case P p when p.a() > 3 -> 2;
            case F.Y -> 3;
            case P p -> 4;
            case F f -> 5;
          };
        }

        static int text(String s) {
          return switch (s) {
            case "a" -> 1;
            case String t when t.length() > 2 -> 2;
            case "b" -> 3;
            case String t -> 4;
          };
        }

        static int number(Integer n) {
          return switch (n) {
            case 1 -> 1;
            case Integer t when t > 100 -> 2;
            case 70000 -> 3;
            case -1 -> 4;
            case Integer t -> 5;
          };
        }

        static int small(Byte n) {
          return switch (n) {
            case 1 -> 1;
            case Byte t when t > 100 -> 2;
            case -3 -> 3;
            case Byte t -> 4;
          };
        }

        static int character(Character c) {
          return switch (c) {
            case 'a' -> 1;
            case Character t when t > 200 -> 2;
            case '\\uffff' -> 3;
            case Character t -> 4;
          };
        }

        record Q(int i, long l, float f, double d, boolean z, byte b, Object o) {}

        static int nested(Q q) {
          return switch (q) {
            case Q(int i, long l, float f, double d, boolean z, byte b, String s) when i > 2 -> 1;
            case Q(int i, long l, float f, double d, boolean z, byte b, String s) when l > 2 -> 2;
            case Q(int i, long l, float f, double d, boolean z, byte b, Integer n) when z -> 3;
            case Q(int i, long l, float f, double d, boolean z, byte b, Object o) -> 4;
          };
        }

        static <T extends Comparable<T>> int variable(T t) {
          return switch (t) { case String s -> 1; case Integer i when i > 1 -> 2; default -> 3; };
        }

        static String run() {
          var text = new StringBuilder();
          Object[] objects = {
              null, "", "text", 1, 6, E.A, E.B, E.C, new int[1], new int[2], new int[1][1],
              new P(1, "x"), new P(2, "x"), new P(2, new P(1, 2)), new ArrayList<>(), 'c', F.X};
          for (Object each : objects) {
            text.append(object(each)).append(' ');
          }
          for (E each : E.values()) {
            text.append(constants(each)).append(' ');
          }
          text.append(constants(null)).append('\\n');
          S[] all = {F.X, F.Y, F.Z, new P(4, null), new P(3, null)};
          for (S each : all) {
            text.append(qualified(each)).append(' ');
          }
          for (String each : Arrays.asList("a", "b", "c", "abc")) {
            text.append(text(each)).append(variable(each)).append(InInterface.of(each)).append(' ');
          }
          for (int each : new int[] {1, -1, 70000, 101, 7}) {
            text.append(number(each)).append(variable(each)).append(' ');
          }
          text.append(nested(new Q(3, 3, 1, 1, true, (byte) 1, "s"))).append(' ');
          text.append(nested(new Q(1, 3, 1, 1, true, (byte) 1, "s"))).append(' ');
          text.append(nested(new Q(1, 1, 1, 1, true, (byte) 1, 7))).append(' ');
          text.append(nested(new Q(1, 1, 1, 1, false, (byte) 1, 7))).append(' ');
          text.append(nested(new Q(1, 1, 1, 1, false, (byte) 1, null))).append(' ');
          for (byte each = -5; each < 5; each++) {
            text.append(small(each)).append(' ');
          }
          for (char each : "ab\\uffff\\u1000".toCharArray()) {
            text.append(character(each)).append(' ');
          }
          return text.toString();
        }

        public static void main(String[] args) {
          System.out.print(run());
        }
      }
      """;

  /** Two enums that lose a constant after the rest was compiled. */
  private static final String CHANGED =
      """
      public class Main {
        enum E { A, B LATER }
        sealed interface S permits F {}
        enum F implements S { A, B LATER }

        static int constants(E e) {
          return switch (e) { case A -> 1; GONE_E case E x when x != null -> 2; case E x -> 3; };
        }

        static int qualified(S s) {
          return switch (s) { case F.A -> 4; GONE_F case S x when x != null -> 5; case S x -> 6; };
        }

        static String run() {
          return constants(E.A) + " " + constants(E.B) + " " + qualified(F.A) + " " + qualified(F.B)
              + " ";
        }

        public static void main(String[] args) {
          System.out.print(run());
        }
      }
      """;

  /** Of a level that has records. */
  private static final Names NAMES = new Names(35);

  @TempDir Path folder;

  private Path compile(String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Main.java"), source);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    TestCompiler.javac("-Xlint:none", "-d", classes.toString(), file.toString());
    return classes;
  }

  private static List<ClassModel> models(Path classes) throws IOException {
    List<ClassModel> models = new ArrayList<>();
    for (Path each : TestCompiler.classesIn(classes)) {
      models.add(ClassFile.of().parse(each));
    }
    return models;
  }

  /** The dynamic calls of a class for which methods are made, with numbers. */
  private static Map<Integer, InvokeDynamicEntry> calls(ClassModel model) {
    Map<Integer, InvokeDynamicEntry> calls = new TreeMap<>();
    for (PoolEntry each : model.constantPool()) {
      if (each instanceof InvokeDynamicEntry call
          && (RecordMethods.handles(call) || SwitchMethods.handles(call))) {
        calls.put(each.index(), call);
      }
    }
    return calls;
  }

  private static List<MethodRef> addAll(ClassModel model, ClassBuilder to, Names names) {
    var pool = new Pool(model.constantPool(), names);
    List<MethodRef> added = new ArrayList<>();
    calls(model)
        .forEach((index, call) ->
            added.add(
                RecordMethods.handles(call)
                    ? RecordMethods.add(model, to, call, pool)
                    : SwitchMethods.add(to, call, pool, index)));
    return added;
  }

  /** Whatever class it is, with nothing but its header, its fields and these methods. */
  private static byte[] dexOf(List<ClassModel> models, Names names) {
    var dex = DexBuilder.ofVersion(39);
    for (ClassModel model : models) {
      dex.define(
          model.thisClass().asSymbol().descriptorString(),
          c -> {
            c.accessFlags(model.flags().flagsMask() & ~ClassFile.ACC_SUPER);
            c.superclass(names.descriptor(model.superclass().orElseThrow().asInternalName()));
            c.interfaces(
                model.interfaces().stream()
                    .map(each -> each.asSymbol().descriptorString())
                    .toList());
            model
                .fields()
                .forEach(each ->
                    c.field(
                        each.flags().flagsMask(),
                        each.fieldName().stringValue(),
                        names.type(each.fieldType().stringValue())));
            addAll(model, c, names);
          });
    }
    return dex.build();
  }

  private static List<ClassVerdict> faults(byte[] dex) {
    DexFile file = DexFile.parse("made.dex", dex).getFirst();
    return Verifier.of(ClassPath.ofHostJdk(), List.of(file)).verify().stream()
        .filter(each -> !each.failures().isEmpty())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {RECORDS, SWITCHES})
  void theVerifierAcceptsThem(String source) throws IOException {
    assertThat(faults(dexOf(models(compile(source)), NAMES))).isEmpty();
  }

  @Test
  void recordsHaveAnotherNameBeforeAndroidHasThem() throws IOException {
    Path classes =
        compile(
            """
            record Main(Record a, Record[] b) {
              int of(Record record) {
                return switch (record) { case Main m when m.a() == null -> 1; default -> 2; };
              }

              int of(Object o) {
                return switch (o) { case Record m when m == this -> 1; default -> 2; };
              }
            }
            """);
    List<ClassModel> models = new ArrayList<>(models(classes));
    models.add(
        ClassFile.of()
            .parse(ClassFile.of().build(ClassDesc.of("com.android.tools.r8.RecordTag"), _ -> {})));

    byte[] dex = dexOf(models, new Names(30));

    assertThat(faults(dex)).isEmpty();
    assertThat(new String(dex, StandardCharsets.ISO_8859_1)).doesNotContain("java/lang/Record;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"int", "Object", "boolean"})
  void recordsMayHaveManyComponents(String type) throws IOException {
    var components = new StringBuilder(type + " c0");
    for (int i = 1; i < 250; i++) {
      components.append(", ").append(type).append(" c").append(i);
    }
    Path classes = compile("record Main(" + components + ") {}");

    assertThat(faults(dexOf(models(classes), NAMES))).isEmpty();
  }

  @Test
  void recordsMayHaveManyWideComponents() throws IOException {
    var components = new StringBuilder("long c0");
    for (int i = 1; i < 126; i++) {
      components.append(i % 2 == 0 ? ", long c" : ", double c").append(i);
    }

    assertThat(faults(dexOf(models(compile("record Main(" + components + ") {}")), NAMES)))
        .isEmpty();
  }

  @Test
  void methodsOfRecordsAreAddedOnce() throws IOException {
    ClassModel model = models(compile("record Main(int a) {}")).getFirst();
    DexBuilder.ofVersion(39)
        .define(
            "LMain;",
            c -> {
              List<MethodRef> first = addAll(model, c, NAMES);
              assertThat(first)
                  .extracting(MethodRef::name)
                  .containsExactlyInAnyOrder(
                      "$record$toString", "$record$hashCode", "$record$equals");
              assertThat(addAll(model, c, NAMES)).isEqualTo(first);
              assertThat(c.methods()).hasSize(3);
            });
  }

  private static ClassModel typeSwitch(String selector, ConstantDesc label) {
    DirectMethodHandleDesc bootstrap =
        ConstantDescs.ofCallsiteBootstrap(
            ClassDesc.of("java.lang.runtime.SwitchBootstraps"),
            "typeSwitch",
            ConstantDescs.CD_CallSite,
            ConstantDescs.CD_Object.arrayType());
    var site =
        DynamicCallSiteDesc.of(
            bootstrap, "x", MethodTypeDesc.ofDescriptor("(" + selector + "I)I"), label);
    byte[] made =
        ClassFile.of()
            .build(
                ClassDesc.of("Main"),
                c ->
                    c.withMethodBody(
                        "m",
                        ConstantDescs.MTD_void,
                        ClassFile.ACC_STATIC,
                        code -> code.aconst_null().iconst_0().invokedynamic(site).pop().return_()));
    return ClassFile.of().parse(made);
  }

  @Test
  void labelsOfPreviewFeaturesAreLeftToOthers() {
    List<ConstantDesc> labels =
        List.of(1L, 1.0, 1.0f, ConstantDescs.CD_int, ConstantDescs.TRUE, ConstantDescs.NULL);
    for (ConstantDesc each : labels) {
      ClassModel model = typeSwitch("Ljava/lang/Object;", each);
      DexBuilder.ofVersion(39)
          .define(
              "LMain;",
              c ->
                  assertThatThrownBy(() -> addAll(model, c, NAMES))
                      .isInstanceOf(UnsupportedClassException.class));
    }
  }

  /** A stub for each dynamic call, so that D8 makes the rest of the program. */
  private static byte[] withStubs(ClassModel model) {
    Map<Integer, MethodRef> stubs = new LinkedHashMap<>();
    DexBuilder.ofVersion(39)
        .define(
            model.thisClass().asSymbol().descriptorString(),
            c -> {
              List<MethodRef> added = addAll(model, c, NAMES);
              List.copyOf(calls(model).keySet())
                  .forEach(index -> stubs.put(index, added.get(stubs.size())));
            });
    boolean isInterface = model.flags().has(java.lang.reflect.AccessFlag.INTERFACE);
    ClassDesc owner = model.thisClass().asSymbol();
    CodeTransform calls =
        (builder, element) -> {
          MethodRef stub =
              element instanceof InvokeDynamicInstruction call
                  ? stubs.get(call.invokedynamic().index())
                  : null;
          if (stub == null) {
            builder.with(element);
          } else {
            builder.invokestatic(owner, stub.name(), type(stub), isInterface);
          }
        };
    ClassTransform end =
        ClassTransform.endHandler(builder ->
            stubs
                .values()
                .forEach(each ->
                    builder.withMethodBody(
                        each.name(),
                        type(each),
                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                        code -> code.aconst_null().athrow())));
    return ClassFile.of()
        .transformClass(model, ClassTransform.transformingMethodBodies(calls).andThen(end));
  }

  private static MethodTypeDesc type(MethodRef method) {
    return MethodTypeDesc.ofDescriptor(method.proto().descriptor());
  }

  /** The program with D8's code, but for the methods of dynamic calls. */
  private Path program(Path classes) throws Exception {
    Path stubs = Files.createDirectories(folder.resolve("stubs"));
    List<ClassModel> models = models(classes);
    for (ClassModel each : models) {
      Files.write(stubs.resolve(each.thisClass().asInternalName() + ".class"), withStubs(each));
    }
    Path d8 = folder.resolve("d8.jar");
    TestCompiler.d8(TestCompiler.classesIn(stubs), 30, d8);
    DexBuilder dex = DexBuilder.of(DexFile.open(d8).getFirst());
    for (ClassModel each : models) {
      dex.transform(
          each.thisClass().asSymbol().descriptorString(),
          c -> {
            List.copyOf(c.methods()).stream()
                .filter(method -> method.ref().name().matches("\\$(record|switch)\\$.*"))
                .forEach(c::remove);
            addAll(each, c, NAMES);
          });
    }
    return Files.write(folder.resolve("program.dex"), dex.build());
  }

  private static String changed(String constant, String caseOfE, String caseOfF) {
    return CHANGED.replace("LATER", constant).replace("GONE_E", caseOfE).replace("GONE_F", caseOfF);
  }

  private static String onJvm(Path classes) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      var run = loader.loadClass("Main").getDeclaredMethod("run");
      run.setAccessible(true);
      return (String) run.invoke(null);
    }
  }

  private static String onArt(Path dex) throws IOException {
    Process process =
        new ProcessBuilder(
                Peer.ART.path().resolve("art").toString(), "-Xint", "-cp", dex.toString(), "Main")
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {RECORDS, SWITCHES})
  @NeedsPeer(Peer.ART)
  void theyDoOnArtAsOnTheJvm(String source) throws Exception {
    Path classes = compile(source);

    assertThat(onArt(program(classes))).isEqualTo(onJvm(classes));
  }

  @Test
  @NeedsPeer(Peer.ART)
  void aConstantThatIsGoneDoesNotMatch() throws Exception {
    Path classes = compile(changed("", "", ""));
    for (String each : List.of("Main$E.class", "Main$F.class")) {
      Files.move(classes.resolve(each), folder.resolve(each));
    }
    compile(changed(", GONE", "case GONE -> 7;", "case F.GONE -> 8;"));
    for (String each : List.of("Main$E.class", "Main$F.class")) {
      Files.copy(folder.resolve(each), classes.resolve(each), StandardCopyOption.REPLACE_EXISTING);
    }

    assertThat(onJvm(classes)).isEqualTo("1 2 4 5 ");
    assertThat(onArt(program(classes))).isEqualTo(onJvm(classes));
  }
}
