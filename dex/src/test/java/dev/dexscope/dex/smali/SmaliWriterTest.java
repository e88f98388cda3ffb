package dev.dexscope.dex.smali;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Listing;
import dev.dexscope.testkit.FullTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** smali makes the same classes of what is written. */
@FullTier("writes and assembles all classes of real packages")
class SmaliWriterTest {
  @TempDir Path folder;

  static List<Path> files() throws IOException {
    return Corpus.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void smaliMakesTheSameClasses(Path file) throws IOException {
    for (DexFile dex : DexFile.open(file)) {
      List<String> sources = new ArrayList<>();
      for (ClassDef each : dex.classes()) {
        Path source = folder.resolve(sources.size() + ".smali");
        try (var out = Files.newBufferedWriter(source)) {
          new SmaliWriter(out, true).write(each);
        }
        sources.add(source.toString());
      }
      DexFile made = assemble(sources);
      List<String> different = new ArrayList<>();
      for (ClassDef each : dex.classes()) {
        ClassDef copy = made.findClass(each.type());
        if (copy == null
            || !Listing.withoutUnusedLines(copy).equals(Listing.withoutUnusedLines(each))) {
          different.add(each.type());
        }
      }
      assertThat(different).isEmpty();
    }
  }

  private DexFile assemble(List<String> sources) throws IOException {
    Path made = folder.resolve("made.dex");
    var options = new SmaliOptions();
    options.apiLevel = 29;
    options.jobs = 2;
    options.outputDexFile = made.toString();
    assertThat(Smali.assemble(options, sources)).isTrue();
    return DexFile.open(made).getFirst();
  }
}
