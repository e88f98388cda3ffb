package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** ART's words of what {@link Field} throws when an object or a value is of a wrong type. */
final class FieldMessages {
  private static final Pattern SET =
      Pattern.compile(
          "Can not set (?:static )?(?:final )?(\\S+) field (\\S+) to (?:\\((\\w+)\\).*|(.+))",
          Pattern.DOTALL);
  private static final Pattern ON_OBJECT =
      Pattern.compile("Can not (?:get|set) (?:static )?(?:final )?\\S+ field (\\S+) on (\\S+)");
  private static final Pattern GET_AS =
      Pattern.compile(
          "Attempt to get (\\S+) field \"(\\S+)\" with illegal data type conversion to (\\w+)");

  private static final Map<String, Class<?>> PRIMITIVES =
      Stream.of(
              boolean.class,
              byte.class,
              char.class,
              short.class,
              int.class,
              long.class,
              float.class,
              double.class)
          .collect(Collectors.toUnmodifiableMap(Class::getName, each -> each));

  /** The frames that the JDK has above those of Field. */
  private static final int DEEPEST = 8;

  private FieldMessages() {}

  /** Returns the message for an IllegalArgumentException, or null to keep its own. */
  static @Nullable String reworded(String message, Throwable exception) {
    Matcher set = SET.matcher(message);
    if (set.matches()) {
      return set.group(3) == null
          ? ofValue(set.group(1), set.group(2), set.group(4), exception)
          : ofNumber(set.group(1), set.group(2), set.group(3), set.group(1));
    }
    Matcher onObject = ON_OBJECT.matcher(message);
    if (onObject.matches()) {
      return ofReceiver(onObject.group(1), onObject.group(2));
    }
    Matcher getAs = GET_AS.matcher(message);
    return getAs.matches()
        ? ofNumber(getAs.group(1), getAs.group(2), getAs.group(1), getAs.group(3))
        : null;
  }

  private static String ofValue(String type, String field, String value, Throwable exception) {
    if (value.equals("null value")) {
      return "field " + field + " has type " + type + ", got null";
    }
    if (isThrownIn(exception, "ensureObj")) {
      return ofReceiver(field, value);
    }
    Class<?> wanted = PRIMITIVES.get(type);
    if (wanted != null) {
      for (Class<?> each : PRIMITIVES.values()) {
        if (MethodType.methodType(each).wrap().returnType().getName().equals(value)) {
          return ofNumber(type, field, each.getName(), type);
        }
      }
    }
    return "field " + field + " has type " + type + ", got " + value;
  }

  private static String ofReceiver(String field, String receiver) {
    return "Expected receiver of type "
        + field.substring(0, field.lastIndexOf('.'))
        + ", but got "
        + receiver;
  }

  private static String ofNumber(String type, String field, String from, String to) {
    return PRIMITIVES.containsKey(type)
        ? "Invalid primitive conversion from " + from + " to " + to
        : "Not a primitive field: " + type + " " + field;
  }

  /** Returns whether a NullPointerException is about a missing receiver of a field access. */
  static boolean isNullReceiver(Throwable exception) {
    return isThrownIn(exception, "ensureObj") || isThrownIn(exception, "checkAccess");
  }

  /** Returns whether a method that Field calls threw it. */
  private static boolean isThrownIn(Throwable exception, String method) {
    boolean found = false;
    StackTraceElement[] trace = exception.getStackTrace();
    for (int i = 0; i < Math.min(DEEPEST, trace.length); i++) {
      found |= trace[i].getMethodName().equals(method);
      if (trace[i].getClassName().equals("java.lang.reflect.Field")
          && !trace[i].getMethodName().equals("checkAccess")) {
        return found;
      }
    }
    return false;
  }
}
