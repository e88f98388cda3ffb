package dev.dexscope.cli.packages;

import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Packages, sets of packages, app bundles (.aab).")
  List<Path> files = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The signed file; a new folder where several are signed.")
  Path output = Path.of("");

  @Option(
      names = "--v4",
      description = "Also write OUT.idsig, with which adb installs while it copies.")
  boolean v4;

  @Mixin KeyOptions key = new KeyOptions();

  @Override
  public Integer call() throws IOException {
    Set<Path> names = new HashSet<>();
    for (Path file : files) {
      InputFile.check(file);
      if (!names.add(file.getFileName())) {
        throw CliException.usage("two files are named " + file.getFileName(), "rename one");
      }
    }
    OutputFile.checkApart(output, files);
    OutputFile.checkApart(v4Of(output), files);
    int minSdk = Signer.minSdk(files);
    var signer = new Signer(key.load());
    if (files.size() == 1) {
      signOne(signer, files.getFirst(), minSdk);
    } else {
      OutputFolder.write(
          output,
          folder -> {
            for (Path file : files) {
              Path signed = folder.resolve(file.getFileName());
              signer.sign(file, minSdk, signed, v4 ? Optional.of(v4Of(signed)) : Optional.empty());
            }
          });
    }
    return ExitCode.DONE.code();
  }

  private void signOne(Signer signer, Path file, int minSdk) throws IOException {
    if (v4) {
      OutputFile.replace(
          v4Of(output),
          signature ->
              OutputFile.replace(
                  output, signed -> signer.sign(file, minSdk, signed, Optional.of(signature))));
    } else {
      OutputFile.replace(output, signed -> signer.sign(file, minSdk, signed, Optional.empty()));
    }
  }

  private static Path v4Of(Path file) {
    return file.resolveSibling(file.getFileName() + ".idsig");
  }
}
