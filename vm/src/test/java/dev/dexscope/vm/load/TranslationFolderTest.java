package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslationFolderTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  @TempDir private Path folder;

  private Path file(String name, int size, Duration age) throws IOException {
    Path file = Files.write(folder.resolve(name), new byte[size]);
    Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
    return file;
  }

  private Path cache(int number, int size, Duration age) throws IOException {
    return file("%016x.classes".formatted(number), size, age);
  }

  @Test
  void whatWasNotUsedForLongIsRemoved() throws IOException {
    Path old = cache(1, 10, TranslationFolder.LONGEST_UNUSED.plusSeconds(1));
    Path used = cache(2, 10, TranslationFolder.LONGEST_UNUSED.minusSeconds(1));

    new TranslationFolder(folder).tidy(NOW);

    assertThat(old).doesNotExist();
    assertThat(used).exists();
  }

  @Test
  void thoseThatWereNotUsedForTheLongestTimeGoFirst() throws IOException {
    Path last = cache(1, 60, Duration.ofMinutes(1));
    Path first = cache(2, 10, Duration.ofMinutes(3));
    Path middle = cache(3, 40, Duration.ofMinutes(2));

    new TranslationFolder(folder, 100).tidy(NOW);

    assertThat(last).exists();
    assertThat(middle).exists();
    assertThat(first).doesNotExist();
  }

  @Test
  void whatAKilledProcessWasWritingIsRemovedAndNothingOfOthers() throws IOException {
    Duration ages = Duration.ofDays(400);
    Path abandoned = file(".00000000000000a1.classes.7f.part", 1, Duration.ofDays(1));
    Path written = file(".00000000000000a2.classes.7f.part", 1, Duration.ofMinutes(1));
    Path other = file("my.classes", 1, ages);
    Path part = file(".my.classes.1.part", 1, ages);
    Path apps = Files.createDirectory(folder.resolve("apps"));

    new TranslationFolder(folder, 0).tidy(NOW);

    assertThat(abandoned).doesNotExist();
    assertThat(written).exists();
    assertThat(other).exists();
    assertThat(part).exists();
    assertThat(apps).exists();
  }

  @Test
  void isNotLookedAtAtEachEnd() throws IOException {
    new TranslationFolder(folder, 100).tidy(NOW);
    Path late = cache(1, 200, Duration.ZERO);

    new TranslationFolder(folder, 100).tidy(NOW.plusSeconds(60));
    assertThat(late).exists();

    new TranslationFolder(folder, 100).tidy(NOW.plus(TranslationFolder.BETWEEN_CHECKS));
    assertThat(late).doesNotExist();
  }

  @Test
  void aClockThatWasSetBackIsNoReasonToWait() throws IOException {
    new TranslationFolder(folder, 100).tidy(NOW.plus(Duration.ofDays(9)));
    Path large = cache(1, 200, Duration.ZERO);

    new TranslationFolder(folder, 100).tidy(NOW);

    assertThat(large).doesNotExist();
  }

  @Test
  void aFolderThatIsNotThereIsNotMade() {
    new TranslationFolder(folder.resolve("none")).tidy(NOW);

    assertThat(folder.resolve("none")).doesNotExist();
  }
}
