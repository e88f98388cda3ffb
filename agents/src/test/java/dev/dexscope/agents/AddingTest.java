package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@FullTier("runs native agents in processes")
@NeedsPeer(Peer.GCC)
class AddingTest {
  /** A jar with a class that neither the program's dex file nor its class files have. */
  private static Path jar(Path folder) throws Exception {
    Path source = folder.resolve("Added.java");
    Files.writeString(
        source, "public class Added { public static String word() { return \"brought\"; } }");
    TestCompiler.javac("--release", "11", "-d", folder.toString(), source.toString());
    Path jar = folder.resolve("added.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("Added.class"));
      out.write(Files.readAllBytes(folder.resolve("Added.class")));
    }
    return jar;
  }

  @Test
  void theProgramFindsClassesThatANativeAgentAdds(@TempDir Path folder, @TempDir Path added)
      throws Exception {
    var rig = new AgentRig(folder, "Adding");
    String agent = rig.agent("adding") + "=" + jar(added);

    Run onVm = rig.onVm(agent);
    Run onHotSpot = rig.onHotSpot(agent);

    assertThat(onVm.of("program")).containsExactly("brought");
    assertThat(onVm.lines()).isEqualTo(onHotSpot.lines());
  }
}
