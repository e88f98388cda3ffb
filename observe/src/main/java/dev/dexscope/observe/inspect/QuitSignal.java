package dev.dexscope.observe.inspect;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.dexscope.vm.runtime.VmContext;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * SIGQUIT. HotSpot reserves this signal for its own thread dump and no Java code can handle it, but
 * JVM TI agents receive it (event DataDumpRequest) on a thread that may run Java. So this is an
 * agent with one event, which needs no capability and costs nothing until the signal arrives.
 */
@SuppressWarnings("restricted") // HotSpot's own functions are what this class is for.
public final class QuitSignal {
  private static final int JVMTI_VERSION_1_2 = 0x3001_0200;
  private static final int JVMTI_ENABLE = 1;
  private static final int FIRST_EVENT = 50;
  private static final int DATA_DUMP_REQUEST = 71;

  /** Places in tables of functions: JNI's invocation interface, and JVM TI's. */
  private static final int GET_ENV = 6;

  private static final int SET_EVENT_NOTIFICATION_MODE = 1;
  private static final int SET_EVENT_CALLBACKS = 121;

  private volatile Runnable answer = () -> {};

  private QuitSignal() {}

  private static QuitSignal ofVm() {
    return VmContext.current().part(QuitSignal.class, QuitSignal::new);
  }

  /**
   * Answers the signal from some time on: programs that end before are not slowed down by it.
   *
   * @param delay until the event is enabled in HotSpot
   */
  public static void answer(Duration delay, Runnable what) {
    ofVm().answer = what;
    Thread.ofPlatform()
        .daemon()
        .name("Signal Catcher")
        // If the program has left no memory, there is HotSpot's own dump, and no message.
        .uncaughtExceptionHandler((_, _) -> {})
        .start(() -> {
          long end = System.nanoTime() + delay.toNanos();
          for (long left = delay.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          listen();
        });
  }

  /** Called by HotSpot, on its thread for signals. */
  @SuppressWarnings("unused")
  private static void requested(MemorySegment environment) {
    try {
      ofVm().answer.run();
    } catch (RuntimeException | Error e) {
      // An exception that left this method would end the process.
      System.err.println("dexscope: the threads cannot be shown, " + e);
    }
  }

  private static void listen() {
    String home = System.getProperty("java.home");
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    Path library = Path.of(home, windows ? "bin" : "lib", "server", System.mapLibraryName("jvm"));
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup jvm = SymbolLookup.libraryLookup(library, Arena.global());
      MemorySegment environment = environment(jvm, arena);
      MethodHandle callback =
          MethodHandles.lookup()
              .findStatic(
                  QuitSignal.class,
                  "requested",
                  MethodType.methodType(void.class, MemorySegment.class));
      MemorySegment callbacks = arena.allocate(ADDRESS, DATA_DUMP_REQUEST - FIRST_EVENT + 1);
      callbacks.setAtIndex(
          ADDRESS,
          DATA_DUMP_REQUEST - FIRST_EVENT,
          Linker.nativeLinker()
              .upcallStub(callback, FunctionDescriptor.ofVoid(ADDRESS), Arena.global()));
      check(
          (int)
              function(environment, SET_EVENT_CALLBACKS, ADDRESS, ADDRESS, JAVA_INT)
                  .invokeExact(environment, callbacks, (int) callbacks.byteSize()));
      check(
          (int)
              function(
                      environment,
                      SET_EVENT_NOTIFICATION_MODE,
                      ADDRESS,
                      JAVA_INT,
                      JAVA_INT,
                      ADDRESS)
                  .invokeExact(environment, JVMTI_ENABLE, DATA_DUMP_REQUEST, MemorySegment.NULL));
    } catch (Throwable e) {
      // HotSpot's own dump is still there: it has the same stacks, and the host's.
    }
  }

  /** A JVM TI environment of this JVM. */
  private static MemorySegment environment(SymbolLookup jvm, Arena arena) throws Throwable {
    MethodHandle created =
        Linker.nativeLinker()
            .downcallHandle(
                jvm.findOrThrow("JNI_GetCreatedJavaVMs"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
    MemorySegment found = arena.allocate(ADDRESS);
    check((int) created.invokeExact(found, 1, arena.allocate(JAVA_INT)));
    MemorySegment vm = found.get(ADDRESS, 0);
    check(
        (int)
            function(vm, GET_ENV, ADDRESS, ADDRESS, JAVA_INT)
                .invokeExact(vm, found, JVMTI_VERSION_1_2));
    return found.get(ADDRESS, 0);
  }

  /** A function of an object whose first field points to the table of its functions. */
  private static MethodHandle function(
      MemorySegment object, int index, java.lang.foreign.MemoryLayout... parameters) {
    MemorySegment table = object.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0);
    long size = (index + 1) * ADDRESS.byteSize();
    return Linker.nativeLinker()
        .downcallHandle(
            table.reinterpret(size).getAtIndex(ADDRESS, index),
            FunctionDescriptor.of(JAVA_INT, parameters));
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("JVM TI returned error " + result);
    }
  }
}
