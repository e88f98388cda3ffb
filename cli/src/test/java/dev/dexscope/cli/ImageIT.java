package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shipped: the runtime image, whose Java runtime has fewer modules than a JDK. */
@FullTier("makes a runtime image, and starts it")
class ImageIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private static Path made;
  @TempDir private Path folder;

  private static Path image() {
    return made.resolve("image");
  }

  @BeforeAll
  static void makeTheImage() throws Exception {
    String script =
        """
        set -eu
        . '%1$s/scripts/launch.sh'
        . '%1$s/scripts/image.sh'
        runtime_image '%1$s' "$1" '%1$s/cli/target/app' '%2$s'
        compiler_directives '%2$s/app'
        cp '%1$s/cli/target/app/agents.so' '%2$s/app/' 2>/dev/null || true
        """
            .formatted(ROOT, image());
    Run run = start(made, List.of("bash", "-c", script, "bash", System.getProperty("java.home")));
    assertThat(run.exit()).as(run.err()).isZero();
  }

  private static Run start(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("XDG_CACHE_HOME", Packaged.CACHE.toString());
    Process process = builder.start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private Run dexscope(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(image().resolve("bin/dexscope").toString()));
    command.addAll(List.of(arguments));
    return start(folder, command);
  }

  @Test
  void programsFindAllThatAJdkHas() throws Exception {
    Files.writeString(
        folder.resolve("Whole.java"),
        """
        import java.util.*;
        public class Whole {
          public static void main(String[] args) throws Exception {
            System.out.println(java.time.DayOfWeek.THURSDAY
                .getDisplayName(java.time.format.TextStyle.FULL, Locale.FRANCE));
            System.out.println(String.format(Locale.GERMANY, "%,.2f", 1234.5));
            System.out.println(Arrays.toString("A1".getBytes("IBM037")));
            var field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            System.out.println(field.get(null) != null);
            System.out.println(new javax.security.auth.Subject().getPrincipals());
            System.out.println(java.util.logging.Logger.getLogger("a").getName());
            System.out.println(new java.net.URI("http://a/b").getPath());
            System.out.println(javax.xml.parsers.DocumentBuilderFactory.newInstance() != null);
          }
        }
        """);
    Run here = dexscope("run", "Whole.java");
    Run checkout = Packaged.dexscope(folder, "run", "Whole.java");

    assertThat(here.err()).isEmpty();
    assertThat(here.out()).startsWith("jeudi\n1.234,50\n[-63, -15]\ntrue\n");
    assertThat(here.out()).isEqualTo(checkout.out());
    Run profile = dexscope("profile", "Whole.java", "-o", "out");
    assertThat(profile.exit()).as(profile.err()).isZero();
    assertThat(profile.out()).contains("ran twice: times by samples", "Whole.main(String[])");
  }

  @Test
  @NeedsPeer(Peer.APP_FRAMEWORK)
  void appsRun() throws Exception {
    Packaged.installTheFramework(folder);
    Path app = ROOT.resolve("samples/target/birdbook.apk");
    Run run = dexscope("run", app.toString(), "--do", "tap:id/species; back");

    assertThat(run.exit()).as(run.err()).isZero();
  }

  @Test
  void theSampleIsThere() {
    assertThat(image().resolve("samples/json-crunch.apk")).exists();
    assertThat(image().resolve("README.md")).content().contains("samples/json-crunch.apk");
  }
}
