package dev.dexscope.profile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Standard input that a program reads in two runs: what the first reads is kept for the second. */
final class RepeatedInput implements AutoCloseable {
  /** More is not kept. */
  private static final int MOST = 64 << 20;

  private final InputStream original = System.in;
  private final Kept kept = new Kept(original);

  RepeatedInput() {
    System.setIn(kept);
  }

  /** Passes on what the program reads. */
  private static final class Kept extends InputStream {
    private final InputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean isFull;

    Kept(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      if (b >= 0) {
        keep(new byte[] {(byte) b}, 0, 1);
      }
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = in.read(buffer, offset, length);
      if (count > 0) {
        keep(buffer, offset, count);
      }
      return count;
    }

    private synchronized void keep(byte[] buffer, int offset, int count) {
      isFull |= bytes.size() + count > MOST;
      if (!isFull) {
        bytes.write(buffer, offset, count);
      }
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    synchronized boolean isFull() {
      return isFull;
    }

    synchronized byte[] bytes() {
      return bytes.toByteArray();
    }
  }

  /** Returns whether all that the program has read was kept. */
  boolean canRepeat() {
    return !kept.isFull();
  }

  /** The next run reads the same. */
  void repeat() {
    System.setIn(new ByteArrayInputStream(kept.bytes()));
  }

  @Override
  public void close() {
    System.setIn(original);
  }
}
