package dev.dexscope.base.process;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this process together with the one that has started it, in whatever way that ends: its
 * standard input is a pipe, and the system closes the other end. So nobody has to be alive to end
 * it, which an interrupted or killed command is not.
 *
 * <p>Who starts it keeps the pipe: by {@link ProcessBuilder}'s default, and as long as the {@link
 * Process} is reachable. A standard input that is inherited is somebody else's.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   Tether.hold();
 *   ...
 * }
 * }</pre>
 */
public final class Tether {
  /** As a shell says of who was ended by SIGTERM. */
  static final int CUT = 128 + 15;

  private Tether() {}

  /** Ends this process when its standard input ends, which nobody else may read. */
  public static void hold() {
    InputStream in = System.in;
    Thread.ofPlatform().daemon().name("tether").start(() -> endWith(in));
  }

  private static void endWith(InputStream in) {
    try {
      while (in.read() >= 0) {
        // Nothing is said here.
      }
    } catch (IOException e) {
      // It is gone, too.
    }
    // Not exit: what hooks would wait for may never come.
    Runtime.getRuntime().halt(CUT);
  }
}
