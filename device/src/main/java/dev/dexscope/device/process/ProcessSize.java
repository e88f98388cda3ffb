package dev.dexscope.device.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Memory of a process in kilobytes, as reported by Linux; zeros elsewhere. */
public record ProcessSize(
    long virtual, long resident, long proportional, long privateDirty, long sharedClean) {

  public static ProcessSize of(long pid) {
    Map<String, Long> values = new HashMap<>();
    read(Path.of("/proc", pid + "", "status"), values);
    read(Path.of("/proc", pid + "", "smaps_rollup"), values);
    return new ProcessSize(
        values.getOrDefault("VmSize:", 0L),
        values.getOrDefault("VmRSS:", 0L),
        values.getOrDefault("Pss:", 0L),
        values.getOrDefault("Private_Dirty:", 0L),
        values.getOrDefault("Shared_Clean:", 0L));
  }

  private static void read(Path file, Map<String, Long> values) {
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split("\\s+");
        if (words.length == 3 && words[2].equals("kB")) {
          values.put(words[0], Long.parseLong(words[1]));
        }
      }
    } catch (IOException e) {
      // Not available, or the process has ended.
    }
  }
}
