package dev.dexscope.inject;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes dex files of test classes, by D8. */
final class Dexer {
  private Dexer() {}

  /** A jar with the classes of a package of the tests. */
  static Path dex(Path jar, Package classes, int minApi, CompilationMode mode) throws IOException {
    try {
      Path root = Path.of(Dexer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = root.resolve(classes.getName().replace('.', '/'));
      List<Path> files = new ArrayList<>();
      try (Stream<Path> all = java.nio.file.Files.list(folder)) {
        all.filter(each -> each.toString().endsWith(".class")).forEach(files::add);
      }
      return dex(jar, files, minApi, mode);
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  static Path dex(Path jar, List<Path> files, int minApi, CompilationMode mode) throws IOException {
    try {
      D8.run(
          D8Command.builder()
              .addProgramFiles(files)
              .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
              .setMinApiLevel(minApi)
              .setMode(mode)
              .setOutput(jar, OutputMode.DexIndexed)
              .build());
      return jar;
    } catch (CompilationFailedException e) {
      throw new IOException(e);
    }
  }
}
