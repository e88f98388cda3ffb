package dev.dexscope.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of keys that changes while a server runs. */
class KeysTest {
  @TempDir private Path folder;

  private int written;

  /** Writes the file at a time of its own. */
  private Path write(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("keys"), text);
    return Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * ++written));
  }

  private static String line(String app, String key) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    return app + " write " + HexFormat.of().formatHex(digest) + "\n";
  }

  @Test
  void keysThatAreAddedAndTakenAwayCount() throws Exception {
    Keys keys = Keys.read(write(line("shop", "old")));
    assertThat(keys.of("old")).isNotNull();
    assertThat(keys.of("new")).isNull();

    write(line("shop", "new"));

    assertThat(keys.of("old")).isNull();
    assertThat(keys.of("new")).isNotNull();
  }

  @Test
  void aFileThatIsNoneLeavesTheKeysBefore() throws Exception {
    Path file = write(line("shop", "old"));
    Keys keys = Keys.read(file);

    write("shop write 12\n");
    assertThat(keys.of("old")).isNotNull();
    write("");
    assertThat(keys.of("old")).isNotNull();
    Files.delete(file);
    assertThat(keys.of("old")).isNotNull();
    write(line("shop", "new"));
    assertThat(keys.of("old")).isNull();
    assertThat(keys.of("new")).isNotNull();
  }
}
