package dev.dexscope.dex.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Listing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every class of real programs, built anew in a file made from nothing, is what it was. */
class ImportTest {
  static List<Path> files() throws IOException {
    return Corpus.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void classesMoveToANewFile(Path file) throws IOException {
    for (DexFile dex : DexFile.open(file)) {
      DexBuilder builder = DexBuilder.ofVersion(dex.version());
      for (ClassDef each : dex.classes()) {
        assertThat(builder.add(each)).isEqualTo(new Outcome.Done());
      }
      DexFile made = DexFile.parse("made.dex", builder.build()).getFirst();
      assertThat(made.classCount()).isEqualTo(dex.classCount());
      for (ClassDef each : dex.classes()) {
        ClassDef copy = made.findClass(each.type());
        assertThat(copy).isNotNull();
        List<String> lines = Listing.withoutUnusedLines(each);
        // A const-string that was long without need becomes short, and what follows moves.
        if (lines.stream().noneMatch(line -> line.contains("const-string/jumbo"))) {
          assertThat(Listing.withoutUnusedLines(copy)).isEqualTo(lines);
        }
      }
    }
  }
}
