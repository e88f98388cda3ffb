package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.read.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SmallFileTest {
  @ParameterizedTest
  @EnumSource(names = {"FLAME", "HTML"})
  void aPageHasNoMoreBytesThanWantedAndAllOfTheTime(ExportFormat format) throws IOException {
    Export export = Export.of(TraceReader.open(RealTraces.file("art11-threads-streaming.trace")));
    var written = new ByteArrayOutputStream();
    format.write(export, written);
    byte[] whole = written.toByteArray();

    byte[] same = SmallFile.of(export, format, whole.length);
    byte[] small = SmallFile.of(export, format, whole.length - 20_000);

    assertThat(same).isEqualTo(whole);
    assertThat(small).hasSizeLessThanOrEqualTo(whole.length - 20_000);
    assertThat(text(small)).contains("call paths from 0.0");
    assertThat(threads(small)).isNotEmpty().isEqualTo(threads(whole));
    assertThatThrownBy(() -> SmallFile.of(export, format, 1000)).isInstanceOf(IOException.class);
  }

  /** The times of the threads. */
  private static String threads(byte[] page) {
    return Pattern.compile("\"wall\":\\d+,\"cpu\":\\d+")
        .matcher(text(page))
        .results()
        .map(match -> match.group())
        .toList()
        .toString();
  }

  private static String text(byte[] page) {
    return new String(page, StandardCharsets.UTF_8);
  }
}
