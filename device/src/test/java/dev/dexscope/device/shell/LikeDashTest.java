package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same scripts in the device's shell and in a shell of this machine, on equal files. */
class LikeDashTest {
  private static final Path DASH = Path.of("/bin/dash");
  private static final Path MAWK = Path.of("/usr/bin/mawk");

  @TempDir static Path folder;
  private static TestShell shell;
  private static Path host;

  @BeforeAll
  static void start() throws IOException {
    shell = TestShell.in(folder.resolve("device"));
    host = Files.createDirectories(folder.resolve("host"));
  }

  @AfterAll
  static void stop() throws IOException {
    shell.close();
  }

  private static List<String> scripts(String file) throws IOException {
    try (InputStream in = LikeDashTest.class.getResourceAsStream(file)) {
      assertThat(in).isNotNull();
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split("\n%%\n", -1)).toList();
    }
  }

  /** Files that both find, anew for each script. */
  private static void fill(Path to) throws IOException {
    try (Stream<Path> files = Files.walk(to)) {
      for (Path each : files.toList().reversed()) {
        if (!each.equals(to)) {
          Files.delete(each);
        }
      }
    }
    Files.createDirectories(to.resolve("d/e"));
    Files.writeString(to.resolve("a.txt"), "one 1\ntwo 2\nthree 3\ntwo 2\n");
    Files.writeString(to.resolve("b.txt"), "x:10:z\ny:9:q\nü:100:\n");
    Files.writeString(to.resolve("d/c.txt"), "in d\n");
    Files.writeString(to.resolve("d/e/f"), "");
    Files.writeString(to.resolve(".hidden"), "h\n");
    Files.writeString(to.resolve("with space"), "s\n");
  }

  private static String ofDevice(String script) throws IOException {
    fill(folder.resolve("device/sdcard"));
    TestShell.Result result = shell.run("cd /sdcard\n" + script, "in 1\nin 2\n");
    return result.out() + "exit " + result.exit();
  }

  private static String ofDash(String script) throws IOException, InterruptedException {
    fill(host);
    ProcessBuilder command = new ProcessBuilder(DASH.toString(), "-c", script, "sh");
    command.directory(host.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
    command.environment().put("LC_ALL", "C.UTF-8");
    command.environment().put("HOME", "/");
    command.redirectInput(Files.writeString(folder.resolve("input"), "in 1\nin 2\n").toFile());
    Process process = command.start();
    var out = new ByteArrayOutputStream();
    process.getInputStream().transferTo(out);
    return out.toString(StandardCharsets.UTF_8) + "exit " + process.waitFor();
  }

  @Test
  void scriptsPrintTheSame() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(DASH), "no dash");
    SoftAssertions all = new SoftAssertions();
    for (String each : scripts("like-dash.txt")) {
      all.assertThat(ofDevice(each)).as(each).isEqualTo(ofDash(each));
    }
    all.assertAll();
  }

  @Test
  void programsOfAwkPrintTheSame() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(DASH), "no dash");
    assumeTrue(Files.isExecutable(MAWK), "no mawk");
    SoftAssertions all = new SoftAssertions();
    for (String each : scripts("like-awk.txt")) {
      String expected = ofDash("awk() { " + MAWK + " \"$@\"; }\n" + each);
      all.assertThat(ofDevice(each)).as(each).isEqualTo(expected);
    }
    all.assertAll();
  }

  /** As in Android's own shell, which has more than POSIX asks for. */
  @Test
  void conditionalsComparePatternsAndDoNotSplitWords() throws IOException {
    String words = "x='a b' p='a*'; echo a > a.txt; ";
    assertThat(
            ofDevice(
                words
                    + "[[ $x == a* ]] && echo 1; [[ $x == $p ]] && echo 2; [[ $x == \"$p\" ]] || echo 3;"
                    + "[[ $x != c* && -f a.txt ]] && echo 4; [[ -z $none || 1 -gt 2 ]] && echo 5;"
                    + "[[ ! ( a < b && 2 -lt 1 ) ]] && echo 6; [[ $none ]] || echo 7;"
                    + "if [[ -n $x &&\n b > a ]]; then echo 8; fi; [[ a = b ]]; echo $?"))
        .isEqualTo("1\n2\n3\n4\n5\n6\n7\n8\n1\nexit 0");
    for (String wrong : List.of("[[ ]]", "[[ a b ]]", "[[ a == ]]", "[[ ( a ]]", "[[ a &&")) {
      assertThat(ofDevice(wrong)).as(wrong).endsWith("exit 2");
    }
  }

  /** Words, quotes and expansions in any order. */
  @Test
  void randomWordsBecomeTheSameFields() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(DASH), "no dash");
    List<String> pieces =
        List.of(
            "a",
            "b c",
            " ",
            "\"",
            "'",
            "\\",
            "$x",
            "${x}",
            "${y:-d e}",
            "${n+set}",
            "\"$@\"",
            "$*",
            "*.txt",
            "?",
            "[ab]*",
            "$((1+2))",
            "$(echo p q)",
            "`echo r`",
            "\"$x y\"",
            "'$x'",
            "${#x}",
            "${x#a}",
            "${x%c}",
            "~",
            "\\*",
            ";",
            "|cat",
            "&& echo",
            "||",
            "\n");
    Random random = new Random(57);
    List<String> scripts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder script =
          new StringBuilder(
              "x='a b*c'; n=; set -- 1 '2 3'; show() { for a; do echo \"<$a>\"; done; }; show ");
      for (int j = random.nextInt(8); j >= 0; j--) {
        script.append(pieces.get(random.nextInt(pieces.size())));
        script.append(random.nextInt(3) == 0 ? " " : "");
      }
      scripts.add(script.toString());
    }
    SoftAssertions all = new SoftAssertions();
    for (String each : scripts) {
      // The codes of errors of the syntax, and of a folder that is no command, differ among shells.
      String dash = ofDash(each);
      if (!dash.endsWith("exit 2") && !dash.endsWith("exit 126")) {
        all.assertThat(ofDevice(each)).as(each).isEqualTo(dash);
      }
    }
    all.assertAll();
  }
}
