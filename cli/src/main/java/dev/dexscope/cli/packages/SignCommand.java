package dev.dexscope.cli.packages;

import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dexscope sign}: packages with a signature that devices accept. */
@Command(
    name = "sign",
    description =
        "Aligns and signs packages, sets of them (.apks, .xapk) and bundles, with one key.",
    footer = {
      "",
      "The package's lowest Android version decides the schemes: v1 below Android 7, always v2 and",
      "v3. Splits must be signed together with their base, with one key.",
      "",
      "Examples:",
      "  dexscope sign app.apk -o signed.apk",
      "  dexscope sign base.apk split_config.de.apk -o signed/",
      "  dexscope sign app.xapk -o signed.xapk --keystore my.p12 --keystore-pass env:PASS",
    })
public final class SignCommand implements Callable<Integer> {
  private static final String V4 = ".idsig";

  @Mixin PackageFiles packages = new PackageFiles();

  @Option(
      names = "--v4",
      description = "Also write OUT.idsig, with which adb installs while it copies.")
  boolean v4;

  @Mixin KeyOptions key = new KeyOptions();

  private final Terminal terminal;

  public SignCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    packages.check(V4);
    List<Path> files = packages.files;
    int minSdk = Signer.minSdk(files);
    var signer = new Signer(key.load(terminal));
    if (packages.isSingle()) {
      signOne(signer, files.getFirst(), minSdk);
    } else {
      OutputFolder.write(
          packages.output,
          folder -> {
            for (Path file : files) {
              Path signed = folder.resolve(file.getFileName());
              signer.sign(
                  file,
                  minSdk,
                  signed,
                  v4 ? Optional.of(PackageFiles.beside(signed, V4)) : Optional.empty());
            }
          });
    }
    return ExitCode.DONE.code();
  }

  private void signOne(Signer signer, Path file, int minSdk) throws IOException {
    Path output = packages.output;
    if (v4) {
      OutputFile.replace(
          PackageFiles.beside(output, V4),
          signature ->
              OutputFile.replace(
                  output, signed -> signer.sign(file, minSdk, signed, Optional.of(signature))));
    } else {
      OutputFile.replace(output, signed -> signer.sign(file, minSdk, signed, Optional.empty()));
    }
  }
}
