package dev.dexscope.web.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.web.http.HttpException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartReaderTest {
  private static final String TYPE = "multipart/form-data; boundary=----X";
  private static final String HEAD =
      "------X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
  private static final String END = "\r\n------X--\r\n";

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static MultipartReader form(String text) {
    return new MultipartReader(stream(text), TYPE);
  }

  private static String content(MultipartReader form) throws IOException {
    return new String(form.content().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void readsPartAfterPart() throws Exception {
    MultipartReader form =
        form(
            "preamble\r\n------X  \r\nContent-Disposition: form-data; name=a\r\n\r\none"
                + "\r\n------X\r\ncontent-disposition:form-data;name=\"b\"\r\nX: y\r\n\r\n"
                + "\r\n------X\r\n\r\nskipped\r\n------X--epilogue");

    assertThat(form.next()).isTrue();
    assertThat(form.name()).isEqualTo("a");
    assertThat(content(form)).isEqualTo("one");
    assertThat(form.next()).isTrue();
    assertThat(form.name()).isEqualTo("b");
    assertThat(content(form)).isEmpty();
    assertThat(form.next()).isTrue();
    assertThat(form.name()).isEmpty();
    assertThat(form.next()).isFalse();
  }

  /** Contents of what boundaries are made of, in pieces of any size. */
  @Property(tries = 300)
  void anyContentIsReadAsItIs(@ForAll Random random, @ForAll @IntRange(max = 300) int size)
      throws IOException {
    String letters = "\r\n-X-\r\n------";
    var text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    String content = text.toString().replace("\r\n------X", "");
    int most = 1 + random.nextInt(9);
    InputStream pieces =
        new FilterInputStream(stream(HEAD + content + END)) {
          @Override
          public int read(byte[] bytes, int at, int length) throws IOException {
            return super.read(bytes, at, Math.min(length, most));
          }
        };
    var form = new MultipartReader(pieces, TYPE);

    assertThat(form.next()).isTrue();
    assertThat(content(form)).isEqualTo(content);
    assertThat(form.next()).isFalse();
  }

  @Test
  void aLargeContentGoesThroughASmallBuffer() throws Exception {
    var random = new Random(7);
    byte[] content = new byte[1 << 20];
    random.nextBytes(content);
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HEAD.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(content);
    bytes.writeBytes(END.getBytes(StandardCharsets.US_ASCII));
    var form = new MultipartReader(new ByteArrayInputStream(bytes.toByteArray()), TYPE);

    assertThat(form.next()).isTrue();
    assertThat(form.content().readAllBytes()).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "------X",
        "no boundary",
        "------X\r\nContent-Disposition: form-data",
        "------X\r\n\r\n",
        "------X\r\n\r\ncontent",
        "------X\r\n\r\ncontent\r\n------",
        "------Xjunk\r\n\r\ncontent\r\n------X--"
      })
  void whatBreaksOffIsRefused(String text) {
    MultipartReader form = form(text);

    assertThatThrownBy(() -> readAll(form))
        .isInstanceOf(HttpException.class)
        .hasMessageContaining("not a valid form");
  }

  private static void readAll(MultipartReader form) throws IOException {
    while (form.next()) {
      form.content().readAllBytes();
    }
  }

  @Test
  void headsAreBounded() {
    for (String text :
        new String[] {
          "x".repeat(100_000) + END,
          "------X\r\nX: " + "x".repeat(10_000) + "\r\n\r\n" + END,
          "------X\r\n" + "X: y\r\n".repeat(100) + "\r\n" + END,
          "------X\r\n\r\n\r\n".repeat(100) + "------X--"
        }) {
      assertThatThrownBy(() -> readAll(form(text))).isInstanceOf(HttpException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          form-data; name="file"; filename="a.trace"      | file | a.trace
          form-data;filename=a.trace;name=file            | file | a.trace
          form-data; name="a;b=\\"c\\""; filename="x;y"   | a;b="c" | x;y
          form-data; NAME="file"; FileName="a%22b"        | file | a"b
          form-data; filename="a"; filename*=UTF-8''n%C3%A4 | `` | nä
          form-data; filename="a"; filename*=UTF-8''%zz   | `` | a
          form-data; filename="C:\\dir\\a.trace"          | `` | C:\\dir\\a.trace
          form-data; filename="a                          | `` | "a
          form-data; name                                 | `` | ``
          """)
  void namesAsTheyAreSent(String header, String name, String file) {
    assertThat(Disposition.parse(header)).isEqualTo(new Disposition(name, file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; b"})
  void aFormHasABoundary(String type) {
    assertThatThrownBy(() -> new MultipartReader(stream(""), type))
        .isInstanceOf(HttpException.class);
    assertThatThrownBy(() -> new MultipartReader(stream(""), TYPE + "x".repeat(100)))
        .isInstanceOf(HttpException.class);
  }
}
