package dev.dexscope.natives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.natives.elf.ElfFile;
import dev.dexscope.natives.elf.Symbol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OwnLibraryTest {
  private static final Path SOURCES = Path.of("src/main/c");
  private static final Path LIBRARY =
      Path.of("src/main/resources/dev/dexscope/natives/bionic-x86_64.so");

  @Test
  void isBuiltFromItsSources() throws Exception {
    var all = new ByteArrayOutputStream();
    all.writeBytes(Files.readAllBytes(SOURCES.resolve("bionic.h")));
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path each : files.filter(f -> f.toString().endsWith(".c")).sorted().toList()) {
        all.writeBytes(Files.readAllBytes(each));
      }
    }
    String digest =
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all.toByteArray()));
    assertThat(new String(Files.readAllBytes(LIBRARY), StandardCharsets.ISO_8859_1))
        .as("run scripts/natives after a change of src/main/c")
        .contains(digest);
  }

  /** It runs on any C library that has these; older than 2.28 is not tried. */
  @Test
  void needsNoLibraryAndNoVersion() throws IOException {
    ElfFile library = ElfFile.of(LIBRARY);
    assertThat(library.needed()).isEmpty();
    assertThat(library.symbols()).allMatch(each -> each.version().isEmpty());
  }

  @Test
  void replacesFunctionsOfTheTableOrOfOtherLibraries() {
    List<String> others =
        List.of(
            "__android_log_",
            "AAsset",
            "ALooper_",
            "AConfiguration_",
            "AndroidBitmap_",
            "ANativeWindow_");
    List<String> unknown =
        OwnLibrary.elf().symbols().stream()
            .filter(Symbol::isDefined)
            .map(Symbol::name)
            .filter(each -> each.startsWith(Binder.OWN))
            .map(each -> each.substring(Binder.OWN.length()))
            .filter(each -> BionicTable.find(each) == null)
            .filter(each -> others.stream().noneMatch(each::startsWith))
            .filter(each -> !each.matches("egl.*|slCreateEngine|vkCreateInstance|_Z.*|__cxa_.*"))
            .toList();
    // Of Android releases before 5, or our own.
    assertThat(unknown)
        .isSubsetOf(
            "log",
            "die",
            "_ctype_",
            "bsd_signal",
            "sysv_signal",
            "signalfd64",
            "pthread_cond_timedwait_monotonic",
            "pthread_cond_timedwait_relative_np",
            "android_fdsan_set_error_level_from_property",
            "__signbit",
            "sem_clockwait");
  }

  @Test
  void everyFunctionOfTheTableHasAFate() throws IOException {
    HostLibraries host = HostLibraries.ofThisProcess();
    int forwarded = 0;
    int own = 0;
    int refused = 0;
    for (Map.Entry<String, BionicTable.Row> each : BionicTable.rows().entrySet()) {
      assertThat(each.getValue().library()).isIn("libc.so", "libm.so", "libdl.so");
      assertThat(each.getValue().level()).isBetween(21, 35);
      String target = each.getValue().host();
      if (OwnLibrary.symbols().contains(Binder.OWN + each.getKey())) {
        own++;
      } else if (target != null && host.find(target) != null) {
        forwarded++;
      } else {
        refused++;
      }
    }
    assertThat(forwarded + own).isGreaterThan(1500);
    assertThat(refused).isLessThan(200);
  }
}
