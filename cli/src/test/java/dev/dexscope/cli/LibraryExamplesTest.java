package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.TestCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/library.md: each is compiled and runs as a module that requires one of ours,
 * with nothing on the module path but what that one requires.
 */
@FullTier("compiles and starts a program for each module")
class LibraryExamplesTest {
  private static final Path DOCUMENT = Path.of("../docs/library.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("### dexscope-(\\w+)\n.*?```java\n(.*?class (\\w+).*?)```", Pattern.DOTALL);
  private static final Pattern RUN_OPTIONS =
      Pattern.compile("```sh\njava (.*?) -p", Pattern.DOTALL);

  private record Example(String module, String mainClass, String source) {}

  @TempDir private Path folder;

  @Test
  void eachCompilesAndRuns() throws Exception {
    Files.writeString(
        folder.resolve("Hello.java"),
        "class Hello { public static void main(String[] a) { System.out.println(); } }");

    Map<String, String> printed = new LinkedHashMap<>();
    for (Example each : examples()) {
      printed.put(each.module(), run(each, arguments(each.module())));
    }

    assertThat(printed.keySet()).containsExactlyInAnyOrderElementsOf(LibraryModules.documented());
    assertThat(printed.get("dex")).isEqualTo("Lhello/Hello;, 2 methods\n");
    assertThat(printed.get("vm")).isEqualTo("hello.Hello\n");
    assertThat(printed.get("observe")).isEqualTo("hello\n");
    assertThat(printed.get("trace")).contains(" ns, 1 calls: hello.Hello.main(");
    assertThat(printed.get("inject")).isEqualTo("1 of 1 methods\n");
    assertThat(printed.get("profile")).startsWith("hello\n").contains("methods\n");
    assertThat(printed.get("apk")).contains("BLOCKER no-dex: ");
    assertThat(printed.get("compile")).matches("\\d+ bytes of dex code\n");
    assertThat(printed.get("wire")).isEqualTo("Created[id=1, name=main]\n");
    assertThat(printed.get("probe")).isEqualTo("depth 1\n");
  }

  private static List<String> arguments(String module) {
    return switch (module) {
      case "dex" -> List.of("hello.dex");
      case "vm" -> List.of("hello.dex");
      case "observe" -> List.of("hello.dex", "hello.Hello", "hello.trace");
      case "trace" -> List.of("hello.trace");
      case "inject" -> List.of("hello.dex", "profiled.dex");
      case "profile" -> List.of("hello.dex", "profiled");
      case "apk" -> List.of("empty.apk");
      case "compile" -> List.of("Hello.java");
      default -> List.of();
    };
  }

  private static List<Example> examples() throws IOException {
    return EXAMPLE
        .matcher(Files.readString(DOCUMENT))
        .results()
        .map(each -> new Example(each.group(1), each.group(3), each.group(2)))
        .toList();
  }

  private String run(Example example, List<String> arguments) throws Exception {
    String required = "dev.dexscope." + example.module();
    Path sources = Files.createDirectories(folder.resolve(example.module()).resolve("client"));
    Path module =
        Files.writeString(
            sources.resolveSibling("module-info.java"),
            "module client { requires " + required + "; }");
    Path main = Files.writeString(sources.resolve(example.mainClass() + ".java"), example.source());
    Path classes = folder.resolve(example.module()).resolve("classes");
    String path = String.join(File.pathSeparator, LibraryModules.pathOf(required));
    TestCompiler.javac("-p", path, "-d", classes.toString(), module.toString(), main.toString());

    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(runOptions());
    command.addAll(List.of("-p", path + File.pathSeparator + classes));
    command.addAll(List.of("-m", "client/client." + example.mainClass()));
    command.addAll(arguments);
    Path out = folder.resolve(example.module()).resolve("out");
    Path err = folder.resolve(example.module()).resolve("err");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("XDG_CACHE_HOME", Packaged.CACHE.toString());
    builder.environment().put("DEXSCOPE_D8", LibraryModules.jarOf("r8").toString());
    int exit = builder.start().waitFor();
    assertThat(exit).as(example + "\n" + Files.readString(err)).isZero();
    return Files.readString(out);
  }

  /** Those that the document names for programs on the module path. */
  private static List<String> runOptions() throws IOException {
    var options = RUN_OPTIONS.matcher(Files.readString(DOCUMENT));
    assertThat(options.find()).isTrue();
    return List.of(options.group(1).replace("\\\n", " ").strip().split("\\s+"));
  }
}
