package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of all that an agent sees, here and on HotSpot. */
@NeedsPeer(Peer.GCC)
class NamesTest {
  /** Arrays too. Which of them are loaded is the JDK's own affair. */
  private static final String OF_JDK = "\\[*(L(java|javax|jdk|sun|com/sun|org/xml)/.*|[ZBCSIJFD])";

  @TempDir private static Path folder;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Busy");
    onVm = rig.onVm(rig.agent("looking"));
    onHotSpot = rig.onHotSpot(rig.agent("looking"));
  }

  @Test
  void threadsAndGroupsAreHotSpots() {
    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    // HotSpot starts this one when it has told VMInit.
    assertThat(onVm.of("thread"))
        .filteredOn(each -> !each.startsWith("Notification Thread "))
        .containsExactlyInAnyOrderElementsOf(onHotSpot.of("thread"))
        .hasSizeGreaterThan(3);
    assertThat(onVm.of("group")).isEqualTo(onHotSpot.of("group"));
    assertThat(onVm.of("frames")).isEqualTo(onHotSpot.of("frames"));
  }

  @Test
  void modulesAreHotSpotsAndPropertiesAreTheirs() {
    assertThat(onVm.of("module"))
        .containsExactlyInAnyOrderElementsOf(onHotSpot.of("module"))
        .contains("java.base");
    // What the launcher says to us, and the command by which the process was started.
    assertThat(onVm.of("ours")).isEmpty();
  }

  private static Set<String> withoutJdks(Collection<String> names) {
    return names.stream().filter(each -> !each.matches(OF_JDK)).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"class", "last-class"})
  void classesAreTheProgramsAndItsPlatforms(String when) {
    Set<String> ours = withoutJdks(onVm.of(when));
    Set<String> theirs = withoutJdks(onHotSpot.of(when));
    // What the compiler makes of a lambda is a class of the program's here.
    ours.removeIf(each -> each.contains("$$"));
    theirs.removeIf(each -> each.contains("$$"));
    Set<String> android = new HashSet<>(ours);
    android.removeIf(each -> !each.matches("\\[*L(android|dalvik|libcore)/.*"));
    ours.removeAll(android);
    ours.remove("LBusy$0;");

    assertThat(ours).isEqualTo(theirs);
  }

  private static Map<String, String> counts(Run run, String when) {
    return run.of(when).stream()
        .map(each -> each.split(" "))
        .collect(Collectors.toMap(each -> each[0], each -> each[1], (a, b) -> a + " " + b));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reached", "there", "last-reached", "last-there"})
  void objectsAreOfClassesThatAreSeen(String when) {
    String classes = when.startsWith("last-") ? "last-class" : "class";

    assertThat(onVm.of(classes)).containsAll(withoutNothing(counts(onVm, when).keySet()));
    assertThat(onVm.lines()).noneMatch(line -> line.contains("dexscope"));
    assertThat(counts(onVm, when).get("-")).isEqualTo("0");
  }

  private static Set<String> withoutNothing(Set<String> names) {
    return names.stream().filter(each -> !each.equals("-")).collect(Collectors.toSet());
  }
}
