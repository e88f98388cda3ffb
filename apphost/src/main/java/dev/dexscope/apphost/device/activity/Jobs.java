package dev.dexscope.apphost.device.activity;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Binder;
import android.os.Handler;
import android.os.IBinder;
import android.os.IInterface;
import android.os.Looper;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.phone.Replaces;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The jobs that the app schedules, which Robolectric only keeps: they run in their service when
 * their conditions hold. The phone is charged, in use, and has a network if the app has one.
 */
@SuppressWarnings("unused")
public final class Jobs {
  private static final String CALLBACK = "android.app.job.IJobCallback";

  /** {@code JobScheduler.RESULT_SUCCESS}. */
  private static final int SUCCESS = 1;

  /** The time after which a job is tried again, unless it has another one. */
  private static final long BACKOFF = 30_000;

  private final Handler main = new Handler(Looper.getMainLooper());
  private final Map<Integer, Job> waiting = new HashMap<>();

  /** A job, and the state of its run. */
  private final class Job implements Runnable, ServiceConnection {
    final Object scheduler;
    final Object info;
    final int id;
    final Queue<Object> work = new ArrayDeque<>();
    boolean isRunning;

    Job(Object scheduler, Object info) {
      this.scheduler = scheduler;
      this.info = info;
      this.id = (int) get(info, "getId");
    }

    ComponentName service() {
      return (ComponentName) get(info, "getService");
    }

    /** The time until it may run; negative if it never may. */
    long delay() {
      long deadline = (long) get(info, "getMaxExecutionDelayMillis");
      int network = (int) get(info, "getNetworkType");
      boolean isIdle = (boolean) get(info, "isRequireDeviceIdle");
      if (isIdle || (network != 0 && Phone.isOffline())) {
        return deadline > 0 ? deadline : -1;
      }
      return (long) get(info, "getMinLatencyMillis");
    }

    @Override
    public void run() {
      isRunning = true;
      Phone.part(Services.class)
          .bind(new Intent().setComponent(service()), this, Context.BIND_AUTO_CREATE, null, null);
    }

    @Override
    public void onServiceConnected(ComponentName name, IBinder binder) {
      ReflectionHelpers.callInstanceMethod(
          binder, "startJob", ClassParameter.from(parametersType(), parameters()));
    }

    @Override
    public void onServiceDisconnected(ComponentName name) {}

    private Class<?> parametersType() {
      return ReflectionHelpers.loadClass(
          Context.class.getClassLoader(), "android.app.job.JobParameters");
    }

    private Object parameters() {
      Object parameters = Shadow.newInstanceOf("android.app.job.JobParameters");
      ReflectionHelpers.setField(parameters, "jobId", id);
      ReflectionHelpers.setField(parameters, "extras", get(info, "getExtras"));
      ReflectionHelpers.setField(parameters, "transientExtras", get(info, "getTransientExtras"));
      var callback = new Binder();
      callback.attachInterface(callback(), CALLBACK);
      ReflectionHelpers.setField(parameters, "callback", callback);
      return parameters;
    }

    private IInterface callback() {
      Class<?> type = ReflectionHelpers.loadClass(Context.class.getClassLoader(), CALLBACK);
      return (IInterface)
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> answer(method, arguments));
    }

    private @Nullable Object answer(Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "acknowledgeStartMessage" -> {
          if (!(Boolean) arguments[1]) {
            main.post(() -> finish(false));
          }
          yield null;
        }
        case "dequeueWork" -> next();
        case "completeWork" -> true;
        default -> null;
      };
    }

    private @Nullable Object next() {
      synchronized (Jobs.this) {
        Object item = work.poll();
        if (item == null) {
          main.post(() -> finish(false));
        }
        return item;
      }
    }

    private void finish(boolean isToRepeat) {
      if (!isRunning) {
        return;
      }
      isRunning = false;
      Phone.part(Services.class).unbind(this);
      boolean isPeriodic = (boolean) get(info, "isPeriodic");
      if (isToRepeat) {
        main.postDelayed(this, BACKOFF);
      } else if (isPeriodic) {
        long interval = (long) get(info, "getIntervalMillis");
        main.postDelayed(this, interval);
      } else if (waiting.get(id) == this) {
        ReflectionHelpers.callInstanceMethod(
            scheduler, "cancel", ClassParameter.from(int.class, id));
      }
    }
  }

  private static Object get(Object info, String getter) {
    return Objects.requireNonNull(ReflectionHelpers.callInstanceMethod(info, getter), getter);
  }

  private static Jobs current() {
    return Phone.part(Jobs.class);
  }

  @Replaces("android.app.JobSchedulerImpl")
  static int schedule(Object scheduler, Object info) {
    return current().add(scheduler, info, null);
  }

  @Replaces("android.app.JobSchedulerImpl")
  static int enqueue(Object scheduler, Object info, Object item) {
    return current().add(scheduler, info, item);
  }

  /** Of {@code JobService}: the stand-in does not report it. */
  @Precedes("android.app.job.JobService")
  static void jobFinished(Object service, Object parameters, boolean isToRepeat) {
    int id = (int) get(parameters, "getJobId");
    current().finish(id, isToRepeat);
  }

  private synchronized void finish(int id, boolean isToRepeat) {
    Job job = waiting.get(id);
    if (job != null) {
      main.post(() -> job.finish(isToRepeat));
    }
  }

  @Precedes("android.app.JobSchedulerImpl")
  static void cancel(Object scheduler, int id) {
    current().remove(id);
  }

  @Precedes("android.app.JobSchedulerImpl")
  static void cancelAll(Object scheduler) {
    current().removeAll();
  }

  private synchronized void removeAll() {
    List.copyOf(waiting.keySet()).forEach(this::remove);
  }

  private synchronized void remove(int id) {
    Job job = waiting.remove(id);
    if (job != null) {
      main.removeCallbacks(job);
    }
  }

  private synchronized int add(Object scheduler, Object info, @Nullable Object item) {
    var job = new Job(scheduler, info);
    if (!Services.exists(job.service())) {
      throw new IllegalArgumentException("No such service " + job.service());
    }
    Job known = waiting.get(job.id);
    if (item != null && known != null) {
      known.work.add(item);
      return SUCCESS;
    }
    // Before it runs, and at its end is no longer in the list.
    int result =
        ReflectionHelpers.callInstanceMethod(
            Shadow.extract(scheduler), "schedule", ClassParameter.from(info.getClass(), info));
    remove(job.id);
    if (item != null) {
      job.work.add(item);
    }
    waiting.put(job.id, job);
    long delay = job.delay();
    if (delay >= 0) {
      main.postDelayed(job, delay);
    }
    return result;
  }
}
