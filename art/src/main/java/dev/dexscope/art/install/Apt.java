package dev.dexscope.art.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The package manager of Debian and its descendants, with lists and caches of our own: the user's
 * sources of packages are used, nothing of the system changes, and no rights are needed. Where the
 * user's configuration names packages only, their source packages are added.
 */
final class Apt {
  private static final Pattern TYPES = Pattern.compile("(?m)^Types:.*$");
  private static final Pattern LINE = Pattern.compile("(?m)^deb( .*)$");

  private final Path folder;
  private final Tools tools;
  private final List<String> options;

  private Apt(Path folder, Tools tools) {
    this.folder = folder;
    this.tools = tools;
    this.options =
        List.of(
            "-qq",
            "-o",
            "Dir::Etc::SourceList=/dev/null",
            "-o",
            "Dir::Etc::SourceParts=" + folder.resolve("parts"),
            "-o",
            "Dir::State::Lists=" + folder.resolve("lists"),
            "-o",
            "Dir::Cache=" + folder.resolve("cache"),
            // The folder is the user's, and so is the process that downloads.
            "-o",
            "APT::Sandbox::User=");
  }

  /**
   * Reads the user's configuration.
   *
   * @param folder where lists and caches are kept
   * @throws IOException if an I/O error occurs
   */
  static Apt in(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("parts"));
    Files.createDirectories(folder.resolve("lists/partial"));
    Files.createDirectories(folder.resolve("cache/archives/partial"));
    var apt = new Apt(folder, new Tools(folder));
    apt.copySources();
    return apt;
  }

  private void copySources() throws IOException {
    String places =
        tools.output(
            List.of(
                "apt-config",
                "shell",
                "FILE",
                "Dir::Etc::sourcelist/f",
                "PARTS",
                "Dir::Etc::sourceparts/d"));
    Path file = place(places, "FILE");
    if (Files.isRegularFile(file)) {
      copy(file, "main.list");
    }
    Path parts = place(places, "PARTS");
    if (Files.isDirectory(parts)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(parts, "*.{list,sources}")) {
        for (Path each : files) {
          copy(each, each.getFileName().toString());
        }
      }
    }
  }

  private static Path place(String places, String variable) {
    Matcher found = Pattern.compile(variable + "='(.*)'").matcher(places);
    return Path.of(found.find() ? found.group(1) : "");
  }

  private void copy(Path file, String name) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    Files.writeString(folder.resolve("parts").resolve(name), withSources(text, name));
  }

  /** Returns a file of sources of packages with the same sources of source packages. */
  static String withSources(String text, String name) {
    return name.endsWith(".list")
        ? LINE.matcher(text).replaceAll("deb$1\ndeb-src$1")
        : TYPES.matcher(text).replaceAll("Types: deb deb-src");
  }

  /** Gets the lists of packages. A list that cannot be had is missed when it is needed. */
  void update() throws IOException {
    tools.run(command("apt-get", "update"));
  }

  private List<String> command(String program, String... words) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(options);
    command.addAll(List.of(words));
    return command;
  }

  /** Returns the version of a package that would be installed. */
  Optional<String> version(String name) throws IOException {
    Matcher found =
        Pattern.compile("Candidate: (\\S+)")
            .matcher(tools.output(command("apt-cache", "policy", name)));
    return found.find() && !found.group(1).equals("(none)")
        ? Optional.of(found.group(1))
        : Optional.empty();
  }

  /** Returns the packages of a name's pattern that a package depends on. */
  List<String> dependencies(String name, Pattern wanted) throws IOException {
    return tools
        .output(command("apt-cache", "depends", "--important", name))
        .lines()
        .map(line -> line.replaceFirst(".*Depends: ", "").strip())
        .filter(each -> wanted.matcher(each).matches())
        .toList();
  }

  /** Downloads packages, and unpacks them below a folder instead of installing them. */
  void unpack(List<String> names, Path root) throws IOException {
    Path packages = Files.createDirectories(folder.resolve("packages"));
    List<String> download = command("apt-get", "download");
    download.addAll(names);
    new Tools(packages).run(download);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(packages, "*.deb")) {
      for (Path each : files) {
        tools.run(List.of("dpkg-deb", "-x", each.toString(), root.toString()));
      }
    }
  }

  /** Downloads a source package, and unpacks it with its distribution's changes. */
  Path source(String name) throws IOException {
    Path target = folder.resolve(name);
    if (!Files.exists(target)) {
      new Tools(folder).run(command("apt-get", "source", "--download-only", name));
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name + "_*.dsc")) {
        Path description = files.iterator().next();
        tools.run(
            List.of("dpkg-source", "--no-check", "-x", description.toString(), target + ".part"));
      }
      Files.move(folder.resolve(name + ".part"), target);
    }
    return target;
  }
}
