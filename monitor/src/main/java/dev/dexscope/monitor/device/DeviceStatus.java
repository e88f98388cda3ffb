package dev.dexscope.monitor.device;

import dev.dexscope.wire.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The state of a device besides its VMs: its system and its log.
 *
 * @param system null if unavailable
 * @param lastLog the last line of its log; null if it is empty
 * @param problem the reason why it is unavailable; may be empty
 */
public record DeviceStatus(
    DeviceLink device, @Nullable HostFigures system, @Nullable LogLine lastLog, String problem) {
  private static final String LAST_LINE = "shell:logcat -d -v threadtime -t 1";
  private static final int MOST_BYTES = 1 << 16;

  /** Asks all devices at once; those without services are left out. */
  public static List<DeviceStatus> find(List<DeviceLink> devices, Duration patience)
      throws IOException {
    List<Callable<DeviceStatus>> questions = new ArrayList<>();
    for (DeviceLink device : devices) {
      if (device.hasServices()) {
        questions.add(() -> ask(device, patience));
      }
    }
    return Together.ask(questions);
  }

  private static DeviceStatus ask(DeviceLink device, Duration patience) {
    try {
      return new DeviceStatus(device, HostFigures.ask(device), lastLine(device, patience), "");
    } catch (IOException | RuntimeException e) {
      return new DeviceStatus(device, null, null, e.getMessage() + "");
    }
  }

  private static @Nullable LogLine lastLine(DeviceLink device, Duration patience)
      throws IOException {
    try (Link link = device.service(LAST_LINE)) {
      byte[] answer =
          link.within(patience, "line of the log", () -> link.in().readNBytes(MOST_BYTES));
      LogLine last = null;
      for (String line : new String(answer, StandardCharsets.UTF_8).lines().toList()) {
        LogLine parsed = LogLine.parse(line);
        last = parsed.level() == '?' ? last : parsed;
      }
      return last;
    }
  }
}
