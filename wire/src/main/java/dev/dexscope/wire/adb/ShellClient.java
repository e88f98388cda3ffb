package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands by {@code shell,v2:}.
 *
 * <pre>{@code
 * try (Link link = adb.open(serial, ShellClient.service("pm list packages"))) {
 *   int exit = ShellClient.run(link, System.out, System.err);
 * }
 * }</pre>
 */
public final class ShellClient {
  private ShellClient() {}

  /** The service that runs a command without a terminal. */
  public static String service(String command) {
    return "shell,v2,raw:" + command;
  }

  /**
   * Copies the command's output until it ends; returns its exit code. Its input is empty.
   *
   * @throws IOException if the connection fails
   */
  public static int run(Link link, OutputStream out, OutputStream errors) throws IOException {
    link.write(new ShellPacket(ShellPacket.CLOSE_INPUT, new byte[0]).toBytes());
    @Nullable ShellPacket packet;
    while ((packet = ShellPacket.read(link)) != null) {
      switch (packet.id()) {
        case ShellPacket.OUTPUT -> out.write(packet.data());
        case ShellPacket.ERRORS -> errors.write(packet.data());
        case ShellPacket.EXIT -> {
          return packet.exitCode();
        }
        default ->
            throw new IOException(link.peer() + ": a shell does not send packets " + packet.id());
      }
    }
    throw new EOFException(link.peer() + ": ended before the command");
  }
}
