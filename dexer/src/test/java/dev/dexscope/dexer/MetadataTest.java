package dev.dexscope.dexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.MethodParameterInfo;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleParameterAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.attribute.SourceDebugExtensionAttribute;
import java.lang.classfile.attribute.SyntheticAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Metadata} against what D8 makes of the same class files. */
class MetadataTest {
  private static final ClassDesc MADE = ClassDesc.of("p.Made");
  private static final ClassDesc OUTER = ClassDesc.of("p.Outer");
  private static final java.lang.classfile.Annotation DEPRECATED =
      java.lang.classfile.Annotation.of(ClassDesc.of("java.lang.Deprecated"));

  @TempDir private Path folder;

  /** What a member has; the value is of a static field. */
  private record Member(
      int synthetic,
      Set<Annotation> annotations,
      List<Set<Annotation>> parameters,
      @Nullable EncodedValue value) {}

  private record Described(
      @Nullable String sourceFile, Set<Annotation> annotations, Map<String, Member> members) {}

  @ParameterizedTest
  @ValueSource(ints = {30, 34, 35})
  void writesWhatD8Writes(int api) throws Exception {
    Path source = folder.resolve("Rich.java");
    try (InputStream text = MetadataTest.class.getResourceAsStream("Rich.java")) {
      Files.copy(Objects.requireNonNull(text), source);
    }
    TestCompiler.javac(
        "--release", "17", "-g", "-parameters", "-d", folder.toString(), source.toString());

    compare(TestCompiler.classesIn(folder.resolve("p")), api);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Well-formed, and naming the one interface of the class.
        "<T:Ljava/lang/Object;A::Ljava/util/List<+TT;>;B:[I:Ljava/lang/Runnable;>"
            + "Ljava/lang/Object;Lp/Outer<TA;>.Inner<-[TT;*>;",
        // Naming none, others, and more.
        "Ljava/lang/Object;",
        "<T:Ljava/lang/Object;>Ljava/lang/Object;",
        "Ljava/lang/Object;Ljava/lang/Runnable;",
        "Ljava/lang/Object;Ljava/lang/Runnable;Lp/Outer.Inner<Ljava/lang/Record;>;",
        // Malformed.
        "",
        "<T:Ljava/lang/Object",
        "<T>Ljava/lang/Object;",
        "<T::>Ljava/lang/Object;",
        "Ljava/lang/Object;x",
        "Ljava/lang/Object;Lp/Outer$Inner<>;",
        "Ljava/lang/Object;Lp/Outer<*>Inner;",
        "[Ljava/lang/Object;"
      })
  void keepsAClassSignatureAsD8Does(String signature) throws Exception {
    compare(
        made(c -> {
          c.withInterfaceSymbols(ClassDesc.of("p.Outer$Inner"));
          c.with(SignatureAttribute.of(c.constantPool().utf8Entry(signature)));
        }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(TT;[[JLjava/util/Map$Entry<*TLOAD;>;)V^TE;^Ljava/io/IOException;",
        "<E:Ljava/lang/Exception;>()[TE;",
        "(TT;)V^",
        "(TT;)V^[TE;",
        "(TT;)",
        "(TT;)Vx",
        "(V)V",
        "(T;)V",
        "(I",
        "TT;"
      })
  void keepsAMethodSignatureAsD8Does(String signature) throws Exception {
    compare(
        made(c ->
            c.withMethod(
                "m",
                MethodTypeDesc.of(ConstantDescs.CD_void),
                AccessFlags.PUBLIC | AccessFlags.ABSTRACT,
                m -> m.with(SignatureAttribute.of(c.constantPool().utf8Entry(signature))))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TT;", "[I", "Ljava/lang/Class<*>;", "I", "TT", "TT;TT;", "*"})
  void keepsAFieldSignatureAsD8Does(String signature) throws Exception {
    compare(
        made(c ->
            c.withField(
                "f",
                ConstantDescs.CD_Object,
                f -> f.with(SignatureAttribute.of(c.constantPool().utf8Entry(signature))))));
  }

  @ParameterizedTest
  @CsvSource({
    // Of a member, a nameless class, and one that says where it is only here or there.
    "true, Made, false",
    "true, , true",
    "true, , false",
    "false, Local, true",
    "false, Local, false",
    "false, , true"
  })
  void placesAClassInAnotherAsD8Does(boolean hasOuter, @Nullable String name, boolean isEnclosed)
      throws Exception {
    var info =
        InnerClassInfo.of(
            MADE,
            hasOuter ? Optional.of(OUTER) : Optional.empty(),
            Optional.ofNullable(name),
            AccessFlags.STATIC);

    compare(
        made(c -> {
          c.with(InnerClassesAttribute.of(info));
          if (isEnclosed) {
            c.with(
                EnclosingMethodAttribute.of(
                    OUTER,
                    Optional.of(ConstantDescs.CLASS_INIT_NAME),
                    Optional.of(ConstantDescs.MTD_void)));
          }
        }));
  }

  @Test
  void treatsRareAttributesAsD8Does() throws Exception {
    var optimization =
        java.lang.classfile.Annotation.of(
            ClassDesc.of("dalvik.annotation.optimization.FastNative"));
    var other =
        java.lang.classfile.Annotation.of(
            OUTER, AnnotationElement.ofInt("b", 1), AnnotationElement.ofInt("a", 2));
    int flags = AccessFlags.PUBLIC | AccessFlags.ABSTRACT;
    MethodTypeDesc type =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int);

    compare(
        made(c -> {
          c.with(RuntimeInvisibleAnnotationsAttribute.of(optimization, other));
          c.with(
              SourceDebugExtensionAttribute.of(
                  "SMAP \u00e9 \u20ac".getBytes(StandardCharsets.UTF_8)));
          c.withField("old", ConstantDescs.CD_int, f -> f.with(SyntheticAttribute.of()));
          c.withField(
              "truth",
              ConstantDescs.CD_boolean,
              f -> f.withFlags(AccessFlags.STATIC).with(ConstantValueAttribute.of(3)));
          c.withField(
              "small",
              ConstantDescs.CD_byte,
              f -> f.withFlags(AccessFlags.STATIC).with(ConstantValueAttribute.of(300)));
          c.withMethod("old", type, flags, m -> m.with(SyntheticAttribute.of()));
          c.withMethod(
              "nameless",
              type,
              flags,
              m ->
                  m.with(
                      MethodParametersAttribute.of(
                          MethodParameterInfo.ofParameter(Optional.empty(), AccessFlags.FINAL))));
          c.withMethod(
              "parameters",
              type,
              flags,
              m ->
                  m.with(
                      RuntimeVisibleParameterAnnotationsAttribute.of(
                          List.of(List.of(), List.of(DEPRECATED, other), List.of()))));
          c.withMethod(
              "none",
              type,
              flags,
              m ->
                  m.with(
                      RuntimeVisibleParameterAnnotationsAttribute.of(
                          List.of(List.of(), List.of()))));
        }));
  }

  @Test
  void leavesToD8WhatItRefuses() throws Exception {
    Path twice = made(c -> c.with(RuntimeVisibleAnnotationsAttribute.of(DEPRECATED, DEPRECATED)));
    assertThatThrownBy(() -> ours(List.of(twice), 30))
        .isInstanceOf(UnsupportedClassException.class)
        .hasMessageContaining("Ljava/lang/Deprecated;");

    Path both =
        made(c -> {
          c.with(
              InnerClassesAttribute.of(
                  InnerClassInfo.of(MADE, Optional.of(OUTER), Optional.of("Made"), 0)));
          c.with(EnclosingMethodAttribute.of(OUTER, Optional.empty(), Optional.empty()));
        });
    assertThatThrownBy(() -> ours(List.of(both), 30)).isInstanceOf(UnsupportedClassException.class);

    Path constant =
        made(c ->
            c.withField(
                "f",
                ConstantDescs.CD_long,
                f -> f.withFlags(AccessFlags.STATIC).with(ConstantValueAttribute.of(3))));
    assertThatThrownBy(() -> ours(List.of(constant), 30))
        .isInstanceOf(UnsupportedClassException.class);

    String deep = "Lp/A<".repeat(2_000) + "*" + ">;".repeat(2_000);
    Path nested = made(c -> c.with(SignatureAttribute.of(c.constantPool().utf8Entry(deep))));
    assertThatThrownBy(() -> ours(List.of(nested), 30))
        .isInstanceOf(UnsupportedClassException.class);
  }

  /** Writes an abstract class of Java 8. */
  private Path made(Consumer<ClassBuilder> body) throws IOException {
    byte[] bytes =
        ClassFile.of()
            .build(
                MADE,
                c -> {
                  c.withVersion(ClassFile.JAVA_8_VERSION, 0);
                  c.withFlags(ClassFile.ACC_SUPER | ClassFile.ACC_ABSTRACT);
                  body.accept(c);
                });
    return Files.write(folder.resolve("Made.class"), bytes);
  }

  private void compare(Path file) throws Exception {
    compare(List.of(file), 30);
  }

  private void compare(List<Path> files, int api) throws Exception {
    Map<String, Described> ours = ours(files, api);
    Map<String, Described> judge = judge(files, api);

    assertThat(ours).hasSameSizeAs(files);
    ours.forEach((type, described) -> {
      Described expected = Objects.requireNonNull(judge.get(type), type);
      // D8 adds methods of its own.
      expected.members().keySet().retainAll(described.members().keySet());
      assertThat(described).as(type).isEqualTo(expected);
    });
  }

  private Map<String, Described> judge(List<Path> files, int api)
      throws IOException, CompilationFailedException {
    Path output = Files.createTempDirectory(folder, "d8");
    TestCompiler.d8(files, api, CompilationMode.RELEASE, output);
    return describe(DexFile.open(output.resolve("classes.dex")).getFirst());
  }

  private static Map<String, Described> ours(List<Path> files, int api) throws IOException {
    DexBuilder dex = DexBuilder.ofVersion(39);
    for (Path each : files) {
      ClassModel from = ClassFile.of().parse(each);
      dex.define(
          "L" + from.thisClass().asInternalName() + ";",
          to -> {
            Metadata.ofClass(from, to, api);
            for (FieldModel field : from.fields()) {
              Metadata.ofField(
                  field,
                  to.field(
                      Metadata.flags(field, field.flags().flagsMask()),
                      field.fieldName().stringValue(),
                      field.fieldType().stringValue()),
                  api);
            }
            for (MethodModel method : from.methods()) {
              Metadata.ofMethod(
                  method,
                  to.method(
                      Metadata.flags(method, method.flags().flagsMask()),
                      method.methodName().stringValue(),
                      Proto.parse(method.methodType().stringValue())),
                  api);
            }
          });
    }
    return describe(DexFile.parse("ours", dex.build()).getFirst());
  }

  private static Map<String, Described> describe(DexFile file) {
    Map<String, Described> all = new TreeMap<>();
    for (ClassDef each : file.classes()) {
      all.put(each.type(), describe(each));
    }
    return all;
  }

  private static Described describe(ClassDef from) {
    Annotations annotations = from.annotations();
    Map<String, Member> members = new TreeMap<>();
    List<EncodedValue> values = new ArrayList<>(from.staticValues());
    for (EncodedField each : from.data().fields()) {
      boolean isStatic = (each.accessFlags() & AccessFlags.STATIC) != 0;
      EncodedValue value = isStatic && !values.isEmpty() ? values.removeFirst() : null;
      members.put(
          each.ref().name() + ":" + each.ref().type(),
          new Member(
              each.accessFlags() & AccessFlags.SYNTHETIC,
              new HashSet<>(annotations.ofField(each.index())),
              List.of(),
              isZero(value) ? null : value));
    }
    for (EncodedMethod each : from.data().methods()) {
      Stream<Set<Annotation>> parameters =
          annotations.ofParameters(each.index()).stream().map(HashSet::new);
      members.put(
          each.ref().name() + each.ref().proto(),
          new Member(
              each.accessFlags() & AccessFlags.SYNTHETIC,
              new HashSet<>(annotations.ofMethod(each.index())),
              parameters.toList(),
              null));
    }
    return new Described(from.sourceFile(), new HashSet<>(annotations.ofClass()), members);
  }

  /** Returns whether a field has that value anyway: files hold it before others that matter. */
  private static boolean isZero(@Nullable EncodedValue value) {
    return value instanceof EncodedValue.OfNull
        || (value instanceof EncodedValue.OfInt(int number) && number == 0)
        || (value instanceof EncodedValue.OfBoolean(boolean truth) && !truth);
  }
}
