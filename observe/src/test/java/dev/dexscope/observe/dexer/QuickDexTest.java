package dev.dexscope.observe.dexer;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static org.assertj.core.api.Assertions.assertThat;

import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.dexer.Dexer;
import dev.dexscope.observe.Observation;
import dev.dexscope.testkit.OddClasses;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the dexer makes of class files computes what HotSpot computes with these. */
class QuickDexTest {
  private static final int METHODS = 60;

  @TempDir private Path folder;

  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomMethodsReturnTheSame(long seed) throws Exception {
    String source = new RandomJava(seed).source("R", METHODS);
    Path file = Files.writeString(folder.resolve("R.java"), source);
    TestCompiler.javac("-nowarn", "--release", "17", "-d", folder.toString(), file.toString());
    try (var host = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Class<?> expected = host.loadClass("R");
      Class<?> made = load("R");
      for (int i = 0; i < METHODS; i++) {
        assertThat(result(made, "m" + i))
            .as("m%d of %s", i, seed)
            .isEqualTo(result(expected, "m" + i));
      }
    }
  }

  @Test
  void whatTheLanguageHasMoreThanInstructionsForIsTheSame() throws Exception {
    Path file = folder.resolve("Features.java");
    try (var source = QuickDexTest.class.getResourceAsStream("Features.txt")) {
      Files.copy(Objects.requireNonNull(source), file);
    }
    TestCompiler.javac("-nowarn", "-d", folder.toString(), file.toString());
    try (var host = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Object expected = result(host.loadClass("Features"), "run");
      assertThat(result(load("Features"), "run")).isEqualTo(expected);
    }
  }

  @Test
  void dynamicCallsByOtherBootstrapMethodsAreLinked() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("Boot.java"),
            """
            import java.lang.invoke.*;
            public class Boot {
              public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type,
                  String text, MethodHandle target, int number, Class<?> of, MethodType other) {
                String first = name + text + number + of.getName() + other;
                return new ConstantCallSite(MethodHandles.insertArguments(target, 0, first));
              }
              public static String target(String first, long second) { return first + second; }
              public static String length(MethodHandle handle) throws Throwable {
                return "" + (int) handle.invoke("four");
              }
            }
            """);
    TestCompiler.javac("-nowarn", "-d", folder.toString(), file.toString());
    Files.write(folder.resolve("Caller.class"), caller());
    try (var host = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Object expected = result(host.loadClass("Caller"), "run");
      assertThat(expected.toString()).startsWith("name text5").endsWith("74");
      assertThat(result(load("Caller"), "run")).isEqualTo(expected);
    }
  }

  /** As Scala 3 has it where the interface names a type variable. */
  @ParameterizedTest
  @ValueSource(classes = {int.class, long.class, double.class, boolean.class, char.class})
  void primitiveResultsOfLambdaExpressionsBecomeTheObjectsOfTheInterface(Class<?> type)
      throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("Target.java"),
            "public class Target { public static TYPE id(Object x) { return (TYPE) x; } }"
                .replace("TYPE", type.getName()));
    TestCompiler.javac("-nowarn", "-d", folder.toString(), file.toString());
    ClassDesc primitive = ClassDesc.ofDescriptor(type.descriptorString());
    Files.write(folder.resolve("Caller.class"), lambdaOf(primitive));
    try (var host = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Object value = Array.get(Array.newInstance(type, 1), 0);
      for (Class<?> each : List.of(host.loadClass("Caller"), load("Caller"))) {
        @SuppressWarnings("unchecked")
        var function = (Function<Object, Object>) each.getMethod("run").invoke(null);
        assertThat(function.apply(value)).isEqualTo(value);
      }
    }
  }

  @Test
  void subroutinesRunForEachCall() throws Exception {
    Files.write(folder.resolve("Old.class"), OddClasses.withSubroutines("Old"));
    try (var host = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Class<?> expected = host.loadClass("Old");
      Class<?> made = load("Old");
      for (int each : new int[] {0, 2}) {
        Object result = made.getMethod("run", int.class).invoke(null, each);
        assertThat(result).isEqualTo(expected.getMethod("run", int.class).invoke(null, each));
      }
      assertThat(made.getMethod("run", int.class).invoke(null, 2)).isEqualTo(2202);
    }
  }

  private static byte[] lambdaOf(ClassDesc primitive) {
    ClassDesc function = ClassDesc.of("java.util.function.Function");
    MethodTypeDesc exact = MethodTypeDesc.of(primitive, CD_Object);
    DirectMethodHandleDesc factory =
        ConstantDescs.ofCallsiteBootstrap(
            ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
            "metafactory",
            CD_CallSite,
            CD_MethodType,
            CD_MethodHandle,
            CD_MethodType);
    var site =
        DynamicCallSiteDesc.of(
            factory,
            "apply",
            MethodTypeDesc.of(function),
            MethodTypeDesc.of(CD_Object, CD_Object),
            MethodHandleDesc.ofMethod(Kind.STATIC, ClassDesc.of("Target"), "id", exact),
            exact);
    return caller(function, code -> code.invokedynamic(site).areturn());
  }

  private static byte[] caller() {
    ClassDesc boot = ClassDesc.of("Boot");
    MethodTypeDesc type = MethodTypeDesc.of(CD_String, CD_long);
    DirectMethodHandleDesc link =
        MethodHandleDesc.ofMethod(
            Kind.STATIC,
            boot,
            "link",
            MethodTypeDesc.of(
                CD_CallSite,
                CD_MethodHandles_Lookup,
                CD_String,
                CD_MethodType,
                CD_String,
                CD_MethodHandle,
                CD_int,
                CD_Class,
                CD_MethodType));
    MethodTypeDesc ofTarget = MethodTypeDesc.of(CD_String, CD_String, CD_long);
    var target = MethodHandleDesc.ofMethod(Kind.STATIC, boot, "target", ofTarget);
    var length =
        MethodHandleDesc.ofMethod(Kind.VIRTUAL, CD_String, "length", MethodTypeDesc.of(CD_int));
    var site = DynamicCallSiteDesc.of(link, "name", type, " text", target, 5, boot, type);
    return caller(
        CD_String,
        code ->
            code.loadConstant(7L)
                .invokedynamic(site)
                .loadConstant(length)
                .invokestatic(boot, "length", MethodTypeDesc.of(CD_String, CD_MethodHandle))
                .invokevirtual(CD_String, "concat", MethodTypeDesc.of(CD_String, CD_String))
                .areturn());
  }

  /** A class with a static method {@code run}. */
  private static byte[] caller(ClassDesc result, Consumer<CodeBuilder> code) {
    return ClassFile.of()
        .build(
            ClassDesc.of("Caller"),
            to ->
                to.withFlags(ClassFile.ACC_PUBLIC)
                    .withMethodBody(
                        "run",
                        MethodTypeDesc.of(result),
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code));
  }

  private static Object result(Class<?> type, String name) throws ReflectiveOperationException {
    Method method = type.getMethod(name);
    try {
      return method.invoke(null);
    } catch (InvocationTargetException e) {
      return Objects.requireNonNull(e.getCause()).getClass().toString();
    }
  }

  private Class<?> load(String name) throws IOException, ClassNotFoundException {
    var dexer = new Dexer(30);
    List<byte[]> files = new ArrayList<>();
    for (Path each : TestCompiler.classesIn(folder)) {
      files.add(Files.readAllBytes(each));
    }
    assertThat(dexer.add(files)).as(dexer.refusal()).isTrue();
    var loader = new InMemoryDexClassLoader(ByteBuffer.wrap(dexer.finish().getFirst()), null);
    return loader.loadClass(name);
  }
}
