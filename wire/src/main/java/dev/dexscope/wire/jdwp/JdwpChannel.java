package dev.dexscope.wire.jdwp;

import java.io.Closeable;
import java.io.IOException;

/** The channel of a {@link JdwpClient}: a connection of its own, or a place at a hub. */
interface JdwpChannel extends Closeable {
  /** The peer's name, for errors. */
  String peer();

  void write(JdwpPacket packet) throws IOException;
}
