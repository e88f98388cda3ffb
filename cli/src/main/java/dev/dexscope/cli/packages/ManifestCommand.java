package dev.dexscope.cli.packages;

import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope manifest}: shows a binary manifest, or writes a changed one. */
@Command(
    name = "manifest",
    description = "Shows the manifest of a package or bundle as XML, or changes it.",
    footer = {
      "",
      "A changed package is signed again, since its old signature would be wrong.",
      "",
      "Examples:",
      "  dexscope manifest app.apk",
      "  dexscope manifest app.apk --debuggable -o debug.apk",
      "  dexscope manifest app.aab --profileable -o profileable.aab",
      "  dexscope manifest AndroidManifest.xml --set application@label=Test -o out.xml",
      "  dexscope manifest app.apk --set 'application/activity[.Main]@exported=true' -o out.apk",
    })
public final class ManifestCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "A package, a bundle, or a binary AndroidManifest.xml.")
  Path file;

  @Option(
      names = "--set",
      paramLabel = "PATH@ATTRIBUTE=VALUE",
      description = "Set an attribute; ELEMENT[NAME] picks by android:name. May be repeated.")
  List<String> assignments = new ArrayList<>();

  @Option(
      names = "--add-permission",
      paramLabel = "NAME",
      description = "Request a permission. May be repeated.")
  List<String> permissions = new ArrayList<>();

  @Option(names = "--debuggable", description = "Allow debuggers to attach.")
  boolean debuggable;

  @Option(
      names = "--profileable",
      description = "Allow the shell to profile it at its true speed (since Android 10).")
  boolean profileable;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The changed file, of the same kind as FILE.")
  @Nullable Path output;

  @Mixin KeyOptions key = new KeyOptions();

  private final Terminal terminal;

  public ManifestCommand(Terminal terminal) {
    this.terminal = terminal;
    this.file = Path.of("");
  }

  @Override
  public Integer call() throws IOException {
    InputFile.check(file);
    if (output != null) {
      OutputFile.checkApart(output, List.of(file));
    }
    if (isZip(file)) {
      try (ZipArchive archive = ZipArchive.open(file)) {
        if (isBundle(archive)) {
          ofBundle(archive);
        } else {
          ofPackage(archive);
        }
      }
    } else {
      Manifest manifest = change(Manifest.read(file.toString(), Files.readAllBytes(file)));
      show(manifest);
      if (output != null) {
        OutputFile.write(output, out -> out.write(manifest.write()));
      }
    }
    return ExitCode.DONE.code();
  }

  private void ofPackage(ZipArchive apk) throws IOException {
    Manifest manifest = change(Manifest.of(apk));
    show(manifest);
    if (output != null) {
      ZipRewriter changed = new ZipRewriter(apk).put(Manifest.ENTRY, manifest.write());
      var signer = new Signer(key.load(terminal));
      OutputFile.replace(
          output, signed -> signer.sign(changed, manifest.minSdk(), signed, Optional.empty()));
    }
  }

  private static boolean isBundle(ZipArchive archive) {
    return archive.find(Manifest.ENTRY).isEmpty() && archive.find(BundleManifest.ENTRY).isPresent();
  }

  private void ofBundle(ZipArchive bundle) throws IOException {
    if (!assignments.isEmpty()) {
      throw CliException.usage(
          "--set does not change bundles",
          "use --debuggable, --profileable, --add-permission, or set it in the sources");
    }
    checkOutput();
    BundleManifest manifest = BundleManifest.of(bundle);
    if (debuggable) {
      manifest.makeDebuggable();
    }
    if (profileable) {
      manifest.makeProfileableByShell();
    }
    permissions.forEach(manifest::addPermission);
    show(manifest.asPackages());
    if (output != null) {
      ZipRewriter changed = new ZipRewriter(bundle).put(BundleManifest.ENTRY, manifest.write());
      var signer = new Signer(key.load(terminal));
      OutputFile.replace(output, signed -> signer.signBundle(changed, signed));
    }
  }

  private static boolean isZip(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return in.read() == 'P' && in.read() == 'K';
    }
  }

  private void checkOutput() {
    boolean changes = debuggable || profileable || !assignments.isEmpty() || !permissions.isEmpty();
    if (changes && output == null) {
      throw CliException.usage("a changed manifest needs a file", "name it with -o OUT");
    }
  }

  private Manifest change(Manifest manifest) {
    checkOutput();
    if (debuggable) {
      manifest.makeDebuggable();
    }
    if (profileable) {
      manifest.makeProfileableByShell();
    }
    permissions.forEach(manifest::addPermission);
    for (String assignment : assignments) {
      try {
        manifest.set(assignment);
      } catch (IllegalArgumentException e) {
        throw CliException.usage("--set: " + e.getMessage(), "see 'dexscope manifest --help'");
      }
    }
    return manifest;
  }

  private void show(Manifest manifest) {
    if (output == null) {
      terminal.out().print(manifest.toXml());
    }
  }
}
