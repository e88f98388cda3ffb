package dev.dexscope.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of files by their beginnings. */
class FileKindTest {
  private static String ofText(String text) {
    return FileKind.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "PK\u0003\u0004rest, a zip file",
    "JAVA PROFILE 1.0.3, an hprof heap dump",
    "\u007fELF\u0002, an ELF binary",
    "'{ \"a\": 1 }', JSON",
    "'<?xml version=\"1.0\"?><a/>', XML",
    "'<!DOCTYPE html><p>', an HTML page",
    "'<manifest xmlns=\"x\">', XML",
    "hello, text",
    "grüße, text",
    "#!/bin/sh, a script",
  })
  void aBeginningIsNamed(String content, String kind) {
    assertThat(ofText(content)).isEqualTo(kind);
  }

  @Test
  void bytesAreNamed() {
    assertThat(FileKind.of(new byte[0])).isEqualTo("an empty file");
    assertThat(FileKind.of(new byte[9])).startsWith("zeros");
    assertThat(FileKind.of(new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe}))
        .isEqualTo("a class file");
    assertThat(FileKind.of(new byte[] {1, 2, 3, 4})).isEqualTo("binary data of an unknown kind");
    assertThat(FileKind.of(new byte[] {(byte) 0xc0, 0x20}))
        .isEqualTo("binary data of an unknown kind");
  }

  @Test
  void aCharacterAtTheEndOfTheHeadMayBeCut() {
    assertThat(ofText("x".repeat(4095) + "üx")).isEqualTo("text");
  }
}
