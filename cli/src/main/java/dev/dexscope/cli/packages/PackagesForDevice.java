package dev.dexscope.cli.packages;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.preflight.Finding;
import dev.dexscope.apk.preflight.Preflight;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An injected app, ready to be installed.
 *
 * @param files its packages, the base first
 * @param manifest of the base
 */
public record PackagesForDevice(List<Path> files, Manifest manifest) {
  /**
   * Defaults, which the user's settings override. Elapsed time: the app mostly waits for its user.
   */
  private static final String SETTINGS = "TAU_TRACE=1\nTAU_METRICS=TIME\n";

  public PackagesForDevice {
    files = List.copyOf(files);
  }

  /**
   * Injects an app.
   *
   * @param packages the base first
   * @param settings lines of tau.conf
   * @param folder where the injected packages go
   */
  public static PackagesForDevice inject(
      Terminal terminal,
      List<Path> packages,
      InjectionOptions options,
      KeyOptions key,
      String settings,
      boolean isDebuggable,
      Path folder)
      throws IOException {
    try (Injector app = Injector.open(packages)) {
      Manifest manifest =
          app.manifest()
              .orElseThrow(
                  () -> CliException.badInput("no manifest", packages.getFirst(), "use an APK"));
      List<Finding> blockers =
          Preflight.of(packages).findings().stream().filter(InjectionOutput::isBlocker).toList();
      if (!blockers.isEmpty() && !options.force()) {
        Finding first = blockers.getFirst();
        throw CliException.badInput(
            first.what(), first.where(), first.advice() + ", or go on with --force");
      }
      InjectionReport report =
          app.inject(
              options.settings(packages, ClassPath.ofUnknownPlatform(), terminal::tell),
              PackageChanges.least()
                  .withDebuggable(isDebuggable)
                  .withTauConf((SETTINGS + settings).getBytes(StandardCharsets.UTF_8)));
      Optional<Signer> signer = Optional.of(new Signer(key.load(terminal)));
      Path injected = Files.createDirectory(folder.resolve("injected"));
      List<Path> written = new ArrayList<>();
      for (int i = 0; i < packages.size(); i++) {
        Path file = injected.resolve(i + ".apk");
        app.write(i, signer, file);
        written.add(file);
      }
      terminal.tell(
          String.format(
              Locale.ROOT,
              "injected: %,d of %,d methods of %s",
              report.instrumented(),
              report.seen(),
              manifest.packageName()));
      return new PackagesForDevice(written, manifest);
    }
  }

  /**
   * The class that is started: a named one, else the launcher's activity, else the only one with a
   * main method, which virtual devices start.
   */
  public String startedClass(@Nullable String named) throws IOException {
    if (named != null) {
      return named;
    }
    String launcher = manifest.launcherActivity();
    return launcher.isEmpty() ? Program.mainClass(files.getFirst()) : launcher;
  }
}
