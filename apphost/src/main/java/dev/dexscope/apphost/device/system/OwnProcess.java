package dev.dexscope.apphost.device.system;

import android.os.Looper;
import android.os.Process;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowProcess;

/** Lets apps end their process, which is no test's. */
@Implements(Process.class)
public class OwnProcess extends ShadowProcess {
  /** Of {@code Process}: the main thread has its process's number, by which apps recognise it. */
  @Implementation
  protected static int myTid() {
    Thread current = Thread.currentThread();
    Looper main = Looper.getMainLooper();
    boolean isMain = main != null && main.getThread().equals(current);
    return Process.myPid() + (isMain ? 0 : (int) current.threadId());
  }

  /** Of {@code Process}: others are not there. */
  @Implementation
  protected static void killProcess(int pid) {
    sendSignal(pid, Process.SIGNAL_KILL);
  }

  /** Of {@code Process}. */
  @Implementation
  protected static void sendSignal(int pid, int signal) {
    if (pid == Process.myPid()
        && (signal == Process.SIGNAL_KILL || signal == Process.SIGNAL_QUIT)) {
      Phone.current().ended(AppRun.KILLED);
    }
  }
}
