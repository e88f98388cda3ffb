package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Detects binary files damaged by an editor or a transfer in text mode: each byte that is not text
 * was replaced by the three bytes of U+FFFD. Such a file cannot be read, but the cause can be
 * reported.
 */
public final class ReplacedBytes {
  private static final char REPLACEMENT = '\ufffd';
  private static final int FEW = 4;
  private static final long SEARCH = 1 << 12;

  private ReplacedBytes() {}

  private static int replacements(CharBuffer text) {
    int count = 0;
    while (text.hasRemaining()) {
      count += text.get() == REPLACEMENT ? 1 : 0;
    }
    return count;
  }

  /** Fails when the bytes from {@code from} on are text throughout, with replacements in it. */
  public static void check(ByteView in, long from) {
    byte[] bytes = new byte[(int) Math.min(in.size() - from, SEARCH)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) in.u1(from + i);
    }
    var text = CharBuffer.allocate(bytes.length);
    // It stops at the first byte that is no text, which in a binary file comes soon.
    var result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, false);
    text.flip();
    if (!result.isError() && replacements(text) >= FEW) {
      throw in.fault(
          from,
          "was saved as text: each byte that is not text was replaced by EF BF BD; copy it again as"
              + " a binary file");
    }
  }
}
