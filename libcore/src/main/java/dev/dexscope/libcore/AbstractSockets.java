package dev.dexscope.libcore;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * The abstract namespace of a device's Unix sockets. Linux's own is one for all of a machine, and
 * open to all of its users; a virtual device has a folder instead, where only its user gets in.
 */
public final class AbstractSockets {
  /** The variable that names the folder to a device's processes. */
  public static final String VARIABLE = "DEXSCOPE_SOCKETS";

  /** Addresses of sockets have 107 bytes, the folder's name included. */
  private static final int DIGEST = 12;

  private AbstractSockets() {}

  /** The file of a name, which may have any characters. */
  public static Path file(Path folder, String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return folder.resolve(HexFormat.of().formatHex(digest, 0, DIGEST));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The same in the folder of the device that this process belongs to.
   *
   * @throws IOException where it belongs to none
   */
  public static Path ofDevice(String name) throws IOException {
    String folder = System.getenv(VARIABLE);
    if (folder == null) {
      throw new IOException("abstract sockets are there on a device only");
    }
    return file(Path.of(folder), name);
  }

  /**
   * Listens. The name of a process that was killed is free again, as Linux has it: its file is
   * left, but nobody is bound to it.
   */
  public static synchronized ServerSocketChannel listen(Path file) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try (FileChannel lock = FileChannel.open(file.resolveSibling("lock"), CREATE, WRITE);
        FileLock _ = lock.lock()) {
      if (Files.exists(file) && !isBound(file)) {
        Files.delete(file);
      }
      return server.bind(UnixDomainSocketAddress.of(file));
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /** Connecting would tell too, but whoever listens would have a guest. */
  private static boolean isBound(Path file) throws IOException {
    Path table = Path.of("/proc/net/unix");
    if (!Files.isReadable(table)) {
      return true;
    }
    try (Stream<String> lines = Files.lines(table, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(each -> each.endsWith(" " + file));
    }
  }
}
