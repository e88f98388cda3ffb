package dev.dexscope.dex.verify;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** For any bytes: a verdict or a {@link DexFormatException}, and soon. */
class VerifierFuzzTest {
  private static final List<ClassPath> PLATFORMS =
      List.of(ClassPath.ofHostJdk(), ClassPath.ofUnknownPlatform());
  private static final byte[] SEED = seed();

  private static byte[] seed() {
    try (InputStream in =
        Objects.requireNonNull(VerifierFuzzTest.class.getResourceAsStream("seed.dex"))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) {
    verify(bytes);
  }

  /** A dex file with a method of nearly every opcode, and some of its bytes changed. */
  @FuzzTest(maxDuration = "30m")
  void changedCode(FuzzedDataProvider data) {
    byte[] bytes = SEED.clone();
    while (data.remainingBytes() > 0) {
      int at = data.consumeInt(0x70, bytes.length - 1);
      bytes[at] = data.consumeByte();
    }
    verify(bytes);
  }

  private static void verify(byte[] bytes) {
    try {
      for (ClassPath each : PLATFORMS) {
        new Verifier(each, DexFile.parse("fuzz.dex", bytes)).verify();
      }
    } catch (DexFormatException expected) {
      // The one way in which a broken file may be refused.
    }
  }
}
