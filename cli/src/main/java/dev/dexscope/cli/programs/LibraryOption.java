package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.MavenLibraries;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Libraries that a program uses, by Maven's coordinates. */
final class LibraryOption {
  @Option(
      names = "--with",
      paramLabel = "GROUP:ARTIFACT:VERSION",
      description =
          "A library from Maven's repositories, and what it depends on, as with -cp. Maven gets them"
              + " once; their checksums are printed.")
  List<String> coordinates = new ArrayList<>();

  boolean isAsked() {
    return !coordinates.isEmpty();
  }

  /** Returns the jars; gets them first where that was not done before. */
  List<Path> get(Terminal terminal) throws IOException {
    return MavenLibraries.ofUser()
        .get(coordinates, new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
  }
}
