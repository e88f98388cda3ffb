package dev.dexscope.dex.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.MapItem;
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

/** Unchanged parts are written byte for byte, even through the whole writer. */
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
      byte[] original = each.getFirst().segment().toArray(ValueLayout.JAVA_BYTE);
      assertThat(ContainerBuilder.of(each).build()).isEqualTo(original);
      if (isCompact(each)) {
        assertThat(ContainerBuilder.of(each).write()).isEqualTo(original);
      }
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
      byte[] original = each.getFirst().segment().toArray(ValueLayout.JAVA_BYTE);
      assertThat(isCompact(each) ? container.write() : container.build()).isEqualTo(original);
    }
  }

  /** Old merging tools leave gaps, and put the map before the data: no writer makes these again. */
  private static boolean isCompact(List<DexFile> files) {
    List<MapItem> map = files.getLast().raw().map();
    int last = map.stream().mapToInt(MapItem::offset).max().orElse(0);
    return map.stream().anyMatch(each -> each.type() == MapItem.MAP_LIST && each.offset() == last);
  }

  private static final class Same implements CodeTransform {}
}
