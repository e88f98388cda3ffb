package dev.dexscope.observe.recording;

import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.runtime.LineNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** HotSpot's stacks as the program's: without frames of the virtual machine. */
final class ProgramStacks {
  private static final String NATIVE = "Native";

  /** The number of stacks that are cached by their objects. */
  private static final int MOST_KEPT = 1 << 16;

  private static final String OWN = "dev.dexscope.";

  /** The part of this program that does a phone's work for an app. */
  private static final String PHONE = "dev.dexscope.apphost.";

  /** Code that loads classes, and code that translates them. */
  private static final List<String> LOADING =
      List.of("dev.dexscope.vm.load.", "dalvik.system.BaseDexClassLoader", "dalvik.system.DexPath");

  private static final List<String> TRANSLATING =
      List.of(
          "dev.dexscope.vm.translate.",
          "dev.dexscope.vm.code.",
          "dev.dexscope.dex.",
          // Android has no such classes.
          "java.lang.classfile.");

  private static final String PROBE = "dev.dexscope.probe.";

  /** As in profiles of instrumented programs (docs/probe.md). */
  private static final Frame CLASS_LOADING = own(Kind.FIRST_USE, "(class loading)");

  private static final Frame TRANSLATION = own(Kind.FIRST_USE, "(translation)");
  private static final Frame PROFILER = own(Kind.PROFILER, "(profiler)");
  private static final Frame OF_PHONE = own(Kind.PROFILER, "(Dexscope)");

  private final boolean isApp;
  private final Function<StackTraceElement, @Nullable Method> guests;
  private final IdentityHashMap<RecordedStackTrace, Stack> known = new IdentityHashMap<>();
  private final Map<Method, Method> methods = new HashMap<>();

  /**
   * @param guests the method of a frame of the program; null for other frames
   * @param isApp whether the framework's frames around the program's are its own, too
   */
  ProgramStacks(Function<StackTraceElement, @Nullable Method> guests, boolean isApp) {
    this.guests = guests;
    this.isApp = isApp;
  }

  private static Frame own(Kind kind, String row) {
    return new Frame(kind, new Method(0, "", row, "", "", -1), -1);
  }

  Stack of(RecordedStackTrace trace) {
    Stack stack = known.get(trace);
    if (stack == null) {
      stack = read(trace);
      if (known.size() == MOST_KEPT) {
        known.clear();
      }
      known.put(trace, stack);
    }
    return stack;
  }

  private Stack read(RecordedStackTrace trace) {
    List<RecordedFrame> from = trace.getFrames();
    List<@Nullable Frame> frames = new ArrayList<>(from.size());
    Frame last = null;
    for (RecordedFrame each : from.reversed()) {
      RecordedMethod method = each.getMethod();
      Frame frame =
          frame(
              method.getType().getName(),
              method.getName(),
              method.getDescriptor(),
              each.getLineNumber());
      boolean isAgain = PlatformNames.isRenamed(method.getName()) && isSame(frame, last);
      frames.add(isAgain ? null : frame);
      last = frame == null ? last : frame;
    }
    boolean isNative = !from.isEmpty() && NATIVE.equals(from.getFirst().getType());
    return new Stack(ofProgram(frames), !trace.isTruncated(), isNative);
  }

  private static boolean isSame(@Nullable Frame frame, @Nullable Frame last) {
    return frame != null
        && last != null
        && frame.method().name().equals(last.method().name())
        && frame.method().className().equals(last.method().className());
  }

  /**
   * Work of this program for a phone is none of the app's: at the end of a stack it is marked;
   * where it calls the framework, it is hidden, and with it its callers.
   */
  private static void removePhone(List<@Nullable Frame> frames) {
    boolean isOfPhone = true;
    int phone = -1;
    for (int i = 0; i < frames.size(); i++) {
      Frame frame = frames.get(i);
      if (OF_PHONE.equals(frame)) {
        isOfPhone = true;
        phone = i;
        frames.set(i, null);
      } else if (frame != null) {
        isOfPhone &=
            frame.kind() == Kind.PLATFORM && PlatformNames.isOutermost(frame.method().className());
        if (isOfPhone) {
          frames.set(i, null);
        }
      }
    }
    if (isOfPhone && phone >= 0) {
      frames.set(phone, OF_PHONE);
    }
  }

  /** Returns the stack that a thread has now. */
  Stack of(StackTraceElement[] elements) {
    List<@Nullable Frame> frames = new ArrayList<>(elements.length);
    for (StackTraceElement each : List.of(elements).reversed()) {
      frames.add(frame(each.getClassName(), each.getMethodName(), "", each.getLineNumber()));
    }
    return new Stack(ofProgram(frames), true, false);
  }

  /** The frames from the outermost on without those that are hidden. */
  private List<Frame> ofProgram(List<@Nullable Frame> all) {
    if (isApp) {
      removePhone(all);
    }
    List<Frame> frames = new ArrayList<>(all.size());
    boolean isOwn = false;
    for (Frame frame : all) {
      if (frame == null || (isOwn && frame.kind() == Kind.PLATFORM)) {
        continue;
      }
      boolean begins = frame.kind() != Kind.PROGRAM && frame.kind() != Kind.PLATFORM;
      if (begins && isOwn) {
        // A class is translated because it is loaded.
        frames.set(frames.size() - 1, frame);
        continue;
      }
      isOwn = begins;
      if (isOwn) {
        removePlatform(frames);
      }
      frames.add(frame);
    }
    return frames;
  }

  /** Classes are loaded through methods of the platform, which the program has not called. */
  private static void removePlatform(List<Frame> frames) {
    while (!frames.isEmpty() && frames.getLast().kind() == Kind.PLATFORM) {
      frames.removeLast();
    }
  }

  /** Returns a frame; null if it is hidden. */
  private @Nullable Frame frame(String className, String name, String descriptor, int line) {
    Method guest = guests.apply(new StackTraceElement(className, name, null, line));
    if (guest != null) {
      return className.startsWith(PROBE)
          ? PROFILER
          : new Frame(Kind.PROGRAM, shared(guest), LineNumbers.isLine(line) ? line : -1);
    }
    if (PlatformNames.begins(className, LOADING)) {
      return CLASS_LOADING;
    }
    if (PlatformNames.begins(className, TRANSLATING)) {
      return TRANSLATION;
    }
    if (isApp && className.startsWith(PHONE)) {
      return OF_PHONE;
    }
    if (className.startsWith(OWN) || PlatformNames.isHidden(className, name)) {
      return null;
    }
    String own = PlatformNames.of(name);
    var platform = new Method(0, className, own + Method.SAMPLED, descriptor, "", -1);
    return new Frame(Kind.PLATFORM, shared(platform), -1);
  }

  private Method shared(Method method) {
    return methods.computeIfAbsent(method, each -> each);
  }
}
