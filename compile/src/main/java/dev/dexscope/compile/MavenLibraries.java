package dev.dexscope.compile;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.files.Seal;
import dev.dexscope.base.files.Sha256;
import dev.dexscope.base.install.Maven;
import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Libraries that a program is given by Maven's coordinates, with those that they depend on. Maven
 * gets them once; they are kept together, in a folder for each set of coordinates.
 *
 * <pre>{@code
 * List<Path> jars = MavenLibraries.ofUser().get(List.of("com.google.code.gson:gson:2.13.1"), messages);
 * }</pre>
 *
 * @param folder where the sets are
 */
public record MavenLibraries(Path folder) {
  /** The words of a POM's text that are not read as something else. */
  private static final Pattern COORDINATES = Pattern.compile("[\\w.-]+:[\\w.-]+:[\\w.+-]+");

  public static MavenLibraries ofUser() {
    return new MavenLibraries(CacheFolder.ofUser().resolve("maven"));
  }

  /**
   * Returns the jars; gets them first where that was not done before, and reports their checksums.
   *
   * @param coordinates each {@code GROUP:ARTIFACT:VERSION}
   * @throws CompileException if it is something else
   * @throws MissingToolException if they cannot be got, or have changed since
   * @throws IOException if an I/O error occurs
   */
  public List<Path> get(List<String> coordinates, PrintWriter messages) throws IOException {
    return get(coordinates, Maven.find(), messages);
  }

  List<Path> get(List<String> coordinates, Optional<Maven> maven, PrintWriter messages)
      throws IOException {
    if (coordinates.isEmpty()) {
      return List.of();
    }
    for (String each : coordinates) {
      if (!COORDINATES.matcher(each).matches()) {
        throw new CompileException(
            "no coordinates of Maven", Path.of(each), "use GROUP:ARTIFACT:VERSION");
      }
    }
    Path set = folder.resolve(name(coordinates));
    if (!Files.isDirectory(set)) {
      String names = String.join(" ", coordinates);
      Maven found =
          maven.orElseThrow(() ->
              new MissingToolException(
                  "Maven is not there to get " + names, "PATH", "install it, or use -cp FILE"));
      messages.println("dexscope: Maven gets " + names);
      fetch(found, names, pom(coordinates), set, messages);
    }
    List<Path> jars = jars(set);
    for (Path each : jars) {
      if (!Seal.of(each).holds()) {
        throw new MissingToolException(
            "this is not the file that was fetched any more", each, "delete its folder");
      }
    }
    return jars;
  }

  private void fetch(Maven maven, String names, String pom, Path set, PrintWriter messages)
      throws IOException {
    Files.createDirectories(folder);
    Path part = Files.createTempDirectory(folder, "part");
    try {
      Files.writeString(part.resolve("pom.xml"), pom);
      String output = "-DoutputDirectory=" + part;
      if (!maven.run(part, Maven.COPY_DEPENDENCIES, output, "-DincludeScope=runtime")) {
        throw new MissingToolException(
            "Maven did not get " + names,
            maven.program(),
            "see its message above; or use -cp FILE");
      }
      for (Path each : jars(part)) {
        String sha256 = Sha256.of(each);
        Seal.of(each).set(sha256);
        messages.println("  " + each.getFileName() + "  SHA-256 " + sha256);
      }
      // Another process may have been faster.
      if (!Files.isDirectory(set)) {
        Files.move(part, set);
      }
    } finally {
      if (Files.isDirectory(part)) {
        OutputFolder.delete(part);
      }
    }
  }

  private static String pom(List<String> coordinates) {
    var text = new StringBuilder();
    text.append("<project><modelVersion>4.0.0</modelVersion><groupId>dexscope</groupId>");
    text.append("<artifactId>program</artifactId><version>1</version><packaging>pom</packaging>");
    text.append("<dependencies>");
    for (String each : coordinates) {
      String[] parts = each.split(":");
      text.append("<dependency><groupId>").append(parts[0]);
      text.append("</groupId><artifactId>").append(parts[1]);
      text.append("</artifactId><version>").append(parts[2]).append("</version></dependency>");
    }
    return text.append("</dependencies></project>\n").toString();
  }

  private static List<Path> jars(Path set) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(set, "*.jar")) {
      files.forEach(jars::add);
    }
    jars.sort(null);
    return jars;
  }

  /** The order of coordinates decides which version of a common dependency is used. */
  private static String name(List<String> coordinates) {
    return Sha256.of(String.join(" ", coordinates).getBytes(StandardCharsets.UTF_8));
  }
}
