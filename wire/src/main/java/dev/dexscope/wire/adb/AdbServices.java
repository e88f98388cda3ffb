package dev.dexscope.wire.adb;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The services that a peer may open. */
@FunctionalInterface
public interface AdbServices {
  /** Nothing: as adb, to which no device has been allowed to speak. */
  AdbServices NONE = _ -> null;

  /** Returns the service of that name, {@code shell:ls}; null if there is none. */
  @Nullable Service find(String name);

  /**
   * Called when a stream was ended that the peer had not closed, by an exception of its service, or
   * because the service does not read. The peer receives the end only. Must not wait, because it
   * runs on the transport's thread.
   */
  default void failed(AdbStream stream, Exception reason) {}

  /** Serves one stream. It is closed when this returns. */
  @FunctionalInterface
  interface Service {
    void serve(AdbStream stream) throws IOException;

    /**
     * Returns the service when it can be used; the peer is refused if this fails. It runs before
     * the peer knows whether it has the stream.
     *
     * @throws IOException if the service is not there now
     */
    default Service ready() throws IOException {
      return this;
    }
  }
}
