package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The modules of docs/library.md: what a program that requires one of them can use. */
class LibraryModulesTest {
  /** Only the VM maps classes: nobody else has the argument. */
  private static final String FOR_THE_VM =
      "dev/dexscope/vm/debug/CodeMap.ofClass uses dev/dexscope/vm/code/MappedClass";

  private static final Pattern RELEASED = Pattern.compile("(?m)^modules=\"(.*)\"");

  @TempDir private Path folder;

  @Test
  void theTypesOfPublicSignaturesCanBeUsed() throws IOException {
    for (String each : LibraryModules.documented()) {
      String name = "dev.dexscope." + each;
      assertThat(PublicTypes.unreadable(name, LibraryModules.closure(name)))
          .as(name)
          .isSubsetOf(FOR_THE_VM);
    }
  }

  @Test
  void typesThatAreNotExportedOrNotReadAreFound() throws IOException {
    List<Path> sources =
        List.of(
            source(
                "module-info", "module m { requires java.sql; exports a; exports c to java.sql; }"),
            source(
                "a/Api",
                "package a; public class Api { public b.Hidden hidden() { return null; }"
                    + " protected java.util.List<java.sql.Driver> drivers; public void open(c.Some s) {}"
                    + " private b.Hidden mine; public static class Fine extends b.Hidden {} }"),
            source("b/Hidden", "package b; public class Hidden {}"),
            source("c/Some", "package c; public class Some {}"));
    Path classes = folder.resolve("classes");
    String[] arguments = new String[sources.size() + 3];
    arguments[0] = "-nowarn";
    arguments[1] = "-d";
    arguments[2] = classes.toString();
    for (int i = 0; i < sources.size(); i++) {
      arguments[3 + i] = sources.get(i).toString();
    }
    TestCompiler.javac(arguments);
    var module = ModuleFinder.of(classes).find("m").orElseThrow();

    assertThat(PublicTypes.unreadable("m", Map.of("m", module)))
        .containsExactly(
            "a/Api$Fine uses b/Hidden",
            "a/Api.drivers uses java/sql/Driver",
            "a/Api.hidden uses b/Hidden",
            "a/Api.open uses c/Some");
  }

  private Path source(String name, String text) throws IOException {
    Path file = folder.resolve("src").resolve(name + ".java");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Agents in Java are compiled against theirs (docs/agents.md). */
  @Test
  void aReleaseHasThemAndWhatTheyRequire() throws IOException {
    Set<String> roots = new TreeSet<>(LibraryModules.documented());
    roots.addAll(List.of("agents", "android"));
    Set<String> expected = new TreeSet<>();
    for (String each : roots) {
      for (String name : LibraryModules.closure("dev.dexscope." + each).keySet()) {
        if (name.startsWith("dev.dexscope.")) {
          expected.add(name.substring("dev.dexscope.".length()));
        }
      }
    }

    Matcher released = RELEASED.matcher(Files.readString(Path.of("../scripts/release")));
    assertThat(released.find()).isTrue();
    assertThat(released.group(1).split(" ")).containsExactlyInAnyOrderElementsOf(expected);
  }
}
