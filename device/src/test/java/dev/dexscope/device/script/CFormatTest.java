package dev.dexscope.device.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dexscope.device.script.CFormat.Conversion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CFormatTest {
  private static final Path PRINTF = Path.of("/usr/bin/printf");

  private static Conversion of(String text) {
    return Conversion.parse(
        text.substring(0, text.length() - 1), text.charAt(text.length() - 1), 4096);
  }

  /** The examples of the C standard's text, and its corners. */
  @ParameterizedTest
  @CsvSource({
    "g, 0.5, 0.5",
    "g, 100000, 100000",
    "g, 1000000, 1e+06",
    "g, 0.0001, 0.0001",
    "g, 0.00001, 1e-05",
    ".3g, 999.9, 1e+03",
    "#g, 1, 1.00000",
    ".0g, 1234, 1e+03",
    "G, 1e-10, 1E-10",
    "e, 0, 0.000000e+00",
    ".0e, 12345, 1e+04",
    "#.0e, 1, 1.e+00",
    ".0f, 0.5, 0",
    ".0f, 1.5, 2",
    "#.0f, 3, 3.",
    ".2f, 2.005, 2.00",
    "f, -0.0, -0.000000",
    "+.1f, 1, +1.0",
    "08.3f, -3.14159, -003.142",
    "-8.1f|, 1, 1.0     |",
  })
  void numbersAreAsInC(String format, double value, String expected) {
    boolean isMarked = format.endsWith("|");
    String text = of(isMarked ? format.substring(0, format.length() - 1) : format).real(value);
    assertThat(isMarked ? text + "|" : text).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "5d, 42, '   42'",
    "-5d, 42, '42   '",
    "05d, -42, -0042",
    "+d, 42, +42",
    "' d', 42, ' 42'",
    ".3d, 7, 007",
    ".0d, 0, ''",
    "#x, 255, 0xff",
    "#X, 255, 0XFF",
    "#o, 8, 010",
    "x, -1, ffffffffffffffff",
    "u, -1, 18446744073709551615",
    "d, -9223372036854775808, -9223372036854775808",
    "08.3d, 7, '     007'",
  })
  void wholeNumbersAreAsInC(String format, long value, String expected) {
    assertThat(of(format).whole(value)).isEqualTo(expected);
  }

  @Test
  void widthsAreLimited() {
    assertThatIllegalArgumentException().isThrownBy(() -> of("99999d"));
    assertThatIllegalArgumentException().isThrownBy(() -> of("9999999999999d"));
    assertThatIllegalArgumentException().isThrownBy(() -> of(".-3f"));
    assertThat(of(".s").text("abc")).isEmpty();
    assertThat(of("5.2s").text("abc")).isEqualTo("   ab");
  }

  /** This machine's {@code printf}, which has more digits than a double where it reads texts. */
  @Test
  void randomNumbersAreAsThisMachinePrintsThem() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(PRINTF), "no printf");
    var random = new Random(7);
    List<String> command = new ArrayList<>(List.of(PRINTF.toString()));
    StringBuilder formats = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      // Few bits: exact as a text of 20 digits.
      double value =
          Math.scalb((double) random.nextInt(1 << 20) - (1 << 19), random.nextInt(40) - 30);
      String flags = List.of("", "+", " ", "#", "0", "-", "+0").get(random.nextInt(7));
      String width = random.nextBoolean() ? "" : random.nextInt(20) + "";
      String precision = random.nextBoolean() ? "" : "." + random.nextInt(10);
      String format = flags + width + precision + "eEfgG".charAt(random.nextInt(5));
      formats.append('%').append(format).append("\\n");
      command.add(String.format(Locale.ROOT, "%.40f", value));
      expected.append(of(format).real(value)).append('\n');
    }
    command.add(1, formats.toString());
    Process process = new ProcessBuilder(command).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(expected.toString()).isEqualTo(printed);
  }
}
