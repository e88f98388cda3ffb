import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a module's {@code pom.xml} says that the launcher's build needs.
 *
 * @param module its name, which is that of its folder
 * @param text without comments
 */
record ModulePom(String module, Path folder, String text) {
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);
  private static final Pattern ARGUMENT = Pattern.compile("<arg>(.*?)</arg>", Pattern.DOTALL);

  /** The part of the compiler's configuration that is for tests only. */
  private static final Pattern OF_TESTS =
      Pattern.compile("<id>default-testCompile</id>.*?</execution>", Pattern.DOTALL);

  private static final String OWN = "dexscope-";

  /** An element {@code dependency}. */
  record Dependency(String xml) {
    String artifact() {
      return element(xml, "artifactId");
    }

    boolean isOwn() {
      return artifact().startsWith(OWN);
    }

    /** Whether only tests and the build itself need it. */
    boolean isOfTests() {
      return element(xml, "scope").equals("test");
    }

    /** Whether the compiler sees it. */
    boolean isCompiledAgainst() {
      return !isOfTests() && !element(xml, "scope").equals("runtime");
    }
  }

  static ModulePom read(Path root, String name) throws IOException {
    Path folder = root.resolve(name);
    String pom = Files.readString(folder.resolve("pom.xml"));
    return new ModulePom(name, folder, COMMENT.matcher(pom).replaceAll(""));
  }

  /** A module after all that it imports. */
  static List<ModulePom> withImports(Path root, String name) throws IOException {
    return collected(root, name, each -> !each.isOfTests());
  }

  /**
   * A module after those that it is compiled against. A constant of a class that is only there at
   * run time, as that of an app's framework is, would be copied from the wrong class.
   */
  static List<ModulePom> withCompiledAgainst(Path root, String name) throws IOException {
    return collected(root, name, Dependency::isCompiledAgainst);
  }

  private static List<ModulePom> collected(Path root, String name, Predicate<Dependency> isWanted)
      throws IOException {
    Map<String, ModulePom> found = new LinkedHashMap<>();
    collect(root, name, isWanted, found);
    return List.copyOf(found.values());
  }

  private static void collect(
      Path root, String name, Predicate<Dependency> isWanted, Map<String, ModulePom> found)
      throws IOException {
    if (!found.containsKey(name)) {
      ModulePom pom = read(root, name);
      for (Dependency each : pom.dependencies()) {
        if (each.isOwn() && isWanted.test(each)) {
          collect(root, each.artifact().substring(OWN.length()), isWanted, found);
        }
      }
      found.put(name, pom);
    }
  }

  List<Dependency> dependencies() {
    List<Dependency> all = new ArrayList<>();
    // Versions that a parent manages are no dependencies.
    int begin = Math.max(0, text.indexOf("</dependencyManagement>"));
    Matcher each = DEPENDENCY.matcher(text.substring(begin));
    while (each.find()) {
      all.add(new Dependency(each.group()));
    }
    return all;
  }

  /** The modules of the checkout, each after those that it imports. */
  static List<ModulePom> all(Path root) throws IOException {
    List<ModulePom> modules = new ArrayList<>();
    Matcher each = Pattern.compile("<module>(.*?)</module>").matcher(read(root, ".").text());
    while (each.find()) {
      modules.add(read(root, each.group(1)));
    }
    return modules;
  }

  /** What the tests of a module need of ours, that module excepted. */
  static List<ModulePom> withTests(Path root, ModulePom tested) throws IOException {
    Map<String, ModulePom> found = new LinkedHashMap<>();
    for (Dependency each : tested.dependencies()) {
      if (each.isOwn()) {
        String name = each.artifact().substring(OWN.length());
        collect(root, name, one -> !one.isOfTests(), found);
      }
    }
    // Runs the tests.
    collect(root, "testkit", one -> !one.isOfTests(), found);
    found.remove(tested.module());
    return List.copyOf(found.values());
  }

  /** What it gives the compiler beyond the usual, for its classes or for its tests. */
  List<String> compilerArguments(boolean ofTests) {
    String given = ofTests ? text : OF_TESTS.matcher(text).replaceAll("");
    List<String> arguments = new ArrayList<>();
    Matcher each = ARGUMENT.matcher(given);
    while (each.find()) {
      if (!each.group(1).startsWith("-J")) {
        arguments.add(each.group(1));
      }
    }
    return arguments;
  }

  /** The text of the first element of a name; empty without one. */
  static String element(String xml, String name) {
    Matcher element =
        Pattern.compile("<" + name + ">(.*?)</" + name + ">", Pattern.DOTALL).matcher(xml);
    return element.find() ? element.group(1).strip() : "";
  }

  Path sources() {
    return folder.resolve("src/main/java");
  }

  Path resources() {
    return folder.resolve("src/main/resources");
  }

  /** Whether it is one of Java's modules too. */
  boolean isNamed() {
    return Files.exists(sources().resolve("module-info.java"));
  }

  /** The name of its Java module. */
  String javaName() {
    return "dev.dexscope." + module;
  }
}
