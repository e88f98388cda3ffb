package dev.dexscope.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Somebody who has come in to give orders. */
final class Guest implements Closeable {
  /** How he came in; only his door knows more of it. */
  final Closeable socket;

  final InputStream in;
  final OutputStream out;

  /** The Linux user whom he works for, or {@link Proc#UNKNOWN}. */
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
