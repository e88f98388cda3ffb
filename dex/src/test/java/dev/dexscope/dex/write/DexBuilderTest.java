package dev.dexscope.dex.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Listing;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.ArtOracle;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DexBuilderTest {
  private static final int PUBLIC_STATIC = AccessFlags.PUBLIC | AccessFlags.STATIC;
  private static final FieldRef OUT =
      new FieldRef("Ljava/lang/System;", "out", "Ljava/io/PrintStream;");

  /** Places in the header_item. */
  private static final int FILE_SIZE = 0x20;

  private static final int STRING_IDS_OFF = 0x3c;

  @TempDir Path folder;

  private static ClassDef find(DexFile dex, String type) {
    return Objects.requireNonNull(dex.findClass(type));
  }

  private static void println(CodeBuilder b, int out, int value, String type) {
    b.field(Opcode.SGET_OBJECT, out, OUT);
    b.invoke(
        Opcode.INVOKE_VIRTUAL,
        MethodRef.of("Ljava/io/PrintStream;", "println", "(" + type + ")V"),
        out,
        value);
  }

  @Test
  @NeedsPeer(Peer.ART)
  void aProgramFromNothingRuns() throws IOException {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "LMain;",
        c -> {
          c.accessFlags(AccessFlags.PUBLIC);
          c.field(AccessFlags.STATIC, "seven", "I").value(new EncodedValue.OfInt(7));
          c.method(PUBLIC_STATIC, "main", Proto.of("V", "[Ljava/lang/String;"))
              .code(3, DexBuilderTest::writeMain);
        });
    Path file = folder.resolve("classes.dex");
    Files.write(file, dex.build());

    assertThat(new ArtOracle().output(file, "Main"))
        .isEqualTo("7\nh\u00e9llo\n3\n20\nother\ncaught\n");
  }

  /** Fields, strings, arrays, a switch over both kinds of payload, and a handler. */
  private static void writeMain(CodeBuilder b) {
    b.field(Opcode.SGET, 0, new FieldRef("LMain;", "seven", "I"));
    println(b, 1, 0, "I");
    b.constantString(0, "h\u00e9llo");
    println(b, 1, 0, "Ljava/lang/String;");
    b.constant(0, 3);
    b.type(Opcode.NEW_ARRAY, 0, 0, "[I");
    b.fillArrayData(0, 4, new byte[] {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0});
    b.constant(2, 2);
    b.emit(Opcode.AGET, 0, 0, 2);
    println(b, 1, 0, "I");
    final Label one = b.newLabel();
    final Label two = b.newLabel();
    final Label join = b.newLabel();
    b.packedSwitch(2, 1, one, two);
    b.bind(one);
    b.constant(0, 10);
    b.branch(join);
    b.bind(two);
    b.constant(0, 20);
    b.bind(join);
    println(b, 1, 0, "I");
    Label other = b.newLabel();
    b.constant(0, 1_000_000);
    b.sparseSwitch(0, new int[] {-5, 1_000_000}, one, other);
    b.emit(Opcode.RETURN_VOID);
    b.bind(other);
    b.constantString(0, "other");
    println(b, 1, 0, "Ljava/lang/String;");
    Label start = b.newLabel();
    Label end = b.newLabel();
    Label handler = b.newLabel();
    b.bind(start);
    b.constant(0, 0);
    b.emit(Opcode.DIV_INT, 0, 0, 0);
    b.bind(end);
    b.emit(Opcode.RETURN_VOID);
    b.bind(handler);
    b.emit(Opcode.MOVE_EXCEPTION, 0);
    b.constantString(0, "caught");
    println(b, 1, 0, "Ljava/lang/String;");
    b.emit(Opcode.RETURN_VOID);
    b.tryCatch(start, end, "Ljava/lang/ArithmeticException;", handler);
  }

  @Test
  void everyKindOfValueIsReadAgain() {
    var field = new FieldRef("Lp/E;", "A", "Lp/E;");
    var method = MethodRef.of("Lp/E;", "m", "(J)V");
    List<EncodedValue> values =
        List.of(
            new EncodedValue.OfByte((byte) -1),
            new EncodedValue.OfShort((short) -300),
            new EncodedValue.OfChar('\uffff'),
            new EncodedValue.OfInt(Integer.MIN_VALUE),
            new EncodedValue.OfInt(-128),
            new EncodedValue.OfLong(Long.MIN_VALUE),
            new EncodedValue.OfLong(0x80),
            new EncodedValue.OfFloat(Float.floatToRawIntBits(1.5f)),
            new EncodedValue.OfFloat(0x7fc00001),
            new EncodedValue.OfDouble(Double.doubleToRawLongBits(-0.0)),
            new EncodedValue.OfDouble(1),
            new EncodedValue.OfMethodType(Proto.of("V", "I")),
            new EncodedValue.OfMethodHandle(
                MethodHandle.of(MethodHandle.Kind.INVOKE_STATIC, method)),
            new EncodedValue.OfMethodHandle(MethodHandle.of(MethodHandle.Kind.STATIC_GET, field)),
            new EncodedValue.OfString("\0\u00e9\u4e00\ud83d\ude00"),
            new EncodedValue.OfType("[Lp/E;"),
            new EncodedValue.OfField(field),
            new EncodedValue.OfMethod(method),
            new EncodedValue.OfEnum(field),
            new EncodedValue.OfArray(List.of(new EncodedValue.OfNull())),
            new EncodedValue.OfAnnotation(
                "Lp/Inner;",
                List.of(new EncodedValue.Element("x", new EncodedValue.OfBoolean(true)))),
            new EncodedValue.OfNull(),
            new EncodedValue.OfBoolean(false),
            new EncodedValue.OfBoolean(true));
    var annotation =
        new Annotation(
            Annotation.Visibility.RUNTIME,
            "Lp/A;",
            List.of(new EncodedValue.Element("value", new EncodedValue.OfArray(values))));
    DexBuilder dex = DexBuilder.ofVersion(39);
    dex.define(
        "Lp/C;",
        c -> {
          c.annotations(List.of(annotation));
          c.field(AccessFlags.STATIC, "f", "I").annotations(List.of(annotation));
          c.method(AccessFlags.NATIVE, "m", Proto.of("V", "I", "J"))
              .annotations(List.of(annotation))
              .parameterAnnotations(List.of(List.of(), List.of(annotation)));
        });

    ClassDef read = find(Made.read(dex), "Lp/C;");

    int f = read.data().staticFields().getFirst().index();
    int m = read.data().virtualMethods().getFirst().index();
    assertThat(read.annotations().ofClass()).containsExactly(annotation);
    assertThat(read.annotations().ofField(f)).containsExactly(annotation);
    assertThat(read.annotations().ofMethod(m)).containsExactly(annotation);
    assertThat(read.annotations().ofParameters(m))
        .isEqualTo(List.of(List.of(), List.of(annotation)));
  }

  @Test
  void callSitesAndMethodHandles() {
    var site =
        new CallSite(
            MethodHandle.of(MethodHandle.Kind.INVOKE_STATIC, MethodRef.of("Lp/B;", "link", "()V")),
            "run",
            Proto.of("V", "I"),
            List.of(new EncodedValue.OfString("more"), new EncodedValue.OfInt(5)));
    var invoke =
        MethodRef.of("Ljava/lang/invoke/MethodHandle;", "invoke", "([Ljava/lang/Object;)V");
    DexBuilder dex =
        Made.method(
            DexBuilder.ofVersion(39),
            "Lp/C;",
            2,
            b -> {
              b.invokeCustom(site, 1);
              b.constantMethodType(0, Proto.of("I", "J"));
              b.constantMethodHandle(0, site.bootstrap());
              b.invokePolymorphic(invoke, Proto.of("V", "I"), 0, 1);
              b.emit(Opcode.RETURN_VOID);
            });

    DexFile read = Made.read(dex);

    assertThat(Listing.of(find(read, "Lp/C;")))
        .contains(
            "0 invoke-custom v1 " + site,
            "3 const-method-type v0 (J)I",
            "5 const-method-handle v0 " + site.bootstrap(),
            "7 invoke-polymorphic v0 v1 " + invoke + " (I)V");
  }

  @Test
  void superclassesStandBeforeTheirSubclasses() {
    DexBuilder dex = DexBuilder.ofVersion(37);
    dex.define("Lp/A;", c -> c.superclass("Lp/B;").interfaces(List.of("Lp/I;")));
    dex.define("Lp/B;", c -> c.superclass("Lp/C;"));
    dex.define("Lp/C;", _ -> {});
    dex.define("Lp/I;", c -> c.accessFlags(AccessFlags.INTERFACE | AccessFlags.ABSTRACT));

    assertThat(Made.read(dex).classes().stream().map(ClassDef::type))
        .containsExactly("Lp/C;", "Lp/B;", "Lp/I;", "Lp/A;");
  }

  @Test
  void membersAreAddedChangedAndRemoved() {
    DexBuilder first = DexBuilder.ofVersion(35);
    first.define(
        "Lp/C;",
        c -> {
          c.field(AccessFlags.STATIC, "b", "I").value(new EncodedValue.OfInt(2));
          c.field(0, "gone", "I");
          c.method(AccessFlags.NATIVE, "gone", Proto.of("V"));
          c.method(AccessFlags.NATIVE, "kept", Proto.of("V"));
        });
    first.define("Lp/Gone;", _ -> {});
    DexBuilder dex = DexBuilder.of(Made.read(first));
    dex.remove("Lp/Gone;");
    dex.transform(
        "Lp/C;",
        c -> {
          c.superclass("Lp/Super;").sourceFile("C.java").accessFlags(AccessFlags.PUBLIC);
          c.field(AccessFlags.STATIC, "a", "J").value(new EncodedValue.OfLong(1));
          c.remove(c.fields().get(1));
          c.remove(Objects.requireNonNull(c.findMethod("gone", "()V")));
          c.method(0, "<init>", Proto.of("V")).code(0, b -> b.emit(Opcode.RETURN_VOID));
        });

    DexFile read = Made.read(dex);

    assertThat(read.classCount()).isEqualTo(1);
    assertThat(Listing.of(find(read, "Lp/C;")))
        .containsExactly(
            "class Lp/C; 1 extends Lp/Super;",
            "implements [] source C.java",
            "static Lp/C;->a:J 8 = OfLong[value=1]",
            "static Lp/C;->b:I 8 = OfInt[value=2]",
            "direct Lp/C;-><init>()V 65536",
            "registers 1",
            "0 return-void",
            "virtual Lp/C;->kept()V 256");
  }

  /** Adds classes of 257 fields each: 255 of them leave room for one more. */
  private static void fill(DexBuilder dex, int classes) {
    for (int i = 0; i < classes; i++) {
      Outcome fits = dex.define("Lp/Full" + i + ";", c -> addFields(c, 257));
      assertThat(fits).isEqualTo(new Outcome.Done());
    }
  }

  private static void addFields(ClassBuilder c, int count) {
    for (int i = 0; i < count; i++) {
      c.field(0, "f" + i, "I");
    }
  }

  @Test
  void aFileThatIsFullSaysSoAndStaysAsItWas() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    fill(dex, 255);
    byte[] before = dex.build();

    Outcome more =
        dex.define(
            "Lp/More;",
            c -> {
              c.field(0, "g", "I");
              c.field(0, "h", "I");
            });

    assertThat(more).isEqualTo(new Outcome.Overflow("field_ids", 65_536));
    assertThat(dex.build()).isEqualTo(before);
    assertThat(dex.define("Lp/One;", c -> c.field(0, "g", "I"))).isEqualTo(new Outcome.Done());
    assertThat(Made.read(dex).fieldCount()).isEqualTo(65_536);
  }

  /** The 65,537th string takes the long form; code that was there follows when its string moves. */
  @Test
  void stringsBecomeJumboOnlyWhereTheyMust() {
    DexBuilder dex =
        Made.method(
            DexBuilder.ofVersion(35),
            "Lp/C;",
            1,
            b -> {
              Label end = b.newLabel();
              b.branch(Opcode.IF_EQZ, 0, end);
              b.constantString(0, "zz");
              b.bind(end);
              b.emit(Opcode.RETURN_VOID);
            });
    DexFile small = Made.read(dex);
    DexBuilder grown =
        Made.method(
            DexBuilder.of(small),
            "Lp/D;",
            1,
            b -> {
              for (int i = 0; i < 65_600; i++) {
                b.constantString(0, "s" + i);
              }
              b.constantString(0, "a");
              b.emit(Opcode.RETURN_VOID);
            });

    DexFile read = Made.read(grown);

    assertThat(Listing.of(find(small, "Lp/C;")))
        .contains("0 if-eqz v0 ->4", "2 const-string v0 \"zz", "4 return-void");
    assertThat(Listing.of(find(read, "Lp/C;")))
        .contains("0 if-eqz v0 ->5", "2 const-string/jumbo v0 \"zz", "5 return-void");
    List<String> listing = Listing.of(find(read, "Lp/D;"));
    assertThat(listing).anyMatch(each -> each.endsWith(" const-string v0 \"a"));
    long jumbo = listing.stream().filter(each -> each.contains("jumbo")).count();
    long past = read.stringCount() - 65_536L;
    assertThat(jumbo).isBetween(1L, past);
  }

  @Test
  void aVersionIsRefusedWhatItDoesNotHave() {
    DexBuilder dex = DexBuilder.ofVersion(37);
    dex.define(
        "Lp/I;",
        c -> {
          c.accessFlags(AccessFlags.INTERFACE | AccessFlags.ABSTRACT);
          c.method(AccessFlags.PUBLIC, "m", Proto.of("V")).code(0, b -> b.emit(Opcode.RETURN_VOID));
        });
    DexFile file = Made.read(dex);

    for (int version : new int[] {37, 38, 39, 40, 41}) {
      DexFile other = Made.read(DexBuilder.of(file).version(version));
      assertThat(other.version()).isEqualTo(version);
      assertThat(Listing.of(find(other, "Lp/I;"))).isEqualTo(Listing.of(find(file, "Lp/I;")));
    }
    DexBuilder old = DexBuilder.of(file).version(35);
    assertThatThrownBy(old::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("dex version 035 has no interface methods with code; they need 037");
    assertThatThrownBy(() -> DexBuilder.ofVersion(36)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void handlersComeAfterThoseThatAreThere() {
    DexBuilder dex = Made.method(DexBuilder.ofVersion(35), "Lp/C;", 1, DexBuilderTest::writeTries);
    DexBuilder again = DexBuilder.of(Made.read(dex));
    again.transform(ClassTransform.ofMethods(MethodTransform.ofCode(CatchAll::new)));

    assertThat(Listing.of(find(Made.read(again), "Lp/C;")))
        .filteredOn(each -> each.startsWith("try"))
        .containsExactly(
            "try 0 2 [Handler[type=null, address=8]]",
            "try 2 4 [Handler[type=Lp/E;, address=5], Handler[type=null, address=8]]",
            "try 4 5 [Handler[type=null, address=5]]",
            "try 5 7 [Handler[type=null, address=8]]");
  }

  /** A file with {@code static void m(int)}. */
  private static DexFile withMethod(int locals, Consumer<CodeBuilder> writer) {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "Lp/C;", c -> c.method(AccessFlags.STATIC, "m", Proto.of("V", "I")).code(locals, writer));
    return Made.read(dex);
  }

  private static List<String> transformed(DexFile dex, CodeTransform... transforms) {
    DexBuilder builder = DexBuilder.of(dex);
    builder.transform(ClassTransform.ofMethods(method -> method.transformCode(transforms)));
    return Listing.of(find(Made.read(builder), "Lp/C;"));
  }

  @Test
  void aClassWithCodeIsRemovedAndPutBack() {
    DexFile file = withMethod(0, b -> b.emit(Opcode.RETURN_VOID));
    DexBuilder dex = DexBuilder.of(file);

    dex.remove("Lp/C;");
    assertThat(Made.read(dex).classCount()).isZero();

    dex.add(file.classDef(0));
    assertThat(Listing.of(find(Made.read(dex), "Lp/C;"))).isEqualTo(Listing.of(file.classDef(0)));
  }

  /** The second change of a class is taken back too, and so is what it added on its way. */
  @Test
  void overflowTakesBackAllOfAChange() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    fill(dex, 254);
    dex.define("Lp/C;", c -> c.field(0, "a", "I"));
    dex.transform("Lp/C;", c -> c.field(0, "b", "I"));
    byte[] before = dex.build();

    Outcome outcome =
        dex.transform(
            "Lp/C;",
            c -> {
              c.field(0, "c", "I");
              dex.define("Lp/Helper;", helper -> helper.field(0, "h", "I"));
              addFields(c, 257);
            });

    assertThat(outcome).isEqualTo(new Outcome.Overflow("field_ids", 65_536));
    assertThat(dex.defines("Lp/Helper;")).isFalse();
    assertThat(dex.build()).isEqualTo(before);
  }

  @Test
  void aTransformMayChangeOtherMethodsMeanwhile() {
    DexFile file =
        withMethod(
            1,
            b -> {
              b.constant(0, 1);
              b.constant(0, 2);
              b.emit(Opcode.RETURN_VOID);
            });
    DexBuilder helper =
        Made.method(DexBuilder.ofVersion(35), "Lp/H;", 9, b -> b.emit(Opcode.RETURN_VOID));
    DexFile helpers = Made.read(helper);
    DexBuilder dex = DexBuilder.of(file);
    dex.transform(
        ClassTransform.ofMethods(method ->
            method.transformCode(
                new CodeTransform() {
                  @Override
                  public void accept(CodeBuilder b, Instruction i) {
                    if (!dex.defines("Lp/H;")) {
                      dex.add(helpers.classDef(0));
                    }
                    b.with(i);
                  }

                  @Override
                  public void atEnd(CodeBuilder b) {
                    b.emit(Opcode.NOP);
                  }
                })));

    DexFile read = Made.read(dex);
    assertThat(Listing.of(find(read, "Lp/C;")))
        .contains("0 const/4 v0 #1", "1 const/4 v0 #2", "2 return-void", "3 nop");
    assertThat(Listing.of(find(read, "Lp/H;"))).contains("registers 9", "0 return-void");
  }

  @Test
  void aMethodThatCannotBeChangedStaysAsItWas() {
    DexFile file =
        withMethod(
            14,
            b -> {
              b.emit(Opcode.NEG_INT, 13, 13);
              b.emit(Opcode.RETURN_VOID);
            });
    CodeTransform longer =
        new CodeTransform() {
          @Override
          public void atStart(CodeBuilder b) {
            b.emit(Opcode.NOP);
          }
        };
    CodeTransform shift =
        new CodeTransform() {
          @Override
          public void atStart(CodeBuilder b) {
            b.growInFront(4);
          }
        };
    DexBuilder dex = DexBuilder.of(file);

    assertThatThrownBy(
            () -> dex.transform(ClassTransform.ofMethods(m -> m.transformCode(longer, shift))))
        .isInstanceOf(RegisterRangeException.class);
    dex.transform(
        ClassTransform.ofMethods(m -> {
          assertThatThrownBy(() -> m.transformCode(longer, shift))
              .isInstanceOf(RegisterRangeException.class);
        }));

    assertThat(dex.isChanged()).isFalse();
  }

  @Test
  void callsAreWrittenInTheirShortFormOrRefused() {
    var method = MethodRef.of("Lp/C;", "m", "(I)V");
    assertThatThrownBy(() -> withMethod(0, b -> b.invoke(Opcode.INVOKE_STATIC_RANGE, method, 0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> withMethod(0, b -> b.invoke(Opcode.INVOKE_STATIC, method, -1)))
        .isInstanceOf(RegisterRangeException.class);
    DexFile far =
        withMethod(
            20,
            b -> {
              b.invoke(Opcode.INVOKE_STATIC, method, 17);
              b.emit(Opcode.RETURN_VOID);
            });
    assertThat(Listing.of(far.classDef(0))).contains("0 invoke-static/range v17 Lp/C;->m(I)V");
  }

  @Test
  void aRangeOfNothingIsNoTry() {
    DexFile file =
        withMethod(
            1,
            b -> {
              Label start = b.newLabel();
              Label end = b.newLabel();
              Label handler = b.newLabel();
              b.bind(start);
              b.constant(0, 1);
              b.constant(0, 2);
              b.bind(end);
              b.emit(Opcode.RETURN_VOID);
              b.bind(handler);
              b.emit(Opcode.MOVE_EXCEPTION, 0);
              b.emit(Opcode.THROW, 0);
              b.tryCatch(start, end, "Lp/E;", handler);
              b.tryCatchAll(end, end, handler);
            });
    List<String> lines =
        transformed(
            file,
            new CodeTransform() {
              @Override
              public void atEnd(CodeBuilder b) {
                b.tryCatchAll(b.labelOf(1), b.labelOf(1), b.labelOf(3));
              }
            });
    assertThat(lines)
        .filteredOn(each -> each.startsWith("try"))
        .containsExactly("try 0 2 [Handler[type=Lp/E;, address=3]]");
  }

  /** New code in a line of its own does not change the lines of the old instructions. */
  @Test
  void linesOfNewCodeEndWithIt() {
    DexFile file =
        withMethod(
            1,
            b -> {
              b.line(10);
              b.constant(0, 1);
              b.constant(0, 2);
              b.line(11);
              b.emit(Opcode.RETURN_VOID);
            });
    List<String> lines =
        transformed(
            file,
            new CodeTransform() {
              @Override
              public void atStart(CodeBuilder b) {
                b.line(1);
                b.emit(Opcode.NOP);
              }

              @Override
              public void accept(CodeBuilder b, Instruction i) {
                if (i.pc() == 1) {
                  b.line(2);
                  b.emit(Opcode.NOP);
                }
                b.with(i);
              }
            });
    assertThat(lines)
        .filteredOn(each -> each.contains("line"))
        .containsExactly(
            "0 line 10", "0 line 1", "1 line 10", "2 line 2", "3 line 10", "4 line 11");
  }

  @Test
  void argumentsKeepTheirNamesWhenTheyMove() {
    DexFile file =
        withMethod(
            0,
            b -> {
              b.parameterNames(List.of("count"));
              b.emit(Opcode.RETURN_VOID);
            });
    List<String> lines =
        transformed(
            file,
            new CodeTransform() {
              @Override
              public void atStart(CodeBuilder b) {
                b.growBehind(1, true, Proto.of("V", "I"));
              }
            });
    assertThat(lines).contains("0 move v0 v1", "1 local v0 count I null", "parameter count");
  }

  @Test
  void aContainerIsOfOneVersion() {
    DexBuilder dex = DexBuilder.ofVersion(41);
    dex.define("Lp/C;", _ -> {});
    DexFile file = Made.read(dex);
    ContainerBuilder two = ContainerBuilder.of(List.of(file, file));
    two.files().getFirst().version(39);
    assertThatThrownBy(two::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no containers");
  }

  /** A container may have a wrong size of its last part, and its string_ids after all parts. */
  @Test
  void stringsThatStandInNoPartComeToStandInTheLast() {
    DexBuilder dex = DexBuilder.ofVersion(41);
    dex.define("Lp/C;", _ -> {});
    DexFile file = Made.read(dex);
    byte[] container = ContainerBuilder.of(List.of(file, file)).write();
    List<DexFile> parts = DexFile.parse("made.dex", container);
    int ids = parts.getFirst().stringCount() * 4;
    ByteBuffer moved =
        ByteBuffer.allocate(container.length + ids).order(ByteOrder.LITTLE_ENDIAN).put(container);
    moved.put(container, parts.getFirst().raw().stringIdsOffset(), ids);
    parts.forEach(
        each -> moved.putInt(each.raw().headerOffset() + STRING_IDS_OFF, container.length));
    moved.putInt(parts.getLast().raw().headerOffset() + FILE_SIZE, Integer.MAX_VALUE);

    byte[] again = ContainerBuilder.of(DexFile.parse("moved.dex", moved.array())).write();

    assertThat(DexFile.parse("again.dex", again))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.classDef(0).type()).isEqualTo("Lp/C;"));
  }

  /** The limits for hostile files must not be used up by repeated reading. */
  @Test
  void aFileCanBeReadAgainAndAgain() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    String[] parameters = new String[200];
    Arrays.fill(parameters, "Ljava/lang/String;");
    dex.define(
        "Lp/C;",
        c -> {
          c.field(AccessFlags.STATIC, "a", "I").value(new EncodedValue.OfInt(1));
          c.method(AccessFlags.NATIVE, "m", Proto.of("V", parameters));
        });
    DexFile file = Made.read(dex);
    for (int i = 0; i < 20_000; i++) {
      int proto = file.methodProto(0);
      assertThat(file.proto(proto).parameters()).hasSize(200);
      assertThat(file.protoDescriptor(proto)).hasSize(200 * 18 + 3);
      assertThat(file.parameters(proto)).hasSize(200);
      assertThat(file.classDef(0).staticValues()).hasSize(1);
    }
  }

  /** Two instructions, one with a handler for a type, one with one for everything, the handler. */
  private static void writeTries(CodeBuilder b) {
    Label typed = b.newLabel();
    Label any = b.newLabel();
    Label end = b.newLabel();
    b.literal(Opcode.CONST_16, 0, 1);
    b.bind(typed);
    b.literal(Opcode.CONST_16, 0, 2);
    b.bind(any);
    b.emit(Opcode.MONITOR_ENTER, 0);
    b.bind(end);
    b.emit(Opcode.MOVE_EXCEPTION, 0);
    b.emit(Opcode.THROW, 0);
    b.emit(Opcode.RETURN_VOID);
    b.tryCatch(typed, any, "Lp/E;", end);
    b.tryCatchAll(any, end, end);
  }

  private static final class CatchAll implements CodeTransform {
    @Override
    public void accept(CodeBuilder b, Instruction i) {
      b.with(i);
      if (i.opcode() == Opcode.THROW) {
        Label handler = b.newLabel();
        b.tryCatchAll(b.labelOf(0), b.labelOf(7), handler);
        handlers = handler;
      }
    }

    private Label handlers = new Label(0);

    @Override
    public void atEnd(CodeBuilder b) {
      b.bind(handlers);
      b.emit(Opcode.MOVE_EXCEPTION, 0);
      b.emit(Opcode.THROW, 0);
    }
  }
}
