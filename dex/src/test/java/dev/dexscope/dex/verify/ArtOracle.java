package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The genuine Android 11 runtime. */
public final class ArtOracle {
  private static final Pattern LINE =
      Pattern.compile("(ACCESS_CHECKS|SOFT|HARD|LOAD_FAILED) ([^ ]+): ?(.*)");

  /** {@code ... method_verifier.cc:5228] int p.C.m(): [0x1A] reason}. */
  private static final Pattern SOFT_REASON =
      Pattern.compile("method_verifier\\.cc:\\d+\\] (.*\\)): \\[0x([0-9A-F]+)\\] (.*)");

  /** In the last line of a run that came to its end. */
  private static final String END = ", load-failed ";

  private final Path command = Peer.ART.path().resolve("art-verify");
  private final Path home = Path.of(System.getenv("ART_ORACLE"));

  /** ART's verdicts of the classes that are not OK, by name. */
  record Answer(Map<String, Verdict> verdicts, Map<String, String> messages) {
    Verdict verdict(String className) {
      return verdicts.getOrDefault(className, Verdict.OK);
    }
  }

  /** The runtime's core library: what the oracle resolves against. */
  private List<Path> bootJars() {
    Path folder = home.resolve("root/artroot/javalib");
    return List.of(folder.resolve("core.jar"), folder.resolve("ext.jar"));
  }

  /** Returns that library as a class path. */
  public ClassPath platform() throws IOException {
    List<DexFile> files = new ArrayList<>();
    for (Path jar : bootJars()) {
      files.addAll(DexFile.open(jar));
    }
    return ClassPath.ofDexFiles(files);
  }

  Answer verify(Path file) throws IOException {
    return parse(run(file, Map.of(), ProcessBuilder.Redirect.DISCARD));
  }

  /** True when the runtime does not open the file at all. */
  boolean refuses(Path file) throws IOException {
    return !run(file, Map.of(), ProcessBuilder.Redirect.DISCARD).contains(END);
  }

  /** Runs a dexed program; what it prints. */
  public String output(Path dex, String mainClass) throws IOException {
    Path art = command.resolveSibling("art");
    Process process =
        new ProcessBuilder(art.toString(), "-Xint", "-cp", dex.toString(), mainClass)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private String run(Path file, Map<String, String> environment, ProcessBuilder.Redirect log)
      throws IOException {
    var builder = new ProcessBuilder(command.toString(), file.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectError(log).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static Answer parse(String out) throws IOException {
    if (!out.contains(END)) {
      throw new IOException("ART did not come to an end: " + out.lines().limit(5).toList());
    }
    Map<String, Verdict> verdicts = new HashMap<>();
    Map<String, String> messages = new HashMap<>();
    for (String line : out.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        verdicts.put(matcher.group(2), Verdict.valueOf(matcher.group(1)));
        messages.put(matcher.group(2), matcher.group(3));
      }
    }
    return new Answer(verdicts, messages);
  }

  /** The methods with failures that are not hard, of all classes that ART looked at. */
  private Set<String> softMethods(Path file) throws IOException {
    Path log = Files.createTempFile("art-verify", ".log");
    try {
      run(file, Map.of("ART_VERBOSE", "1"), ProcessBuilder.Redirect.to(log.toFile()));
      Set<String> methods = new HashSet<>();
      for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList()) {
        Matcher matcher = SOFT_REASON.matcher(line);
        if (matcher.find()) {
          methods.add(matcher.group(1));
        }
      }
      return methods;
    } finally {
      Files.delete(log);
    }
  }

  /**
   * The differences between our verdicts and ART's, one line each.
   *
   * <p>A superclass is verified with the first class that inherits from it and counts as verified
   * afterwards: the oracle then prints OK for it. Its log still names the methods.
   */
  public List<String> differences(List<ClassVerdict> ours, Path file) throws IOException {
    Answer art = verify(file);
    List<ClassVerdict> different = new ArrayList<>();
    for (ClassVerdict each : ours) {
      if (each.verdict() != art.verdict(each.className())) {
        different.add(each);
      }
    }
    if (different.isEmpty()) {
      return List.of();
    }
    Set<String> softMethods = softMethods(file);
    List<String> lines = new ArrayList<>();
    for (ClassVerdict each : different) {
      if (!isToldEarlier(each, art, softMethods)) {
        lines.add(
            each.className()
                + ": ours "
                + each.verdict()
                + " "
                + each.failures()
                + ", ART "
                + art.verdict(each.className())
                + " "
                + art.messages().get(each.className()));
      }
    }
    return lines;
  }

  private static boolean isToldEarlier(ClassVerdict ours, Answer art, Set<String> softMethods) {
    return art.verdict(ours.className()) == Verdict.OK
        && ours.verdict().compareTo(Verdict.SOFT) <= 0
        && ours.failures().stream().allMatch(each -> softMethods.contains(each.method()));
  }
}
