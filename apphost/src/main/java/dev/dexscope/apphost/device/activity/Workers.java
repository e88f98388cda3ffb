package dev.dexscope.apphost.device.activity;

import dev.dexscope.vm.Vm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The app's other threads: whether one is at work, so that news may come from it. */
final class Workers {
  /** Where threads begin that watch the app. */
  private static final String OURS = "dev.dexscope.apphost.";

  /** Those that worked for as long as anybody waits; until they pause. */
  private final Set<Thread> endless = new HashSet<>();

  boolean areBusy() {
    Set<Thread> busy = busy();
    endless.retainAll(busy);
    return !endless.containsAll(busy);
  }

  /** Nobody waits for those that work now; returns the names of new ones. */
  List<String> giveUp() {
    List<String> names = new ArrayList<>();
    for (Thread each : busy()) {
      if (endless.add(each)) {
        names.add(each.getName());
      }
    }
    return names;
  }

  private static Set<Thread> busy() {
    Set<Thread> busy = new HashSet<>();
    for (Thread each : all()) {
      boolean isOther = each != null && !each.equals(Thread.currentThread());
      // The stack of a thread costs much more than its state.
      if (isOther && each.getState() == Thread.State.RUNNABLE) {
        StackTraceElement[] frames = each.getStackTrace();
        // One that has just been started has no stack.
        if (frames.length == 0 ? Vm.isGuest(each) : isOfApp(frames)) {
          busy.add(each);
        }
      }
    }
    return busy;
  }

  private static @Nullable Thread[] all() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] all = new Thread[2 * root.activeCount() + 1];
    root.enumerate(all);
    return all;
  }

  /** Not ours, and not those that the JVM or the framework keeps: they look busy in native code. */
  static boolean isOfApp(StackTraceElement[] frames) {
    if (frames.length <= 2) {
      return false;
    }
    if (frames[0].isNativeMethod() && !frames[0].getClassName().startsWith("java.lang.")) {
      return false;
    }
    String lowest = frames[frames.length - 1].getClassName();
    if (lowest.equals("java.lang.Thread")) {
      return !frames[frames.length - 2].getClassName().startsWith(OURS);
    }
    return !lowest.startsWith("j");
  }
}
