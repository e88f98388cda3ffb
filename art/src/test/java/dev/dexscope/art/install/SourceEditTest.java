package dev.dexscope.art.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceEditTest {
  @TempDir Path folder;

  @Test
  void editsOfAnInterruptedInstallationAreMadeOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("a.c"), "one\ntwo\n");
    List<SourceEdit> edits =
        List.of(new SourceEdit("a.c", "^one$", "one\none"), new SourceEdit("a.c", "two", "three"));
    SourceEdit.applyAll(folder, edits);
    SourceEdit.applyAll(folder, edits);
    assertThat(file).hasContent("one\none\nthree\n");
  }

  @Test
  void anotherVersionOfTheSourceIsRefused() throws IOException {
    Files.writeString(folder.resolve("a.c"), "one\n");
    List<SourceEdit> edits = List.of(new SourceEdit("a.c", "two", "three"));
    assertThatThrownBy(() -> SourceEdit.applyAll(folder, edits))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("no two");
  }
}
