package dev.dexscope.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The import rules of ARCHITECTURE.md: data flows one way, and so do imports. */
class ArchitectureTest {
  /** The permitted imports of each module. A module that is not in this map may not exist. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("base", Set.of()),
          Map.entry("dex", Set.of("base")),
          Map.entry("dexer", Set.of("base", "dex")),
          Map.entry("compile", Set.of("base", "dex", "dexer")),
          Map.entry("art", Set.of("base", "compile")),
          Map.entry("baseline", Set.of("base", "dex", "trace")),
          Map.entry("sql", Set.of("base", "trace")),
          Map.entry("store", Set.of("base", "trace", "sql")),
          // It runs in Spark's driver, with this one module.
          Map.entry("spark", Set.of("sql")),
          Map.entry("apk", Set.of("base")),
          Map.entry("natives", Set.of("base")),
          // A device's own classes: it is compiled against stubs of these names.
          Map.entry("probe", Set.of("android", "libcore")),
          Map.entry("samples", Set.of()),
          Map.entry("testkit", Set.of()),
          Map.entry("inject", Set.of("base", "dex", "apk", "probe")),
          Map.entry("trace", Set.of("base")),
          Map.entry("libcore", Set.of()),
          // Not the VM: a whole framework can stand in this module's place.
          Map.entry("android", Set.of("libcore")),
          // Not android: programs find it at run time.
          Map.entry("vm", Set.of("base", "dex", "trace", "libcore")),
          Map.entry("observe", Set.of("base", "trace", "libcore", "vm")),
          Map.entry(
              "profile", Set.of("base", "apk", "apps", "dex", "inject", "trace", "vm", "observe")),
          Map.entry("apps", Set.of("base", "apk")),
          // android: the framework's classes, of which that module has a few by the same names;
          // libcore: the app's calls to the framework, which the VM implements.
          Map.entry(
              "apphost",
              Set.of(
                  "base", "android", "apk", "apps", "device", "libcore", "agents", "natives", "vm",
                  "observe")),
          Map.entry("agents", Set.of("base", "vm", "observe")),
          Map.entry("wire", Set.of("base")),
          // libcore: the VM's part of a monitor's requests, and programs' own handlers of chunks.
          Map.entry(
              "device",
              Set.of("base", "libcore", "vm", "observe", "wire", "apk", "apps", "agents")),
          Map.entry("monitor", Set.of("base", "wire", "trace")),
          // wire: what VMs answer; dex: the code beside a method's time.
          Map.entry(
              "web", Set.of("base", "dex", "apps", "trace", "sql", "store", "monitor", "wire")),
          Map.entry(
              "cli",
              Set.of(
                  "base",
                  "dex",
                  "compile",
                  "art",
                  "baseline",
                  "apk",
                  "probe",
                  "inject",
                  "trace",
                  "vm",
                  "observe",
                  "profile",
                  "apps",
                  "agents",
                  "natives",
                  "wire",
                  "device",
                  "monitor",
                  "sql",
                  "store",
                  "web")));

  /** Packages that are not named after their module: those that programs for Android know. */
  private static final Map<String, String> MODULES_BY_PACKAGE =
      Map.of(
          "android", "android",
          "dalvik", "libcore",
          "libcore", "libcore",
          "org.json", "libcore",
          "org.apache.harmony.dalvik", "libcore");

  private static final Pattern FOLDER = Pattern.compile("/(\\w+)/target/classes/");
  private static final Pattern JAR = Pattern.compile("/dexscope-(\\w+)-[^/]*\\.jar!");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> isOurs(location.asURI().toString()))
          .importPackages(
              "dev.dexscope", "android", "dalvik", "libcore", "org.json", "org.apache.harmony");

  static Set<String> modules() {
    return new TreeSet<>(MAY_IMPORT.keySet());
  }

  /**
   * The run time is compiled against stubs of classes of Android and of the VM, which do not travel
   * with it.
   */
  private static boolean isOurs(String location) {
    String module = moduleAt(location);
    boolean isStub = module.equals("probe") && !location.contains("/dev/dexscope/");
    return !module.isEmpty() && !isStub;
  }

  /** Returns the module that built the class; empty for others' classes. */
  private static String moduleAt(String location) {
    for (Pattern each : List.of(JAR, FOLDER)) {
      Matcher found = each.matcher(location);
      if (found.find()) {
        return found.group(1);
      }
    }
    return "";
  }

  private static String module(JavaClass type) {
    return type.getSource().map(source -> moduleAt(source.getUri().toString())).orElse("");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleImportsOnlyWhatItMay(String module) {
    Set<String> mayImport = MAY_IMPORT.getOrDefault(module, Set.of());
    List<String> wrong = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      if (module(type).equals(module)) {
        type.getDirectDependenciesFromSelf().stream()
            .filter(dependency -> {
              String target = module(dependency.getTargetClass());
              return !target.isEmpty() && !target.equals(module) && !mayImport.contains(target);
            })
            .forEach(dependency -> wrong.add(dependency.getDescription()));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyModuleIsLookedAt() {
    assertThat(CLASSES.stream().map(ArchitectureTest::module))
        .contains(
            "base", "dex", "apk", "probe", "inject", "trace", "libcore", "android", "vm", "observe",
            "profile", "wire", "device", "monitor", "cli");
  }

  @Test
  void everyClassStandsInThePackagesOfItsModule() {
    assertThat(CLASSES)
        .isNotEmpty()
        .allSatisfy(type -> {
          assertThat(MAY_IMPORT).containsKey(module(type));
          assertThat(moduleOfPackage(type.getPackageName())).isEqualTo(module(type));
        });
  }

  private static String moduleOfPackage(String name) {
    if (name.startsWith("dev.dexscope.")) {
      return name.split("\\.")[2];
    }
    return MODULES_BY_PACKAGE.entrySet().stream()
        .filter(each -> name.equals(each.getKey()) || name.startsWith(each.getKey() + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("none");
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("(**)").should().beFreeOfCycles().check(CLASSES);
  }

  /** The state of a VM is in its {@code VmContext}; the JVM may run one after the other. */
  @Test
  void theVmKeepsNothingInStaticFields() {
    assertThat(CLASSES.stream().filter(type -> module(type).equals("vm")))
        .flatMap(JavaClass::getFields)
        .filteredOn(field -> field.getModifiers().contains(JavaModifier.STATIC))
        .filteredOn(field -> !field.getModifiers().contains(JavaModifier.FINAL))
        .extracting(JavaField::getFullName)
        .containsExactlyInAnyOrder(
            // The process's heap.
            "dev.dexscope.vm.runtime.HeapReserve.reserve",
            "dev.dexscope.vm.runtime.HeapReserve.spare",
            // The JVM provides it once, to whichever VM runs.
            "dev.dexscope.vm.instrument.LoadedClasses.instrumentation");
  }

  @Test
  void noTwoClassesOfAModuleHaveOneName() {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (JavaClass type : CLASSES) {
      boolean isPlain = type.isTopLevelClass() && !type.getSimpleName().equals("package-info");
      if (isPlain) {
        packages
            .computeIfAbsent(module(type) + " " + type.getSimpleName(), _ -> new TreeSet<>())
            .add(type.getPackageName());
      }
    }
    packages.values().removeIf(each -> each.size() == 1);
    assertThat(packages).isEmpty();
  }
}
