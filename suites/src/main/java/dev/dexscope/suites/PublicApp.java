package dev.dexscope.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A line of {@code suites/apps-corpus.tsv}: a release package that its author keeps in a public
 * repository.
 *
 * @param traits what it is and has: {@code bundle}, {@code kotlin}, {@code compose}, {@code r8},
 *     {@code r8-full}, {@code multidex}
 * @param libraries its native libraries
 */
record PublicApp(String repository, String path, List<String> traits, List<String> libraries) {
  static List<PublicApp> all(Path table) throws IOException {
    try (var lines = Files.lines(table)) {
      return lines.skip(1).map(PublicApp::parse).toList();
    }
  }

  private static PublicApp parse(String line) {
    String[] cells = line.split("\t", -1);
    return new PublicApp(cells[0], cells[2], list(cells[5]), list(cells[6]));
  }

  private static List<String> list(String cell) {
    return cell.equals("-") ? List.of() : List.of(cell.split(",", -1));
  }

  /** Returns its name in the folders of the runs: names of owners have no plus sign. */
  String name() {
    return repository.replace('/', '+');
  }

  /** Its file in the folder that {@code suites/apps-corpus} fills. */
  String file() {
    return name() + path.substring(path.lastIndexOf('.'));
  }
}
