package dev.dexscope.base.process;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this process together with the one that has started it, however that ends: its standard
 * input is a pipe, and the system closes the other end. So the starting process need not be alive
 * to end it, which an interrupted or killed command is not.
 *
 * <p>The starting process keeps the pipe: by {@link ProcessBuilder}'s default, and as long as the
 * {@link Process} is reachable. An inherited standard input belongs to another process.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   Tether.hold();
 *   ...
 * }
 * }</pre>
 */
public final class Tether {
  /** The exit code of a shell for a process ended by SIGTERM. */
  static final int CUT = 128 + 15;

  private Tether() {}

  /** Ends this process when its standard input ends, which no other code may read. */
  public static void hold() {
    InputStream in = System.in;
    Thread.ofPlatform().daemon().name("tether").start(() -> endWith(in));
  }

  private static void endWith(InputStream in) {
    try {
      while (in.read() >= 0) {
        // No message is printed here.
      }
    } catch (IOException e) {
      // It is gone, too.
    }
    // Not exit: what hooks would wait for may never come.
    Runtime.getRuntime().halt(CUT);
  }
}
