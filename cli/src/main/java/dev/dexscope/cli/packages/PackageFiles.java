package dev.dexscope.cli.packages;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The input packages and the output of a command; the same for all commands that write packages.
 */
final class PackageFiles {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "A package with its splits, a set (.apks, .xapk), a bundle (.aab).")
  List<Path> files = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The new file; a new folder where there are several.")
  Path output = Path.of("");

  /** Returns whether the output is a file and no folder. */
  boolean isSingle() {
    return files.size() == 1;
  }

  /**
   * Says what cannot be read or would be overwritten.
   *
   * @param ending of a file beside the output that is written too
   */
  void check(String ending) throws IOException {
    Set<Path> names = new HashSet<>();
    for (Path file : files) {
      InputFile.check(file);
      if (!names.add(file.getFileName())) {
        throw CliException.usage("two files are named " + file.getFileName(), "rename one");
      }
    }
    OutputFile.checkApart(output, files);
    OutputFile.checkApart(beside(output, ending), files);
  }

  static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
