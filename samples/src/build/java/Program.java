import com.android.tools.r8.CompilationMode;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.nio.file.Path;
import java.util.List;

/**
 * A program with a {@code main} method and no need of Android: the classes of one of Java's
 * packages.
 */
record Program(String name, Path classes) {
  private static final int MIN_SDK = 24;
  private static final int TARGET_SDK = 34;

  void make(Path apk) throws Exception {
    var content =
        new ZipRewriter(ZipArchive.empty(apk.getFileName().toString()))
            .put(Manifest.ENTRY, Manifest.create(name, MIN_SDK, TARGET_SDK).write());
    Path own = classes.resolve(Path.of("", name.split("\\.")));
    SignedPackage.write(content, own, List.of(), MIN_SDK, CompilationMode.RELEASE, apk);
  }
}
