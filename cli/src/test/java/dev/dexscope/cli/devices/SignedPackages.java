package dev.dexscope.cli.devices;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Packages that the tests of commands install. */
final class SignedPackages {
  private static final int API = 26;

  private SignedPackages() {}

  /**
   * A package with one class; beside it stands a jar with its dex code.
   *
   * @param keystore whose key signs it; made where it is not there
   * @param changes of its manifest
   */
  static Path of(Path classFile, String packageName, Path keystore, String... changes)
      throws IOException, CompilationFailedException {
    String name = classFile.getFileName().toString().replace(".class", "");
    Path code = classFile.resolveSibling(name + ".jar");
    TestCompiler.d8(List.of(classFile), API, code);
    Manifest manifest = Manifest.create(packageName, API, API);
    List.of(changes).forEach(manifest::set);
    Path apk = classFile.resolveSibling(name + ".apk");
    try (var archive = ZipArchive.open(code)) {
      ZipRewriter content = new ZipRewriter(archive);
      content.put(Manifest.ENTRY, manifest.write());
      new Signer(DebugKeystore.openOrCreate(keystore)).sign(content, API, apk, Optional.empty());
    }
    return apk;
  }
}
