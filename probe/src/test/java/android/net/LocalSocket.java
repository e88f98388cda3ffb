package android.net;

import dev.dexscope.probe.UnixSocket;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** As Android's, upon Linux's sockets. */
public class LocalSocket implements Closeable {
  private final UnixSocket socket;

  LocalSocket(UnixSocket socket) {
    this.socket = socket;
  }

  /** Returns the bytes from the other end. */
  public InputStream getInputStream() {
    return socket.input();
  }

  /** Returns the output to the other end. */
  public OutputStream getOutputStream() {
    return socket.output();
  }

  /** Sets the time limit of reading in milliseconds. */
  public void setSoTimeout(int millis) throws IOException {
    socket.timeout(millis);
  }

  /** Returns the identity of the other end. */
  public Credentials getPeerCredentials() throws IOException {
    return new Credentials(socket.peer());
  }

  /** Ends the connection. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
