import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipRewriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the samples' packages have in common: D8 makes their code, and one key signs them. */
final class SignedPackage {
  private SignedPackage() {}

  /**
   * Adds the code of a folder of class files to what a package holds, signs it, and leaves it at a
   * path.
   *
   * @param library jars that a device has, beside the JDK's classes
   */
  static void write(
      ZipRewriter content,
      Path classes,
      List<Path> library,
      int minSdk,
      CompilationMode mode,
      Path apk)
      throws Exception {
    Path folder = Files.createDirectories(apk.resolveSibling(apk.getFileName() + ".dex"));
    try (Stream<Path> files = Files.walk(classes)) {
      D8.run(
          D8Command.builder()
              .addProgramFiles(
                  files.filter(each -> each.toString().endsWith(".class")).sorted().toList())
              .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
              .addLibraryFiles(library)
              .setMinApiLevel(minSdk)
              .setMode(mode)
              .setOutput(folder, OutputMode.DexIndexed)
              .build());
    }
    content.put("classes.dex", Files.readAllBytes(folder.resolve("classes.dex")));
    // Not the user's own debug key: a build touches nothing outside of its folder.
    var key = DebugKeystore.openOrCreate(apk.resolveSibling("samples.keystore"));
    new Signer(key).sign(content, minSdk, apk, Optional.empty());
  }
}
