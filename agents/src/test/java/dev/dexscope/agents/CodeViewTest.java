package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent sees of dex code: addresses, registers, lines, and where events happen. */
@NeedsPeer(Peer.GCC)
class CodeViewTest {
  @TempDir private static Path folder;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Subject");
    onVm = rig.onVm(rig.agent("code"));
    onHotSpot = rig.onHotSpot(rig.agent("code"));
  }

  private static List<String> inSubject(Run run, String word) {
    return run.of(word).stream().filter(each -> each.contains("LSubject;")).toList();
  }

  /** The lines of a kind without the addresses, which differ. */
  private static List<String> withoutAddresses(Run run, String word) {
    return run.of(word).stream().map(each -> each.replaceAll("@\\d+", "")).toList();
  }

  @Test
  void aMethodsCodeIsItsDexCode() {
    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    // move v0, v2; long-to-int v1, v3; add-int/2addr v0, v1; double-to-int v1, v5; ...
    assertThat(onVm.of("bytecodes")).contains("LSubject;sum 0 0120 8431 b010 8a51 b010 0f00");
    assertThat(onVm.of("method"))
        .contains(
            "LSubject;sum 0 0..5 registers 7 arguments 5",
            "LSubject;watch 0 0..10 registers 1 arguments 0");
  }

  @Test
  void linesAndVariablesAreThoseOfItsDebugInfo() {
    assertThat(onVm.of("source")).isEqualTo(onHotSpot.of("source")).containsExactly("Subject.java");
    assertThat(onVm.of("named")).isEqualTo(onHotSpot.of("named")).containsExactly("0 Subject.java");
    assertThat(onVm.of("lines")).contains("LSubject;sum 0 0=17 1=18 3=19 5=20");
    assertThat(onVm.of("variables"))
        .contains(
            "LSubject;sum 0 result:I@0[1+5] first:I@2[0+6] second:J@3[0+6] third:D@5[0+6]",
            "LSubject;watch 101");
    assertThat(onVm.of("generic"))
        .isEqualTo(onHotSpot.of("generic"))
        .containsExactly("LSubject;main garbage Ljava/util/List<[I>;");
  }

  /** D8 leaves out the lines of what cannot throw; agents look for the line of every address. */
  @Test
  void theFirstLineBeginsWithTheCode(@TempDir Path released) throws Exception {
    var rig = new AgentRig(released, "Subject", CompilationMode.RELEASE);

    Run run = rig.onVm(rig.agent("code"));
    List<String> lines = run.of("lines");

    assertThat(run.exit()).as("%s", run.lines()).isZero();

    // What there is none of comes without memory, which agents would free.
    assertThat(lines).contains("LSubject;sum 101");
    assertThat(run.of("variables")).contains("LSubject;sum 101");
    assertThat(lines).anyMatch(each -> each.startsWith("LSubject;fail 0 "));
    assertThat(lines)
        .filteredOn(each -> each.contains(" 0 "))
        .allMatch(each -> each.contains(" 0 0="));
  }

  @Test
  void aClassHasNoOtherMethodsThanInTheDexFile() {
    assertThat(onVm.of("method").stream().map(each -> each.split(" ")[0]))
        .containsExactlyInAnyOrderElementsOf(
            onHotSpot.of("method").stream().map(each -> each.split(" ")[0]).toList());
  }

  @Test
  void stacksHaveTheProgramsFramesOnly() {
    assertThat(inSubject(onVm, "stack"))
        .hasSize(4)
        .containsSubsequence(
            "0 6/6 LSubject;describe@0 LSubject;depth@4 LSubject;depth@15 LSubject;depth@15"
                + " LSubject;depth@15 LSubject;main@127")
        .first()
        .asString()
        .contains(
            "LSubject;describe@0 LSubject;depth@4 LSubject;depth@15 LSubject;depth@15"
                + " LSubject;lambda$main$0@1")
        .doesNotContain("dexscope");
    assertThat(withoutAddresses(onVm, "stack").get(2))
        .isEqualTo(withoutAddresses(onHotSpot, "stack").get(2));
    assertThat(onVm.of("frame")).isEmpty();
    assertThat(onVm.of("beyond")).isEqualTo(onHotSpot.of("beyond")).containsOnly("31");
    assertThat(onVm.of("part")).isEqualTo(onHotSpot.of("part"));
    assertThat(onVm.of("list")).containsOnly("2 LSubject;describe@0 LSubject;depth@4");
  }

  @Test
  void breakpointsAreAtDexInstructions() {
    assertThat(onVm.of("breakpoint")).containsExactly("0", "0");
    assertThat(onVm.of("twice")).isEqualTo(onHotSpot.of("twice")).containsExactly("40");
    assertThat(onVm.of("nowhere")).isEqualTo(onHotSpot.of("nowhere")).containsExactly("24");
    assertThat(onVm.of("clear")).isEqualTo(onHotSpot.of("clear")).containsExactly("41");
    assertThat(onVm.of("stopped"))
        .containsExactly("LSubject;describe@0", "LSubject;sum@3", "LSubject;describe@0");
  }

  @Test
  void stepsGoFromDexInstructionToDexInstruction() {
    assertThat(onVm.of("stepped"))
        .containsExactly("LSubject;sum@4", "LSubject;sum@5", "LSubject;main@35");
  }

  @Test
  void registersAreReadAndWritten() {
    assertThat(onVm.of("local")).contains("result 0 3", "third 0 3.5");
    assertThat(onVm.of("set")).containsExactly("0");
    assertThat(onVm.of("program")).contains("sum 1003").isEqualTo(onHotSpot.of("program"));
    assertThat(onVm.of("mismatch")).isEqualTo(onHotSpot.of("mismatch")).containsOnly("34");
    assertThat(onVm.of("no")).contains("register 35", "frame 31");
    assertThat(onVm.of("instance")).isEqualTo(onHotSpot.of("instance")).containsOnly("0 LSubject;");
  }

  @Test
  void eventsAreAtDexInstructions() {
    assertThat(onVm.of("thrown")).containsExactly("@28 caught LSubject;fail@29");
    assertThat(onVm.of("caught")).containsExactly("@29");
    assertThat(onVm.of("read")).containsExactly("1 LSubject;watch@4");
    assertThat(onVm.of("written"))
        .containsExactly("1 LSubject;watch@2 I 41", "1 LSubject;watch@8 I 42");
    assertThat(onVm.of("popped")).isEqualTo(onHotSpot.of("popped"));
    for (String each : List.of("thrown", "caught", "read", "written")) {
      assertThat(withoutAddresses(onVm, each)).isEqualTo(withoutAddresses(onHotSpot, each));
    }
  }
}
