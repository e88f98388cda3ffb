package dev.dexscope.probe;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * The methods that instrumented code calls. A method reports its start by its number; its end needs
 * no argument, because each thread has a shadow stack. A method that handles exceptions keeps its
 * depth there.
 *
 * <pre>{@code
 * int answer(int question) {
 *   int depth = Profiler.enter(7);
 *   try {
 *     int answer = ...;
 *     Profiler.exit(depth);
 *     return answer;
 *   } catch (Throwable e) {
 *     Profiler.unwind(depth);
 *     throw e;
 *   }
 * }
 * }</pre>
 *
 * <p>These methods do not throw, block or allocate, except in the first calls of a thread or a
 * method.
 */
public final class Profiler {
  /** The recorder of calls that are made to be measured, also before there is a session. */
  static final ThreadLocal<ThreadRecorder> MEASURED = new ThreadLocal<ThreadRecorder>();

  /** Null on a thread that has made no call. */
  private static final ThreadLocal<ThreadRecorder> CURRENT = new ThreadLocal<ThreadRecorder>();

  /** Made before the session, whose code may be covered, too. */
  private static final Places PLACES = Places.load();

  private static final boolean[] REACHED = PLACES.reached;

  /** Null while it is being made, for the code that this needs; and if that did not work out. */
  private static final @Nullable Session SESSION = open();

  private Profiler() {}

  /**
   * The method with this number begins.
   *
   * @return how deep this call is in the thread's shadow stack, the outermost is 1; for the others
   */
  public static int enter(int id) {
    return SESSION == null ? ThreadRecorder.NOWHERE : current(SESSION).enter(id);
  }

  /** The place of the code with this number is reached. */
  public static void reach(int place) {
    boolean[] reached = REACHED;
    // Null while this class is being initialized, by code that is covered itself.
    if (reached != null && place < reached.length) {
      reached[place] = true;
    }
  }

  private static ThreadRecorder current(Session session) {
    ThreadRecorder current = CURRENT.get();
    if (current == null) {
      current = session.register();
      CURRENT.set(current);
    }
    return current;
  }

  /** The same for what the VM does within a running call; ignored outside of calls. */
  static int enterWithin(int id) {
    ThreadRecorder current = CURRENT.get();
    return current == null || current.depth() == 0 ? ThreadRecorder.NOWHERE : current.enter(id);
  }

  /** The innermost running method returns. */
  public static void exit() {
    ThreadRecorder current = CURRENT.get();
    if (current != null) {
      current.exit();
    }
  }

  /** As {@link #enter(int)}, to be measured: the thread's {@link #MEASURED} is called. */
  static void enterMeasured(int id) {
    MEASURED.get().enter(id);
  }

  /** As {@link #exit()}, likewise. */
  static void exitMeasured() {
    MEASURED.get().exit();
  }

  /** The call at this depth returns. What is still inside it was left without a word. */
  public static void exit(int depth) {
    ThreadRecorder current = CURRENT.get();
    if (current != null) {
      current.exit(depth);
    }
  }

  /** The call at this depth is left by an exception, and with it all inside it. */
  public static void unwind(int depth) {
    unwindTo(depth - 1);
  }

  /** The call at this depth has caught an exception: all inside it were left. */
  public static void unwindTo(int depth) {
    ThreadRecorder current = CURRENT.get();
    if (current != null) {
      current.unwindTo(depth);
    }
  }

  private static @Nullable Session open() {
    try {
      File files = Android.filesFolder();
      TauConf conf = TauConf.load(files);
      Log.verbose(conf.verbose);
      for (String warning : conf.warnings()) {
        Log.warn(warning);
      }
      Alfred alfred = Alfred.open(conf);
      File folder = conf.profileDir.length() == 0 ? files : new File(conf.profileDir);
      boolean cpu = (conf.cpuTime || (conf.trace && !conf.wallOnly)) && DualClock.isSupported();
      Clock clock = cpu ? new DualClock() : new WallClock();
      Session session = new Session(conf, clock, folder, alfred.place(), PLACES);
      if (conf.warmup) {
        session.stop();
      }
      LastWords.arrange(session, conf.dumpInterval);
      alfred.serve(session);
      if (conf.threadMonitor) {
        startDaemon("DTM", new ThreadMonitor(session, conf.adbPort));
      }
      listen(session);
      return session;
    } catch (Exception | LinkageError e) {
      // A profiler that does not work must not keep the app from working.
      Log.warn("no profile: " + e);
      return null;
    }
  }

  private static void listen(Session session) {
    try {
      FirstUse.listen(session);
    } catch (LinkageError e) {
      // Android has no such class, and reports nothing.
    }
  }

  /** Begins some work of the profiler's own, which does not keep the program from ending. */
  static void startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
