package dev.dexscope.libcore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program's threads. */
public interface ThreadInspection {
  /**
   * A thread at some moment.
   *
   * @param id its number in this VM
   * @param state Dalvik's number of its state
   * @param suspended whether a debugger has suspended it, whatever its state
   * @param tid the system's number; 0 where it is not told
   * @param userTime CPU time in the program, in hundredths of a second
   * @param systemTime CPU time in the system, likewise
   */
  record Status(
      int id,
      int state,
      boolean suspended,
      int tid,
      int userTime,
      int systemTime,
      boolean daemon) {}

  /**
   * A call of a thread that has not returned.
   *
   * @param locked the objects whose monitors it has taken, in that order
   * @param blockedOn the object whose monitor it wants; null for none
   */
  record Frame(StackTraceElement element, List<Object> locked, @Nullable Object blockedOn) {}

  /** All living threads by their numbers. */
  List<Status> all();

  /** The frames of the thread with a number; null when there is no such thread. */
  StackTraceElement @Nullable [] stack(int id);

  /** The frames of a thread, as {@link Thread#getStackTrace} has them on Android. */
  StackTraceElement[] stack(Thread thread);

  /** The frames of a thread with the objects that they have locked; none when it does not run. */
  List<Frame> frames(Thread thread);

  /** All threads with their stacks and locks, in the form of ART's dumps. */
  String dump();
}
