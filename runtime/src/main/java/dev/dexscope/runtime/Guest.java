package dev.dexscope.runtime;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Somebody who has come in to give orders. */
interface Guest extends Closeable {
  /** What {@link #uid} answers when the system does not tell. */
  int UNKNOWN = -1;

  InputStream in() throws IOException;

  OutputStream out() throws IOException;

  /** From now on reading fails when nothing has come for so long. */
  void patience(int millis) throws IOException;

  /** The Linux user whom the guest works for. */
  int uid() throws IOException;
}
