package dev.dexscope.dex.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.DexFile;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What nobody has changed comes out byte for byte, also when it goes through all of the writer. */
class NoOpTest {
  static List<Path> files() throws IOException {
    return Corpus.files();
  }

  /** Files of one container together. */
  static Collection<List<DexFile>> containers(Path file) throws IOException {
    Map<Object, List<DexFile>> containers = new LinkedHashMap<>();
    for (DexFile each : DexFile.open(file)) {
      containers.computeIfAbsent(each.segment(), _ -> new ArrayList<>()).add(each);
    }
    return containers.values();
  }

  @ParameterizedTest
  @MethodSource("files")
  void aCopyIsIdentical(Path file) throws IOException {
    for (List<DexFile> each : containers(file)) {
      byte[] written = ContainerBuilder.of(each).write();
      assertThat(written).isEqualTo(each.getFirst().segment().toArray(ValueLayout.JAVA_BYTE));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void codeThatIsAssembledAgainIsIdentical(Path file) throws IOException {
    for (List<DexFile> each : containers(file)) {
      var container = ContainerBuilder.of(each);
      for (DexBuilder dex : container.files()) {
        dex.transform(ClassTransform.ofMethods(MethodTransform.ofCode(Same::new)));
        assertThat(dex.isChanged()).isFalse();
      }
      assertThat(container.write())
          .isEqualTo(each.getFirst().segment().toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private static final class Same implements CodeTransform {}
}
