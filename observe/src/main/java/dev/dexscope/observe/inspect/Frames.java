package dev.dexscope.observe.inspect;

import dev.dexscope.observe.inspect.GuestFrame.Variable;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.Location;
import dev.dexscope.vm.interpret.Frame;
import dev.dexscope.vm.interpret.InterpretedMethod;
import dev.dexscope.vm.runtime.StackTraces;
import java.lang.StackWalker.StackFrame;
import java.lang.management.LockInfo;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The guest's view of HotSpot's stacks. */
public final class Frames {
  private static final StackWalker WALKER =
      StackWalker.getInstance(
          Set.of(
              StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES));

  private Frames() {}

  /**
   * Returns the frames of the current thread, from the innermost one on. Those of dex code are at
   * their exact instructions, on both engines.
   */
  public static List<GuestFrame> current() {
    Thread thread = Thread.currentThread();
    IdentityHashMap<StackTraceElement, StackFrame> places = new IdentityHashMap<>();
    List<StackTraceElement> trace = new ArrayList<>();
    WALKER.forEach(frame -> {
      StackTraceElement element = frame.toStackTraceElement();
      trace.add(element);
      places.put(element, frame);
    });
    List<GuestFrame> frames = new ArrayList<>();
    Frame interpreted = InterpretedMethod.topFrame(thread);
    StackTraceElement[] unfolded =
        StackTraces.unfolded(thread, trace.toArray(StackTraceElement[]::new));
    for (StackTraceElement each : unfolded) {
      StackFrame frame = places.get(each);
      if (frame == null && interpreted != null) {
        frames.add(interpreted(interpreted, StackTraces.shown(each), List.of()));
        interpreted = interpreted.caller();
      } else if (frame != null
          && !StackTraces.isHidden(each.getClassName(), each.getLineNumber())) {
        frames.add(
            new GuestFrame(
                StackTraces.shown(each), Vm.code().frames().of(frame), List.of(), List.of()));
      }
    }
    return frames;
  }

  static List<GuestFrame> of(Thread thread, ThreadInfo info) {
    StackTraceElement[] host = info.getStackTrace();
    StackTraceElement[] guest = StackTraces.guestView(thread, host);
    List<List<Lock>> locked = locked(thread, info, host, guest.length);
    List<GuestFrame> frames = new ArrayList<>();
    Frame interpreted = InterpretedMethod.topFrame(thread);
    for (int i = 0; i < guest.length; i++) {
      if (interpreted != null && isOf(interpreted, guest[i])) {
        frames.add(interpreted(interpreted, guest[i], locked.get(i)));
        interpreted = interpreted.caller();
      } else {
        Location location = Vm.code().frames().of(guest[i], i == 0 ? null : guest[i - 1]);
        frames.add(new GuestFrame(guest[i], location, List.of(), locked.get(i)));
      }
    }
    return frames;
  }

  private static boolean isOf(Frame frame, StackTraceElement element) {
    int line = frame.line();
    return element.getLineNumber() == (line < 0 ? frame.dexPc() : line)
        && element.getMethodName().equals(frame.method().name())
        && element.getClassName().equals(frame.method().guestClass().getName());
  }

  private static GuestFrame interpreted(Frame frame, StackTraceElement element, List<Lock> locked) {
    List<Variable> variables = new ArrayList<>();
    for (Frame.Variable each : frame.variables()) {
      variables.add(new Variable(each.name(), each.type(), each.register(), each.value()));
    }
    var location = new Location(frame.method().descriptor(), frame.dexPc(), true);
    return new GuestFrame(element, location, variables, locked);
  }

  /** The monitors that each guest frame has taken. */
  private static List<List<Lock>> locked(
      Thread thread, ThreadInfo info, StackTraceElement[] host, int frames) {
    List<List<Lock>> locked = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      locked.add(new ArrayList<>());
    }
    for (MonitorInfo monitor : info.getLockedMonitors()) {
      int frame = owner(thread, host, monitor.getLockedStackDepth(), frames);
      if (frame >= 0) {
        locked.get(frame).add(lock(Lock.Kind.MONITOR, monitor));
      }
    }
    return locked;
  }

  /**
   * Returns the guest's frame that has entered a monitor; -1 if none has.
   *
   * @param index of the host's frame that holds it
   * @param frames the number of the guest's frames
   */
  static int owner(Thread thread, StackTraceElement[] host, int index, int frames) {
    int depth = Math.clamp(index, 0, host.length);
    if (InterpretedMethod.isStub(host, depth)) {
      return -1;
    }
    // What is below a frame of the host looks the same without what is above it.
    StackTraceElement[] below = Arrays.copyOfRange(host, depth, host.length);
    int frame = frames - StackTraces.guestView(thread, below).length;
    return frame < frames ? frame : -1;
  }

  static Lock lock(Lock.Kind kind, LockInfo info) {
    return new Lock(kind, info.getClassName(), info.getIdentityHashCode());
  }
}
