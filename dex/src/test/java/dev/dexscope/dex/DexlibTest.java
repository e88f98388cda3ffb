package dev.dexscope.dex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.raw.RawDex;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.jf.dexlib2.Opcodes;
import org.jf.dexlib2.dexbacked.DexBackedClassDef;
import org.jf.dexlib2.dexbacked.DexBackedDexFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * dexlib2 reads the same: member, annotation, instruction, try, line and variable of some classes
 * of each file; of all with {@code -Dsurefire.args=-Ddexscope.classes=all}.
 */
class DexlibTest {
  private static final int STRIDE =
      System.getProperty("dexscope.classes", "").equals("all") ? 1 : 8;

  static List<Path> files() throws IOException {
    return Corpus.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void readsTheSame(Path file) throws IOException {
    for (DexFile dex : DexFile.open(file)) {
      if (dex.version() >= RawDex.CONTAINER_VERSION) {
        continue; // unknown to dexlib2 2.5.2
      }
      var peer =
          new DexBackedDexFile(
              Opcodes.forDexVersion(dex.version()), dex.segment().toArray(ValueLayout.JAVA_BYTE));
      int index = 0;
      for (DexBackedClassDef each : peer.getClasses()) {
        if (index % STRIDE == 0) {
          assertThat(Listing.of(dex.classDef(index))).isEqualTo(DexlibListing.of(each));
        }
        index++;
      }
      assertThat(index).isEqualTo(dex.classCount());
    }
  }
}
