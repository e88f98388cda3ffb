package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

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
  void threadsAndDumps() {
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
  void everySettingIsRead() {
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
  void metricsAreClocks() {
    read("TAU_METRICS=NONE\n");
    assertThat(conf.isUntimed()).isTrue();
    assertThat(conf.isThrottling()).isFalse();
    read("TAU_TRACE=1\n");
    assertThat(conf.isUntimed()).as("a trace is made of times").isFalse();
    read("TAU_METRICS=CPU_TIME,TIME\nTAU_METRICS=TIMECPU\nTAU_METRICS=TIME:NONE\n");
    assertThat(conf.cpuTime).isTrue();
    assertThat(conf.warnings())
        .containsExactly(
            "test:2: TAU_METRICS cannot be TIMECPU", "test:3: TAU_METRICS cannot be TIME:NONE");
  }

  @Test
  void whatIsNotUnderstoodIsNamedAndChangesNothing() {
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
    read("#".repeat(1 << 17));

    assertThat(conf.warnings()).containsExactly("test: more than 65536 bytes");
  }

  @FuzzTest
  void anyBytesAreReadOrRefused(byte[] bytes) {
    conf.read("fuzz", new ByteArrayInputStream(bytes));

    assertThat(conf.warnings()).allMatch(each -> each.startsWith("fuzz:"));
  }

  private void read(String text) {
    conf.read("test", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
