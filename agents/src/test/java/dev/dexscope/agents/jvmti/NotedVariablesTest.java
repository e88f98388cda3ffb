package dev.dexscope.agents.jvmti;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses are of one library only, and those of the JVM are what the search finds. */
class NotedVariablesTest {
  private static final Map<String, Long> ADDRESSES =
      Map.of("one", 0x10L, "other", 0x7fff_0000_1238L);

  @TempDir private Path folder;
  private Path library;
  private Path notes;

  @BeforeEach
  void write() throws IOException {
    library = Files.writeString(folder.resolve("library"), "code");
    notes = folder.resolve("notes");
    NotedVariables.write(notes, library, ADDRESSES);
  }

  @Test
  void areReadAsWritten() {
    assertThat(NotedVariables.read(notes, library)).isEqualTo(ADDRESSES);
  }

  @Test
  void areNotThoseOfALibraryOfAnotherSize() throws IOException {
    FileTime time = Files.getLastModifiedTime(library);
    Files.writeString(library, "longer code");
    Files.setLastModifiedTime(library, time);

    assertThat(NotedVariables.read(notes, library)).isEmpty();
  }

  @Test
  void areNotThoseOfALibraryOfAnotherTime() throws IOException {
    Files.setLastModifiedTime(library, FileTime.fromMillis(0));

    assertThat(NotedVariables.read(notes, library)).isEmpty();
  }

  @Test
  void areNoneInADamagedFile() throws IOException {
    for (String line : new String[] {"name", "name ", "name xyz"}) {
      String mark = Files.readAllLines(notes).getFirst();
      Path damaged = Files.writeString(folder.resolve("damaged"), mark + "\n" + line + "\n");

      assertThat(NotedVariables.read(damaged, library)).as(line).isEmpty();
    }
    assertThat(NotedVariables.read(Files.writeString(notes, ""), library)).isEmpty();
    assertThat(NotedVariables.read(folder.resolve("absent"), library)).isEmpty();
  }

  @Test
  void ofTheJvmAreThoseOfTheSearch() throws IOException {
    Path jvm =
        Path.of(System.getProperty("java.home"), "lib", "server", System.mapLibraryName("jvm"));

    ReservedCapabilities.noteAccounts(folder.resolve("agents.so"));

    Map<String, Long> noted = NotedVariables.read(folder.resolve("agents.so.variables"), jvm);
    assertThat(noted).isEqualTo(HiddenSymbols.find(jvm, noted.keySet(), 16));
    assertThat(Set.copyOf(noted.values())).hasSize(noted.size());
  }
}
