package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.GuestThreads;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Methods of {@link ThreadMXBean}: without the host's own threads. */
public final class ThreadMXBeanMethods {
  private ThreadMXBeanMethods() {}

  /** {@link ThreadMXBean#getAllThreadIds}. */
  public static long[] getAllThreadIds(ThreadMXBean bean) {
    Set<Long> hidden = hidden();
    long[] ids = bean.getAllThreadIds();
    int count = 0;
    for (long each : ids) {
      if (!hidden.contains(each)) {
        ids[count++] = each;
      }
    }
    return Arrays.copyOf(ids, count);
  }

  /** {@link ThreadMXBean#getThreadCount}. */
  public static int getThreadCount(ThreadMXBean bean) {
    return getAllThreadIds(bean).length;
  }

  /** {@link ThreadMXBean#dumpAllThreads(boolean, boolean)}. */
  public static ThreadInfo[] dumpAllThreads(
      ThreadMXBean bean, boolean hasMonitors, boolean hasSynchronizers) {
    return dumpAllThreads(bean, hasMonitors, hasSynchronizers, Integer.MAX_VALUE);
  }

  /** {@link ThreadMXBean#dumpAllThreads(boolean, boolean, int)}. */
  public static ThreadInfo[] dumpAllThreads(
      ThreadMXBean bean, boolean hasMonitors, boolean hasSynchronizers, int depth) {
    Set<Long> hidden = hidden();
    List<ThreadInfo> shown = new ArrayList<>();
    for (ThreadInfo each : bean.dumpAllThreads(hasMonitors, hasSynchronizers, depth)) {
      if (!hidden.contains(each.getThreadId())) {
        shown.add(each);
      }
    }
    return shown.toArray(ThreadInfo[]::new);
  }

  private static Set<Long> hidden() {
    return GuestThreads.hidden().stream().map(Thread::threadId).collect(Collectors.toSet());
  }
}
