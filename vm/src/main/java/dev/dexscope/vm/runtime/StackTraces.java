package dev.dexscope.vm.runtime;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Stack traces as a program on Android sees them: without frames of the VM, without modules. */
public final class StackTraces {
  /** Classes whose frames are not part of the program, but of HotSpot's and our implementation. */
  private static final List<String> HIDDEN =
      List.of(
          "dev.dexscope.vm.",
          "dev.dexscope.observe.",
          "dev.dexscope.agents.",
          "dev.dexscope.libcore.",
          "jdk.internal.",
          "java.lang.invoke.",
          "java.lang.StringLatin1",
          "java.lang.StringUTF16");

  /**
   * The file of code without a file name, or whose line is unknown. With it the host's elements
   * have the text that ART's have without a file, also where the host's library prints them.
   */
  public static final String UNKNOWN_SOURCE = "Unknown Source";

  private static final String CONSTRUCTOR = "java.lang.reflect.Constructor";

  private static final String OF_CLASS = "dev.dexscope.vm.runtime.substitute.ClassMethods";

  /** The method that {@code Constructor.newInstance} calls on Android. */
  private static final String NATIVE_NEW = "newInstance0";

  private static final MethodType GIVES_TRACE = MethodType.methodType(StackTraceElement[].class);

  private static final ClassValue<Boolean> HAS_TRACE_OF_THROWABLE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !Overrides.has(type, Throwable.class, "getStackTrace", GIVES_TRACE);
        }
      };

  /** Puts interpreted methods into a thread's stack trace; the interpreter sets itself in. */
  private volatile BiFunction<Thread, StackTraceElement[], StackTraceElement[]> unfolding =
      (_, trace) -> trace;

  /** The frames as the program sees those of its host. */
  private volatile UnaryOperator<StackTraceElement[]> view = UnaryOperator.identity();

  private StackTraces() {}

  /** Sets how the program sees frames of its host. */
  public static void viewBy(UnaryOperator<StackTraceElement[]> view) {
    ofVm().view = view;
  }

  /** Initialises what stack traces need in the JDK: their first use may be a stack overflow. */
  public static void prepare() {
    try {
      Integer.parseInt("");
    } catch (NumberFormatException e) {
      // With a frame of a named module, whose name is dropped.
      guestFrames(e.getStackTrace());
    }
  }

  private static StackTraces ofVm() {
    return VmContext.current().part(StackTraces.class, StackTraces::new);
  }

  /** Called by the interpreter with its first method. */
  public static void unfoldBy(
      BiFunction<Thread, StackTraceElement[], StackTraceElement[]> interpreter) {
    ofVm().unfolding = interpreter;
  }

  /** {@link Throwable#getStackTrace}. */
  public static StackTraceElement[] getStackTrace(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return HAS_TRACE_OF_THROWABLE.get(thrown.getClass()) ? guestFrames(trace) : trace;
  }

  /** {@link Thread#getStackTrace}: a frame of Android's own comes first. */
  public static StackTraceElement[] getStackTrace(Thread thread) {
    List<StackTraceElement> frames = new ArrayList<>();
    if (thread.threadId() == Thread.currentThread().threadId()) {
      frames.add(
          new StackTraceElement(
              "dalvik.system.VMStack", "getThreadStackTrace", "VMStack.java", -2));
    }
    Collections.addAll(frames, guestView(thread, thread.getStackTrace()));
    return frames.toArray(StackTraceElement[]::new);
  }

  /** A thread's stack trace, or its part towards the start, as the program sees it. */
  public static StackTraceElement[] guestView(Thread thread, StackTraceElement[] trace) {
    return guestFrames(unfolded(thread, trace));
  }

  /**
   * A thread's stack trace with interpreted methods in their places; all other elements are the
   * same objects.
   */
  public static StackTraceElement[] unfolded(Thread thread, StackTraceElement[] trace) {
    return ofVm().unfolding.apply(thread, trace);
  }

  /** Prints a stack trace in Throwable's form. */
  public static void print(Throwable thrown, PrintWriter out) {
    synchronized (out) {
      print(thrown, "", "", new StackTraceElement[0], out::println, seen());
    }
  }

  /** Prints a stack trace in Throwable's form. */
  public static void print(Throwable thrown, PrintStream out) {
    synchronized (out) {
      print(thrown, "", "", new StackTraceElement[0], out::println, seen());
    }
  }

  private static Set<Throwable> seen() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static void print(
      Throwable thrown,
      String indent,
      String caption,
      StackTraceElement[] enclosing,
      Consumer<String> out,
      Set<Throwable> seen) {
    if (!seen.add(thrown)) {
      out.accept(indent + caption + "[CIRCULAR REFERENCE: " + thrown + "]");
      return;
    }
    StackTraceElement[] trace = getStackTrace(thrown);
    int own = trace.length;
    for (int i = enclosing.length; own > 0 && i > 0; i--) {
      if (!trace[own - 1].equals(enclosing[i - 1])) {
        break;
      }
      own--;
    }
    out.accept(indent + caption + thrown);
    for (int i = 0; i < own; i++) {
      out.accept(indent + "\tat " + trace[i]);
    }
    if (own < trace.length) {
      out.accept(indent + "\t... " + (trace.length - own) + " more");
    }
    for (Throwable each : thrown.getSuppressed()) {
      print(each, indent + "\t", "Suppressed: ", trace, out, seen);
    }
    Throwable cause = thrown.getCause();
    if (cause != null) {
      print(cause, indent, "Caused by: ", trace, out, seen);
    }
  }

  /** {@link StackTraceElement#getFileName}. */
  public static @Nullable String getFileName(StackTraceElement frame) {
    String file = frame.getFileName();
    return UNKNOWN_SOURCE.equals(file) ? null : file;
  }

  /**
   * A frame as HotSpot has it, as ART shows it: where no line is known, with the address in the
   * code instead, and without a file.
   */
  public static StackTraceElement shown(StackTraceElement frame) {
    String type = frame.getClassName();
    String method = frame.getMethodName();
    if (method.equals("newInstanceWithCaller") && type.equals(CONSTRUCTOR)) {
      method = NATIVE_NEW;
    }
    String file = frame.getFileName();
    int line = isNativeReflection(type, method) ? -2 : frame.getLineNumber();
    if (LineNumbers.isAddress(line) && !UNKNOWN_SOURCE.equals(file)) {
      for (GuestCode code : Linkage.allCode()) {
        StackTraceElement found = code.places().shown(frame);
        if (found != null) {
          return found;
        }
      }
    }
    String shownFile = file == null && line >= 0 ? UNKNOWN_SOURCE : file;
    return new StackTraceElement(type, method, shownFile, line);
  }

  /** The elements of a trace that the program sees. */
  public static StackTraceElement[] guestFrames(StackTraceElement[] trace) {
    List<StackTraceElement> frames = new ArrayList<>(trace.length);
    for (StackTraceElement each : ofVm().view.apply(trace)) {
      if (isNewOfClass(each)) {
        // Its own constructor is all that Android has above it.
        while (!frames.isEmpty() && frames.getLast().getClassName().equals(CONSTRUCTOR)) {
          frames.removeLast();
        }
        frames.add(new StackTraceElement("java.lang.Class", "newInstance", null, -2));
      } else if (!isInternal(each)) {
        frames.add(shown(each));
      }
    }
    return frames.toArray(StackTraceElement[]::new);
  }

  /** Returns whether it belongs to the program's call of {@link Class#newInstance}. */
  private static boolean isNewOfClass(StackTraceElement frame) {
    return frame.getMethodName().equals("newInstance") && frame.getClassName().equals(OF_CLASS);
  }

  /** Returns whether the program does not see a frame. */
  static boolean isInternal(StackTraceElement frame) {
    return isHidden(frame.getClassName(), frame.getLineNumber())
        || isCheckOfString(frame)
        || isCheckOfField(frame);
  }

  /** Returns whether it is native code on Android. */
  private static boolean isNativeReflection(String type, String method) {
    return switch (type) {
      case "java.lang.reflect.Method" -> method.equals("invoke");
      case "java.lang.reflect.Field" -> method.startsWith("get") || method.startsWith("set");
      case CONSTRUCTOR -> method.equals(NATIVE_NEW);
      default -> false;
    };
  }

  /** Android finds that out in native code. */
  private static boolean isCheckOfField(StackTraceElement frame) {
    return frame.getMethodName().equals("checkAccess")
        && frame.getClassName().equals("java.lang.reflect.Field");
  }

  /**
   * Returns whether the host's String checks an index in this frame; Android's does so in one step.
   */
  private static boolean isCheckOfString(StackTraceElement frame) {
    return frame.getMethodName().startsWith("check")
        && frame.getClassName().equals("java.lang.String");
  }

  /**
   * Returns whether a frame is hidden from the program: one of such a class, or of a method of
   * ours.
   */
  public static boolean isHidden(String className, int lineNumber) {
    return lineNumber == LineNumbers.NO_INSTRUCTION || isHidden(className);
  }

  /** Returns whether the program does not see frames of the class. */
  public static boolean isHidden(String className) {
    for (String each : HIDDEN) {
      if (className.startsWith(each)) {
        return true;
      }
    }
    return false;
  }
}
