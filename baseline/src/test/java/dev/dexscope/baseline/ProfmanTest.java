package dev.dexscope.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tool of Android's own runtime reads what is written here, and the other way round. */
@FullTier("starts the runtime's own tool, and D8")
@NeedsPeer(Peer.ART)
class ProfmanTest {
  private static final String RULES =
      """
      HSPLacme/Shape;-><init>(I)V
      PLacme/Shape;->area([J)[[Ljava/lang/String;
      Lacme/Main;
      HLacme/Main;->main([Ljava/lang/String;)V
      SLacme/Main;->twice(I)I
      """;

  @TempDir Path folder;

  private Path program;
  private List<ArtProfile.Code> code;

  @BeforeEach
  void compile() throws Exception {
    Path main = folder.resolve("Main.java");
    Files.writeString(
        main,
        """
        package acme;
        public class Main {
          static int twice(int n) { return 2 * n; }
          public static void main(String[] args) { new Shape(twice(args.length)).area(null); }
        }
        class Shape {
          private final int n;
          Shape(int n) { this.n = n; }
          String[][] area(long[] sides) { return new String[n][]; }
        }
        """);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    TestCompiler.javac("--release", "11", "-d", classes.toString(), main.toString());
    program = folder.resolve("base.jar");
    TestCompiler.d8(TestCompiler.classesIn(classes.resolve("acme")), 26, program);
    code = ArtProfile.codeOf(program);
  }

  private Rules rules() {
    return Rules.parse("rules", RULES.getBytes(StandardCharsets.UTF_8));
  }

  private String profman(String... words) throws IOException, InterruptedException {
    Path built = Path.of(System.getenv("ART_ORACLE"));
    List<String> command = new ArrayList<>(List.of(built.resolve("lib/profman").toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("--apk=" + program, "--dex-location=base.apk"));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LD_LIBRARY_PATH", built.resolve("lib").toString());
    builder.environment().put("ANDROID_ROOT", built.resolve("root").toString());
    builder.environment().put("ANDROID_DATA", built.resolve("root").toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  private Path write(String name, Rules rules) throws IOException {
    ArtProfile profile =
        ArtProfile.of(rules, code, Names.OF_PACKAGE).installed("base.apk", ProfileVersion.P);
    return Files.write(folder.resolve(name), ProfileWriter.profile(profile, ProfileVersion.P));
  }

  @Test
  void itReadsOurs() throws Exception {
    Path file = write("ours.prof", rules());
    String dumped = profman("--dump-classes-and-methods", "--profile-file=" + file);
    assertThat(Rules.parse("dump", dumped.getBytes(StandardCharsets.UTF_8))).isEqualTo(rules());
  }

  @Test
  void itsProfilesAreRead() throws Exception {
    Path text = Files.writeString(folder.resolve("rules.txt"), RULES);
    Path file = folder.resolve("its.prof");
    profman("--create-profile-from=" + text, "--reference-profile-file=" + file);
    ProfileReader.Found found = ProfileReader.profile("its", Files.readAllBytes(file));
    assertThat(found.version()).isEqualTo(ProfileVersion.P);
    assertThat(found.profile().rules(code, Names.OF_PACKAGE)).isEqualTo(rules());
  }
}
