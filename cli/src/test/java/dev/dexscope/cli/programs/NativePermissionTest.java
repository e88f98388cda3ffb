package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dexscope.cli.programs.Question.Answer;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.natives.NativeLibraries;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativePermissionTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> questions = new ArrayList<>();

  @BeforeEach
  void needsLibrariesThatRun() {
    assumeTrue(NativeLibraries.isSupported(), "this machine runs no libraries of Android's");
  }

  private Path pack(String name, String abi, String content) throws IOException {
    Path file = folder.resolve(name);
    try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("classes.dex"));
      out.write(name.getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new ZipEntry("lib/" + abi + "/liba\u001b.so"));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private boolean isGiven(boolean always, Answer answer, Path file) throws IOException {
    return new NativePermission(
            folder.resolve("permitted"),
            Terminal.ofStreams(OutputStream.nullOutputStream(), err),
            always,
            question -> {
              questions.add(question);
              return answer;
            })
        .isGiven(List.of(file));
  }

  @Test
  void isRequestedOnceForEachContent() throws IOException {
    Path app = pack("a.apk", "x86_64", "one");

    assertThat(isGiven(false, Answer.YES, app)).isTrue();
    assertThat(isGiven(false, Answer.NO, app)).as("the answer is kept").isTrue();
    assertThat(isGiven(false, Answer.NO, pack("b.apk", "x86_64", "one")))
        .as("other code with the same libraries")
        .isTrue();
    assertThat(isGiven(false, Answer.NO, pack("a.apk", "x86_64", "two"))).isFalse();

    assertThat(questions)
        .hasSize(2)
        .allMatch(each -> each.contains("run with your rights: liba?.so"));
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("libraries are not loaded");
  }

  @Test
  void isNotRequestedForWhatDoesNotRunOrIsPermitted() throws IOException {
    assertThat(isGiven(false, Answer.NO, pack("a.apk", "arm64-v8a", "one"))).isTrue();
    assertThat(isGiven(true, Answer.NO, pack("b.apk", "x86_64", "one"))).isTrue();
    assertThat(questions).isEmpty();
    assertThat(err.size()).isZero();
  }

  @Test
  void withoutTerminalALineNamesTheLibraries() throws IOException {
    Path app = pack("a.apk", "x86_64", "one");

    assertThat(isGiven(false, Answer.NONE, app)).isTrue();
    assertThat(isGiven(false, Answer.NO, app)).as("nothing is kept").isFalse();

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("dexscope: native libraries run with your rights: liba?.so (--yes");
  }
}
