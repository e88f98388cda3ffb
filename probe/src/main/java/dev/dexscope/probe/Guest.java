package dev.dexscope.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A connected client that sends commands. */
final class Guest implements Closeable {
  /** The connection; only its door knows its type. */
  final Closeable socket;

  final InputStream in;
  final OutputStream out;

  /** The Linux user of the client, or {@link Proc#UNKNOWN}. */
  final int user;

  Guest(Closeable socket, InputStream in, OutputStream out, int user) {
    this.socket = socket;
    this.in = in;
    this.out = out;
    this.user = user;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
