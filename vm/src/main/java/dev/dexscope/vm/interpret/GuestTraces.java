package dev.dexscope.vm.interpret;

import dev.dexscope.vm.runtime.Overrides;
import dev.dexscope.vm.runtime.StackTraces;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts interpreted methods into stack traces. HotSpot sees the interpreter instead of them: each
 * run of {@link Interpreter#run} is one interpreted method, and below the one that a stub called is
 * the stub.
 */
final class GuestTraces {
  private static final String RUN = Interpreter.class.getName();
  private static final String NESTED = Monitors.class.getName();
  private static final String PACKAGE = RUN.substring(0, RUN.lastIndexOf('.') + 1);
  private static final String CALLED_BY_STUB = InterpretedMethod.class.getName();
  private static final String CALLED_BY_STOPPING_STUB = StoppingRun.class.getName();

  /** As many elements as HotSpot records by default (MaxJavaStackTraceDepth). */
  private static final int LONGEST = 1024;

  private static final MethodType GIVES = MethodType.methodType(StackTraceElement[].class);
  private static final MethodType TAKES =
      MethodType.methodType(void.class, StackTraceElement[].class);

  private static final ClassValue<Boolean> IS_PLAIN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !Overrides.has(type, Throwable.class, "getStackTrace", GIVES)
              && !Overrides.has(type, Throwable.class, "setStackTrace", TAKES);
        }
      };

  private GuestTraces() {}

  /** Initialises the class while there is stack for it: its first use may be a stack overflow. */
  static void prepare() {
    IS_PLAIN.get(StackOverflowError.class);
    StackTraces.prepare();
  }

  /**
   * Called when an exception arrives at a frame, or was created there: its stack trace is
   * corrected, once.
   */
  @SuppressWarnings("ReferenceEquality") // Exceptions may override equals.
  static void see(Throwable thrown, Frame frame) {
    if (frame.thread.seen == thrown) {
      return;
    }
    frame.thread.seen = thrown;
    try {
      if (IS_PLAIN.get(thrown.getClass())) {
        StackTraceElement[] host = thrown.getStackTrace();
        StackTraceElement[] guest = guestView(host, frame);
        if (guest != host) {
          thrown.setStackTrace(guest);
        }
      }
    } catch (StackOverflowError | OutOfMemoryError e) {
      // The next frame towards the thread's start has more room.
      frame.thread.seen = null;
    }
  }

  /**
   * A thread's stack trace with interpreted methods in their places. Of another thread, which runs
   * on meanwhile, it may lack some.
   *
   * @param host as HotSpot recorded it
   */
  static StackTraceElement[] guestView(Thread thread, StackTraceElement[] host) {
    GuestThread known = GuestThread.of(thread);
    return known == null ? host : guestView(host, known.top);
  }

  private static StackTraceElement[] guestView(StackTraceElement[] host, @Nullable Frame top) {
    int runs = countRuns(host);
    if (runs == 0 || top == null) {
      return host;
    }
    Deque<Frame> frames = frames(top, runs, host.length >= LONGEST);
    List<StackTraceElement> guest = new ArrayList<>(host.length);
    for (int i = 0; i < host.length; i++) {
      if (isMethod(host, i)) {
        // A trace may begin in constructors of the exception that have ended.
        if (frames.size() == runs) {
          guest.add(element(frames.remove()));
        }
        runs--;
      } else if (!host[i].getClassName().startsWith(PACKAGE)) {
        guest.add(host[i]);
      } else if (isCalledByStub(host, i)) {
        i++;
      }
    }
    return guest.toArray(StackTraceElement[]::new);
  }

  private static boolean isRun(StackTraceElement element) {
    return element.getMethodName().equals("run") && element.getClassName().equals(RUN);
  }

  /**
   * Returns whether an element represents an interpreted method: a run that is not one inside a
   * monitor.
   */
  private static boolean isMethod(StackTraceElement[] host, int i) {
    boolean nests = i >= 2 && host[i - 1].getClassName().equals(NESTED) && isRun(host[i - 2]);
    return isRun(host[i]) && !nests;
  }

  private static boolean isCalledByStub(StackTraceElement[] host, int i) {
    String name = host[i].getClassName();
    return (name.equals(CALLED_BY_STUB) || name.equals(CALLED_BY_STOPPING_STUB))
        && i + 1 < host.length
        && !host[i + 1].getClassName().startsWith(PACKAGE);
  }

  /** Returns whether an element is a stub whose method the interpreter runs. */
  static boolean isStub(StackTraceElement[] host, int i) {
    return i > 0 && isCalledByStub(host, i - 1);
  }

  /** Returns how many interpreted methods a trace shows. */
  private static int countRuns(StackTraceElement[] host) {
    int runs = 0;
    for (int i = 0; i < host.length; i++) {
      if (isMethod(host, i)) {
        runs++;
      }
    }
    return runs;
  }

  /** The frames that the trace's runs are of: counted from the thread's start, if that is there. */
  private static Deque<Frame> frames(Frame top, int runs, boolean truncated) {
    Deque<Frame> frames = new ArrayDeque<>();
    for (Frame each = top; each != null; each = each.caller) {
      frames.add(each);
      if (truncated && frames.size() == runs) {
        break;
      }
    }
    while (frames.size() > runs) {
      frames.remove();
    }
    return frames;
  }

  /**
   * Returns the stack trace element; without lines, ART shows the address as the line, and no file.
   */
  private static StackTraceElement element(Frame frame) {
    var source = frame.method.source();
    int line = frame.line();
    return new StackTraceElement(
        frame.method.guestClass().getName(),
        source.name(),
        line < 0 ? StackTraces.UNKNOWN_SOURCE : source.classDef().sourceFile(),
        line < 0 ? frame.dexPc() : line);
  }
}
