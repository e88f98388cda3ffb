package dev.dexscope.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DexCacheTest {
  @TempDir private Path folder;
  private Path kept;
  private DexCache cache;
  private int made;

  @BeforeEach
  void make() {
    kept = folder.resolve("kept");
    cache = new DexCache(kept, 300, Duration.ZERO);
  }

  private String obtain(String key, String content) throws IOException {
    return Files.readString(place(key, content).orElseThrow());
  }

  private Optional<Path> place(String key, String content) throws IOException {
    return cache.obtain(
        key,
        "a.jar",
        file -> {
          made++;
          Files.writeString(file, content);
        });
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(kept)) {
      return files.toList();
    }
  }

  @Test
  void whatWasMadeIsNotMadeAgain() throws IOException {
    assertThat(obtain("aa", "one")).isEqualTo("one");
    assertThat(obtain("aa", "other")).isEqualTo("one");
    assertThat(obtain("ab", "two")).isEqualTo("two");
    assertThat(made).isEqualTo(2);
  }

  @Test
  void aDamagedFileIsReplaced() throws IOException {
    obtain("aa", "one");
    Files.writeString(kept.resolve("aa/a.jar"), "damaged");

    assertThat(obtain("aa", "one")).isEqualTo("one");
    assertThat(obtain("aa", "one")).isEqualTo("one");
    assertThat(made).isEqualTo(2);
    assertThat(files()).hasSize(1);
  }

  /** What is kept of it by its place and times is found again. */
  @Test
  void itStaysAsItIs() throws IOException {
    Path first = place("aa", "one").orElseThrow();
    Object changed = Files.getAttribute(first, "unix:ctime");

    assertThat(place("aa", "one")).contains(first);
    assertThat(Files.getAttribute(first, "unix:ctime")).isEqualTo(changed);
  }

  @Test
  void theOldestGiveWay() throws IOException {
    Instant before = Instant.now().minus(Duration.ofDays(2));
    for (String each : List.of("aa", "bb", "cc")) {
      obtain(each, each.repeat(25));
      before = before.plusSeconds(60);
      for (Path file : files()) {
        if (file.getFileName().toString().startsWith(each)) {
          Files.setLastModifiedTime(file, FileTime.from(before));
        }
      }
    }
    // Room for two: the first was removed by the third.
    assertThat(obtain("bb", "again")).isEqualTo("bb".repeat(25));
    obtain("dd", "dd".repeat(25));

    assertThat(files())
        .extracting(each -> each.getFileName().toString().substring(0, 2))
        .containsExactlyInAnyOrder("bb", "dd");
  }

  @Test
  void whatIsUnusedForAMonthIsRemoved() throws IOException {
    obtain("aa", "one");
    Files.setLastModifiedTime(
        files().getFirst(), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    obtain("bb", "two");

    assertThat(files()).hasSize(1);
  }

  @Test
  void aFolderThatCannotBeWrittenIsNoneAtAll() throws IOException {
    Files.writeString(kept, "a file");

    assertThat(place("aa", "one")).isEmpty();
  }

  @Test
  void keysDependOnContentAndOptions() throws IOException {
    Path one = Files.writeString(folder.resolve("1.class"), "one");
    Path same = Files.writeString(folder.resolve("2.class"), "one");
    Path other = Files.writeString(folder.resolve("3.class"), "other");

    String key = cache.key(List.of("--release"), List.of(one));

    assertThat(cache.key(List.of("--release"), List.of(same))).isEqualTo(key);
    assertThat(cache.key(List.of("--release"), List.of(other))).isNotEqualTo(key);
    assertThat(cache.key(List.of("--debug"), List.of(one))).isNotEqualTo(key);
    assertThat(cache.key(List.of("--release"), List.of(one, same))).isNotEqualTo(key);
  }

  private String changed(Path file, String content, FileTime time) throws IOException {
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, time);
    return cache.key(List.of("--release"), List.of(file));
  }

  private Path note() throws IOException {
    try (Stream<Path> notes = Files.list(kept.resolve("inputs"))) {
      return notes.findFirst().orElseThrow();
    }
  }

  @Test
  void aSingleInputIsNotReadAgainWhileNothingHasChangedIt() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jar"), "one");
    String key = cache.key(List.of("--release"), List.of(file));
    String other = "0".repeat(key.length());
    Files.writeString(note(), Files.readString(note()).replace(key, other));

    assertThat(cache.key(List.of("--release"), List.of(file))).as("what is noted").isEqualTo(other);
  }

  /** As by those who unpack an archive or copy a file with its time. */
  @Test
  void anInputOfTheSameSizeAndTimeIsReadAgain() throws IOException {
    Path file = folder.resolve("a.jar");
    FileTime time = FileTime.fromMillis(1_700_000_000_000L);
    String key = changed(file, "one", time);

    String next = changed(file, "two", time);
    assertThat(next).isNotEqualTo(key);
    Path replacement = Files.writeString(folder.resolve("b.jar"), "six");
    Files.setLastModifiedTime(replacement, time);
    Files.move(replacement, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(cache.key(List.of("--release"), List.of(file))).isNotIn(key, next);
  }

  /** It may change again within the same unit of time. */
  @Test
  void anInputThatHasJustChangedIsReadAgain() throws IOException {
    cache = new DexCache(kept, 300, Duration.ofDays(1));
    cache.key(List.of("--release"), List.of(Files.writeString(folder.resolve("a.jar"), "one")));

    assertThat(kept.resolve("inputs")).doesNotExist();
  }

  @Test
  void damagedNotesAreNotBelieved() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jar"), "one");
    String key = cache.key(List.of("--release"), List.of(file));
    Files.writeString(note(), Files.readString(note()).substring(0, 40));

    assertThat(cache.key(List.of("--release"), List.of(file))).isEqualTo(key);
  }
}
