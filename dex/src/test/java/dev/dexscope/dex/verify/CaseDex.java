package dev.dexscope.dex.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    var options = new SmaliOptions();
    options.apiLevel = 29;
    options.jobs = 1;
    options.outputDexFile = folder.resolve("cases.dex").toString();
    if (!Smali.assemble(options, files)) {
      throw new IOException("smali refuses the cases");
    }
    return Path.of(options.outputDexFile);
  }
}
