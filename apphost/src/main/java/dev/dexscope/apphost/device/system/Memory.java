package dev.dexscope.apphost.device.system;

import android.app.ActivityManager;
import android.app.Application;
import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.os.Debug;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apps.AppHeap;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityManager;

/**
 * The memory of the phone, and that of the process as the app measures it: half of what is resident
 * counts as the app's own code and libraries.
 */
@SuppressWarnings("unused")
public final class Memory {
  /** Bytes. */
  public static final long BYTES = 4L << 30;

  /** The bits of a megabyte, and of a kilobyte. */
  private static final int MEGA = 20;

  private static final int KILO = 10;

  private Memory() {}

  /** Limits the app's heap as the phone does. */
  static void equip(Application application, AppHeap heap) {
    var memory = new ActivityManager.MemoryInfo();
    memory.totalMem = BYTES;
    memory.availMem = BYTES / 2;
    ShadowActivityManager activities =
        Shadow.extract(application.getSystemService(Context.ACTIVITY_SERVICE));
    activities.setMemoryInfo(memory);
    activities.setMemoryClass(heap.limit(false));
    boolean isLarge =
        (application.getApplicationInfo().flags & ApplicationInfo.FLAG_LARGE_HEAP) != 0;
    Vm.limitHeap((long) heap.limit(isLarge) << MEGA, (long) AppHeap.FRAMEWORK << MEGA);
  }

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

  @Replaces("android.app.ActivityManager")
  static Object getProcessMemoryInfo(ActivityManager activities, int[] processes) {
    var all = new Debug.MemoryInfo[processes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Debug.MemoryInfo();
      getMemoryInfo(all[i]);
    }
    return all;
  }

  @Replaces("android.os.Debug")
  static void getMemoryInfo(Debug.MemoryInfo info) {
    int heap = (int) (Vm.usedHeap() >> KILO);
    int all = Math.max(resident(), heap);
    info.dalvikPss = heap;
    info.dalvikPrivateDirty = heap;
    info.otherPss = all - heap;
    info.otherPrivateDirty = (all - heap) / 2;
  }
}
