package dev.dexscope.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reflection as programs see it: beside the program lies what Android 11 printed of it. */
class ReflectionTest {
  @TempDir Path folder;

  private static String text(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(ReflectionTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void listsAndSpeaksAsAndroidDoes(Engine engine) throws Exception {
    DexProgram program = DexProgram.compile(folder, "Reflecting", text("Reflecting.txt"));

    assertThat(program.on(engine).output()).isEqualTo(text("Reflecting.out.txt"));
  }
}
