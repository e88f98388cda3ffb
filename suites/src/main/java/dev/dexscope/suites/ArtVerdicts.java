package dev.dexscope.suites;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What Android's own verifier says about dex files.
 *
 * @param folder has its command, {@code art-verify}
 */
record ArtVerdicts(Path folder) {
  private static final Pattern LINE =
      Pattern.compile("(ACCESS_CHECKS|SOFT|HARD|LOAD_FAILED) ([^ ]+): ?(.*)");

  /** {@code ... method_verifier.cc:5228] int p.C.m(): [0x1A] reason}. */
  private static final Pattern REASON =
      Pattern.compile("method_verifier\\.cc:\\d+\\] (.*\\)): \\[0x[0-9A-F]+\\] (.*)");

  /** In the last line of a run that came to its end. */
  private static final String END = ", load-failed ";

  /**
   * Returns the faults of a program's classes.
   *
   * @param jar is written with the program
   * @param files its dex files; of several classes of a name the first counts
   */
  List<Fault> of(Path jar, List<byte[]> files) throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (int i = 0; i < files.size(); i++) {
        zip.putNextEntry(new ZipEntry("classes" + (i == 0 ? "" : i + 1) + ".dex"));
        zip.write(files.get(i));
      }
    }
    Path log = Files.createTempFile("art-verify", ".log");
    try {
      return verify(jar, log);
    } finally {
      Files.delete(log);
    }
  }

  private List<Fault> verify(Path jar, Path log) throws IOException {
    var builder =
        new ProcessBuilder(folder.resolve("art-verify").toString(), jar.toString())
            .redirectError(log.toFile());
    builder.environment().put("ART_VERBOSE", "1");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Set<Fault> faults = reasons(Files.readString(log, StandardCharsets.ISO_8859_1));
    Set<String> explained = new HashSet<>();
    faults.forEach(each -> explained.add(each.className()));
    if (!out.contains(END)) {
      faults.add(new Fault(jar.getFileName().toString(), "ART", "", "does not come to an end"));
    }
    for (String line : out.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches() && (isFatal(matcher) || !explained.contains(matcher.group(2)))) {
        faults.add(new Fault(matcher.group(2), "ART " + matcher.group(1), "", matcher.group(3)));
      }
    }
    return new ArrayList<>(faults);
  }

  private static boolean isFatal(Matcher matcher) {
    return matcher.group(1).equals("HARD") || matcher.group(1).equals("LOAD_FAILED");
  }

  /** Returns the failures of methods that are only in the log. */
  private static Set<Fault> reasons(String log) {
    Set<Fault> faults = new LinkedHashSet<>();
    Matcher matcher = REASON.matcher(log);
    while (matcher.find()) {
      String method = matcher.group(1);
      int end = method.lastIndexOf('.', method.indexOf('('));
      String className = method.substring(method.lastIndexOf(' ', end) + 1, end);
      faults.add(new Fault(className, "ART of a method", method, matcher.group(2)));
    }
    return faults;
  }
}
