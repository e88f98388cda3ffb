package dev.dexscope.dex.verify;

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
    var dex = new DexView(file.toString(), bytes);
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

  private static int codeOffset(DexView dex, String descriptor) {
    for (int i = 0; i < dex.classes(); i++) {
      if (dex.classDescriptor(i).equals(descriptor)) {
        for (DexView.Method method : dex.classData(i).direct()) {
          if (dex.methodName(method.index()).equals("test")) {
            return method.codeOffset();
          }
        }
      }
    }
    throw new IllegalArgumentException("no method test in " + descriptor);
  }
}
