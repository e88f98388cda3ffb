package dev.dexscope.dex.verify;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Adler32;

/** Changes code units in a dex file and makes its checksum right again. */
final class CasePatches {
  private static final int CHECKSUM = 8;
  private static final int INSNS = 16;

  private CasePatches() {}

  static void apply(Path file, List<VerifierCase> cases) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    var dex = DexFile.parse(file.toString(), bytes).getFirst();
    for (VerifierCase each : cases) {
      for (String patch : each.patches()) {
        String[] parts = patch.split("=");
        int at = codeOffset(dex, each.descriptor()) + INSNS + 2 * Integer.decode(parts[0]);
        buffer.putShort(at, (short) (int) Integer.decode(parts[1]));
      }
    }
    var checksum = new Adler32();
    checksum.update(bytes, CHECKSUM + 4, bytes.length - CHECKSUM - 4);
    buffer.putInt(CHECKSUM, (int) checksum.getValue());
    Files.write(file, bytes);
  }

  private static int codeOffset(DexFile dex, String descriptor) {
    for (ClassDef each : dex.classes()) {
      if (each.type().equals(descriptor)) {
        for (EncodedMethod method : each.data().directMethods()) {
          if (dex.methodName(method.index()).equals("test")) {
            return method.codeOffset();
          }
        }
      }
    }
    throw new IllegalArgumentException("no method test in " + descriptor);
  }
}
