package dev.dexscope.apphost.device.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebContentTest {
  @ParameterizedTest
  @CsvSource({
    "https://localhost, https://localhost/",
    "HTTP://Example.COM:8080?A=b, http://example.com:8080/?A=b",
    "https://localhost/Birds#Wren, https://localhost/Birds#Wren",
    "file:///Android_asset/A.html, file:///Android_asset/A.html",
    "about:blank, about:blank"
  })
  void anAddressIsAsABrowserWritesIt(String typed, String written) {
    assertThat(WebContent.address(typed)).isEqualTo(written);
  }
}
