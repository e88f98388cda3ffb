package dev.dexscope.profile;

import dev.dexscope.dex.DexFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Decides whether a program can run a second time by itself. */
final class Repeatable {
  /** The classes that wait for clients, who come once. */
  private static final Set<String> SERVERS =
      Set.of(
          "Ljava/net/ServerSocket;",
          "Ljava/nio/channels/ServerSocketChannel;",
          "Ljava/nio/channels/AsynchronousServerSocketChannel;",
          "Lcom/sun/net/httpserver/HttpServer;",
          "Ljavax/net/ssl/SSLServerSocket;");

  private Repeatable() {}

  /**
   * Returns whether a program makes no server.
   *
   * @throws IOException if it cannot be read
   */
  static boolean is(Path program) throws IOException {
    for (DexFile dex : DexFile.open(program)) {
      for (int i = 0; i < dex.methodCount(); i++) {
        if (SERVERS.contains(dex.type(dex.methodClass(i)))) {
          return false;
        }
      }
    }
    return true;
  }
}
