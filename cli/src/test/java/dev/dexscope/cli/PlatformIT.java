package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs with {@code main} that use Android's framework, by the packaged jars. */
@FullTier("starts the framework for each test")
@NeedsPeer(Peer.APP_FRAMEWORK)
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlatformIT {
  @TempDir private Path folder;

  @BeforeEach
  void installTheFramework() throws Exception {
    Packaged.installTheFramework(folder);
  }

  @Test
  void callsOfThePlatformDoWhatIsDocumented() throws Exception {
    Path source = folder.resolve("AndroidProbes.java");
    try (InputStream in = PlatformIT.class.getResourceAsStream("AndroidProbes.java")) {
      Files.copy(Objects.requireNonNull(in), source);
    }

    Run run = Packaged.dexscope(folder, "run", source.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("98 as documented\n");
  }

  @Test
  void aProfileNamesTheFrameworksShareOfAProgram() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Queries.java"),
            """
            import android.net.Uri;
            public class Queries {
              static String value(int i) {
                return Uri.parse("http://host/path?key=" + i).getQueryParameter("key");
              }
              public static void main(String[] args) {
                long sum = 0;
                for (int i = 0; i < 100_000; i++) {
                  sum += Integer.parseInt(value(i));
                }
                System.out.println(sum);
                System.exit(5);
              }
            }
            """);

    Run run = Packaged.dexscope(folder, "profile", "-o", "out", source.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("4999950000\n")
        .contains("Queries.value", "exit code    5")
        .containsPattern("100000 +0  Queries.value\\(int\\)");
  }

  @Test
  void anExceptionAndATraceAreThoseOfAnyProgram() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Fails.java"),
            """
            import android.text.TextUtils;
            public class Fails {
              public static void main(String[] args) {
                System.out.println(TextUtils.join("+", args));
                throw new IllegalStateException("on purpose");
              }
            }
            """);

    Run run =
        Packaged.dexscope(folder, "run", "--trace", "fails.trace", source.toString(), "a", "b");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("a+b\n");
    assertThat(run.err())
        .contains("Exception in thread \"main\" java.lang.IllegalStateException: on purpose")
        .contains("\tat Fails.main(Fails.java:5)");
    Run report = Packaged.dexscope(folder, "report", "fails.trace");
    assertThat(report.out()).contains("Fails.main", "android.text.TextUtils.join");
  }
}
