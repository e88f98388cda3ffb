package dev.dexscope.dex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DexFormatExceptionTest {
  @Test
  void saysFileSectionOffsetAndReason() {
    var e = new DexFormatException("a.dex", "header_item", 0x20, "file_size 12 is too small");

    assertThat(e).hasMessage("a.dex: header_item at 0x20: file_size 12 is too small");
  }
}
