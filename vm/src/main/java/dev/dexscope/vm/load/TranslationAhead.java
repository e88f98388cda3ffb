package dev.dexscope.vm.load;

import dev.dexscope.vm.runtime.OwnWork;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Translates the classes of one path: requested ones, and in a thread of its own the classes to
 * which these refer, which will be requested soon. So the first start of a large program uses two
 * cores.
 */
final class TranslationAhead {
  /** The maximum of waiting classes; the oldest are dropped for new ones. */
  private static final int MOST_WAITING = 1_000;

  private static final long SECONDS_IDLE = 1;

  /** Makes class files. */
  interface Translation {
    /** The class file of a class; null when the path has no such class. */
    byte @Nullable [] of(String name);

    /** Returns whether it is known, or no class of this path. */
    boolean isSettled(String name);
  }

  private final ThreadPoolExecutor worker;
  private final Translation translation;
  private final Map<String, FutureTask<byte @Nullable []>> running = new ConcurrentHashMap<>();

  TranslationAhead(ThreadPoolExecutor worker, Translation translation) {
    this.worker = worker;
    this.translation = translation;
  }

  /** Returns whether there is a core for it. */
  static boolean isWorthwhile() {
    return Runtime.getRuntime().availableProcessors() > 1;
  }

  /** Creates the worker that translates ahead for all paths. */
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
   * A thread of our own class, by which it is hidden from agents. They would receive its start but
   * not its end, which is within our own work: the JDK's debugger ends the whole process if a
   * thread that it has stopped no longer exists.
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

  /** Returns the class file of a requested class, translated by the first thread that has begun. */
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

  /** Translates the classes to which a requested class refers. */
  void follow(byte[] classFile) {
    worker.execute(() -> unsettled(classFile).forEach(this::translateAhead));
  }

  /** Returns the classes to which a class refers, and which are still to be translated. */
  private List<String> unsettled(byte[] classFile) {
    List<String> names = new ArrayList<>();
    for (PoolEntry each : ClassFile.of().parse(classFile).constantPool()) {
      if (each instanceof ClassEntry type) {
        String name = type.asInternalName().replace('/', '.');
        if (!translation.isSettled(name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /**
   * Translates a class and those to which it leads, before a program begins: on all cores.
   *
   * @param most how many, the nearest ones first
   */
  void translateFrom(String name, int most) {
    try (var workers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      Set<String> begun = new HashSet<>(List.of(name));
      List<String> next = List.of(name);
      while (!next.isEmpty()) {
        List<Callable<List<String>>> tasks = new ArrayList<>();
        for (String each : next) {
          tasks.add(() -> ledTo(each));
        }
        next = new ArrayList<>();
        for (Future<List<String>> each : workers.invokeAll(tasks)) {
          // A failure is reported to the threads that request the class.
          if (each.state() == Future.State.SUCCESS) {
            for (String led : each.resultNow()) {
              if (begun.size() < most && begun.add(led)) {
                next.add(led);
              }
            }
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> ledTo(String name) {
    byte[] classFile = translation.of(name);
    return classFile == null ? List.of() : unsettled(classFile);
  }

  private void translateAhead(String name) {
    FutureTask<byte @Nullable []> task = new FutureTask<>(() -> translation.of(name));
    if (running.putIfAbsent(name, task) == null) {
      // A failure is reported to the threads that request the class.
      task.run();
      running.remove(name, task);
    }
  }
}
