package dev.dexscope.vm.runtime;

import java.lang.reflect.InvocationTargetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Words exceptions as ART does. HotSpot throws those that an instruction implies (null, bounds,
 * casts, division) with its own messages; they are replaced where a program first sees the
 * exception, so that throwing stays as fast as HotSpot makes it.
 */
public final class Messages {
  /**
   * HotSpot's words. They are compiled when the first exception needs them: exceptions that a
   * program has created itself do not, and agents observe the program's threads.
   */
  private static final class Words {
    static final Pattern BOUNDS = Pattern.compile("Index (-?\\d+) out of bounds for length (\\d+)");
    static final Pattern CAST =
        Pattern.compile("class (\\S+) cannot be cast to class (\\S+) \\(.*", Pattern.DOTALL);
    static final Pattern FIELD =
        Pattern.compile("Cannot (read|assign) field \"(.+?)\".*", Pattern.DOTALL);
  }

  private Messages() {}

  /**
   * Called where a program catches an exception, before it sees it: the same, or a reworded one.
   */
  public static Throwable adapt(Throwable exception) {
    if (!isImplied(exception)) {
      return exception;
    }
    if (exception instanceof OutOfMemoryError) {
      HeapReserve.spend();
    }
    try {
      VmContext vm = VmContext.current();
      if (!vm.hasWords) {
        StackReserve.ensure();
        prepare();
        vm.hasWords = true;
      }
      return reworded(exception);
    } catch (StackOverflowError | OutOfMemoryError e) {
      // The handler of such an error, perhaps: with HotSpot's words it may go on.
      return exception;
    }
  }

  private static boolean isImplied(Throwable exception) {
    Class<?> type = exception.getClass();
    return type == NullPointerException.class
        || type == ArrayIndexOutOfBoundsException.class
        || type == ClassCastException.class
        || type == ArithmeticException.class
        || type == StringIndexOutOfBoundsException.class
        || type == IndexOutOfBoundsException.class
        || type == IllegalArgumentException.class
        || type == ArrayStoreException.class
        || type == OutOfMemoryError.class
        || isWrapper(type)
        || exception instanceof NoClassDefFoundError;
  }

  /** Returns whether reflection or an initialiser wraps exceptions in it. */
  private static boolean isWrapper(Class<?> type) {
    return type == InvocationTargetException.class || type == ExceptionInInitializerError.class;
  }

  /** Each kind once, to initialise their classes while there is enough stack. */
  private static void prepare() {
    StackTraces.prepare();
    reworded(new NullPointerException("Cannot invoke \"Object.hashCode()\""));
    reworded(new NullPointerException("Cannot read field \"x\""));
    reworded(new ArrayIndexOutOfBoundsException("Index 1 out of bounds for length 0"));
    reworded(new ClassCastException("class [I cannot be cast to class [J (x)"));
    reworded(new ArithmeticException("/ by zero"));
    reworded(new ArrayStoreException("x"));
    reworded(new StringIndexOutOfBoundsException("Index 1 out of bounds for length 0"));
    reworded(new NoClassDefFoundError("Could not initialize class x"));
    reworded(new IllegalArgumentException("Can not set int field x.y to z"));
  }

  private static Throwable reworded(Throwable exception) {
    Class<?> type = exception.getClass();
    if (type == NullPointerException.class) {
      return adaptNull(exception);
    }
    if (type == ArrayIndexOutOfBoundsException.class) {
      return adaptBounds(exception);
    }
    if (type == ClassCastException.class) {
      return adaptCast(exception);
    }
    if (type == ArithmeticException.class && "/ by zero".equals(exception.getMessage())) {
      return like(exception, new ArithmeticException("divide by zero"));
    }
    if (type == StringIndexOutOfBoundsException.class
        || type == IndexOutOfBoundsException.class
        || type == IllegalArgumentException.class) {
      return likeUnlessNull(exception, LibraryMessages.adapt(exception));
    }
    if (type == ArrayStoreException.class) {
      return likeUnlessNull(exception, adaptStore(exception));
    }
    if (isWrapper(type)) {
      return adaptWrapper(exception);
    }
    if (type == OutOfMemoryError.class && "Java heap space".equals(exception.getMessage())) {
      return like(exception, new OutOfMemoryError(ProgramHeap.exhausted()));
    }
    if (exception instanceof NoClassDefFoundError error) {
      return likeUnlessNull(error, LinkErrors.adapt(error));
    }
    return exception;
  }

  private static Throwable adaptWrapper(Throwable wrapper) {
    Throwable wrapped = wrapper.getCause();
    Throwable adapted = wrapped == null ? null : adapt(wrapped);
    if (adapted == null || adapted.equals(wrapped)) {
      return wrapper;
    }
    return like(
        wrapper,
        wrapper instanceof InvocationTargetException
            ? new InvocationTargetException(adapted, wrapper.getMessage())
            : new ExceptionInInitializerError(adapted));
  }

  private static Throwable adaptBounds(Throwable exception) {
    String message = exception.getMessage();
    Matcher matcher = Words.BOUNDS.matcher(message == null ? "" : message);
    return matcher.matches()
        ? like(
            exception,
            new ArrayIndexOutOfBoundsException(
                "length=" + matcher.group(2) + "; index=" + matcher.group(1)))
        : exception;
  }

  private static Throwable adaptCast(Throwable exception) {
    String message = exception.getMessage();
    Matcher matcher = Words.CAST.matcher(message == null ? "" : message);
    return matcher.matches()
        ? like(
            exception,
            new ClassCastException(
                pretty(matcher.group(1)) + " cannot be cast to " + pretty(matcher.group(2))))
        : exception;
  }

  /** HotSpot names the value's class only; the code that stored it determines the array. */
  private static @Nullable Throwable adaptStore(Throwable exception) {
    String value = exception.getMessage();
    ThrowSite site = ThrowSite.of(exception);
    GuestCode code = site == null ? null : site.code();
    if (site == null || code == null || value == null || value.indexOf(' ') >= 0) {
      return null;
    }
    String array = code.places().storedArray(site, value);
    return array == null
        ? null
        : new ArrayStoreException(
            pretty(value)
                + " cannot be stored in an array of type "
                + pretty(array.replace('/', '.')));
  }

  private static Throwable adaptNull(Throwable exception) {
    String message = exception.getMessage();
    if (message == null || !message.startsWith("Cannot ")) {
      return exception;
    }
    if (message.startsWith("Cannot throw exception")) {
      return like(exception, new NullPointerException());
    }
    String reworded = rewordNull(message, exception);
    return reworded == null ? exception : like(exception, new NullPointerException(reworded));
  }

  private static @Nullable String rewordNull(String message, Throwable exception) {
    if (message.startsWith("Cannot invoke ")) {
      if (message.startsWith("Cannot invoke \"Object.getClass()\"")
          && FieldMessages.isNullReceiver(exception)) {
        return "null receiver";
      }
      return CallMessages.onNull(message);
    }
    if (message.startsWith("Cannot load from ")) {
      return "Attempt to read from null array";
    }
    if (message.startsWith("Cannot store to ")) {
      return "Attempt to write to null array";
    }
    if (message.startsWith("Cannot read the array length")) {
      return "Attempt to get length of null array";
    }
    if (message.startsWith("Cannot enter synchronized block")) {
      return "Null reference used for synchronization (monitor-enter)";
    }
    Matcher matcher = Words.FIELD.matcher(message);
    return matcher.matches() ? field(matcher, exception) : null;
  }

  /** HotSpot names the field only; the code that accessed it determines its class. */
  private static @Nullable String field(Matcher matcher, Throwable exception) {
    ThrowSite site = ThrowSite.of(exception);
    GuestCode code = site == null ? null : site.code();
    String field = site == null || code == null ? null : code.places().accessedField(site);
    return field == null
        ? null
        : "Attempt to "
            + (matcher.group(1).equals("read") ? "read from" : "write to")
            + " field '"
            + field
            + "' on a null object reference";
  }

  /** {@code [[Lp.C;} as a person writes it. */
  static String pretty(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0) {
      return name;
    }
    String element =
        switch (name.charAt(dimensions)) {
          case 'Z' -> "boolean";
          case 'B' -> "byte";
          case 'S' -> "short";
          case 'C' -> "char";
          case 'I' -> "int";
          case 'J' -> "long";
          case 'F' -> "float";
          case 'D' -> "double";
          default -> name.substring(dimensions + 1, name.length() - 1);
        };
    return element + "[]".repeat(dimensions);
  }

  private static Throwable likeUnlessNull(Throwable original, @Nullable Throwable reworded) {
    return reworded == null ? original : like(original, reworded);
  }

  private static Throwable like(Throwable original, Throwable reworded) {
    reworded.setStackTrace(original.getStackTrace());
    for (Throwable each : original.getSuppressed()) {
      reworded.addSuppressed(each);
    }
    return reworded;
  }
}
