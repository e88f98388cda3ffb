package dev.dexscope.natives.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ElfFileTest {
  private static final Path LIBRARY =
      Path.of("src/main/resources/dev/dexscope/natives/bionic-x86_64.so");
  private static final byte[] BYTES = bytes();

  @TempDir Path folder;

  private static byte[] bytes() {
    try {
      return Files.readAllBytes(LIBRARY);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void refusesWhatIsNoLibrary() {
    assertThatThrownBy(() ->
            ElfFile.of(
                "a.so", "no library at all, only some text".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ElfFormatException.class)
        .hasMessageContaining("no ELF file");
    assertThat(ElfFile.machine(BYTES)).isEqualTo(Machine.X86_64);
    assertThat(ElfFile.machine(new byte[10])).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void eachByteOfTheMagicCounts(int place) {
    byte[] other = BYTES.clone();
    other[place]++;
    assertThat(ElfFile.machine(other)).isNull();
    assertThatThrownBy(() -> ElfFile.of("a.so", other))
        .isInstanceOf(ElfFormatException.class)
        .hasMessageContaining("no ELF file");
  }

  /** binutils' readelf is the judge: symbols with their versions, needed libraries, relocations. */
  @Test
  @NeedsPeer(Peer.GCC)
  void readsWhatReadelfReads() throws Exception {
    for (String each : List.of("libc.so.6", "libm.so.6")) {
      Path library = Path.of("/lib/x86_64-linux-gnu").resolve(each);
      compare(library);
    }
    compare(LIBRARY);
  }

  private void compare(Path library) throws Exception {
    ElfFile file = ElfFile.of(library);
    List<String> symbols =
        file.symbols().stream()
            .map(each -> {
              String version =
                  each.version().isEmpty() || each.version().equals(each.name())
                      ? ""
                      : (each.isHidden() || !each.isDefined() ? "@" : "@@") + each.version();
              return each.index() + " " + each.name() + version;
            })
            .toList();
    String all = readelf("--dyn-syms", library);
    Matcher lines =
        Pattern.compile("^ *(\\d+): \\S+ +\\S+ \\S+ +\\S+ +\\S+ +\\S+ ?(\\S*)", Pattern.MULTILINE)
            .matcher(all);
    assertThat(symbols).hasSizeGreaterThan(100);
    List<String> judged = lines.results().map(each -> each.group(1) + " " + each.group(2)).toList();
    for (int i = 0; i < symbols.size(); i++) {
      assertThat(symbols.get(i)).isEqualTo(judged.get(i));
    }
    assertThat(judged).hasSize(symbols.size());
    String relocations = readelf("-r", library);
    // The packed form has entries that stand for several.
    long count =
        Pattern.compile(
                "'\\.rela\\S*' at offset \\S+ contains (\\d+) entr|^ +(\\d+) offsets",
                Pattern.MULTILINE)
            .matcher(relocations)
            .results()
            .mapToLong(
                each -> Long.parseLong(each.group(1) == null ? each.group(2) : each.group(1)))
            .sum();
    assertThat(file.relocations().size() + file.jumpSlots().size()).isEqualTo((int) count);
  }

  private static String readelf(String option, Path library) throws Exception {
    Process process =
        new ProcessBuilder("readelf", "-W", option, library.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  @Property(tries = 2000)
  void damagedLibrariesAreRefusedOrRead(
      @ForAll @IntRange(max = 1 << 30) int place,
      @ForAll byte value,
      @ForAll @IntRange(max = 3) int kind) {
    byte[] damaged = BYTES.clone();
    // The headers, the tables, and the dynamic section at the end of the file.
    int limit = kind == 0 ? 64 + 56 * 10 : kind == 1 ? 0x6000 : damaged.length;
    damaged[place % limit] = value;
    if (kind == 3) {
      damaged = java.util.Arrays.copyOf(damaged, place % damaged.length);
    }
    try {
      byte[] written =
          TranslatedElf.write(
              ElfFile.of("damaged.so", damaged),
              List.of("other.so"),
              _ -> new Binding.Free(),
              _ -> false);
      assertThat(ElfFile.of("written.so", written).needed()).containsExactly("other.so");
    } catch (ElfFormatException e) {
      assertThat(e.file()).endsWith(".so");
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Test
  void translatedLibrariesHaveTheSameSymbolsAndNewNames() {
    ElfFile before = ElfFile.of("a.so", BYTES);
    byte[] written =
        TranslatedElf.write(
            before,
            List.of("/x/other.so"),
            symbol ->
                symbol.name().startsWith("str")
                    ? new Binding.Host(symbol.name() + "_", "libc.so.6", "GLIBC_2.2.5")
                    : new Binding.Own("own_" + symbol.name()),
            _ -> false);
    ElfFile after = ElfFile.of("b.so", written);
    assertThat(after.needed()).containsExactly("/x/other.so", "libc.so.6");
    assertThat(after.symbols()).hasSameSizeAs(before.symbols());
    for (Symbol each : before.symbols()) {
      Symbol now = after.symbols().get(each.index());
      if (each.isDefined() || each.name().isEmpty()) {
        assertThat(now).isEqualTo(each);
      } else if (each.name().startsWith("str")) {
        assertThat(now.name() + "@" + now.version()).isEqualTo(each.name() + "_@GLIBC_2.2.5");
      } else {
        assertThat(now.name() + now.version()).isEqualTo("own_" + each.name());
      }
    }
  }
}
