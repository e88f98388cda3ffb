package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Code that an agent replaces while it runs: by dex files here, by class files of the same source
 * on HotSpot.
 */
@FullTier("compiles and changes programs that run")
@NeedsPeer(Peer.GCC)
class ChangedCodeTest {
  private static final String PLAIN = "program 2 in line 9";
  private static final String TEN = "program 11 in line 10";
  private static final String HUNDRED = "program 101 in line 11";

  @TempDir private static Path folder;
  private static AgentRig rig;
  private static String agent;
  private static Path ten;
  private static Path hundred;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException, InterruptedException {
    rig = new AgentRig(folder, "Changed");
    agent = rig.agent("changing");
    ten =
        rig.version(
            "ten",
            "Changed",
            source -> "\n" + source.replace("return first + 1", "return 10 * first + 1"));
    hundred =
        rig.version(
            "hundred",
            "Changed",
            source -> "\n\n" + source.replace("first + 1", "100 * (first + 1) / 2 + 1"));
  }

  private static String steps(String file, String... steps) {
    return agent + "=" + String.join(",", steps).replace("FILE", file);
  }

  @Test
  void aClassIsRedefinedByDexCode() throws Exception {
    Path more =
        rig.version(
            "more",
            "Changed",
            source ->
                source.replace("static int line", "static void more() {}\n  static int line"));
    Path other =
        rig.version("other", "Other", source -> source.replace("class Changed", "class Other"));
    Path garbage = Files.createDirectories(folder.resolve("garbage"));
    Files.writeString(garbage.resolve("classes.dex"), "dex\n039\0 and no more");
    Files.writeString(garbage.resolve("Changed.class"), "no class file");
    String[] all = {
      "d" + ten + "/FILE",
      "d" + more + "/FILE",
      "d" + hundred + "/FILE",
      "d" + garbage + "/FILE",
      "d" + ten + "/FILE"
    };

    Run onVm = rig.onVm(steps("classes.dex", all));
    Run onHotSpot = rig.onHotSpot(steps("Changed.class", all));

    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.of("redefine"))
        .isEqualTo(onHotSpot.of("redefine"))
        .containsExactly("0", "63", "0", "60", "0");
    assertThat(onVm.lines().stream().filter(each -> each.startsWith("program")))
        .containsExactly(PLAIN, TEN, TEN, HUNDRED, HUNDRED, TEN);
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program"));
    // What a debugger or profiler asks of the method is about its new code, or the old one's.
    assertThat(onVm.of("code"))
        .containsExactly(
            // move, mul-int/lit8, add-int/lit8, return
            "12 bytes from line 5",
            "12 bytes from line 5",
            "20 bytes from line 6",
            "20 bytes from line 6",
            "12 bytes from line 5");
    Run named = rig.onVm(steps("classes.dex", "d" + other + "/FILE"));
    Run namedOnHotSpot = rig.onHotSpot(agent + "=d" + other + "/Other.class");
    assertThat(named.of("redefine")).isEqualTo(namedOnHotSpot.of("redefine")).containsExactly("69");
  }

  /** What is asked of its methods then is about the class file, as on HotSpot. */
  @Test
  void aClassIsRedefinedByAClassFile() {
    String[] all = {"d" + ten + "/FILE", "d" + hundred + "/FILE"};

    Run onVm = rig.onVm(steps("Changed.class", all));
    Run onHotSpot = rig.onHotSpot(steps("Changed.class", all));

    assertThat(onVm.of("redefine")).containsExactly("0", "0");
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program"));
    assertThat(onVm.of("code")).isEqualTo(onHotSpot.of("code"));
    Run mixed =
        rig.onVm(
            agent
                + "=d"
                + ten
                + "/Changed.class,d"
                + ten
                + "/classes.dex,d"
                + ten
                + "/Changed.class");
    assertThat(mixed.of("code").get(0)).isEqualTo(onHotSpot.of("code").get(0));
    assertThat(mixed.of("code").get(1)).isEqualTo("12 bytes from line 5");
    assertThat(mixed.of("code").get(2)).isEqualTo(onHotSpot.of("code").get(0));
  }

  @Test
  void aClassOfANestIsRedefinedByAClassFile(@TempDir Path nested) throws Exception {
    var nest = new AgentRig(nested, "Nested");
    String changing = nest.agent("changing");
    Path other =
        nest.version(
            "other", "Nested", source -> source.replace("return number +", "return 10 * number +"));
    String steps = "=nNested,d" + other + "/Nested.class";

    Run onVm = nest.onVm(changing + steps);
    Run onHotSpot = nest.onHotSpot(changing + steps);

    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.lines().stream().filter(each -> !each.startsWith("hook")))
        .containsExactlyElementsOf(
            onHotSpot.lines().stream().filter(each -> !each.startsWith("hook")).toList());
    assertThat(onVm.of("redefine")).containsExactly("0");
  }

  @Test
  void whatIsNotOneGoodClassIsRefusedAsOnArt() throws IOException {
    DexBuilder unverifiable = DexBuilder.ofVersion(39);
    unverifiable.define(
        "LChanged;",
        type ->
            type.method(AccessFlags.STATIC, "value", Proto.of("I", "I"))
                .code(
                    1,
                    code -> {
                      code.constantString(0, "no number");
                      code.emit(Opcode.RETURN, 0);
                    }));
    DexBuilder two = DexBuilder.ofVersion(39);
    two.define("LChanged;", _ -> {});
    two.define("LOther;", _ -> {});
    Files.write(folder.resolve("bad.dex"), unverifiable.build());
    Files.write(folder.resolve("two.dex"), two.build());
    Files.write(folder.resolve("none.dex"), DexBuilder.ofVersion(39).build());

    Run run =
        rig.onVm(steps(folder.toString(), "dFILE/bad.dex", "dFILE/two.dex", "dFILE/none.dex"));

    assertThat(run.of("redefine")).containsExactly("62", "103", "103");
    assertThat(run.of("program")).hasSize(4).containsOnly(PLAIN.substring("program ".length()));
  }

  @Test
  void aClassIsRetransformedByDexCode() {
    String[] all = {"t" + ten + "/FILE", "t", "d" + hundred + "/FILE", "t" + ten + "/FILE", "t"};

    Run onVm = rig.onVmWithDexLoadHook(steps("classes.dex", all));
    Run onHotSpot = rig.onHotSpot(steps("Changed.class", all));

    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.lines().stream().filter(each -> each.startsWith("program")))
        .containsExactly(PLAIN, TEN, PLAIN, HUNDRED, TEN, HUNDRED);
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program"));
    assertThat(onVm.of("retransform")).isEqualTo(onHotSpot.of("retransform")).containsOnly("0");
    // Each time a dex file with the one class.
    assertThat(onVm.of("hook"))
        .containsExactly(
            "new dex 1", "again dex 1", "again dex 1", "again dex 1", "again dex 1", "again dex 1");
  }

  @Test
  void aClassOfAnotherNameIsRefused() throws Exception {
    Path other =
        rig.version("another", "Other", source -> source.replace("class Changed", "class Other"));

    Run onVm = rig.onVmWithDexLoadHook(steps("classes.dex", "t" + other + "/FILE", "t"));
    Run onHotSpot = rig.onHotSpot(agent + "=t" + other + "/Other.class,t");

    assertThat(onVm.of("retransform"))
        .isEqualTo(onHotSpot.of("retransform"))
        .containsExactly("69", "0");
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program"));
  }

  @Test
  void anArraysClassCannotBeRedefined() {
    Run onVm = rig.onVm(steps("classes.dex", "a" + ten + "/FILE"));
    Run onHotSpot = rig.onHotSpot(steps("Changed.class", "a" + ten + "/FILE"));

    assertThat(onVm.of("redefine")).isEqualTo(onHotSpot.of("redefine")).containsExactly("79");
  }

  @Test
  void theInterpreterRunsTheNewCodeToo() {
    String[] all = {"t" + ten + "/FILE", "t", "d" + hundred + "/FILE"};

    Run run = rig.onInterpreterWithDexLoadHook(steps("classes.dex", all));

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.lines().stream().filter(each -> each.startsWith("program")))
        .containsExactly(PLAIN, TEN, PLAIN, HUNDRED);
  }

  @Test
  void aClassIsLoadedWithDexCodeOfAnAgent() {
    Run onVm = rig.onVmWithDexLoadHook(steps("classes.dex", "l" + ten + "/FILE", "t"));

    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.lines()).contains(TEN, PLAIN);
    assertThat(onVm.of("code")).containsExactly("8 bytes from line 4");
  }

  @Test
  void codeThatCannotBeTakenIsSaid() throws IOException {
    Path bad = Files.writeString(folder.resolve("half.dex"), "dex\n039\0");

    Run onVm = rig.onVmWithDexLoadHook(steps("classes.dex", "t" + bad, "t"));

    assertThat(onVm.of("retransform")).containsExactly("60", "0");
    assertThat(onVm.lines())
        .anyMatch(each -> each.startsWith("dexscope: an agent's code for Changed is refused: "))
        .contains(PLAIN);
  }
}
