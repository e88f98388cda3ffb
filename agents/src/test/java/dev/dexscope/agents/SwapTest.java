package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.TestCompiler;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program's classes are redefined by what javac makes of other versions of its source: dex code
 * here, class files on HotSpot, by the same agent.
 */
@FullTier("compiles and changes programs that run")
class SwapTest {
  @TempDir private Path folder;

  private record Version(String name, UnaryOperator<String> change) {}

  /** Texts and numbers in each method. */
  private static final Version BODIES =
      new Version(
          "bodies",
          source ->
              "\n"
                  + source
                      .replace("\"hello \"", "\"good morning \"")
                      .replace("greet(greet(name))", "greet(greet(greet(name)))")
                      .replace("return x + y", "return x * 10 + y")
                      .replace("\"secret \"", "\"no secret \"")
                      .replace("more + number", "more + 2 * number")
                      .replace("value + 1", "value * 100")
                      .replace("\"second\"", "\"2nd\"")
                      .replace("return \"red\"", "return \"rot\"")
                      .replace("return \"green\"", "return \"gruen\"")
                      .replace("case \"one\"", "case \"three\"")
                      .replace("\"in a thread\"", "\"in another thread\"")
                      .replace("getSimpleName()", "getName()")
                      .replace("\"line of \"", "\"the line of \"")
                      .replace("new Cart(count)", "new Cart(2 * count)"));

  /** Private members that no other class has used yet. */
  private static final Version PRIVATES =
      new Version(
          "privates",
          source ->
              source
                  .replace(
                      "cart.items.add(\"pear\");",
                      "cart.items.add(cart.unused(1, 2));"
                          + " Cart.empty += 3; Cart.carts++; long w = cart.weight *= 2;"
                          + " Cart few = new Cart(w > 3 ? new Cart(\"x\").total : 0);"
                          + " Supplier<String> lists = few::list;"
                          + " Function<Integer, Cart> carts = Cart::new;"
                          + " cart.items.add(lists.get() + carts.apply(4).total + few.total);"
                          + " cart.items.add(\"\" + new Basket().size);")
                  .replace(
                      "return \"line of \"",
                      "return empty + items.get(0) + (weight += 2) + count(1) + unused()"));

  private static Version edit(String name, String target, String replacement) {
    return new Version(name, source -> source.replace(target, replacement));
  }

  /** Most of them are refused. */
  private static final List<Version> VERSIONS =
      List.of(
          BODIES,
          PRIVATES,
          edit("same", "", ""),
          edit("method added", "int sum() {", "int more() { return 1; }\n  int sum() {"),
          edit(
              "method's parameter",
              "private String list() {",
              "private String list(int... more) {"),
          edit("method public", "private String secret", "public String secret"),
          edit("field added", "private int calls;", "private int calls; int more;"),
          edit("field's type", "private int calls;", "private long calls;"),
          edit("field volatile", "private int total", "private volatile int total"),
          edit("superclass", "static class Cart {", "static class Cart extends Thread {"),
          edit("interface", "static class Cart {", "static class Cart implements Cloneable {"),
          edit("record's interface", "y) {", "y) implements Cloneable {"),
          edit("class final", "static final class Basket", "static class Basket"),
          edit("enum constant", "    BLUE", "    BLUE, BLACK"),
          edit(
              "lambda added", "return value ->", "IntUnaryOperator more = x -> x; return value ->"),
          edit("lambda removed", "() -> \"third\"", "\"third\"::toString"),
          edit("lambda's code", "() -> \"third\"", "() -> \"third\" + Color.RED"),
          edit("lambda captures this", "text + more", "name + more"),
          BODIES);

  @ParameterizedTest
  @EnumSource(CompilationMode.class)
  void aProgramIsRedefinedByJavacsClassFiles(CompilationMode mode)
      throws IOException, CompilationFailedException {
    var rig = new AgentRig(folder, "Swapped", mode, 21);
    StringBuilder options = new StringBuilder();
    for (int i = 0; i < VERSIONS.size(); i++) {
      Version each = VERSIONS.get(i);
      options.append(i == 0 ? "" : ",");
      options.append(rig.version(i + " " + each.name(), "Swapped", each.change()));
    }
    String agent = agent() + "=" + options;

    Run onHotSpot = rig.onHotSpotWithJavaAgent(agent);
    Run onVm = rig.onVm("java:" + agent);

    assertThat(onHotSpot.exit()).as("%s", onHotSpot.lines()).isZero();
    assertThat(onVm.lines()).isEqualTo(onHotSpot.lines());
    assertThat(onVm.of("swap"))
        .contains("0 bodies: 7", "1 privates: 7", "2 same: 7", "18 bodies: 7");
  }

  @Test
  void theInterpreterRunsJavacsClassFiles() throws IOException, CompilationFailedException {
    var rig = new AgentRig(folder, "Swapped", CompilationMode.DEBUG, 21);
    Path bodies = rig.version("bodies", "Swapped", BODIES.change());
    Path privates = rig.version("privates", "Swapped", PRIVATES.change());
    String agent = agent() + "=" + bodies + "," + privates + "," + bodies;

    Run onHotSpot = rig.onHotSpotWithJavaAgent(agent);
    Run onInterpreter = rig.onInterpreter("java:" + agent);

    assertThat(onInterpreter.lines()).isEqualTo(onHotSpot.lines());
    assertThat(onInterpreter.of("swap")).containsExactly("bodies: 7", "privates: 7", "bodies: 7");
  }

  @ParameterizedTest
  @EnumSource(CompilationMode.class)
  void classesOfAProgramThatRunsAreSwapped(CompilationMode mode)
      throws IOException, CompilationFailedException {
    var rig = new AgentRig(folder, "Shop", mode, 21);
    // D8 has given one of its classes the name that javac gives the anonymous class.
    String anonymous = mode == CompilationMode.DEBUG ? "Shop$1$source" : "Shop$1";
    UnaryOperator<String> taxed =
        source ->
            source
                .replace("\"bill \"", "new Tax().of(cart) + Rate.total() + " + ANONYMOUS)
                .replace("  static String bill", TAX + "  static String bill");
    Path first = rig.version("first", "Shop", taxed);
    Path second =
        rig.version(
            "second",
            "Shop",
            taxed.andThen(source -> source.replace("rate = 2", "rate = 3").replace("%", "/100"))
                ::apply);
    Path third =
        rig.version(
            "third", "Shop", source -> source.replace("int discount = 1;", "int discount, other;"));
    Process program = rig.startOnVm();
    String pid = String.valueOf(program.pid());
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(next(program, out)).isEqualTo("bill 6");
      Path jar = folder.resolve("exported.jar");
      RunningProgram.export(pid, jar);
      TestCompiler.javac(
          "-cp", jar.toString(), "-d", folder.toString(), written("User", USER).toString());

      assertThat(swap(pid, first))
          .contains("added " + anonymous, "added Shop$Tax", "added Shop$Rate", "swapped Shop")
          .hasSize(6);
      assertThat(next(program, out)).isEqualTo("tax 2%, total of 1 of 6: 6");
      assertThat(swap(pid, second)).allMatch(each -> each.startsWith("swapped ")).hasSize(6);
      assertThat(next(program, out)).isEqualTo("tax 2/100, total of 1 of 6: 6");
      assertThat(swap(pid, third))
          .filteredOn(each -> !each.startsWith("swapped "))
          .containsExactly(
              "refused Shop$Cart: class redefinition failed: attempted to change the schema"
                  + " (add/remove fields)");
      assertThat(next(program, out)).isEqualTo("bill 6");
    } finally {
      program.destroyForcibly();
    }
  }

  private static final String ANONYMOUS =
      "new Object() { public String toString() { return \"of \" + cart.total() + \": \"; } }";

  /** A class that extends another one. Both use private members. */
  private static final String TAX =
      """
        static final class Tax extends Rate {
          private String of(Cart cart) {
            return "tax " + rate() * cart.discount + "%, ";
          }
        }

        static class Rate {
          private static int rate = 2;

          int rate() {
            return rate;
          }

          private static String total() {
            return "total of " + new Cart().discount + " ";
          }
        }

      """;

  private static final String USER =
      "class User { Shop.Item item = new Shop.Item(\"tea\", 1); int price = item.price(); }";

  private Path written(String name, String source) throws IOException {
    return Files.writeString(folder.resolve(name + ".java"), source);
  }

  private static List<String> swap(String pid, Path classes) throws IOException {
    return RunningProgram.swap(pid, classes).stream().map(SwappedClass::line).toList();
  }

  /** Has the program print its next line. */
  private static String next(Process program, BufferedReader out) throws IOException {
    program.getOutputStream().write('\n');
    program.getOutputStream().flush();
    return out.readLine();
  }

  private Path agent() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("agent"));
    TestCompiler.javac("-d", classes.toString(), "src/test/resources/agents/Swapper.java");
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "Swapper");
    manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
    Path jar = folder.resolve("swapper.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("Swapper.class"));
      Files.copy(classes.resolve("Swapper.class"), out);
    }
    return jar;
  }
}
