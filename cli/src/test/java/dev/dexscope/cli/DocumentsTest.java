package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents: all are in the index, and what they and the sources link to is there. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```");
  private static final Pattern NAMED = Pattern.compile("\\bdocs/[a-z0-9-]+\\.md\\b");

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String each : List.of("docs", "docs/decisions")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(each))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    for (String each : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      documents.add(ROOT.resolve(each));
    }
    return documents;
  }

  private static Set<Path> links(Path document) throws IOException {
    Set<Path> links = new TreeSet<>();
    Matcher matcher = LINK.matcher(Files.readString(document));
    while (matcher.find()) {
      if (!matcher.group(1).contains("://") && !matcher.group(1).startsWith("mailto:")) {
        links.add(document.resolveSibling(matcher.group(1)).normalize());
      }
    }
    return links;
  }

  @Test
  void everyPageIsInTheIndexOfItsFolder() throws IOException {
    for (String folder : List.of("docs", "docs/decisions")) {
      Path index = ROOT.resolve(folder).resolve("README.md");
      Set<Path> listed = links(index);
      try (Stream<Path> files = Files.list(index.resolveSibling(""))) {
        assertThat(
                files
                    .map(Path::normalize)
                    .filter(each -> each.toString().endsWith(".md") && !each.endsWith("README.md")))
            .isSubsetOf(listed);
      }
    }
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    for (Path document : documents()) {
      assertThat(links(document)).as("links of " + document).allMatch(Files::exists);
    }
  }

  /** The lines to type in a page's blocks, without comments; not those of a script. */
  private static List<String> linesToType(String page) throws IOException {
    List<String> lines = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(Files.readString(ROOT.resolve(page)));
    while (blocks.find()) {
      if (!blocks.group(1).startsWith("#!")) {
        blocks
            .group(1)
            .lines()
            .filter(each -> each.matches("(\\$ )?(\\./|gcc |open ).*"))
            .map(each -> each.replaceFirst("^\\$ ", "").replaceFirst(" +#.*", ""))
            .forEach(lines::add);
      }
    }
    return lines;
  }

  /** The walk itself takes minutes. */
  @Test
  void theFirstHourHasEachLineToType() throws IOException {
    String walk = Files.readString(ROOT.resolve("suites/first-hour"));
    for (String page : List.of("README.md", "docs/getting-started.md")) {
      assertThat(linesToType(page))
          .as(page)
          .hasSizeGreaterThan(5)
          .allMatch(each -> each.equals("./verify") || walk.contains(each));
    }
  }

  /** In help texts and comments. */
  @Test
  void theSourcesNamePagesThatExist() throws IOException {
    Set<String> missing = new TreeSet<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.toList()) {
        Path sources = module.resolve("src/main");
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            for (Path each : files.filter(file -> file.toString().endsWith(".java")).toList()) {
              NAMED
                  .matcher(Files.readString(each))
                  .results()
                  .filter(found -> !Files.exists(ROOT.resolve(found.group())))
                  .forEach(found -> missing.add(each + ": " + found.group()));
            }
          }
        }
      }
    }
    assertThat(missing).isEmpty();
  }
}
