package dev.dexscope.apps;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Gets files by Maven, whose user knows mirrors and proxies. What it has got stays in its own
 * repository, so that an interrupted download goes on where it stopped.
 */
final class MavenCopy {
  private static final String COPY =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

  /**
   * Without what it depends on: the list has all, and some of that stands in other repositories.
   */
  private static final String ALONE =
      "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>"
          + "</exclusions></dependency>\n";

  private MavenCopy() {}

  /** Copies the files into a folder, under Maven's names. */
  static void run(List<FrameworkFile> files, Path folder) throws IOException {
    Path maven = onPath();
    Path pom = folder.resolve("pom.xml");
    Files.writeString(pom, pom(files));
    Process process =
        new ProcessBuilder(
                maven.toString(),
                "-B",
                "-q",
                COPY,
                "-DexcludeTransitive=true",
                "-DoutputDirectory=" + folder)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new AppException(
            "Maven did not get the files",
            maven,
            "try again, it goes on where it stopped; or get them yourself: dexscope apps install"
                + " --from DIR");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while Maven ran");
    } finally {
      process.destroy();
    }
  }

  private static String pom(List<FrameworkFile> files) {
    var text = new StringBuilder();
    text.append("<project><modelVersion>4.0.0</modelVersion><groupId>dexscope</groupId>");
    text.append("<artifactId>apps</artifactId><version>1</version><packaging>pom</packaging>");
    text.append("<dependencies>");
    for (FrameworkFile each : files) {
      text.append("<dependency><groupId>").append(each.group());
      text.append("</groupId><artifactId>").append(each.artifact());
      text.append("</artifactId><version>").append(each.version());
      text.append("</version><type>").append(each.type()).append("</type>").append(ALONE);
    }
    return text.append("</dependencies></project>\n").toString();
  }

  private static Path onPath() {
    for (String each : System.getenv().getOrDefault("PATH", "").split(":")) {
      Path file = Path.of(each, "mvn");
      if (!each.isEmpty() && Files.isExecutable(file)) {
        return file;
      }
    }
    throw new AppException(
        "Maven is not there to get Android's framework",
        "PATH",
        "install Maven, or bring the files: dexscope apps install --from DIR");
  }
}
