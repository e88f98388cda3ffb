package dev.dexscope.device.script;

import java.io.IOException;
import java.io.OutputStream;

/** Ends its writer when nobody reads what it writes, where a print stream would ignore that. */
public final class EndingOutput extends OutputStream {
  private final OutputStream out;

  public EndingOutput(OutputStream out) {
    this.out = out;
  }

  private static RuntimeException end() {
    return Thread.currentThread().isInterrupted()
        ? new Jump.Exit(Interpreter.INTERRUPTED)
        : new Jump.BrokenPipe();
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw end();
    }
  }

  @Override
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw end();
    }
  }
}
