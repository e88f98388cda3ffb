package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeCrashTest {
  /** The parts of a report of JDK 25 that are read. */
  private static final String REPORT =
      """
      #
      # A fatal error has been detected by the Java Runtime Environment:
      #
      #  SIGSEGV (0xb) at pc=0x00007f86c4277a30, pid=18768, tid=18769
      #
      # Problematic frame:
      # C  [libprogram.so+0x1234]  crash+0x8
      #

      Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)
      C  [libprogram.so+0x1234]  crash+0x8
      C  [libprogram.so+0x2000]  outer+0x10
      j  com.acme.Main.crash()V+0

      Java frames: (J=compiled Java code, j=interpreted, Vv=VM code)
      j  com.acme.Main.crash()V+0
      J 12 c1 com.acme.Main.main([Ljava/lang/String;)V (8 bytes) @ 0x00007f86 [0x0+0x5c]

      siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000000
      """;

  @Test
  void theReportNamesLibraryOffsetSymbolAndJavaStack() {
    assertThat(NativeCrash.parse(REPORT).text())
        .isEqualTo(
            """
            dexscope: the app crashed in native code: SIGSEGV, [libprogram.so+0x1234]  crash+0x8
                at [libprogram.so+0x1234]  crash+0x8
                at [libprogram.so+0x2000]  outer+0x10
                at com.acme.Main.crash()V+0
                at com.acme.Main.main([Ljava/lang/String;)V (8 bytes) @ 0x00007f86 [0x0+0x5c]
            """);
  }

  @Test
  void theLibraryThatEndedTheProcessIsNamed() {
    String aborted =
        REPORT.replaceFirst("# C .*", "# C  [libdexscope-bionic.so+0x7a30]  bionic_die+0x50");
    assertThat(NativeCrash.parse(aborted).place()).isEqualTo("[libprogram.so+0x1234]  crash+0x8");
  }

  @Test
  void noReportIsNoCrash(@TempDir Path folder) throws IOException {
    assertThat(NativeCrash.read(folder.resolve("crash.log"))).isNull();
  }
}
