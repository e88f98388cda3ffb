package dev.dexscope.libcore;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * This process's memory as the system sees it, in kilobytes: zeros where it does not tell (other
 * systems than Linux).
 */
public record ProcessMemory(
    long pss, long privateDirty, long privateClean, long sharedDirty, long sharedClean) {

  /** Returns the current state. */
  public static ProcessMemory now() {
    Map<String, Long> kilobytes = new HashMap<>();
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/smaps_rollup"))) {
        String[] words = line.split("\\s+");
        if (words.length == 3 && words[2].equals("kB")) {
          kilobytes.put(words[0], Long.parseLong(words[1]));
        }
      }
    } catch (IOException e) {
      // Not told.
    }
    return new ProcessMemory(
        kilobytes.getOrDefault("Pss:", 0L),
        kilobytes.getOrDefault("Private_Dirty:", 0L),
        kilobytes.getOrDefault("Private_Clean:", 0L),
        kilobytes.getOrDefault("Shared_Dirty:", 0L),
        kilobytes.getOrDefault("Shared_Clean:", 0L));
  }

  /** Bytes that HotSpot has taken for code, classes and the like. */
  public static long committedBesideHeap() {
    return ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getCommitted();
  }

  /** Bytes of these in use. */
  public static long usedBesideHeap() {
    return ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed();
  }
}
