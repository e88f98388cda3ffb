import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The build's own step: {@code MakeApk CLASSES PACKAGE APK} makes a signed package of a package's classes. */
final class MakeApk {
  private static final int MIN_SDK = 24;
  private static final int TARGET_SDK = 34;

  private MakeApk() {}

  public static void main(String[] args) throws Exception {
    String packageName = args[1];
    Path apk = Path.of(args[2]);
    Path folder = Files.createDirectories(apk.resolveSibling(apk.getFileName() + ".dex"));
    D8.run(
        D8Command.builder()
            .addProgramFiles(classes(Path.of(args[0], packageName.split("\\."))))
            .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
            .setMinApiLevel(MIN_SDK)
            .setMode(CompilationMode.RELEASE)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    var content =
        new ZipRewriter(ZipArchive.empty(apk.getFileName().toString()))
            .put(Manifest.ENTRY, Manifest.create(packageName, MIN_SDK, TARGET_SDK).write())
            .put("classes.dex", Files.readAllBytes(folder.resolve("classes.dex")));
    // Not the user's own debug key: a build touches nothing outside of its folder.
    var key = DebugKeystore.openOrCreate(apk.resolveSibling("samples.keystore"));
    new Signer(key).sign(content, MIN_SDK, apk, Optional.empty());
  }

  private static List<Path> classes(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".class")).sorted().toList();
    }
  }
}
