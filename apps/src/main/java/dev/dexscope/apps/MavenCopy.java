package dev.dexscope.apps;

import dev.dexscope.base.install.Maven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Gets files by Maven, whose user knows mirrors and proxies. What it has got stays in its own
 * repository, so that an interrupted download goes on where it stopped.
 */
final class MavenCopy {
  /**
   * Without what it depends on: the list has all, and some of that stands in other repositories.
   */
  private static final String ALONE =
      "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>"
          + "</exclusions></dependency>\n";

  private MavenCopy() {}

  /** Copies the files into a folder, under Maven's names. */
  static void run(List<FrameworkFile> files, Path folder) throws IOException {
    Maven maven =
        Maven.find()
            .orElseThrow(() ->
                new AppException(
                    "Maven is not there to get Android's framework",
                    "PATH",
                    "install Maven, or bring the files: dexscope apps install --from DIR"));
    Files.writeString(folder.resolve("pom.xml"), pom(files));
    boolean isDone =
        maven.run(
            folder,
            Maven.COPY_DEPENDENCIES,
            "-DexcludeTransitive=true",
            "-DoutputDirectory=" + folder);
    if (!isDone) {
      throw new AppException(
          "Maven did not get the files",
          maven.program(),
          "try again, it continues where it stopped; or get them yourself: dexscope apps install"
              + " --from DIR");
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
}
