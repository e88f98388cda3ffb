package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealTest {
  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void make() throws IOException {
    file = Files.writeString(folder.resolve("kept.bin"), "content");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
  }

  private void seal() throws IOException {
    Seal.of(file).set(Sha256.of(file));
  }

  @Test
  void nothingHoldsThatWasNotStated() throws IOException {
    assertThat(Seal.of(file).isSet()).isFalse();
    assertThat(Seal.of(file).holds()).isFalse();

    seal();
    assertThat(Seal.of(file).isSet()).isTrue();
    assertThat(Seal.of(file).holds()).isTrue();

    Files.delete(file);
    assertThat(Seal.of(file).holds()).isFalse();
  }

  @Test
  void whatHasChangedDoesNotHold() throws IOException {
    seal();
    Files.writeString(file, "c0ntent");
    assertThat(Seal.of(file).holds()).isFalse();
    Files.writeString(file, "conten");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    assertThat(Seal.of(file).holds()).as("another length").isFalse();
  }

  /** A copy has another time; once is enough to see that it is the same. */
  @Test
  void anotherTimeIsAReasonToLookOnce() throws IOException {
    String digest = Sha256.of(file);
    seal();
    FileTime later = FileTime.fromMillis(2_000_000);
    Files.setLastModifiedTime(file, later);
    assertThat(Seal.of(file).holds()).isTrue();

    // Not looked at again: only length and time are.
    Files.writeString(file, "c0ntent");
    Files.setLastModifiedTime(file, later);
    assertThat(Seal.of(file).holds()).isTrue();
    assertThat(Seal.of(file).holds(digest)).isTrue();
  }

  @Test
  void aDigestThatIsKnownNeedsNoStatement() throws IOException {
    String digest = Sha256.of(file);

    assertThat(Seal.of(file).holds("0".repeat(64))).isFalse();
    assertThat(Seal.of(file).holds(digest)).isTrue();
    assertThat(Seal.of(file).isSet()).isTrue();
    assertThat(Seal.of(file).holds("0".repeat(64))).as("of another version").isFalse();
  }

  @Test
  void aDamagedStatementIsNone() throws IOException {
    seal();
    for (String text : List.of("", "x", "7 now", "x y z", "7 a b c")) {
      Files.writeString(folder.resolve("kept.bin.seal"), text);
      assertThat(Seal.of(file).holds()).as(text).isFalse();
    }
  }

  /** The Java VM passes the command of its option to a shell. */
  @Test
  void whoHasCrashedWithItLeavesAMark() throws Exception {
    seal();
    String option = Seal.of(file).onCrash().getFirst();
    assertThat(option).startsWith("-XX:OnError=");
    assertThat(Seal.of(file).isSuspect()).isFalse();

    String command = option.substring("-XX:OnError=".length());
    assertThat(new ProcessBuilder("sh", "-c", command).start().waitFor()).isZero();

    assertThat(Seal.of(file).isSuspect()).isTrue();
    assertThat(Seal.of(file).holds()).isFalse();
    seal();
    assertThat(Seal.of(file).holds()).isTrue();
  }

  @Test
  void aNameThatCannotBeToldIsNotTold() {
    for (String name : List.of("a'b", "a;b", "a%p", "a\nb")) {
      assertThat(Seal.of(folder.resolve(name)).onCrash()).as(name).isEmpty();
    }
  }

  @Test
  void allThatIsBesideItGoesWithIt() throws IOException {
    seal();
    Files.createFile(folder.resolve("kept.bin.died"));

    Seal.of(file).delete();

    assertThat(folder).isEmptyDirectory();
  }
}
