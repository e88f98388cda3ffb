package dev.dexscope.vm.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Code that dex allows and whose form the JVM does not have: assembled, translated and run. */
class MethodTranslatorTest {
  @TempDir Path folder;

  /** The exceptions that translated code catches are the VM's to word. */
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  /** A class {@code C} with a static method {@code m}. */
  private Class<?> translate(String proto, int registers, String code) throws Exception {
    return define(
        """
        .class public LC;
        .super Ljava/lang/Object;
        .field public x:I
        .method public static m%s
          .registers %d
        %s
        .end method
        """
            .formatted(proto, registers, code));
  }

  private Class<?> define(String smali) throws IOException, ClassNotFoundException {
    Path source = Files.writeString(folder.resolve("C.smali"), smali);
    Path dex = folder.resolve("classes.dex");
    var options = new SmaliOptions();
    options.apiLevel = 28;
    options.outputDexFile = dex.toString();
    assertThat(Smali.assemble(options, List.of(source.toString()))).isTrue();
    return Class.forName("C", true, new Loader(DexFile.open(dex)));
  }

  private static final class Loader extends ClassLoader {
    private final DexFile dex;
    private final ClassTranslator translator;

    Loader(List<DexFile> files) {
      super(MethodTranslatorTest.class.getClassLoader());
      this.dex = files.getFirst();
      this.translator =
          ClassTranslator.translating(
              Verifier.of(ClassPath.ofLoader(getPlatformClassLoader()), files));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      ClassDef found = dex.findClass("L" + name.replace('.', '/') + ";");
      if (found == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = translator.translate(found);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private static Object call(Class<?> type, @Nullable Object... arguments) throws Exception {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals("m")) {
        return each.invoke(null, arguments);
      }
    }
    throw new NoSuchMethodException("m");
  }

  /** Agents take them from there at any place: javac stores nothing else in their slots. */
  @Test
  void parametersStayInTheirSlots() throws IOException {
    DexFile file =
        DexFile.parse(
                "C",
                Assembled.dex(
                    folder,
                    """
                    .class public LC;
                    .super Ljava/lang/Object;
                    .method public m(ILjava/lang/String;J)Ljava/lang/Object;
                      .registers 6
                      :again
                      const/16 p1, 0x21
                      invoke-static {p1}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;
                      move-result-object p0
                      const-wide/16 p3, 0x7
                      move-object p2, p0
                      if-nez p1, :end
                      goto :again
                      :end
                      return-object p2
                    .end method
                    """))
            .getFirst();
    byte[] translated =
        ClassTranslator.translating(
                Verifier.of(
                    ClassPath.ofLoader(ClassLoader.getPlatformClassLoader()), List.of(file)))
            .translate(file.classes().getFirst());

    ClassModel model = ClassFile.of().parse(translated);
    // Agents of earlier years have readers that refuse class files of later versions.
    assertThat(model.majorVersion()).isEqualTo(ClassFile.JAVA_17_VERSION);
    List<Integer> stored = new ArrayList<>();
    model
        .methods()
        .forEach(method ->
            method
                .code()
                .orElseThrow()
                .forEach(element -> {
                  if (element instanceof StoreInstruction store) {
                    stored.add(store.slot());
                  }
                }));
    assertThat(stored).isNotEmpty().allMatch(slot -> slot >= 5);
  }

  @Test
  void aConstantIsAnIntAndAFloat() throws Exception {
    Class<?> type =
        translate(
            "(I)F",
            4,
            """
              const v0, 0x3f800000
              move v1, v0
              add-int v2, v0, p0
              int-to-float v2, v2
              add-float v1, v1, v2
              return v1
            """);

    assertThat(call(type, 1)).isEqualTo(1f + (float) (0x3f800000 + 1));
  }

  @Test
  void zeroIsNullAndANumber() throws Exception {
    Class<?> type =
        translate(
            "(Ljava/lang/String;)I",
            3,
            """
              const/4 v0, 0
              if-eqz p0, :null
              invoke-virtual {p0}, Ljava/lang/String;->length()I
              move-result v0
              const/4 v1, 0
              goto :end
              :null
              move v1, v0
              :end
              if-nez v1, :null
              add-int/lit8 v0, v0, 5
              return v0
            """);

    assertThat(call(type, "abc")).isEqualTo(8);
    assertThat(call(type, (Object) null)).isEqualTo(5);
  }

  @Test
  void bitsOfConstantsAreKept() throws Exception {
    Class<?> type =
        translate(
            "()J",
            2,
            """
              const-wide v0, 0x7ff0000000000001L
              invoke-static {v0, v1}, Ljava/lang/Double;->doubleToRawLongBits(D)J
              move-result-wide v0
              return-wide v0
            """);

    assertThat(call(type)).isEqualTo(0x7ff0000000000001L);
  }

  @Test
  void aHandlerSeesRegistersAsTheyWereBefore() throws Exception {
    Class<?> type =
        translate(
            "(Ljava/lang/String;)Ljava/lang/String;",
            2,
            """
              const-string v0, "before"
              :start
              invoke-static {p0}, Ljava/lang/Integer;->valueOf(Ljava/lang/String;)Ljava/lang/Integer;
              move-result-object v0
              :end
              .catch Ljava/lang/NumberFormatException; {:start .. :end} :handler
              invoke-virtual {v0}, Ljava/lang/Integer;->toString()Ljava/lang/String;
              move-result-object v0
              return-object v0
              :handler
              invoke-virtual {v0}, Ljava/lang/String;->trim()Ljava/lang/String;
              move-result-object v0
              return-object v0
            """);

    assertThat(call(type, "12")).isEqualTo("12");
    assertThat(call(type, "x")).isEqualTo("before");
  }

  /** The register holds something else where code that cannot throw is entered from elsewhere. */
  @Test
  void aHandlerSeesNothingOfCodeThatCannotThrow() throws Exception {
    Class<?> type =
        translate(
            "(ILjava/lang/String;Ljava/lang/Object;)Ljava/lang/String;",
            5,
            """
              move-object v0, p1
              if-nez p0, :other
              :start
              invoke-virtual {p1, p0}, Ljava/lang/String;->charAt(I)C
              goto :end
              :middle
              move-object p2, v0
              move-object v0, p1
              invoke-virtual {p1, p0}, Ljava/lang/String;->charAt(I)C
              :stop
              .catchall {:start .. :stop} :handler
              if-eqz p2, :fail
              :end
              return-object v0
              :fail
              const/4 v0, 0x0
              return-object v0
              :other
              move-object v0, p2
              goto :middle
              :handler
              move-exception v1
              invoke-virtual {v0}, Ljava/lang/String;->trim()Ljava/lang/String;
              move-result-object v0
              return-object v0
            """);

    assertThat(call(type, 1, "ab ", List.of())).isEqualTo("ab ");
    assertThat(call(type, 5, "ab ", List.of())).isEqualTo("ab");
    assertThat(call(type, 0, "", List.of())).isEqualTo("");
  }

  @Test
  void aHandlerOfAnUnknownClassCatchesNothing() throws Exception {
    Class<?> type =
        translate(
            "(I)I",
            2,
            """
              :start
              const/16 v0, 10
              div-int/2addr v0, p0
              :end
              .catch Lno/such/Thing; {:start .. :end} :handler
              .catch Ljava/lang/ArithmeticException; {:start .. :end} :other
              return v0
              :handler
              const/4 v0, 1
              return v0
              :other
              const/4 v0, 2
              return v0
            """);

    assertThat(call(type, 5)).isEqualTo(2);
    assertThat(call(type, 0)).isEqualTo(2);
  }

  @Test
  void aConstructorMayHaveOneHandlerForAllOfItself() throws Exception {
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .field public x:I
            .method public constructor <init>(I)V
              .registers 3
              :start
              const/16 v0, 100
              div-int v0, v0, p1
              invoke-direct {p0}, Ljava/lang/Object;-><init>()V
              iput v0, p0, LC;->x:I
              div-int v0, v0, v0
              :end
              return-void
              .catchall {:start .. :end} :handler
              :handler
              move-exception v0
              throw v0
            .end method
            .method public static m(I)I
              .registers 3
              :start
              new-instance v0, LC;
              invoke-direct {v0, p0}, LC;-><init>(I)V
              :end
              iget v1, v0, LC;->x:I
              return v1
              .catch Ljava/lang/ArithmeticException; {:start .. :end} :handler
              :handler
              const/4 v1, -1
              return v1
            .end method
            """);

    assertThat(call(type, 4)).isEqualTo(25);
    assertThat(call(type, 0)).isEqualTo(-1);
    assertThat(call(type, 101)).isEqualTo(-1);
  }

  @Test
  void aNewObjectMayGetASuperclasssConstructor() throws Exception {
    Class<?> type =
        translate(
            "()I",
            3,
            """
              new-instance v0, LC;
              move-object v1, v0
              invoke-direct {v0}, Ljava/lang/Object;-><init>()V
              const/4 v2, 7
              iput v2, v1, LC;->x:I
              iget v2, v0, LC;->x:I
              return v2
            """);

    assertThat(call(type)).isEqualTo(7);
  }

  @Test
  void superIsTheSuperclassesMethodWhateverClassNamesIt() throws Exception {
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .method public hashCode()I
              .registers 1
              const/4 v0, 3
              return v0
            .end method
            .method public original()I
              .registers 2
              invoke-super {p0}, LC;->hashCode()I
              move-result v0
              return v0
            .end method
            .method public constructor <init>()V
              .registers 1
              invoke-direct {p0}, Ljava/lang/Object;-><init>()V
              return-void
            .end method
            .method public static m()Z
              .registers 3
              new-instance v0, LC;
              invoke-direct {v0}, LC;-><init>()V
              invoke-virtual {v0}, LC;->original()I
              move-result v1
              invoke-static {v0}, Ljava/lang/System;->identityHashCode(Ljava/lang/Object;)I
              move-result v2
              if-eq v1, v2, :same
              const/4 v1, 0
              return v1
              :same
              const/4 v1, 1
              return v1
            .end method
            """);

    assertThat(call(type)).isEqualTo(true);
  }

  @Test
  void aTypeTestMayStandForACast() throws Exception {
    Class<?> type =
        translate(
            "(Ljava/lang/Object;)I",
            2,
            """
              instance-of v0, p0, Ljava/lang/String;
              if-eqz v0, :no
              invoke-virtual {p0}, Ljava/lang/String;->length()I
              move-result v0
              return v0
              :no
              const/4 v0, -1
              return v0
            """);

    assertThat(call(type, "four")).isEqualTo(4);
    assertThat(call(type, 4)).isEqualTo(-1);
  }

  @Test
  void anArrayThatIsNullForCertainThrows() throws Exception {
    Class<?> type =
        translate(
            "()F",
            3,
            """
              const/4 v0, 0
              const/4 v1, 0
              :start
              aget v2, v0, v1
              return v2
              :end
              .catch Ljava/lang/NullPointerException; {:start .. :end} :handler
              :handler
              const/high16 v2, 0x40000000
              return v2
            """);

    assertThat(call(type)).isEqualTo(2f);
  }

  @Test
  void arrayDataOfEveryWidth() throws Exception {
    Class<?> type =
        translate(
            "()[J",
            3,
            """
              const/4 v0, 3
              new-array v1, v0, [J
              fill-array-data v1, :longs
              new-array v2, v0, [B
              fill-array-data v2, :bytes
              const/4 v0, 1
              aget-byte v2, v2, v0
              int-to-long v2, v2
              return-object v1
              :longs
              .array-data 8
                1L
                -2L
                0x123456789abcdefL
              .end array-data
              :bytes
              .array-data 1
                1t
                -2t
                3t
              .end array-data
            """
                .replace("int-to-long v2, v2\n", "\n"));

    assertThat((long[]) call(type)).containsExactly(1, -2, 0x123456789abcdefL);
  }

  /** Few elements are written one by one, others as one constant. */
  @ParameterizedTest
  @CsvSource({
    "Z, 1, t",
    "B, 1, t",
    "S, 2, s",
    "C, 2, s",
    "I, 4, ''",
    "F, 4, ''",
    "J, 8, L",
    "D, 8, L"
  })
  void arrayDataKeepAllBits(String component, int width, String suffix) throws Exception {
    int unused = 64 - 8 * width;
    for (int count : new int[] {0, 1, 5, 16, 17, 100}) {
      var data = new StringBuilder();
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        // Negative zeros, small numbers, and NaNs.
        long bits = i % 3 == 0 ? 0x8000_0000_8000_8080L : i % 3 == 1 ? i : 0xfff8_1234_ffc0_fe01L;
        data.append(bits << unused >> unused).append(suffix).append('\n');
        expected.add(component.equals("Z") ? bits & 1 : bits << unused >>> unused);
      }
      Class<?> type =
          translate(
              "()[" + component,
              2,
              """
                const/16 v0, %d
                new-array v0, v0, [%s
                fill-array-data v0, :data
                return-object v0
                :data
                .array-data %d
                %s.end array-data
              """
                  .formatted(count, component, width, data));
      assertThat(bits(call(type))).as("%d elements", count).isEqualTo(expected);
    }
  }

  private static List<Long> bits(Object array) {
    List<Long> bits = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      bits.add(
          switch (Array.get(array, i)) {
            case Boolean is -> is ? 1L : 0L;
            case Byte number -> number & 0xffL;
            case Short number -> number & 0xffffL;
            case Character letter -> (long) letter;
            case Integer number -> number & 0xffff_ffffL;
            case Float number -> Float.floatToRawIntBits(number) & 0xffff_ffffL;
            case Long number -> number;
            case Double number -> Double.doubleToRawLongBits(number);
            default -> throw new AssertionError(array);
          });
    }
    return bits;
  }

  @Test
  void aDeclaredSynchronizedMethodIsOneAgain() throws Exception {
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .method public static declared-synchronized m(I)I
              .registers 3
              const-class v0, LC;
              monitor-enter v0
              :start
              const/16 v1, 10
              div-int/2addr v1, p0
              :end
              .catchall {:start .. :end} :handler
              monitor-exit v0
              return v1
              :handler
              move-exception v1
              :inner
              monitor-exit v0
              :innerEnd
              .catchall {:inner .. :innerEnd} :handler
              throw v1
            .end method
            """);

    Method method = type.getDeclaredMethod("m", int.class);

    assertThat(Modifier.isSynchronized(method.getModifiers())).isTrue();
    assertThat(method.invoke(null, 2)).isEqualTo(5);
  }

  @Test
  void aHandlerNeedsNoMoreThanItReads() throws Exception {
    Class<?> type =
        translate(
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            3,
            """
              if-nez p0, :unlocked
              const-class v0, LC;
              monitor-enter v0
              :start
              invoke-static {}, Ljava/lang/Thread;->yield()V
              monitor-exit v0
              :middle
              goto :unlocked
              :release
              monitor-exit v0
              :end
              .catchall {:start .. :end} :handler
              throw v1
              :handler
              move-exception v1
              goto :release
              :unlocked
              return-object p0
            """);

    assertThat(call(type, "x")).isEqualTo("x");
    assertThat(call(type, (Object) null)).isNull();
  }

  @Test
  void aMonitorIsGivenBackWhenNobodyCatches() throws Exception {
    Class<?> type =
        translate(
            "(Ljava/lang/Object;I)I",
            3,
            """
              monitor-enter p0
              const/16 v0, 10
              div-int/2addr v0, p1
              monitor-exit p0
              return v0
            """);
    Object lock = new Object();

    assertThat(call(type, lock, 5)).isEqualTo(2);
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> call(type, lock, 0)))
        .hasCauseInstanceOf(ArithmeticException.class);
    assertThat(Thread.holdsLock(lock)).isFalse();
  }

  @Test
  void aLongStringIsPutTogether() throws Exception {
    String text = "0123456789".repeat(7_000);
    Class<?> type =
        translate(
            "()Ljava/lang/String;", 1, "  const-string v0, \"" + text + "\"\n  return-object v0\n");

    assertThat(call(type)).isEqualTo(text);
  }

  @Test
  void anyMethodOfTheClassMayWriteItsFinalFields() throws Exception {
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .field public static final s:I
            .field public final i:I
            .field public final never:I
            .method public constructor <init>()V
              .registers 1
              invoke-direct {p0}, Ljava/lang/Object;-><init>()V
              return-void
            .end method
            .method public static m()I
              .registers 3
              new-instance v0, LC;
              invoke-direct {v0}, LC;-><init>()V
              const/4 v1, 0x3
              iput v1, v0, LC;->i:I
              const/4 v1, 0x4
              sput v1, LC;->s:I
              iget v0, v0, LC;->i:I
              sget v1, LC;->s:I
              mul-int/2addr v0, v1
              return v0
            .end method
            """);

    assertThat(call(type)).isEqualTo(12);
    assertThat(Modifier.isFinal(type.getField("i").getModifiers())).isFalse();
    assertThat(Modifier.isFinal(type.getField("never").getModifiers())).isTrue();
  }

  /** As the first Kotlin compiled an {@code object}. */
  @Test
  void aConstructorMayWriteAStaticFinalField() throws Exception {
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .field public static final INSTANCE:LC;
            .field public static final never:I
            .method static constructor <clinit>()V
              .registers 1
              const/4 v0, 0x2
              sput v0, LC;->never:I
              new-instance v0, LC;
              invoke-direct {v0}, LC;-><init>()V
              return-void
            .end method
            .method private constructor <init>()V
              .registers 1
              invoke-direct {p0}, Ljava/lang/Object;-><init>()V
              sput-object p0, LC;->INSTANCE:LC;
              return-void
            .end method
            .method public static m()I
              .registers 1
              sget-object v0, LC;->INSTANCE:LC;
              invoke-virtual {v0}, Ljava/lang/Object;->hashCode()I
              sget v0, LC;->never:I
              return v0
            .end method
            """);

    assertThat(call(type)).isEqualTo(2);
    assertThat(Modifier.isFinal(type.getField("never").getModifiers())).isTrue();
  }

  @Test
  void localsHaveNamesInAConstructorThatBeginsAtItsEnd() throws Exception {
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .field public i:I
            .method public constructor <init>()V
              .registers 2
              goto :before
              :after
              const/4 v0, 0x3
              .local v0, "after":I
              iput v0, p0, LC;->i:I
              return-void
              .end local v0
              :before
              const/4 v0, 0x2
              .local v0, "before":I
              invoke-direct {p0}, Ljava/lang/Object;-><init>()V
              .end local v0
              goto :after
            .end method
            .method public static m()I
              .registers 1
              new-instance v0, LC;
              invoke-direct {v0}, LC;-><init>()V
              iget v0, v0, LC;->i:I
              return v0
            .end method
            """);

    assertThat(call(type)).isEqualTo(3);
  }

  @Test
  void aLongStringMayBeAFieldsInitialValue() throws Exception {
    String text = "0123456789".repeat(7_000);
    Class<?> type =
        define(
            """
            .class public LC;
            .super Ljava/lang/Object;
            .field public static final TEXT:Ljava/lang/String; = "%s"
            """
                .formatted(text));

    assertThat(type.getField("TEXT").get(null)).isEqualTo(text);
  }
}
