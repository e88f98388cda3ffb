package dev.dexscope.apk.preflight;

import dev.dexscope.apk.manifest.Component;
import dev.dexscope.apk.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks of a base's manifest. */
final class ManifestChecks {
  private final Manifest manifest;
  private final String where;
  private final List<Finding> findings = new ArrayList<>();

  private ManifestChecks(PackageFile file) {
    this.manifest = file.manifest();
    this.where = file.name();
  }

  static List<Finding> of(PackageFile file) {
    var checks = new ManifestChecks(file);
    checks.signer();
    checks.processes();
    checks.install();
    return checks.findings;
  }

  private void add(Severity severity, String id, String what, String advice) {
    findings.add(new Finding(severity, id, where, what, advice));
  }

  private void signer() {
    add(
        Severity.NOTE,
        "new-signer",
        "it gets another signer: a device that has the original refuses it as an update",
        "adb uninstall " + manifest.packageName() + " first, which deletes the app's data");
    String shared = manifest.sharedUserId();
    if (shared.startsWith("android.uid.")) {
      add(
          Severity.BLOCKER,
          "shared-user-id",
          "it shares the user id " + shared + " with the system: only the device maker's key fits",
          "sign it with the platform key of the device (--keystore), or use an emulator's image");
    } else if (!shared.isEmpty()) {
      add(
          Severity.WARNING,
          "shared-user-id",
          "it shares the user id " + shared + " with other apps of its signer",
          "sign those too with the same key, and uninstall the originals");
    }
    List<String> permissions = manifest.signaturePermissions();
    if (!permissions.isEmpty()) {
      add(
          Severity.WARNING,
          "signature-permission",
          "apps of its signer use it by a permission that the new signer breaks: "
              + String.join(", ", permissions),
          "sign those apps too with the same key");
    }
    for (String key :
        List.of("com.google.android.geo.API_KEY", "com.google.android.maps.v2.API_KEY")) {
      if (manifest.metaData(key).isPresent()) {
        add(
            Severity.NOTE,
            "api-key",
            "it has an API key ("
                + key
                + "), which may be bound to its signer: maps stay empty then",
            "allow the new certificate's fingerprint for the key");
      }
    }
  }

  private void processes() {
    String isolated =
        manifest.components().stream()
            .filter(Component::isolated)
            .map(Component::className)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!isolated.isEmpty()) {
      add(
          Severity.WARNING,
          "isolated-process",
          "runs without files and network, its profile cannot be fetched: " + isolated,
          "exclude its classes");
    }
    Set<String> names = new TreeSet<>();
    for (Component component : manifest.components()) {
      if (!component.process().isEmpty() && !component.process().equals(manifest.packageName())) {
        names.add(component.process());
      }
    }
    if (!names.isEmpty()) {
      add(
          Severity.NOTE,
          "several-processes",
          "it runs in several processes, each with a profile of its own: "
              + String.join(", ", names),
          "collect from each");
    }
  }

  private void install() {
    if (manifest.isTestOnly()) {
      add(
          Severity.WARNING,
          "test-only",
          "devices install it for tests only",
          "use adb install -t, or dexscope manifest --set application@testOnly=false");
    }
    if (!manifest.hasCode()) {
      add(
          Severity.BLOCKER,
          "no-code",
          "it declares that it has no code (hasCode=false): there is nothing to profile",
          "choose another package");
    }
    if (manifest.isDebuggable()) {
      add(
          Severity.NOTE,
          "debuggable",
          "it is debuggable: the runtime inlines nothing, so that small methods look dearer",
          "for true times: dexscope manifest --set application@debuggable=false --profileable");
    }
  }
}
