package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of a program in which all of them happen, here and on HotSpot. */
@FullTier("runs native agents in processes")
@NeedsPeer(Peer.GCC)
class EventsTest {
  @TempDir private static Path folder;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Busy");
    onVm = rig.onVm(rig.agent("events"));
    onHotSpot = rig.onHotSpot(rig.agent("events"));
  }

  @Test
  void theProgramIsNotDisturbed() {
    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program")).hasSize(3);
    assertThat(onVm.of("enable")).isEmpty();
  }

  @Test
  void methodsAreEnteredAndLeftAsOnHotSpot() {
    assertThat(onVm.of("entered")).isEqualTo(onHotSpot.of("entered")).contains("called 0");
    assertThat(onVm.of("left")).isEqualTo(onHotSpot.of("left")).contains("called 0 value 3");
    assertThat(onVm.of("left")).contains("thrown 1");
  }

  @Test
  void classFilesOfDexClassesCanBeChanged() {
    assertThat(onVm.of("hook")).isEqualTo(onHotSpot.of("hook")).contains("Busy new cafebabe");
    assertThat(onVm.of("retransform")).containsExactly("0");
    assertThat(onVm.of("redefine")).containsExactly("0");
    assertThat(onVm.of("prepare")).containsExactly("LBusy;");
    // D8 makes a class of the lambda.
    assertThat(onVm.of("load")).hasSize(2).startsWith("LBusy;");
  }

  /** The program catches one, which the VM would reword if HotSpot had made it. */
  @Test
  void exceptionsOfTheProgramsOwnLoadNoClassesOfThePlatform() {
    assertThat(onVm.of("regex")).isEqualTo(onHotSpot.of("regex")).isEmpty();
  }

  /** HotSpot has the JDK note that a module was changed: agents need not meet its classes then. */
  @Test
  void changingAClassOfThePlatformLoadsNoOther() {
    assertThat(onVm.of("found")).containsExactly("1");
    assertThat(onVm.of("platform")).containsExactly("java/util/IllformedLocaleException");
    assertThat(onVm.of("behind")).isEmpty();
  }

  /** The program starts threads, whose stacks the VM looks at. */
  @Test
  void theVmReflectsOnNothingOnTheProgramsThreads() {
    assertThat(onVm.of("reflected")).isEqualTo(onHotSpot.of("reflected")).isEmpty();
  }

  @Test
  void everyKindHappensThatHappensOnHotSpot() {
    assertThat(kinds(onVm)).isEqualTo(kinds(onHotSpot)).hasSizeGreaterThan(10);
    assertThat(kinds(onVm)).contains(68, 73, 74, 75, 76, 81, 82, 83, 84, 86);
    assertThat(onVm.of("beyond")).isEmpty();
  }

  /** How often each event has happened. */
  private static Map<Integer, Integer> counts(Run run) {
    return run.of("count").stream()
        .map(each -> each.split(" "))
        .collect(
            Collectors.toMap(each -> Integer.parseInt(each[0]), each -> Integer.parseInt(each[1])));
  }

  private static List<Integer> kinds(Run run) {
    return counts(run).entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Test
  void nothingOfTheVmIsSeen() {
    assertThat(onVm.of("ours")).isEmpty();
    // Each class was there at the start, or was told of.
    assertThat(onVm.of("unheard")).isEmpty();
    // Objects whose classes are not in the list of loaded classes.
    assertThat(onVm.of("strange")).isEqualTo(onHotSpot.of("strange"));
  }
}
