package dev.dexscope.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The import rules of ARCHITECTURE.md: data flows one way, and so do imports. */
class ArchitectureTest {
  /** What each module may import of ours. A module that is not in this map may not exist. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("base", Set.of()),
          Map.entry("dex", Set.of("base")),
          Map.entry("apk", Set.of("base")),
          Map.entry("runtime", Set.of()),
          Map.entry("samples", Set.of()),
          Map.entry("testkit", Set.of()),
          Map.entry("inject", Set.of("base", "dex", "apk", "runtime")),
          Map.entry("trace", Set.of("base")),
          Map.entry("vm", Set.of("base", "dex", "trace")),
          Map.entry("tools", Set.of("base", "vm")),
          Map.entry("wire", Set.of("base")),
          Map.entry("device", Set.of("base", "vm", "wire", "apk")),
          Map.entry("monitor", Set.of("base", "wire", "trace")),
          Map.entry("web", Set.of("base", "trace", "monitor")),
          Map.entry(
              "cli",
              Set.of(
                  "base", "dex", "apk", "runtime", "inject", "trace", "vm", "tools", "wire",
                  "device", "monitor", "web")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.dexscope");

  static Set<String> modules() {
    return new TreeSet<>(MAY_IMPORT.keySet());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleImportsOnlyWhatItMay(String module) {
    String[] forbidden =
        MAY_IMPORT.keySet().stream()
            .filter(other -> !other.equals(module) && !mayImport(module).contains(other))
            .map(other -> "dev.dexscope." + other + "..")
            .toArray(String[]::new);

    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage("dev.dexscope." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void everyClassStandsInAKnownModule() {
    assertThat(CLASSES)
        .isNotEmpty()
        .allSatisfy(c -> assertThat(MAY_IMPORT).containsKey(c.getPackageName().split("\\.")[2]));
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.dexscope.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  private static Set<String> mayImport(String module) {
    return MAY_IMPORT.getOrDefault(module, Set.of());
  }
}
