package dev.dexscope.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TauConfTest {
  private final TauConf conf = new TauConf();

  @Test
  void threadsAndDumps() throws IOException {
    TauConf conf = new TauConf();
    String text =
        "TAU_THREAD_MONITOR=ddm\nTAU_ADB_PORT=5556\nTAU_DUMP_INTERVAL=60\nTAU_ALFRED_SOCKET=0\n";
    conf.read("tau.conf", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    assertThat(conf.warnings()).isEmpty();
    assertThat(conf.threadMonitor).isTrue();
    assertThat(conf.adbPort).isEqualTo(5556);
    assertThat(conf.dumpInterval).isEqualTo(60);
    assertThat(conf.alfredSocket).isFalse();
    conf.read(
        "tau.conf",
        new ByteArrayInputStream("TAU_THREAD_MONITOR=jvmti".getBytes(StandardCharsets.UTF_8)));
    assertThat(conf.warnings()).containsExactly("tau.conf:1: TAU_THREAD_MONITOR cannot be jvmti");
  }

  @Test
  void everySettingIsRead() throws IOException {
    read(
        """
        # what we measure
        PROFILEDIR=/sdcard/profiles   # here
        export TAU_ALFRED_PORT = 7000
        TAU_VERBOSE=1
        TAU_PROFILE=off
        TAU_TRACE=yes
        TAU_METRICS=TIME:CPU_TIME
        TAU_THROTTLE=0
        TAU_THROTTLE_NUMCALLS=5
        TAU_THROTTLE_PERCALL=6
        TAU_COMPENSATE=true
        TAU_CALLPATH=1
        TAU_CALLPATH_DEPTH=9
        """);

    assertThat(conf.warnings()).isEmpty();
    assertThat(conf.profileDir).isEqualTo("/sdcard/profiles");
    assertThat(conf.alfredPort).isEqualTo(7000);
    assertThat(conf.verbose).isTrue();
    assertThat(conf.profile).isFalse();
    assertThat(conf.trace).isTrue();
    assertThat(conf.cpuTime).isTrue();
    assertThat(conf.throttle).isFalse();
    assertThat(conf.throttleNumCalls).isEqualTo(5);
    assertThat(conf.throttlePerCall).isEqualTo(6);
    assertThat(conf.compensate).isTrue();
    assertThat(conf.callPath).isTrue();
    assertThat(conf.callPathDepth).isEqualTo(9);
  }

  @Test
  void whatIsNotUnderstoodIsNamedAndChangesNothing() throws IOException {
    read("TAU_SPEED=9\r\nTAU_ALFRED_PORT=70000\nTAU_TRACE=perhaps\nnonsense\nTAU_METRICS=PAPI\n");

    assertThat(conf.warnings())
        .containsExactly(
            "test:1: TAU_SPEED is not known",
            "test:2: TAU_ALFRED_PORT cannot be 70000",
            "test:3: TAU_TRACE cannot be perhaps",
            "test:4: not NAME=VALUE",
            "test:5: TAU_METRICS cannot be PAPI");
    assertThat(conf.alfredPort).isEqualTo(6113);
    assertThat(conf.trace).isFalse();
  }

  @Test
  void aLaterFileOverridesWhatItNames() throws IOException {
    read("TAU_CALLPATH=1\nTAU_CALLPATH_DEPTH=5\n");
    read("TAU_CALLPATH_DEPTH=7\n");

    assertThat(conf.callPath).isTrue();
    assertThat(conf.callPathDepth).isEqualTo(7);
  }

  @Test
  void theFilesFolderHasItsOwn(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("tau.conf"), "PROFILEDIR=elsewhere\n");

    assertThat(TauConf.load(folder.toFile()).profileDir).isEqualTo("elsewhere");
    assertThat(TauConf.load(new File(folder.toFile(), "nowhere")).profileDir).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsRefused() {
    assertThatThrownBy(() -> read("#".repeat(1 << 17))).isInstanceOf(IOException.class);
  }

  @FuzzTest
  void anyBytesAreReadOrRefused(byte[] bytes) {
    try {
      conf.read("fuzz", new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      assertThat(bytes.length).isGreaterThan(1 << 16);
    }
  }

  private void read(String text) throws IOException {
    conf.read("test", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
