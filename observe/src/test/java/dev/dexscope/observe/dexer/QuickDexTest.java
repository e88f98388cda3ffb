package dev.dexscope.observe.dexer;

import static org.assertj.core.api.Assertions.assertThat;

import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.dexer.Dexer;
import dev.dexscope.observe.Observation;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.IOException;
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
