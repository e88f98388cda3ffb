package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppRequestTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    var request =
        new AppRequest(
            List.of(Path.of("/a/base.apk"), Path.of("/a/split=1.apk")),
            35,
            ".Second",
            "https://x.example/?a=b",
            List.of("k=v", "name=Zo\u00eb \u2603"),
            List.of("android.permission.CAMERA"),
            Script.parse("text:id/a=x\\;y; tap:OK"),
            2,
            new Pace(true, 120, Duration.ofMillis(1500), Duration.ofMinutes(2)),
            new AppHeap(192),
            Natives.STUB,
            "/lib",
            false,
            "out.trace",
            "/a/tests.apk",
            List.of("class=a.B#c"),
            true,
            List.of("--agentpath=/a/lib.so=x=y", "--javaagent=a.jar"),
            folder);

    request.write();

    assertThat(AppRequest.read(folder)).isEqualTo(request);
    assertThat(AppRequest.isIn(folder, Path.of("out.trace"))).as("another trace's").isFalse();
  }

  /** Files marked as ours are deleted. */
  @Test
  void aFileOfThatNameOfSomebodyElseIsNoRequest() throws IOException {
    Path trace = folder.resolve("app.trace");
    Path file = folder.resolve("request.properties");
    assertThat(AppRequest.isIn(folder, trace)).isFalse();
    Files.writeString(file, "trace=" + trace + "\n");
    assertThat(AppRequest.isIn(folder, trace)).isFalse();
    Files.writeString(file, "#What this run was to do, made by dexscope.\ntrace=" + trace + "\n");
    assertThat(AppRequest.isIn(folder, trace)).isTrue();
  }
}
