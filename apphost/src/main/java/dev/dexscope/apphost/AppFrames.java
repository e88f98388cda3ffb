package dev.dexscope.apphost;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stack traces as an app sees them on a phone: without Robolectric and us, and without the second
 * method in which the prepared framework has the code of each of its methods.
 */
final class AppFrames {
  private static final String BODY = "$$robo$$";

  /** The methods that each class has for Robolectric, such as that of its shadow. */
  private static final String ADDED = "$$robo$";

  private AppFrames() {}

  /** Returns the frames of a trace that the app sees. */
  static StackTraceElement[] seen(StackTraceElement[] trace) {
    List<StackTraceElement> frames = new ArrayList<>(trace.length);
    @Nullable StackTraceElement body = null;
    for (StackTraceElement each : trace) {
      boolean isBody = each.getMethodName().startsWith(BODY);
      if (isOurs(each.getClassName()) || (!isBody && each.getMethodName().startsWith(ADDED))) {
        continue;
      }
      if (isBody) {
        body = ofBody(each);
        frames.add(body);
      } else if (body != null && isDetourTo(body, each)) {
        body = null;
      } else {
        frames.add(each);
      }
    }
    return frames.toArray(StackTraceElement[]::new);
  }

  private static boolean isOurs(String type) {
    return type.startsWith("org.robolectric.") || type.startsWith("dev.dexscope.apphost.");
  }

  /** The frame of the method whose code this one has: its name follows that of the class. */
  private static StackTraceElement ofBody(StackTraceElement frame) {
    String type = frame.getClassName();
    String name = frame.getMethodName().substring(BODY.length() + type.length() + 1);
    String method =
        switch (name) {
          case "__constructor__" -> "<init>";
          case "__staticInitializer__" -> "<clinit>";
          default -> name;
        };
    return new StackTraceElement(type, method, frame.getFileName(), frame.getLineNumber());
  }

  /** Returns whether the frame is of the method that only calls the one with the code. */
  private static boolean isDetourTo(StackTraceElement body, StackTraceElement frame) {
    return frame.getMethodName().equals(body.getMethodName())
        && frame.getClassName().equals(body.getClassName())
        // That of a constructor has the line of its call of the superclass's.
        && (frame.getLineNumber() == -1 || body.getMethodName().startsWith("<"));
  }
}
