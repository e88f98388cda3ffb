package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;

/** Hears what goes over a link. */
interface Ear {
  /**
   * Bytes that were read, or are about to be written: their answer may be read before that ends.
   */
  void hear(Direction direction, byte[] bytes, int offset, int length);

  /** The link is about to be closed. */
  void end();

  /**
   * Returns the same link, with an ear on it.
   *
   * @param incoming the direction of bytes read from the link
   */
  static Link on(Link link, Direction incoming, Ear ear) {
    Direction outgoing =
        incoming == Direction.TO_DEVICE ? Direction.FROM_DEVICE : Direction.TO_DEVICE;
    return new Link(
        link.peer(),
        new FilterInputStream(link.in()) {
          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            if (count > 0) {
              ear.hear(incoming, into, offset, count);
            }
            return count;
          }
        },
        new FilterOutputStream(link.out()) {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            ear.hear(outgoing, bytes, offset, length);
            out.write(bytes, offset, length);
          }
        },
        () -> {
          ear.end();
          link.close();
        });
  }
}
