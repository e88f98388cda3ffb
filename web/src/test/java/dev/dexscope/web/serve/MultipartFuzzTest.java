package dev.dexscope.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.web.http.HttpException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * For any bytes: parts that are not longer than the body, or an {@link HttpException}. The first
 * byte is the length of the header before the body.
 */
class MultipartFuzzTest {
  @FuzzTest(maxDuration = "10m")
  void anyBytes(byte[] bytes) throws IOException {
    int head = bytes.length == 0 ? 0 : Math.min(bytes[0] & 0x7f, bytes.length - 1);
    String type = bytes.length == 0 ? "" : new String(bytes, 1, head, StandardCharsets.ISO_8859_1);
    byte[] body = bytes.length == 0 ? bytes : Arrays.copyOfRange(bytes, 1 + head, bytes.length);
    try {
      var form = new MultipartReader(new ByteArrayInputStream(body), type);
      long size = 0;
      while (form.next()) {
        size += form.content().readAllBytes().length;
        size += form.name().length() + form.fileName().length();
      }
      assertThat(size).isLessThanOrEqualTo(body.length);
    } catch (HttpException e) {
      assertThat(e.status()).isEqualTo(400);
      assertThat(e.reason()).contains("form");
    }
  }
}
