package dev.dexscope.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.trace.MappingFormatException;
import dev.dexscope.trace.TraceFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class FailureTest {
  @Test
  void missingFile() {
    assertThat(Failure.of(new NoSuchFileException("a.trace")))
        .isEqualTo(new Failure(ExitCode.BAD_INPUT, "no such file, a.trace; check the path"));
  }

  @Test
  void malformedInputNamesFileAndOffset() {
    assertThat(Failure.of(new DexFormatException("a.dex", "map_list", 16, "is cut off")).line())
        .startsWith("not a well-formed dex file, a.dex: map_list at 0x10: is cut off; ");
    assertThat(Failure.of(new TraceFormatException("a.trace", 16, "no header")).line())
        .startsWith("not a readable trace, a.trace: at 0x10: no header; ");
    assertThat(Failure.of(new MappingFormatException("m.txt", 0, "is not text")).line())
        .startsWith("not a mapping of ProGuard or R8, m.txt: at 0x0: is not text; ");
  }

  @Test
  void namesOfDamagedFilesCannotMoveTheCursor() {
    assertThat(Failure.of(new ApkFormatException("a.apk!x\n\u001b[2J", 1, "is odd")).line())
        .startsWith("not a well-formed package, a.apk!x??[2J: at 0x1: is odd; ");
  }

  @Test
  void fullDiskIsTheEnvironments() {
    var e = new FileSystemException("out.html", null, "No space left on device");

    assertThat(Failure.of(e).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(Failure.of(e).line()).startsWith("No space left on device, out.html; ");
  }

  @Test
  void aMissingClassIsTheInstallations() {
    assertThat(Failure.of(new NoClassDefFoundError("dev/dexscope/Gone")))
        .isEqualTo(
            new Failure(
                ExitCode.ENVIRONMENT,
                "the installation is damaged, dev/dexscope/Gone; build or install dexscope again"));
  }

  @Test
  void anUnusableServiceIsAPlugIns() {
    assertThat(Failure.of(new ServiceConfigurationError("p.Reader: Provider p.Gone not found")))
        .isEqualTo(
            new Failure(
                ExitCode.ENVIRONMENT,
                "a plug-in cannot be used, p.Reader: Provider p.Gone not found;"
                    + " update or remove it, see docs/plugins.md"));
  }

  @Test
  void everyFailureIsOneLineWithAdvice() {
    var all =
        List.of(
            new AccessDeniedException("a"),
            new IOException("broken"),
            new UncheckedIOException(new NoSuchFileException("b")),
            new OutOfMemoryError(),
            new IllegalStateException("x"),
            new InternalError("a fault occurred in an unsafe memory access operation"),
            new NoClassDefFoundError("dev/dexscope/Gone"),
            CliException.badInput("is a directory", "d", "name a file in it"));

    assertThat(all)
        .extracting(Failure::of)
        .allSatisfy(f -> assertThat(f.line()).matches("[^,;\\n]+, [^;\\n]+; [^\\n]+"));
  }
}
