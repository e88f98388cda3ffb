package dev.dexscope.device;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes what tests install: signed packages, programs in dex code. */
final class TestPackages {
  private static final int API = 26;

  private TestPackages() {}

  /** Compiles a source, which may use Android's classes, to a jar with a classes.dex. */
  static Path jar(Path folder, String mainClass, String source)
      throws IOException, CompilationFailedException {
    Path work = Files.createDirectories(folder.resolve(mainClass));
    Path file = Files.writeString(work.resolve(mainClass + ".java"), source);
    TestCompiler.javac(
        "-g",
        "-nowarn",
        "-source",
        "11",
        "-target",
        "11",
        "-Xlint:-options",
        "-cp",
        System.getProperty("java.class.path"),
        "-d",
        work.toString(),
        file.toString());
    Path jar = folder.resolve(mainClass + ".jar");
    TestCompiler.d8(TestCompiler.classesIn(work), API, jar);
    return jar;
  }

  /**
   * A signed package.
   *
   * @param code a jar with its dex files
   * @param keystore whose key signs it; made where it is not there
   */
  static Path apk(
      Path file, Path code, String packageName, Path keystore, Consumer<Manifest> changes)
      throws IOException {
    Manifest manifest = Manifest.create(packageName, API, API);
    changes.accept(manifest);
    try (var archive = ZipArchive.open(code)) {
      ZipRewriter content = new ZipRewriter(archive);
      content.put(Manifest.ENTRY, manifest.write());
      new Signer(DebugKeystore.openOrCreate(keystore)).sign(content, API, file, Optional.empty());
    }
    return file;
  }
}
