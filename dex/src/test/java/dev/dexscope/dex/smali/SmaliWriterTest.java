package dev.dexscope.dex.smali;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** smali makes the same classes of what is written. */
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
        if (copy == null || !comparable(copy).equals(comparable(each))) {
          different.add(each.type());
        }
      }
      assertThat(different).isEmpty();
    }
  }

  /**
   * The line of a nop that aligns a payload, which nothing reaches, becomes that of the payload.
   */
  private static List<String> comparable(ClassDef each) {
    List<String> lines = new ArrayList<>();
    Set<String> unreached = new HashSet<>();
    for (String line : Listing.withoutUnusedLines(each)) {
      String[] words = line.split(" ", 3);
      if (line.startsWith("registers ")) {
        unreached.clear();
      } else if (line.matches("\\d+ payload.*")) {
        int address = Integer.parseInt(words[0]);
        unreached.add(address + " line");
        unreached.add((address - 1) + " line");
      }
      if (!unreached.contains(words[0] + " " + words[1])) {
        lines.add(line);
      }
    }
    return lines;
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
