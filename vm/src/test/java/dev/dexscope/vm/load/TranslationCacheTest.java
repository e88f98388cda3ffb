package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslationCacheTest {
  private static final byte[] ONE = {1, 2, 3};
  private static final byte[] TWO = {4, 5};

  @TempDir private Path folder;

  private void save(String name, byte[] code) {
    TranslationCache cache = TranslationCache.open(folder, "key", true);
    cache.add(name, code);
    cache.finish();
  }

  private byte @Nullable [] find(String name) {
    return TranslationCache.open(folder, "key", true).find(name);
  }

  private Path onlyFile() throws IOException {
    try (var files = Files.list(folder)) {
      return files.findAny().orElseThrow();
    }
  }

  @Test
  void runsAddToWhatEarlierRunsHaveLeft() {
    save("p.One", ONE);
    save("p.Two", TWO);

    assertThat(find("p.One")).isEqualTo(ONE);
    assertThat(find("p.Two")).isEqualTo(TWO);
    assertThat(find("p.Three")).isNull();
    assertThat(TranslationCache.open(folder, "other", true).isFilled()).isFalse();
  }

  @Test
  void whatWasChangedOrCutIsNeverUsed() throws IOException {
    save("p.One", ONE);
    save("p.Two", TWO);
    Path file = onlyFile();
    byte[] whole = Files.readAllBytes(file);
    var random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      byte[] broken =
          Arrays.copyOf(whole, i % 3 == 0 ? random.nextInt(whole.length) : whole.length);
      if (broken.length == whole.length) {
        broken[random.nextInt(whole.length)] ^= (byte) (1 + random.nextInt(255));
      }
      Files.write(file, broken);
      assertThat(find("p.One")).isIn(ONE, null);
      assertThat(find("p.Two")).isIn(TWO, null);
    }
  }

  @Test
  void mayBeDeletedWhileItIsUsed() throws IOException {
    save("p.One", ONE);
    TranslationCache cache = TranslationCache.open(folder, "key", true);
    Files.delete(onlyFile());
    cache.add("p.Two", TWO);
    cache.finish();

    assertThat(find("p.Two")).isEqualTo(TWO);
  }

  @Test
  void filesThatAreOpenedForEachClassMayBeReplaced() throws IOException {
    save("p.One", ONE);
    TranslationCache cache = TranslationCache.open(folder, "key", false);
    assertThat(cache.find("p.One")).isEqualTo(ONE);
    save("p.Earlier", TWO);
    assertThat(cache.find("p.One")).isIn(ONE, null);
    Files.delete(onlyFile());
    assertThat(cache.find("p.One")).isNull();
  }

  @Test
  void whatIsAddedIsFoundAtOnce() {
    TranslationCache cache = TranslationCache.open(folder, "key", true);
    cache.add("p.One", ONE);
    assertThat(cache.find("p.One")).isEqualTo(ONE);
    cache.finish();
    assertThat(cache.find("p.One")).isEqualTo(ONE);
  }
}
