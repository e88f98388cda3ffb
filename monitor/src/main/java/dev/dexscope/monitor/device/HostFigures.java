package dev.dexscope.monitor.device;

import dev.dexscope.wire.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of a device's system, as reported by Linux: of all programs, including those that are
 * not VMs.
 *
 * <pre>{@code
 * HostFigures now = HostFigures.ask(device);
 * System.out.println(now.load() + " of " + now.memory() + " bytes " + now.available() + " are free");
 * }</pre>
 *
 * @param load the number of threads that have run or waited for a core or a disk, averaged over a
 *     minute
 * @param memory bytes
 * @param available bytes of memory available to programs
 */
public record HostFigures(double load, long memory, long available, List<Disk> disks) {
  private static final String COMMAND = "shell:cat /proc/loadavg /proc/meminfo; df -k";
  private static final int MOST_BYTES = 1 << 16;
  private static final int MOST_DISKS = 64;
  private static final long KIB = 1024;

  public HostFigures {
    disks = List.copyOf(disks);
  }

  /**
   * A file system.
   *
   * @param mounted where it is found
   */
  public record Disk(String mounted, long bytes, long free) {}

  /** Asks a device. */
  public static HostFigures ask(DeviceLink device) throws IOException {
    try (Link link = device.service(COMMAND)) {
      byte[] answer =
          link.within(
              device.patience(), "figures of the system", () -> link.in().readNBytes(MOST_BYTES));
      return parse(new String(answer, StandardCharsets.UTF_8));
    }
  }

  /** Parses the figures; missing ones are 0. */
  static HostFigures parse(String text) {
    double load = 0;
    long memory = 0;
    long available = 0;
    long reclaimable = 0;
    List<Disk> disks = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] words = line.strip().split("\\s+", -1);
      switch (words[0]) {
        case "MemTotal:" -> memory = kilobytes(words, 1);
        case "MemAvailable:" -> available = kilobytes(words, 1);
        // Linux before 3.14 does not print the sum.
        case "MemFree:", "Cached:" -> reclaimable += kilobytes(words, 1);
        default -> {
          if (words.length == 5 && words[3].indexOf('/') > 0) {
            load = Math.max(load, number(words[0]));
          } else if (words.length == 6 && words[5].startsWith("/") && disks.size() < MOST_DISKS) {
            disks.add(new Disk(words[5], kilobytes(words, 1), kilobytes(words, 3)));
          }
        }
      }
    }
    disks.removeIf(each -> each.bytes == 0);
    return new HostFigures(load, memory, available == 0 ? reclaimable : available, disks);
  }

  private static long kilobytes(String[] words, int at) {
    return at < words.length && words[at].matches("\\d{1,15}")
        ? KIB * Long.parseLong(words[at])
        : 0;
  }

  private static double number(String word) {
    return word.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(word) : 0;
  }

  /** The file system that programs' data are in, else the largest. */
  public Disk data() {
    Disk best = new Disk("", 0, 0);
    for (Disk each : disks) {
      if (each.mounted.equals("/data")) {
        return each;
      }
      best = each.bytes > best.bytes ? each : best;
    }
    return best;
  }
}
