package dev.dexscope.apphost.device;

import android.app.ActivityManager;
import android.os.Debug;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of the process, as the app measures it: {@link CallSites} calls these methods instead
 * of those of the framework. Half of what is resident counts as the app's own code and libraries.
 */
@SuppressWarnings("unused")
final class OwnMemory {
  private OwnMemory() {}

  /** In kilobytes. */
  private static int resident() {
    try {
      String prefix = "VmRSS:";
      Path status = Path.of("/proc/self/status");
      if (!Files.exists(status)) {
        return 0;
      }
      return Files.readAllLines(status).stream()
          .filter(each -> each.startsWith(prefix))
          .map(each -> each.substring(prefix.length()).replace("kB", "").strip())
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Object getProcessMemoryInfo(ActivityManager activities, int[] processes) {
    var all = new Debug.MemoryInfo[processes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Debug.MemoryInfo();
      getMemoryInfo(all[i]);
    }
    return all;
  }

  static void getMemoryInfo(Debug.MemoryInfo info) {
    var runtime = Runtime.getRuntime();
    int heap = (int) ((runtime.totalMemory() - runtime.freeMemory()) >> 10);
    int all = Math.max(resident(), heap);
    info.dalvikPss = heap;
    info.dalvikPrivateDirty = heap;
    info.otherPss = all - heap;
    info.otherPrivateDirty = (all - heap) / 2;
  }
}
