package dev.dexscope.dex.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;

/** Cases assembled to a dex file by smali. */
final class CaseDex {
  private CaseDex() {}

  static Path assemble(List<VerifierCase> cases, Path folder) throws IOException {
    List<String> files = new ArrayList<>();
    for (VerifierCase each : cases) {
      Path file = folder.resolve(each.name() + ".smali");
      Files.writeString(file, each.smali());
      files.add(file.toString());
    }
    return smali(files, folder.resolve("cases.dex"));
  }

  /** All smali files below a folder. */
  static Path assembleFolder(Path source, Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      List<String> smali =
          files.map(Path::toString).filter(each -> each.endsWith(".smali")).sorted().toList();
      return smali(smali, folder.resolve("test.dex"));
    }
  }

  private static Path smali(List<String> files, Path dex) throws IOException {
    var options = new SmaliOptions();
    options.apiLevel = 29;
    options.jobs = 1;
    options.allowOdexOpcodes = true;
    options.outputDexFile = dex.toString();
    if (!Smali.assemble(options, files)) {
      throw new IOException("smali refuses " + files);
    }
    return dex;
  }
}
