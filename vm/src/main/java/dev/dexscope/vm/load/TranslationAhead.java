package dev.dexscope.vm.load;

import dev.dexscope.vm.runtime.OwnWork;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Translates the classes of one path: those that are asked for, and by a thread of its own those
 * that will be asked for soon, which are the ones that the former name. So the first start of a
 * large program uses two cores.
 */
final class TranslationAhead {
  /** Classes that wait to be looked at, the oldest of which give way to new ones. */
  private static final int MOST_WAITING = 1_000;

  private static final long SECONDS_IDLE = 1;

  /** Makes class files. */
  interface Translation {
    /** The class file of a class; null when the path has no such class. */
    byte @Nullable [] of(String name);

    /** Whether it is known, or no class of this path. */
    boolean isSettled(String name);
  }

  private final ThreadPoolExecutor worker;
  private final Translation translation;
  private final Map<String, FutureTask<byte @Nullable []>> running = new ConcurrentHashMap<>();

  TranslationAhead(ThreadPoolExecutor worker, Translation translation) {
    this.worker = worker;
    this.translation = translation;
  }

  /** Whether there is a core for it. */
  static boolean isWorthwhile() {
    return Runtime.getRuntime().availableProcessors() > 1;
  }

  /** What works ahead for all paths. */
  static ThreadPoolExecutor worker() {
    var worker =
        new ThreadPoolExecutor(
            1,
            1,
            SECONDS_IDLE,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            TranslationAhead::thread,
            new ThreadPoolExecutor.DiscardOldestPolicy());
    worker.allowCoreThreadTimeOut(true);
    return worker;
  }

  /** In the group and by the name that a compiler's thread has on Android. */
  private static Thread thread(Runnable work) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Worker(group, work);
    thread.setDaemon(true);
    thread.setContextClassLoader(TranslationAhead.class.getClassLoader());
    return thread;
  }

  /**
   * Of a class of ours, by which agents are kept from it. They would hear of its beginning and not
   * of its end, which is within our own work: the JDK's debugger ends the whole process when a
   * thread that it has stopped is no more.
   */
  private static final class Worker extends Thread {
    Worker(ThreadGroup group, Runnable work) {
      super(group, work, "Jit thread pool worker thread 0", 0, false);
    }

    @Override
    public void run() {
      OwnWork told = OwnWork.told();
      if (told != null) {
        told.begin(); // All that the thread ever does.
      }
      super.run();
    }
  }

  /** The class file of a class that is asked for, made by whoever has begun first. */
  byte @Nullable [] translate(String name) {
    FutureTask<byte @Nullable []> task = new FutureTask<>(() -> translation.of(name));
    FutureTask<byte @Nullable []> begun = running.putIfAbsent(name, task);
    try {
      if (begun == null) {
        task.run();
        begun = task;
      }
      return resultOf(begun);
    } catch (ExecutionException e) {
      // Once more: the exception is this thread's.
      return translation.of(name);
    } finally {
      running.remove(name, task);
    }
  }

  /** Programs interrupt their threads, which a class that is being loaded does not end. */
  private static byte @Nullable [] resultOf(FutureTask<byte @Nullable []> task)
      throws ExecutionException {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Translates the classes that one names which has been asked for. */
  void follow(byte[] classFile) {
    worker.execute(() -> {
      for (PoolEntry each : ClassFile.of().parse(classFile).constantPool()) {
        if (each instanceof ClassEntry type) {
          String name = type.asInternalName().replace('/', '.');
          if (!translation.isSettled(name)) {
            translateAhead(name);
          }
        }
      }
    });
  }

  private void translateAhead(String name) {
    FutureTask<byte @Nullable []> task = new FutureTask<>(() -> translation.of(name));
    if (running.putIfAbsent(name, task) == null) {
      // What fails is told to those who ask for the class.
      task.run();
      running.remove(name, task);
    }
  }
}
