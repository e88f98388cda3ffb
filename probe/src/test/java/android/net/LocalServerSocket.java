package android.net;

import dev.dexscope.probe.UnixSocket;
import java.io.IOException;

/** As Android's, upon Linux's sockets. */
public class LocalServerSocket {
  private final UnixSocket socket;

  /** Listens at a name in Linux's abstract namespace. */
  public LocalServerSocket(String name) throws IOException {
    socket = UnixSocket.listen(name);
  }

  /** Waits for a connection. */
  public LocalSocket accept() throws IOException {
    return new LocalSocket(socket.accept());
  }

  /** Listens no more. */
  public void close() throws IOException {
    socket.close();
  }
}
