package dev.dexscope.wire.adb;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a peer may open. */
@FunctionalInterface
public interface AdbServices {
  /** Nothing: as adb, to which no device has been allowed to speak. */
  AdbServices NONE = _ -> null;

  /** The service of that name, {@code shell:ls}; null where there is none. */
  @Nullable Service find(String name);

  /**
   * A stream was ended that the peer had not closed, by an exception of its service, or because
   * that takes nothing. The peer is told of the end only. This may not wait: the transport does.
   */
  default void failed(AdbStream stream, Exception reason) {}

  /** Serves one stream. It is closed when this returns. */
  @FunctionalInterface
  interface Service {
    void serve(AdbStream stream) throws IOException;
  }
}
