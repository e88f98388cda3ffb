package dev.dexscope.runtime;

import java.io.File;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls. A method says by its number that it begins; that it ends needs no
 * argument, for each thread has a shadow stack.
 *
 * <pre>{@code
 * int answer(int question) {
 *   Profiler.enter(7);
 *   try {
 *     int answer = ...;
 *     Profiler.exit();
 *     return answer;
 *   } catch (Throwable e) {
 *     Profiler.unwind(7);
 *     throw e;
 *   }
 * }
 * }</pre>
 *
 * <p>None of this throws, blocks or allocates, but for the first calls of a thread or a method.
 */
public final class Profiler {
  /** Null while it is being made, for the code that this needs; and if that did not work out. */
  private static final @Nullable Session SESSION = open();

  private static final ThreadLocal<ThreadRecorder> CURRENT =
      new ThreadLocal<ThreadRecorder>() {
        @Override
        protected ThreadRecorder initialValue() {
          return Objects.requireNonNull(SESSION).register();
        }
      };

  private Profiler() {}

  /** The method with this number begins. */
  public static void enter(int id) {
    if (SESSION != null) {
      CURRENT.get().enter(id);
    }
  }

  /** The innermost running method returns. */
  public static void exit() {
    if (SESSION != null) {
      CURRENT.get().exit();
    }
  }

  /**
   * The innermost running call of this method is left by an exception. What runs inside it by the
   * shadow stack was left without a word, and ends too.
   */
  public static void unwind(int id) {
    if (SESSION != null) {
      CURRENT.get().unwind(id);
    }
  }

  /** How many calls of this thread are running, for {@link #unwindTo}. */
  public static int depth() {
    return SESSION == null ? 0 : CURRENT.get().depth();
  }

  /**
   * An exception was caught by the {@code depth}-th call from the bottom: all inside it were left.
   */
  public static void unwindTo(int depth) {
    if (SESSION != null) {
      CURRENT.get().unwindTo(depth);
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
      Session session = new Session(conf, clock, folder, alfred.place());
      LastWords.arrange(session, conf.dumpInterval);
      alfred.serve(session);
      if (conf.threadMonitor) {
        startDaemon("DTM", new ThreadMonitor(session, conf.adbPort));
      }
      return session;
    } catch (Exception | LinkageError e) {
      // A profiler that does not work must not keep the app from working.
      Log.warn("no profile: " + e);
      return null;
    }
  }

  /** Begins some work of the profiler's own, which does not keep the program from ending. */
  static void startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
