package dev.dexscope.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    cache = new DexCache(kept, 100);
  }

  private String obtain(String key, String content) throws IOException {
    Path output = folder.resolve("output");
    cache.obtain(
        key,
        output,
        file -> {
          made++;
          Files.writeString(file, content);
        });
    return Files.readString(output);
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
    Files.writeString(files().getFirst(), "damaged");

    assertThat(obtain("aa", "one")).isEqualTo("one");
    assertThat(obtain("aa", "one")).isEqualTo("one");
    assertThat(made).isEqualTo(2);
    assertThat(files()).hasSize(1);
  }

  @Test
  void aFileThatCannotBeReadIsNone() throws IOException {
    Files.createDirectories(kept.resolve("aa-00.zip").resolve("inside"));

    assertThat(obtain("aa", "one")).isEqualTo("one");
  }

  @Test
  void theOldestGiveWay() throws IOException {
    Instant before = Instant.now().minus(Duration.ofDays(2));
    for (String each : List.of("aa", "bb", "cc")) {
      obtain(each, each.repeat(20));
      before = before.plusSeconds(60);
      for (Path file : files()) {
        if (file.getFileName().toString().startsWith(each)) {
          Files.setLastModifiedTime(file, FileTime.from(before));
        }
      }
    }
    // Room for two: the first was removed by the third.
    assertThat(obtain("bb", "again")).isEqualTo("bb".repeat(20));
    obtain("dd", "dd".repeat(20));

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

    assertThat(obtain("aa", "one")).isEqualTo("one");
    assertThat(obtain("aa", "two")).isEqualTo("two");
  }

  @Test
  void keysDependOnContentAndOptions() throws IOException {
    Path one = Files.writeString(folder.resolve("1.class"), "one");
    Path same = Files.writeString(folder.resolve("2.class"), "one");
    Path other = Files.writeString(folder.resolve("3.class"), "other");

    String key = DexCache.key(List.of("--release"), List.of(one));

    assertThat(DexCache.key(List.of("--release"), List.of(same))).isEqualTo(key);
    assertThat(DexCache.key(List.of("--release"), List.of(other))).isNotEqualTo(key);
    assertThat(DexCache.key(List.of("--debug"), List.of(one))).isNotEqualTo(key);
    assertThat(DexCache.key(List.of("--release"), List.of(one, same))).isNotEqualTo(key);
  }
}
