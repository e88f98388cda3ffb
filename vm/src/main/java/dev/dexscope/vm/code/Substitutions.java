package dev.dexscope.vm.code;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.Hierarchy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Methods of the host's platform that differ on Android, or exist only there: static methods of the
 * VM are called instead, with the receiver as their first argument. An additional parameter
 * receives the calling class. Those of a class {@code X} are in {@code XMethods}.
 */
public final class Substitutions {
  private static final String SUBSTITUTES = "Ldev/dexscope/vm/runtime/substitute/";
  private static final String CLASS = "Ljava/lang/Class;";
  private static final String STRING = "Ljava/lang/String;";
  private static final String METHOD = "Ljava/lang/reflect/Method;";
  private static final String FIELD = "Ljava/lang/reflect/Field;";
  private static final String CONSTRUCTOR = "Ljava/lang/reflect/Constructor;";
  private static final String ARRAY = "Ljava/lang/reflect/Array;";
  private static final String RUNTIME = "Ljava/lang/Runtime;";
  private static final String SYSTEM = "Ljava/lang/System;";
  private static final String THROWABLE = "Ljava/lang/Throwable;";
  private static final String THREAD = "Ljava/lang/Thread;";
  private static final String LOCKS = "Ljava/util/concurrent/locks/LockSupport;";
  private static final String CLOCK = "Landroid/os/SystemClock;";
  private static final String WALKER = "Ljava/lang/StackWalker;";
  private static final String THREAD_INFO = "Ljava/lang/management/ThreadInfo;";
  private static final String THREADS_BEAN = "Ljava/lang/management/ThreadMXBean;";
  private static final String MANAGEMENT = "Ljava/lang/management/ManagementFactory;";
  private static final String RUNTIME_BEAN = "Ljava/lang/management/RuntimeMXBean;";
  private static final String BUILDER = "Ljava/lang/StringBuilder;";
  private static final String STREAM = "Ljava/io/PrintStream;";
  private static final String PATTERN = "Ljava/util/regex/Pattern;";
  private static final String ADDRESS = "Ljava/net/InetAddress;";
  private static final String SOCKET = "Ljava/net/Socket;";
  private static final String FILE = "Ljava/io/File;";
  private static final String DATE = "Ljava/util/Date;";
  private static final String CALENDAR = "Ljava/util/Calendar;";
  private static final String GREGORIAN = "Ljava/util/GregorianCalendar;";
  private static final String ZONE = "Ljava/util/TimeZone;";
  private static final String LOCALE = "Ljava/util/Locale;";
  private static final String ZONE_ID = "Ljava/time/ZoneId;";
  private static final String TIMES = SUBSTITUTES + "TimeMethods;";
  private static final String CONNECTION = "Ljava/net/URLConnection;";
  private static final String LOADER = "Ljava/lang/ClassLoader;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String HANDLES = "Ljava/lang/invoke/MethodHandles;";
  private static final String VIEW =
      "(" + CLASS + "Ljava/nio/ByteOrder;)Ljava/lang/invoke/VarHandle;";
  private static final String ELEMENT = "Ljava/lang/StackTraceElement;";
  private static final String ELEMENTS = "[" + ELEMENT;
  private static final String GET_CLASS = "getClass";

  private static final String EXECUTABLE = "Ljava/lang/reflect/Executable;";
  private static final String ANNOTATION = "Ljava/lang/annotation/Annotation;";
  private static final String ANNOTATIONS = "[" + ANNOTATION;
  private static final String ANNOTATED = "Ljava/lang/reflect/AnnotatedElement;";

  /** All that can be annotated; each has some of the methods itself. */
  private static final List<String> ANNOTATED_TYPES =
      List.of(
          ANNOTATED,
          CLASS,
          METHOD,
          FIELD,
          CONSTRUCTOR,
          EXECUTABLE,
          "Ljava/lang/reflect/AccessibleObject;",
          "Ljava/lang/reflect/Parameter;",
          "Ljava/lang/Package;");

  private static final Map<MethodRef, MethodRef> ALL =
      all(
          virtual(THROWABLE, "getStackTrace", "()" + ELEMENTS),
          virtual(THROWABLE, "printStackTrace", "()V"),
          virtual(THROWABLE, "printStackTrace", "(Ljava/io/PrintStream;)V"),
          virtual(THROWABLE, "printStackTrace", "(Ljava/io/PrintWriter;)V"),
          virtual(ELEMENT, "getFileName", "()" + STRING),
          virtual(THREAD, "getStackTrace", "()" + ELEMENTS),
          virtual(THREAD, "start", "()V"),
          virtual(THREAD, "toString", "()" + STRING),
          statical(STRING, "valueOf", "(" + OBJECT + ")" + STRING),
          virtual(BUILDER, "append", "(" + OBJECT + ")" + BUILDER),
          virtual(STREAM, "print", "(" + OBJECT + ")V"),
          virtual(STREAM, "println", "(" + OBJECT + ")V"),
          statical(THREAD, "getAllStackTraces", "()Ljava/util/Map;"),
          statical(THREAD, "dumpStack", "()V"),
          virtual(WALKER, "walk", "(Ljava/util/function/Function;)" + OBJECT),
          virtual(WALKER, "forEach", "(Ljava/util/function/Consumer;)V"),
          virtual(WALKER, "getCallerClass", "()" + CLASS),
          virtual(THREADS_BEAN, "getAllThreadIds", "()[J"),
          virtual(THREADS_BEAN, "getThreadCount", "()I"),
          virtual(THREADS_BEAN, "dumpAllThreads", "(ZZ)[" + THREAD_INFO),
          virtual(THREADS_BEAN, "dumpAllThreads", "(ZZI)[" + THREAD_INFO),
          virtual(THREAD_INFO, "getStackTrace", "()" + ELEMENTS),
          virtual(RUNTIME_BEAN, "getInputArguments", "()Ljava/util/List;"),
          statical(MANAGEMENT, "getPlatformMBeanServer", "()Ljavax/management/MBeanServer;"),
          virtual(CLASS, "getClassLoader", "()" + LOADER),
          virtual(LOADER, "getParent", "()" + LOADER),
          statical(LOADER, "getSystemClassLoader", "()" + LOADER),
          statical(LOADER, "getSystemResource", "(" + STRING + ")Ljava/net/URL;"),
          statical(LOADER, "getSystemResources", "(" + STRING + ")Ljava/util/Enumeration;"),
          statical(LOADER, "getSystemResourceAsStream", "(" + STRING + ")Ljava/io/InputStream;"),
          virtual(STRING, "getChars", "(II[CI)V"),
          virtual(STRING, "matches", "(" + STRING + ")Z"),
          virtual(STRING, "replaceAll", "(" + STRING + STRING + ")" + STRING),
          virtual(STRING, "replaceFirst", "(" + STRING + STRING + ")" + STRING),
          virtual(STRING, "split", "(" + STRING + ")[" + STRING),
          virtual(STRING, "split", "(" + STRING + "I)[" + STRING),
          statical(PATTERN, "compile", "(" + STRING + ")" + PATTERN),
          statical(PATTERN, "compile", "(" + STRING + "I)" + PATTERN),
          statical(PATTERN, "matches", "(" + STRING + "Ljava/lang/CharSequence;)Z"),
          virtual(PATTERN, "flags", "()I"),
          statical(ADDRESS, "getByName", "(" + STRING + ")" + ADDRESS),
          statical(ADDRESS, "getAllByName", "(" + STRING + ")[" + ADDRESS),
          virtual(SOCKET, "connect", "(Ljava/net/SocketAddress;)V"),
          virtual(SOCKET, "connect", "(Ljava/net/SocketAddress;I)V"),
          virtual(CONNECTION, "connect", "()V"),
          virtual(CONNECTION, "getInputStream", "()Ljava/io/InputStream;"),
          virtual(CONNECTION, "getOutputStream", "()Ljava/io/OutputStream;"),
          virtual("Ljava/net/HttpURLConnection;", "getResponseCode", "()I"),
          virtual("Ljava/net/URL;", "openStream", "()Ljava/io/InputStream;"),
          ofCaller(CLASS, "forName", "(" + STRING + ")" + CLASS),
          statical(CLASS, "forName", "(" + STRING + "Z" + LOADER + ")" + CLASS),
          virtual(CLASS, "getMethod", "(" + STRING + "[" + CLASS + ")" + METHOD),
          virtual(CLASS, "getDeclaredMethod", "(" + STRING + "[" + CLASS + ")" + METHOD),
          virtual(CLASS, "getField", "(" + STRING + ")" + FIELD),
          virtual(CLASS, "getDeclaredField", "(" + STRING + ")" + FIELD),
          virtual(CLASS, "getMethods", "()[" + METHOD),
          virtual(CLASS, "getDeclaredMethods", "()[" + METHOD),
          virtual(CLASS, "getConstructor", "([" + CLASS + ")" + CONSTRUCTOR),
          virtual(CLASS, "getDeclaredConstructor", "([" + CLASS + ")" + CONSTRUCTOR),
          virtual(CLASS, "getConstructors", "()[" + CONSTRUCTOR),
          virtual(CLASS, "getDeclaredConstructors", "()[" + CONSTRUCTOR),
          virtualOfCaller(METHOD, "invoke", "(" + OBJECT + "[" + OBJECT + ")" + OBJECT),
          virtualOfCaller(CLASS, "newInstance", "()" + OBJECT),
          virtualOfCaller(CONSTRUCTOR, "newInstance", "([" + OBJECT + ")" + OBJECT),
          virtual(CLASS, "isSealed", "()Z"),
          virtual(CLASS, "getPermittedSubclasses", "()[" + CLASS),
          statical(HANDLES, "byteArrayViewVarHandle", VIEW),
          statical(HANDLES, "byteBufferViewVarHandle", VIEW),
          virtual(OBJECT, "clone", "()" + OBJECT),
          virtual(OBJECT, GET_CLASS, "()" + CLASS),
          statical(SYSTEM, "arraycopy", "(" + OBJECT + "I" + OBJECT + "II)V"),
          statical(SYSTEM, "getProperty", "(" + STRING + ")" + STRING),
          statical(SYSTEM, "getProperty", "(" + STRING + STRING + ")" + STRING),
          statical(SYSTEM, "getProperties", "()Ljava/util/Properties;"),
          statical(FILE, "createTempFile", "(" + STRING + STRING + ")" + FILE),
          statical(FILE, "createTempFile", "(" + STRING + STRING + FILE + ")" + FILE),
          statical(SYSTEM, "currentTimeMillis", "()J"),
          statical(SYSTEM, "nanoTime", "()J"),
          statical(THREAD, "sleep", "(J)V"),
          statical(THREAD, "sleep", "(JI)V"),
          virtual(OBJECT, "wait", "(J)V"),
          virtual(OBJECT, "wait", "(JI)V"),
          statical(LOCKS, "parkNanos", "(J)V"),
          statical(LOCKS, "parkNanos", "(" + OBJECT + "J)V"),
          statical(LOCKS, "parkUntil", "(J)V"),
          statical(LOCKS, "parkUntil", "(" + OBJECT + "J)V"),
          virtual("Ljava/util/concurrent/TimeUnit;", "sleep", "(J)V"),
          statical("Ljava/time/Instant;", "now", "()Ljava/time/Instant;"),
          statical(CALENDAR, "getInstance", "()" + CALENDAR),
          statical(CALENDAR, "getInstance", "(" + ZONE + ")" + CALENDAR),
          statical(CALENDAR, "getInstance", "(" + LOCALE + ")" + CALENDAR),
          statical(CALENDAR, "getInstance", "(" + ZONE + LOCALE + ")" + CALENDAR),
          ofClock("systemUTC", ""),
          ofClock("systemDefaultZone", ""),
          ofClock("system", ZONE_ID),
          statical("Ljava/security/KeyStore;", "getDefaultType", "()" + STRING),
          statical(CLOCK, "uptimeMillis", "()J"),
          statical(CLOCK, "uptimeNanos", "()J"),
          statical(CLOCK, "elapsedRealtime", "()J"),
          statical(CLOCK, "elapsedRealtimeNanos", "()J"),
          statical(CLOCK, "sleep", "(J)V"),
          statical(SYSTEM, "exit", "(I)V"),
          ofCaller(SYSTEM, "load", "(" + STRING + ")V"),
          ofCaller(SYSTEM, "loadLibrary", "(" + STRING + ")V"),
          statical(ARRAY, "newInstance", "(" + CLASS + "I)" + OBJECT),
          statical(ARRAY, "newInstance", "(" + CLASS + "[I)" + OBJECT),
          virtual(RUNTIME, "exit", "(I)V"),
          virtualOfCaller(RUNTIME, "load", "(" + STRING + ")V"),
          virtualOfCaller(RUNTIME, "loadLibrary", "(" + STRING + ")V"),
          virtual(RUNTIME, "maxMemory", "()J"),
          virtual(RUNTIME, "totalMemory", "()J"),
          virtual(RUNTIME, "freeMemory", "()J"),
          virtual(RUNTIME, "addShutdownHook", "(" + THREAD + ")V"),
          virtual(RUNTIME, "removeShutdownHook", "(" + THREAD + ")Z"));

  /** What is made by a method of the VM's instead of by its constructor. */
  private static final Map<MethodRef, MethodRef> MADE =
      Map.ofEntries(
          made(DATE, ""),
          made(GREGORIAN, ""),
          made(GREGORIAN, ZONE),
          made(GREGORIAN, LOCALE),
          made(GREGORIAN, ZONE + LOCALE),
          made(SOCKET, STRING + "I"),
          made(SOCKET, ADDRESS + "I"),
          made(SOCKET, STRING + "I" + ADDRESS + "I"),
          made(SOCKET, ADDRESS + "I" + ADDRESS + "I"));

  private static final Set<String> MADE_CLASSES =
      MADE.keySet().stream().map(MethodRef::definingClass).collect(Collectors.toUnmodifiableSet());

  /** The possible static types of a thread, or a group of threads, where its class is requested. */
  private static final Set<String> THREADS =
      Set.of(OBJECT, THREAD, "Ljava/lang/ThreadGroup;", "Ljava/lang/Runnable;");

  private static final Set<String> NAMES =
      ALL.keySet().stream().map(MethodRef::name).collect(Collectors.toUnmodifiableSet());

  private Substitutions() {}

  @SafeVarargs
  private static Map<MethodRef, MethodRef> all(Map.Entry<MethodRef, MethodRef>... own) {
    Map<MethodRef, MethodRef> all = new HashMap<>();
    for (Map.Entry<MethodRef, MethodRef> each : own) {
      all.put(each.getKey(), each.getValue());
    }
    for (String owner : ANNOTATED_TYPES) {
      annotated(all, owner, ANNOTATED, "getAnnotation", "(" + CLASS + ")" + ANNOTATION);
      annotated(all, owner, ANNOTATED, "getDeclaredAnnotation", "(" + CLASS + ")" + ANNOTATION);
      annotated(all, owner, ANNOTATED, "getAnnotations", "()" + ANNOTATIONS);
      annotated(all, owner, ANNOTATED, "getDeclaredAnnotations", "()" + ANNOTATIONS);
      annotated(all, owner, ANNOTATED, "getAnnotationsByType", "(" + CLASS + ")" + ANNOTATIONS);
      annotated(
          all, owner, ANNOTATED, "getDeclaredAnnotationsByType", "(" + CLASS + ")" + ANNOTATIONS);
    }
    for (String owner : List.of(EXECUTABLE, METHOD, CONSTRUCTOR)) {
      annotated(all, owner, EXECUTABLE, "getParameterAnnotations", "()[" + ANNOTATIONS);
    }
    annotated(all, METHOD, METHOD, "getDefaultValue", "()" + OBJECT);
    for (String each :
        List.of(
            "LocalDate",
            "LocalTime",
            "LocalDateTime",
            "OffsetTime",
            "OffsetDateTime",
            "ZonedDateTime",
            "Year",
            "YearMonth",
            "MonthDay")) {
      timed(all, each, "");
      timed(all, each, ZONE_ID);
    }
    return Map.copyOf(all);
  }

  /** A value of the time of day: the substitute has the name of its class. */
  private static void timed(Map<MethodRef, MethodRef> all, String simple, String parameters) {
    String type = "Ljava/time/" + simple + ";";
    String descriptor = "(" + parameters + ")" + type;
    String name = Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
    all.put(MethodRef.of(type, "now", descriptor), MethodRef.of(TIMES, name, descriptor));
  }

  private static Map.Entry<MethodRef, MethodRef> ofClock(String name, String parameters) {
    String descriptor = "(" + parameters + ")Ljava/time/Clock;";
    return Map.entry(
        MethodRef.of("Ljava/time/Clock;", name, descriptor), MethodRef.of(TIMES, name, descriptor));
  }

  private static Map.Entry<MethodRef, MethodRef> made(String owner, String parameters) {
    return Map.entry(
        MethodRef.of(owner, "<init>", "(" + parameters + ")V"),
        MethodRef.of(substitute(owner), "make", "(" + parameters + ")" + owner));
  }

  /** A method that returns annotations. */
  private static void annotated(
      Map<MethodRef, MethodRef> all,
      String owner,
      String receiver,
      String name,
      String descriptor) {
    all.put(
        MethodRef.of(owner, name, descriptor),
        MethodRef.of(substitute(ANNOTATED), name, "(" + receiver + descriptor.substring(1)));
  }

  private static Map.Entry<MethodRef, MethodRef> virtual(
      String owner, String name, String descriptor) {
    return Map.entry(
        MethodRef.of(owner, name, descriptor),
        MethodRef.of(substitute(owner), name, "(" + owner + descriptor.substring(1)));
  }

  private static Map.Entry<MethodRef, MethodRef> statical(
      String owner, String name, String descriptor) {
    return Map.entry(
        MethodRef.of(owner, name, descriptor), MethodRef.of(substitute(owner), name, descriptor));
  }

  /** Adds a static method whose substitute receives the calling class. */
  private static Map.Entry<MethodRef, MethodRef> ofCaller(
      String owner, String name, String descriptor) {
    return Map.entry(
        MethodRef.of(owner, name, descriptor),
        MethodRef.of(substitute(owner), name, descriptor.replace(")", CLASS + ")")));
  }

  /** Adds a method whose substitute receives the calling class after its arguments. */
  private static Map.Entry<MethodRef, MethodRef> virtualOfCaller(
      String owner, String name, String descriptor) {
    return Map.entry(
        MethodRef.of(owner, name, descriptor),
        MethodRef.of(
            substitute(owner),
            name,
            "(" + owner + descriptor.substring(1).replace(")", CLASS + ")")));
  }

  private static String substitute(String owner) {
    return SUBSTITUTES
        + owner.substring(owner.lastIndexOf('/') + 1, owner.length() - 1)
        + "Methods;";
  }

  /** Those of which agents in Java need the substitute, too; made when there is an agent. */
  private static final class OfAgents {
    static final Map<String, MethodRef> BY_KEY = byKey();

    // Not by a stream: that takes longer to start than a small program.
    private static Map<String, MethodRef> byKey() {
      Map<String, MethodRef> found = new HashMap<>();
      for (Map.Entry<MethodRef, MethodRef> each : ALL.entrySet()) {
        if (isOfAgents(each.getKey())) {
          found.put(key(each.getKey()), each.getValue());
        }
      }
      return found;
    }
  }

  private static boolean isOfAgents(MethodRef method) {
    return switch (method.definingClass()) {
      case WALKER, THREADS_BEAN, THREAD_INFO, MANAGEMENT, RUNTIME_BEAN, THROWABLE -> true;
      case LOADER -> method.name().contains("System");
      case THREAD -> method.name().contains("Stack");
      default -> false;
    };
  }

  private static String key(MethodRef method) {
    return method.definingClass() + method.name() + method.proto().descriptor();
  }

  /**
   * Returns the method that an agent's code calls instead of one that shows stacks, threads or the
   * system's class loader: otherwise it would see what is ours. Null for the method itself.
   *
   * @param owner the descriptor of the class that declares it
   */
  public static @Nullable MethodRef ofAgents(String owner, String name, String descriptor) {
    return OfAgents.BY_KEY.get(owner + name + descriptor);
  }

  /** All that agents' code may call instead of others. */
  public static Set<MethodRef> ofAgents() {
    return Set.copyOf(OfAgents.BY_KEY.values());
  }

  /** The methods that have one. */
  static Set<MethodRef> replaced() {
    return ALL.keySet();
  }

  /** The methods that make an object in the place of a constructor. */
  static Set<MethodRef> makers() {
    return Set.copyOf(MADE.values());
  }

  /**
   * Returns the static method that makes an object of exactly this class, with the constructor's
   * parameters; null if the constructor does.
   */
  public static @Nullable MethodRef maker(MethodRef constructor) {
    return MADE_CLASSES.contains(constructor.definingClass()) ? MADE.get(constructor) : null;
  }

  /**
   * Returns whether the substitute of a method may answer otherwise than itself. The classes of
   * most objects are known not to be ours, and their question is a single instruction.
   *
   * @param receiver a type that the receiver has; null where that is not known
   */
  public static boolean isNeeded(MethodRef method, @Nullable String receiver) {
    return receiver == null || !method.name().equals(GET_CLASS) || THREADS.contains(receiver);
  }

  /** Returns the substitute of a method, whatever class names it; null for the method itself. */
  public static @Nullable MethodRef find(MethodRef method, Hierarchy hierarchy) {
    // The name is compared first, because that is cheap.
    if (!NAMES.contains(method.name())) {
      return null;
    }
    String owner =
        hierarchy.methodOwner(method.definingClass(), method.name() + method.proto().descriptor());
    return ALL.get(owner == null ? method : new MethodRef(owner, method.name(), method.proto()));
  }
}
