package dev.dexscope.monitor.device;

import dev.dexscope.base.net.OpenSockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Tells the debug ports of Java VMs from others without touching them: their processes have an
 * agent for JDWP mapped, whose file is called so with each maker.
 */
final class JavaDebugPort {
  private static final String AGENT = "jdwp";

  /** Android's runtime has one, too, which speaks DDM. */
  private static final String ART = "/libart";

  private JavaDebugPort() {}

  /** Returns whether one of the listener's owners is known to be such a VM. */
  static boolean isOne(OpenSockets.Listener listener) {
    return listener.owners().stream().anyMatch(pid -> Agent.of(pid) == Agent.LOADED);
  }

  /** Returns whether all owners of a listener are known, and none is such a VM. */
  static boolean isNone(OpenSockets.Listener listener) {
    return !listener.owners().isEmpty()
        && listener.owners().stream().allMatch(pid -> Agent.of(pid) == Agent.NONE);
  }

  private enum Agent {
    LOADED,
    NONE,
    UNKNOWN;

    static Agent of(long pid) {
      Path maps = Path.of("/proc", pid + "", "maps");
      boolean isLoaded = false;
      try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
        for (String each : (Iterable<String>) lines::iterator) {
          if (each.contains(ART)) {
            return NONE;
          }
          isLoaded |= each.substring(each.lastIndexOf('/') + 1).contains(AGENT);
        }
        return isLoaded ? LOADED : NONE;
      } catch (IOException | UncheckedIOException e) {
        return UNKNOWN;
      }
    }
  }
}
