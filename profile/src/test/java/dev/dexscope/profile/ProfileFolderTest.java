package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.inject.Left;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFolderTest {
  @TempDir Path work;

  @Test
  void anEarlierRunsFolderIsUsedAgainWithoutWhatItLeft() throws IOException {
    Path path = work.resolve("app-profile");
    ProfileFolder first = ProfileFolder.prepare(path);
    first.configure("TAU_CALLPATH=1");
    Files.writeString(first.trace(), "calls");
    Files.writeString(first.flame(), "picture");
    first.listNotMeasured(List.of(new Left("p.C.a\tb()V", "native")));
    assertThat(first.notMeasured()).hasContent("p.C.a?b()V\tnative\n");
    Files.writeString(path.resolve("profile.0.0.1"), "times");

    ProfileFolder second = ProfileFolder.prepare(path);

    assertThat(second.trace()).doesNotExist();
    assertThat(second.flame()).doesNotExist();
    assertThat(second.notMeasured()).doesNotExist();
    assertThat(second.profiles()).isEmpty();
    assertThat(second.conf()).content().contains("\nTAU_CALLPATH=1\n", "\nPROFILEDIR=" + path);
  }

  @Test
  void aFolderOfOthersIsLeftAlone() throws IOException {
    Files.writeString(work.resolve("profile.txt"), "mine");

    assertThatThrownBy(() -> ProfileFolder.prepare(work))
        .isInstanceOf(RefusedFileException.class)
        .hasMessage("output exists, " + work + "; name a new folder");
    assertThat(work.resolve("profile.txt")).hasContent("mine");
  }

  /** The run time's settings end a value at a number sign. */
  @Test
  void aNameThatTheSettingsCannotHoldIsRefused() {
    Path path = work.resolve("a#b");

    assertThatThrownBy(() -> ProfileFolder.prepare(path))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageStartingWith("the folder's name has a # in it, " + path);
    assertThat(path).doesNotExist();
  }

  @Test
  void theFoldersOfEarlierRunsGo() throws IOException {
    Path path = work.resolve("out");
    ProfileFolder folder = ProfileFolder.prepare(path);
    folder.configure("");
    for (int i = 1; i <= 2; i++) {
      ProfileFolder run = folder.ofRun(i);
      run.configure("");
      Path metric = Files.createDirectory(run.path().resolve("MULTI__TIME"));
      Files.writeString(metric.resolve("profile.0.0.0"), "");
      Files.writeString(run.trace(), "");
      Files.writeString(run.path().resolve("Hello.jar"), "of a process");
    }
    Files.createDirectory(path.resolve("mine"));

    ProfileFolder.prepare(path);

    assertThat(path.resolve("run-1")).doesNotExist();
    assertThat(path.resolve("run-2")).doesNotExist();
    assertThat(path.resolve("mine")).exists();
  }

  @Test
  void theProfilesOfTheFirstThreadComeFirst() throws IOException {
    ProfileFolder folder = ProfileFolder.prepare(work.resolve("out"));
    for (String name : new String[] {"profile.0.0.10", "profile.0.0.9", "profile.0.0.0"}) {
      Files.writeString(folder.path().resolve(name), "");
    }

    assertThat(folder.profiles())
        .extracting(each -> each.getFileName() + "")
        .containsExactly("profile.0.0.0", "profile.0.0.9", "profile.0.0.10");
  }
}
