package dev.dexscope.apk.preflight;

import dev.dexscope.apk.manifest.Component;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Checks of the strings in the dex files: names of classes and methods, constants. */
final class CodeChecks {
  /**
   * A trace of something in the strings.
   *
   * @param signs strings of which one is enough; one that ends with * is a prefix
   */
  private record Rule(
      String id, Severity severity, List<String> signs, String what, String advice) {}

  private static final String DAMAGED = "damaged-code";

  private static final String SIGNER_ADVICE =
      "if it refuses to run, profile a build that is signed by its makers (--keystore)";

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "already-profiled",
              Severity.BLOCKER,
              List.of("Ldev/dexscope/probe/Profiler;", "Ledu/uoregon/TAU/Profiler;"),
              "its code already contains a profiler: calls would count twice",
              "use the package as it was before"),
          new Rule(
              "signature-check",
              Severity.NOTE,
              List.of(
                  "getApkContentsSigners",
                  "getSigningCertificateHistory",
                  "hasSigningCertificate",
                  "checkSignatures",
                  "Landroid/content/pm/SigningInfo;",
                  "Landroid/content/pm/Signature;"),
              "its code reads the signers of packages, perhaps its own; libraries of Google do so"
                  + " too",
              SIGNER_ADVICE),
          new Rule(
              "integrity-service",
              Severity.WARNING,
              List.of(
                  "Lcom/google/android/play/core/integrity/*",
                  "com.google.android.play.core.integrityservice.*",
                  "Lcom/google/android/gms/safetynet/*",
                  "com.google.android.gms.safetynet.service.START"),
              "checks with Google Play whether it was changed: its server may refuse it",
              SIGNER_ADVICE),
          new Rule(
              "licence-check",
              Severity.WARNING,
              List.of(
                  "com.android.vending.licensing.ILicensingService",
                  "Lcom/google/android/vending/licensing/*",
                  "Lcom/pairip/licensecheck*"),
              "checks with Google Play whether it was bought there",
              SIGNER_ADVICE),
          new Rule(
              "code-checksum",
              Severity.WARNING,
              List.of("classes.dex", "META-INF/CERT.RSA"),
              "its code names entries of packages, perhaps to compare checksums of its own",
              SIGNER_ADVICE),
          new Rule(
              "debugger-check",
              Severity.NOTE,
              List.of("isDebuggerConnected"),
              "its code checks whether a debugger is attached",
              "do not attach one while it is measured"));

  /** The rules by their signs, prefixes apart: there are many strings to look at. */
  private static final Map<String, Rule> BY_TEXT = new HashMap<>();

  private static final Map<String, Rule> BY_PREFIX = new LinkedHashMap<>();

  static {
    for (Rule rule : RULES) {
      for (String sign : rule.signs()) {
        if (sign.endsWith("*")) {
          BY_PREFIX.put(sign.substring(0, sign.length() - 1), rule);
        } else {
          BY_TEXT.put(sign, rule);
        }
      }
    }
  }

  private final List<PackageFile> packages;
  private final Set<String> fingerprints = new HashSet<>();

  /** By descriptor. */
  private final Map<String, String> wantedClasses = new LinkedHashMap<>();

  private final Set<String> presentClasses = ConcurrentHashMap.newKeySet();
  private final Map<String, Set<String>> places = new TreeMap<>();

  private CodeChecks(List<PackageFile> packages) {
    this.packages = packages;
  }

  static List<Finding> of(List<PackageFile> packages) {
    var checks = new CodeChecks(packages);
    for (PackageFile file : packages) {
      checks.fingerprints.addAll(SignerFingerprints.of(file.archive()));
      for (String name : startedClasses(file.manifest())) {
        checks.wantedClasses.put("L" + name.replace('.', '/') + ";", name);
      }
    }
    List<Entry> dexFiles = packages.stream().flatMap(file -> file.dexFiles().stream()).toList();
    dexFiles.parallelStream().forEach(checks::scan);
    return dexFiles.isEmpty() ? List.of() : checks.findings();
  }

  /**
   * Returns the classes that the system starts first: if they are absent, the code comes from
   * elsewhere.
   */
  private static List<String> startedClasses(Manifest manifest) {
    List<String> classes = new ArrayList<>();
    classes.add(manifest.applicationClass());
    classes.add(manifest.launcherActivity());
    manifest.components().stream()
        .filter(component -> component.kind().equals("provider"))
        .map(Component::className)
        .forEach(classes::add);
    classes.removeIf(String::isEmpty);
    return classes;
  }

  private void scan(Entry dex) {
    byte[] bytes = dex.read();
    if (DexChecksum.isWrong(bytes)) {
      found(DAMAGED, dex);
    }
    DexStrings.forEach(
        bytes,
        text -> {
          if (fingerprints.contains(text)) {
            found("signature-pinned", dex);
          }
          Rule exact = BY_TEXT.get(text);
          if (exact != null) {
            found(exact.id(), dex);
          }
          BY_PREFIX.forEach((prefix, rule) -> {
            if (text.startsWith(prefix)) {
              found(rule.id(), dex);
            }
          });
          String wanted = wantedClasses.get(text);
          if (wanted != null) {
            presentClasses.add(wanted);
          }
        });
  }

  private void found(String id, Entry dex) {
    synchronized (places) {
      places.computeIfAbsent(id, _ -> new TreeSet<>()).add(dex.path());
    }
  }

  private List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    Set<String> damaged = places.getOrDefault(DAMAGED, Set.of());
    if (!damaged.isEmpty()) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              DAMAGED,
              String.join(", ", damaged),
              "the checksum of its code is wrong: it is damaged, devices refuse it",
              "get the package again"));
    }
    Set<String> pinned = places.getOrDefault("signature-pinned", Set.of());
    if (!pinned.isEmpty()) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "signature-pinned",
              String.join(", ", pinned),
              "its code contains the fingerprint of its signer: it will notice the new one",
              SIGNER_ADVICE));
    }
    for (Rule rule : RULES) {
      Set<String> where = places.getOrDefault(rule.id(), Set.of());
      if (!where.isEmpty()) {
        findings.add(
            new Finding(
                rule.severity(), rule.id(), String.join(", ", where), rule.what(), rule.advice()));
      }
    }
    List<String> missing =
        wantedClasses.values().stream().filter(name -> !presentClasses.contains(name)).toList();
    if (!missing.isEmpty()) {
      findings.add(
          new Finding(
              Severity.WARNING,
              "code-elsewhere",
              packages.getFirst().name(),
              "the system starts classes that are in no dex file: " + String.join(", ", missing),
              "the code comes from a missing split or is unpacked at run time: include all splits"));
    }
    return findings;
  }
}
