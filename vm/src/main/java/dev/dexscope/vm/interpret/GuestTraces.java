package dev.dexscope.vm.interpret;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts interpreted methods into stack traces. HotSpot sees the interpreter instead of them: each
 * run of {@link Interpreter#run} is one interpreted method, and below the one that a stub called
 * stands the stub.
 */
public final class GuestTraces {
  private static final String RUN = Interpreter.class.getName();
  private static final String NESTED = Monitors.class.getName();
  private static final String PACKAGE = RUN.substring(0, RUN.lastIndexOf('.') + 1);
  private static final String CALLED_BY_STUB = InterpretedMethod.class.getName();
  private static final String CALLED_BY_STOPPING_STUB = StoppingRun.class.getName();

  /** As many elements as HotSpot records by default (MaxJavaStackTraceDepth). */
  private static final int LONGEST = 1024;

  private static final ClassValue<Boolean> IS_PLAIN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("getStackTrace").getDeclaringClass() == Throwable.class
                && type.getMethod("setStackTrace", StackTraceElement[].class).getDeclaringClass()
                    == Throwable.class;
          } catch (NoSuchMethodException | LinkageError e) {
            return false;
          }
        }
      };

  private GuestTraces() {}

  /** An exception has come to a frame, or was made there: its stack trace is put right, once. */
  @SuppressWarnings("ReferenceEquality") // The very same exception, whatever its equals says.
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
    } catch (StackOverflowError e) {
      // The next frame towards the thread's start has more room.
      frame.thread.seen = null;
    }
  }

  /**
   * A stack trace with the interpreted methods of the current thread in their places.
   *
   * @param host as HotSpot recorded it
   */
  public static StackTraceElement[] guestView(StackTraceElement[] host) {
    return guestView(host, GuestThread.current().top);
  }

  private static StackTraceElement[] guestView(StackTraceElement[] host, @Nullable Frame top) {
    int runs = countRuns(host);
    if (runs == 0 || top == null) {
      return host;
    }
    Deque<Frame> frames = frames(top, runs, host.length >= LONGEST);
    List<StackTraceElement> guest = new ArrayList<>(host.length);
    boolean nested = false;
    for (int i = 0; i < host.length; i++) {
      String name = host[i].getClassName();
      if (isRun(host[i])) {
        // A trace may begin in constructors of the exception that have ended.
        boolean known = frames.size() == runs;
        if (!nested && known && !frames.isEmpty()) {
          guest.add(element(frames.remove()));
        }
        runs -= nested ? 0 : 1;
        nested = false;
      } else if (name.equals(NESTED)) {
        nested = true;
      } else if (name.startsWith(PACKAGE)) {
        boolean byStub = name.equals(CALLED_BY_STUB) || name.equals(CALLED_BY_STOPPING_STUB);
        boolean last = i + 1 < host.length && !host[i + 1].getClassName().startsWith(PACKAGE);
        if (byStub && last) {
          i++;
        }
      } else {
        guest.add(host[i]);
      }
    }
    return guest.toArray(StackTraceElement[]::new);
  }

  private static boolean isRun(StackTraceElement element) {
    return element.getMethodName().equals("run") && element.getClassName().equals(RUN);
  }

  /** How many interpreted methods a trace shows. */
  private static int countRuns(StackTraceElement[] host) {
    int runs = 0;
    boolean nested = false;
    for (StackTraceElement each : host) {
      if (isRun(each)) {
        runs += nested ? 0 : 1;
        nested = false;
      } else if (each.getClassName().equals(NESTED)) {
        nested = true;
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

  /** Where there are no lines, ART gives the address for one, and no file. */
  private static StackTraceElement element(Frame frame) {
    var source = frame.method.source();
    int line = frame.line();
    return new StackTraceElement(
        frame.method.guestClass().getName(),
        source.name(),
        line < 0 ? null : source.classDef().sourceFile(),
        line < 0 ? frame.dexPc() : line);
  }
}
