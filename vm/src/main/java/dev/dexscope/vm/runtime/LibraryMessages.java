package dev.dexscope.vm.runtime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Android's messages of frequent exceptions of the class library: a wrong index into a string or a
 * list, a constant of a class that is not an enum, a field of another type.
 */
final class LibraryMessages {
  private static final Pattern INDEX =
      Pattern.compile("Index (-?\\d+) out of bounds for length (\\d+)");
  private static final Pattern RANGE =
      Pattern.compile("Range \\[(-?\\d+), (-?\\d+)\\) out of bounds for length (\\d+)");
  private static final String NO_ENUM = " is not an enum class";

  private LibraryMessages() {}

  /** Returns the reworded exception, or null to keep it. */
  static @Nullable Throwable adapt(Throwable exception) {
    String message = exception.getMessage();
    if (message == null) {
      return null;
    }
    if (exception instanceof IllegalArgumentException) {
      String reworded =
          message.endsWith(NO_ENUM)
              ? "class "
                  + message.substring(0, message.length() - NO_ENUM.length())
                  + " is not an enum type."
              : FieldMessages.reworded(message, exception);
      return reworded == null ? null : new IllegalArgumentException(reworded);
    }
    Matcher index = INDEX.matcher(message);
    if (index.matches()) {
      return ofIndex(exception, index.group(1), index.group(2));
    }
    Matcher range = RANGE.matcher(message);
    return range.matches()
        ? ofRange(exception, range.group(1), range.group(2), range.group(3))
        : null;
  }

  private static @Nullable Throwable ofIndex(Throwable exception, String index, String length) {
    String thrower = thrower(exception, 0);
    return switch (thrower.equals("java.util.Objects.checkIndex")
        ? thrower(exception, 1)
        : thrower) {
      case "java.lang.String.charAt" -> ofString(length, index);
      case "java.util.ArrayList.get", "java.util.ArrayList.set", "java.util.ArrayList.remove" ->
          new IndexOutOfBoundsException("Index: " + index + ", Size: " + length);
      default -> null;
    };
  }

  private static @Nullable Throwable ofRange(
      Throwable exception, String begin, String end, String length) {
    String substring = "java.lang.String.substring";
    if (!thrower(exception, 0).equals(substring)) {
      return null;
    }
    // With one parameter it calls the one with two.
    if (begin.startsWith("-") || thrower(exception, 1).equals(substring)) {
      return ofString(length, begin);
    }
    int last = Integer.parseInt(end);
    return last > Integer.parseInt(length)
        ? ofString(length, end)
        : new StringIndexOutOfBoundsException(last - Integer.parseInt(begin));
  }

  private static StringIndexOutOfBoundsException ofString(String length, String index) {
    return new StringIndexOutOfBoundsException("length=" + length + "; index=" + index);
  }

  /** The method that threw it, or one of its callers: past those that the host alone has. */
  private static String thrower(Throwable exception, int calls) {
    int left = calls;
    for (StackTraceElement each : exception.getStackTrace()) {
      if (!StackTraces.isInternal(each) && left-- == 0) {
        return each.getClassName() + "." + each.getMethodName();
      }
    }
    return "";
  }
}
