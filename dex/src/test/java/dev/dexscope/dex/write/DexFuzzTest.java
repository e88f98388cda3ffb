package dev.dexscope.dex.write;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.smali.SmaliWriter;
import dev.dexscope.dex.verify.ClassPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Objects;

/**
 * For any bytes: a file is read completely, and rewritten with other ids and longer code, or a
 * {@link DexFormatException} reports the reason.
 */
class DexFuzzTest {
  private static final byte[] SEED = seed();

  private static byte[] seed() {
    try (InputStream in = Objects.requireNonNull(ClassPath.class.getResourceAsStream("seed.dex"))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) throws IOException {
    use(bytes);
  }

  /** A dex file with a method of nearly every opcode, and some of its bytes changed. */
  @FuzzTest(maxDuration = "30m")
  void changedBytes(FuzzedDataProvider data) throws IOException {
    byte[] bytes = SEED.clone();
    while (data.remainingBytes() > 0) {
      int at = data.consumeInt(0x20, bytes.length - 1);
      bytes[at] = data.consumeByte();
    }
    use(bytes);
  }

  private static void use(byte[] bytes) throws IOException {
    try {
      for (DexFile dex : DexFile.parse("fuzz.dex", bytes)) {
        var writer = new SmaliWriter(new Limited(), true);
        for (ClassDef each : dex.classes()) {
          writer.write(each);
          each.hiddenApiFlags();
        }
      }
    } catch (DexFormatException | TooMuch expected) {
      // The one way in which a broken file may be refused.
    }
    try {
      rewrite(DexFile.parse("fuzz.dex", bytes).getFirst());
    } catch (DexFormatException expected) {
      // The same.
    }
  }

  private static void rewrite(DexFile dex) {
    DexBuilder builder = DexBuilder.of(dex);
    builder.transform(ClassTransform.ofMethods(MethodTransform.ofCode(Longer::new)));
    if (!builder.defines("La;")) {
      builder.define("La;", c -> c.field(AccessFlags.STATIC, "a", "La;"));
    }
    builder.build();
  }

  private static final class Longer implements CodeTransform {
    @Override
    public void atStart(CodeBuilder b) {
      b.emit(Opcode.NOP);
    }
  }

  private static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Methods that share code make text without end. */
  private static final class Limited extends Writer {
    private int left = 16 << 20;

    @Override
    public void write(char[] text, int from, int count) {
      left -= count;
      if (left < 0) {
        throw new TooMuch();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
