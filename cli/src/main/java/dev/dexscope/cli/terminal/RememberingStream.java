package dev.dexscope.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Remembers why writing failed, which a {@code PrintStream} above it keeps to itself. */
final class RememberingStream extends OutputStream {
  private final OutputStream to;
  private @Nullable IOException failure;

  RememberingStream(OutputStream to) {
    this.to = to;
  }

  /** Why not all was written, or null. */
  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      to.write(bytes, from, length);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      to.flush();
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  private IOException remembered(IOException e) {
    if (failure == null) {
      failure = e;
    }
    return e;
  }
}
