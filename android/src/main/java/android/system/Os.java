package android.system;

import android.util.Log;
import dev.dexscope.libcore.CurrentVm;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** Calls of the system that do not need Android's: who the process is, signals, its limits. */
public final class Os {
  private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private Os() {}

  public static int getpid() {
    return (int) ProcessHandle.current().pid();
  }

  public static int getppid() {
    return (int) callUnfailing("getppid");
  }

  public static int getuid() {
    return (int) callUnfailing("getuid");
  }

  public static int geteuid() {
    return (int) callUnfailing("geteuid");
  }

  public static int getgid() {
    return (int) callUnfailing("getgid");
  }

  public static int getegid() {
    return (int) callUnfailing("getegid");
  }

  public static int gettid() {
    return (int) callUnfailing("gettid");
  }

  /** An environment variable; null where there is none. */
  public static String getenv(String name) {
    return System.getenv(name);
  }

  /** Sends a signal to a process. */
  public static void kill(int pid, int signal) throws ErrnoException {
    if (signal == OsConstants.SIGQUIT && pid == getpid()) {
      // Android's runtime writes the threads into its log; the host's would print its own.
      Log.i("art", CurrentVm.get().threads().dump());
      return;
    }
    call("kill", pid, signal);
  }

  /** A limit of the system: one of {@code OsConstants._SC_}. */
  public static long sysconf(int name) {
    try {
      return call("sysconf", name);
    } catch (ErrnoException e) {
      return -1;
    }
  }

  private static long callUnfailing(String function) {
    try {
      return call(function);
    } catch (ErrnoException e) {
      throw new AssertionError(e);
    }
  }

  private static long call(String function, int... arguments) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CAPTURED);
      long result =
          (long) handle(function, arguments.length).invokeWithArguments(all(state, arguments));
      if (result == -1) {
        throw new ErrnoException(function, (int) ERRNO.get(state, 0L));
      }
      return result;
    } catch (ErrnoException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(function, e);
    }
  }

  private static Object[] all(MemorySegment state, int... arguments) {
    Object[] all = new Object[1 + arguments.length];
    all[0] = state;
    for (int i = 0; i < arguments.length; i++) {
      all[i + 1] = arguments[i];
    }
    return all;
  }

  @SuppressWarnings("restricted") // The system's own functions are what this class is for.
  private static MethodHandle handle(String function, int count) {
    MemoryLayout[] parameters = new MemoryLayout[count];
    java.util.Arrays.fill(parameters, ValueLayout.JAVA_INT);
    MemoryLayout result = function.equals("sysconf") ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
    Linker linker = Linker.nativeLinker();
    MethodHandle found =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(function),
            FunctionDescriptor.of(result, parameters),
            Linker.Option.captureCallState("errno"));
    return found.asType(found.type().changeReturnType(long.class));
  }
}
