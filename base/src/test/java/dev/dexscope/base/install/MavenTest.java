package dev.dexscope.base.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

  private boolean run(String script) throws IOException {
    Path program = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    PrintStream before = System.err;
    System.setErr(new PrintStream(messages, true, StandardCharsets.UTF_8));
    try {
      return new Maven(program).run(folder, "goal");
    } finally {
      System.setErr(before);
    }
  }

  /** It prints warnings of the Java VM, and its errors on standard output. */
  @Test
  void onlyWhyItFailsIsPrinted() throws IOException {
    assertThat(
            run("echo WARNING >&2; echo '[ERROR] No such artifact'; echo '[ERROR] Help'; exit 1"))
        .isFalse();
    assertThat(messages).hasToString("Maven: No such artifact\n");
  }

  /** As Maven 3.8 prints it on Debian. */
  @Test
  void theFirstErrorFollowsAnEscapeSequence() throws IOException {
    assertThat(run("printf '\\033[0m[ERROR] Not found\\n[ERROR] Read on\\n\\033[0m'; exit 1"))
        .isFalse();
    assertThat(messages).hasToString("Maven: Not found\n");
  }

  @Test
  void theLastLineIfThereIsNoError() throws IOException {
    assertThat(run("echo one; echo 'JAVA_HOME is wrong' >&2; exit 1")).isFalse();
    assertThat(messages).hasToString("Maven: JAVA_HOME is wrong\n");
  }

  @Test
  void nothingIfItSucceeds() throws IOException {
    assertThat(run("echo WARNING >&2")).isTrue();
    assertThat(messages).hasToString("");
  }
}
