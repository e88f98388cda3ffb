package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dalvik.system.DexFile;
import dalvik.system.InMemoryDexClassLoader;
import dalvik.system.PathClassLoader;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.DexBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged files: what a device refuses to load, and with which of its own exceptions. */
class LoadChecksTest {
  private static final int CHECKSUM = 8;
  private static final int FILE_SIZE = 0x20;
  private static final int HEADER_SIZE = 0x24;
  private static final int STRING_OFFSET = 0x3c;
  private static final int FIELD_OFFSET = 0x54;

  @TempDir Path folder;

  @BeforeEach
  void start() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  private static byte[] dex(String type) {
    DexBuilder dex = DexBuilder.ofVersion(39);
    dex.define(
        "LMain;",
        main ->
            main.method(AccessFlags.STATIC, "m", Proto.of("V"))
                .code(
                    1,
                    code -> {
                      code.constant(0, 0);
                      code.type(Opcode.CHECK_CAST, 0, type);
                      code.emit(Opcode.RETURN_VOID);
                    }));
    return dex.build();
  }

  private static byte[] damaged(byte[] bytes, Consumer<ByteBuffer> damage) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    damage.accept(file);
    var sum = new Adler32();
    sum.update(bytes, CHECKSUM + 4, bytes.length - CHECKSUM - 4);
    file.putInt(CHECKSUM, (int) sum.getValue());
    return bytes;
  }

  static Stream<Arguments> files() {
    byte[] wrongSum = dex("[I");
    wrongSum[CHECKSUM]++;
    return Stream.of(
        Arguments.of("no dex file", new byte[200]),
        Arguments.of("bad checksum", wrongSum),
        Arguments.of("bad header size", damaged(dex("[I"), file -> file.putInt(HEADER_SIZE, 0x74))),
        Arguments.of("bad file size", damaged(dex("[I"), file -> file.putInt(FILE_SIZE, 0x100))),
        Arguments.of("bad offset", damaged(dex("[I"), file -> file.putInt(STRING_OFFSET, 0x71))),
        Arguments.of("bad offset", damaged(dex("[I"), file -> file.putInt(FIELD_OFFSET, 0x70))),
        Arguments.of("more than 255 dimensions", dex("[".repeat(256) + "I")));
  }

  @ParameterizedTest
  @MethodSource("files")
  void aClassOfADamagedFileIsNotFound(String reason, byte[] file) throws IOException {
    var inMemory = new InMemoryDexClassLoader(ByteBuffer.wrap(file), null);
    assertNotFound(inMemory, reason);
    Path path = Files.write(folder.resolve("damaged.dex"), file);
    assertNotFound(new PathClassLoader(path.toString(), null), reason);
    assertThatThrownBy(() -> new DexFile(path.toString()))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }

  private static void assertNotFound(ClassLoader loader, String reason) {
    assertThatThrownBy(() -> loader.loadClass("Main"))
        .isInstanceOfSatisfying(
            ClassNotFoundException.class,
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .isExactlyInstanceOf(IOException.class)
                    .asString()
                    .contains(reason));
  }

  @Test
  void classesOfAnOpenedFileAreOfOneLoader() throws Exception {
    Path path = Files.write(folder.resolve("good.dex"), dex("I"));
    var file = new DexFile(path.toString());
    var one = new ClassLoader() {};
    var other = new ClassLoader() {};

    assertThat(file.loadClass("no.Such", other)).isNull();
    assertThat(file.loadClass("Main", one)).isNotNull();
    assertThatThrownBy(() -> file.loadClass("Main", other))
        .isInstanceOf(InternalError.class)
        .hasMessage("Attempt to register dex file " + path + " with multiple class loaders");
    assertThat(new DexFile(path.toString()).loadClass("Main", other)).isNotNull();
  }

  @Test
  void aGoodFileIsLoaded() throws Exception {
    var loader = new InMemoryDexClassLoader(ByteBuffer.wrap(dex("[".repeat(255) + "I")), null);
    assertThat(loader.loadClass("Main").getName()).isEqualTo("Main");
  }
}
