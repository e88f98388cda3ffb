package dev.dexscope.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.observe.Observation;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program in dex code has the calls in its trace that its source has. */
class TracedProgramTest {
  @TempDir Path folder;

  @AfterEach
  void stop() throws IOException {
    MethodTracing.stop();
  }

  private Runnable program() throws Exception {
    var loader = new InMemoryDexClassLoader(ByteBuffer.wrap(dex()), null);
    return (Runnable) loader.loadClass(Traced.class.getName()).getConstructor().newInstance();
  }

  private byte[] dex() throws Exception {
    Path classes =
        Path.of(Traced.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.list(classes.resolve("dev/dexscope/observe/trace"))) {
      List<Path> program =
          files
              .filter(file -> file.getFileName().toString().matches("Traced(\\$.*)?\\.class"))
              .toList();
      Path jdk = Path.of(System.getProperty("java.home"));
      D8.run(
          D8Command.builder()
              .addProgramFiles(program)
              .addLibraryResourceProvider(JdkClassFileProvider.fromJdkHome(jdk))
              .setMinApiLevel(28)
              .setOutput(folder, OutputMode.DexIndexed)
              .build());
    }
    return Files.readAllBytes(folder.resolve("classes.dex"));
  }

  /** D8 makes a class of a lambda: its calls are of other names, by the version of D8. */
  private static List<String> comparable(List<String> calls) {
    return calls.stream()
        .filter(call -> !call.contains("fib") && !call.contains("ambda"))
        .filter(call -> !call.matches(" *T\\$\\d+\\..*"))
        .map(call -> call.replaceAll("\\((?=Traced)", "("))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void callsAreThoseOfTheSource(Engine engine) throws Exception {
    Vm.start(engine, new Observation());
    Path file = folder.resolve("a.trace");
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    Runnable program = program();
    program.run();
    MethodTracing.stop();
    List<String> expected = comparable(MethodTracingTest.CALLS_OF_RUN);
    List<String> fromStart = comparable(MethodTracingTest.calls(file));
    assertThat(fromStart.subList(1, fromStart.size())).isEqualTo(expected);

    Runnable loaded = program();
    loaded.run();
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    loaded.run();
    MethodTracing.stop();
    assertThat(comparable(MethodTracingTest.calls(file))).isEqualTo(expected);
  }

  @Test
  void samplesFindTheirOverloadsByLine() throws Exception {
    Path file = folder.resolve("a.trace");
    Vm.start(Engine.TRANSLATED, new Observation());
    Runnable program = program();
    List<String> calls = List.of();
    // Until a sample was taken while the program was in that method.
    while (!calls.contains("T.run()V")) {
      MethodTracing.start(TraceRequest.EVERYTHING.sampledEvery(Duration.ofMillis(1)), file);
      for (int i = 0; i < 100; i++) {
        program.run();
      }
      MethodTracing.stop();
      assertThat(TraceReader.open(file).quality().isClean()).isTrue();
      calls = MethodTracingTest.calls(file);
    }
  }
}
