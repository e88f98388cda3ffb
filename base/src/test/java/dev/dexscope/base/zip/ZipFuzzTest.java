package dev.dexscope.base.zip;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;

/** For any bytes: an archive that can be written again, or an {@link ZipFormatException}. */
class ZipFuzzTest {
  private static final long LARGE = 1 << 24;

  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) throws IOException {
    try (ZipArchive archive = ZipArchive.of("fuzz.apk", bytes)) {
      assertThat(archive.signingBlock().certificates()).doesNotContainNull();
      Set<String> readable = new HashSet<>();
      for (Entry entry : archive.entries()) {
        boolean whole = entry.isWhole();
        if (entry.size() < LARGE && whole) {
          assertThat(entry.read()).hasSize((int) entry.size());
          readable.add(entry.name());
        }
      }
      byte[] out = ZipRewriterTest.write(new ZipRewriter(archive).put("new", new byte[] {1}));
      ZipArchive again = ZipArchive.of("written.apk", out);
      for (Entry entry : again.entries()) {
        Entry old = archive.find(entry.name()).orElse(entry);
        if (entry.name().equals("new") || entry.method() != old.method()) {
          assertThat(entry.isWhole()).isTrue();
          continue;
        }
        assertThat(entry.data().toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(old.data().toArray(ValueLayout.JAVA_BYTE));
        assertThat(entry.isWhole()).isEqualTo(readable.contains(entry.name()) || old.isWhole());
      }
      assertThat(ZipRewriterTest.write(new ZipRewriter(again))).isEqualTo(out);
    } catch (ZipFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }
}
