package dev.dexscope.vm.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.guest.Guest;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program does the same as dex code as on the JVM. */
class GuestProgramTest {
  private static String expected = "";

  @TempDir Path folder;

  /** Once: classes are initialised once. */
  @BeforeAll
  static void runOnTheJvm() throws Throwable {
    expected = Guest.run();
  }

  /** At 34 lambdas, concatenation and switches stay calls of call sites. */
  @ParameterizedTest
  @ValueSource(ints = {26, 34})
  void interpretedDoesWhatTheJvmDoes(int apiLevel) throws Throwable {
    assertThat(run(Engine.INTERPRETED, apiLevel)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void enginesDoWhatTheJvmDoes(Engine engine) throws Throwable {
    assertThat(run(engine, 28)).isEqualTo(expected);
  }

  private String run(Engine engine, int apiLevel) throws Exception {
    Vm.start(engine, new Unobserved());
    var loader = new InMemoryDexClassLoader(ByteBuffer.wrap(dex(apiLevel)), null);
    return (String)
        Objects.requireNonNull(
            loader.loadClass(Guest.class.getName()).getMethod("run").invoke(null));
  }

  private byte[] dex(int apiLevel) throws Exception {
    Path classes = Path.of(Guest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jdk = Path.of(System.getProperty("java.home"));
    D8.run(
        D8Command.builder()
            .addProgramFiles(guestClasses(classes))
            .addLibraryResourceProvider(JdkClassFileProvider.fromJdkHome(jdk))
            .setMinApiLevel(apiLevel)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    return Files.readAllBytes(folder.resolve("classes.dex"));
  }

  private static List<Path> guestClasses(Path classes) throws IOException {
    Path packageFolder = classes.resolve("dev/dexscope/guest");
    try (Stream<Path> files = Files.list(packageFolder)) {
      return files
          .filter(each -> each.getFileName().toString().matches("Guest(\\$.*)?\\.class"))
          .toList();
    }
  }
}
