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

  /** What the other end sends. */
  public InputStream getInputStream() {
    return socket.input();
  }

  /** What the other end gets. */
  public OutputStream getOutputStream() {
    return socket.output();
  }

  /** How many milliseconds reading may take. */
  public void setSoTimeout(int millis) throws IOException {
    socket.timeout(millis);
  }

  /** Who the other end is. */
  public Credentials getPeerCredentials() throws IOException {
    return new Credentials(socket.peer());
  }

  /** Ends the connection. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
