package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Parts of files that are packed by zlib. */
public final class Deflated {
  private Deflated() {}

  /** Receives what was unpacked, part by part. */
  @FunctionalInterface
  public interface Sink {
    void take(byte[] bytes, int count) throws IOException;
  }

  /**
   * Unpacks a part.
   *
   * @throws RuntimeException the reader's typed one, if it is damaged
   */
  public static void unpack(ByteView packed, Sink sink) {
    try (InputStream in = new InflaterInputStream(new ViewStream(packed))) {
      byte[] buffer = new byte[1 << 16];
      for (int read; (read = in.read(buffer)) >= 0; ) {
        sink.take(buffer, read);
      }
    } catch (EOFException | ZipException e) {
      throw packed.fault(0, "damaged compression: " + e.getMessage());
    } catch (IOException e) {
      throw packed.fault(0, "cannot be unpacked: " + e);
    }
  }
}
