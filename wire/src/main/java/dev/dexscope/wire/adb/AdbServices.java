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

  /** Serves one stream. It is closed when this returns. */
  @FunctionalInterface
  interface Service {
    void serve(AdbStream stream) throws IOException;
  }
}
