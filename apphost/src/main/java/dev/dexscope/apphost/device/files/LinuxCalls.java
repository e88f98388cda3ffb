package dev.dexscope.apphost.device.files;

import android.os.Process;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apphost.device.system.Memory;
import dev.dexscope.apphost.device.system.Storage;
import java.io.FileDescriptor;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadows.ShadowStatFs;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The calls of the system that Android's core library makes for {@code android.system.Os} and for
 * the framework, in the place of the native methods of {@code libcore.io.Linux}. They are this
 * machine's, which is a Linux, too; what differs is who the process is, and what the phone is.
 */
@Replaces("libcore.io.Linux")
@SuppressWarnings("unused")
public final class LinuxCalls {
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  // Errors, as on every Linux that Java runs on.
  private static final int EINTR = 4;
  private static final int EBADF = 9;

  /** Of {@code statx}: the current folder, links themselves, and the descriptor itself. */
  private static final int AT_FDCWD = -100;

  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_EMPTY_PATH = 0x1000;

  /** The fields of {@code stat}. */
  private static final int STATX_BASIC_STATS = 0x7ff;

  private static final int STATX_SIZE = 256;
  private static final int PATH_MAX = 4096;

  /** Bytes of {@code struct pollfd}. */
  private static final int POLLFD = 8;

  private static final Map<String, MethodHandle> FUNCTIONS = new ConcurrentHashMap<>();

  private LinuxCalls() {}

  // Files by their paths.

  static FileDescriptor open(Object linux, String path, int flags, int mode) throws Exception {
    // JDK's own descriptors are not for programs that the process starts.
    int closed = (int) constant("O_CLOEXEC");
    return descriptor((int) withPath("open", path, flags | closed, mode));
  }

  static boolean access(Object linux, String path, int mode) throws Exception {
    return withPath("access", path, mode) == 0;
  }

  static void chmod(Object linux, String path, int mode) throws Exception {
    withPath("chmod", path, mode);
  }

  static void mkdir(Object linux, String path, int mode) throws Exception {
    withPath("mkdir", path, mode);
  }

  static void mkfifo(Object linux, String path, int mode) throws Exception {
    withPath("mkfifo", path, mode);
  }

  static void remove(Object linux, String path) throws Exception {
    withPath("remove", path);
  }

  static void unlink(Object linux, String path) throws Exception {
    withPath("unlink", path);
  }

  static void rename(Object linux, String from, String to) throws Exception {
    withPaths("rename", from, to);
  }

  static void link(Object linux, String from, String to) throws Exception {
    withPaths("link", from, to);
  }

  static void symlink(Object linux, String from, String to) throws Exception {
    withPaths("symlink", from, to);
  }

  static String readlink(Object linux, String path) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(PATH_MAX);
      long length = call("readlink", arena.allocateFrom(path), target, (long) PATH_MAX);
      target.set(ValueLayout.JAVA_BYTE, Math.min(length, PATH_MAX - 1), (byte) 0);
      return target.getString(0);
    }
  }

  static String realpath(Object linux, String path) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(PATH_MAX);
      Outcome outcome = attempt("realpath", arena.allocateFrom(path), target);
      if (outcome.result() == 0) {
        throw error("realpath", outcome.error());
      }
      return target.getString(0);
    }
  }

  static Object stat(Object linux, String path) throws Exception {
    return stat("stat", AT_FDCWD, path, 0);
  }

  static Object lstat(Object linux, String path) throws Exception {
    return stat("lstat", AT_FDCWD, path, AT_SYMLINK_NOFOLLOW);
  }

  static Object fstat(Object linux, FileDescriptor file) throws Exception {
    return stat("fstat", number(file), "", AT_EMPTY_PATH);
  }

  /** By {@code statx}, whose structure is the same on all processors. */
  private static Object stat(String name, int folder, String path, int flags) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(STATX_SIZE);
      checked(
          name, attempt("statx", folder, arena.allocateFrom(path), flags, STATX_BASIC_STATS, to));
      return ReflectionHelpers.callConstructor(
          type("android.system.StructStat"),
          of(device(to, 0x88)),
          of(to.get(ValueLayout.JAVA_LONG, 0x20)),
          of(to.get(ValueLayout.JAVA_SHORT, 0x1c) & 0xffff),
          of((long) to.get(ValueLayout.JAVA_INT, 0x10)),
          of(owner(to.get(ValueLayout.JAVA_INT, 0x14), "geteuid")),
          of(owner(to.get(ValueLayout.JAVA_INT, 0x18), "getegid")),
          of(device(to, 0x80)),
          of(to.get(ValueLayout.JAVA_LONG, 0x28)),
          time(to, 0x40),
          time(to, 0x70),
          time(to, 0x60),
          of((long) to.get(ValueLayout.JAVA_INT, 0x4)),
          of(to.get(ValueLayout.JAVA_LONG, 0x30)));
    }
  }

  /** As {@code makedev} has it. */
  private static long device(MemorySegment at, long offset) {
    long major = at.get(ValueLayout.JAVA_INT, offset);
    long minor = at.get(ValueLayout.JAVA_INT, offset + 4);
    return (major & 0xfffff000L) << 32
        | (major & 0xfffL) << 8
        | (minor & 0xffffff00L) << 12
        | (minor & 0xffL);
  }

  /** The app owns what the process owns. */
  private static int owner(int id, String own) throws Exception {
    return id == call(own) ? Process.myUid() : id;
  }

  private static ClassParameter<Object> time(MemorySegment at, long offset) {
    Class<?> type = type("android.system.StructTimespec");
    Object time =
        ReflectionHelpers.callConstructor(
            type,
            of(at.get(ValueLayout.JAVA_LONG, offset)),
            of((long) at.get(ValueLayout.JAVA_INT, offset + 8)));
    return ClassParameter.from(type, time);
  }

  static Object statvfs(Object linux, String path) throws Exception {
    withPath("access", path, 0);
    return space();
  }

  static Object fstatvfs(Object linux, FileDescriptor file) throws Exception {
    fstat(linux, file);
    return space();
  }

  /** The same as {@code StatFs} has. */
  private static Object space() {
    long size = ShadowStatFs.BLOCK_SIZE;
    long free = Storage.BLOCKS / 2;
    return ReflectionHelpers.callConstructor(
        type("android.system.StructStatVfs"),
        of(size),
        of(size),
        of((long) Storage.BLOCKS),
        of(free),
        of(free),
        of((long) Storage.BLOCKS),
        of(free),
        of(free),
        of(0L),
        of(0L),
        of(255L));
  }

  // Open files.

  // Robolectric's own leaves the file open.
  @Replaces({"libcore.io.BlockGuardOs", "libcore.io.Linux"})
  static void close(Object linux, FileDescriptor file) throws Exception {
    if (!file.valid()) {
      throw error("close", EBADF);
    }
    // With what the JDK has registered for it: a second close would meet somebody else's file.
    ReflectionHelpers.callInstanceMethod(file, "close");
  }

  static int readBytes(Object linux, FileDescriptor file, Object to, int from, int count)
      throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count);
      int read = (int) call("read", number(file), bytes, (long) count);
      return toProgram(bytes, to, from, read);
    }
  }

  static int preadBytes(Object linux, FileDescriptor file, Object to, int from, int count, long at)
      throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count);
      int read = (int) call("pread", number(file), bytes, (long) count, at);
      return toProgram(bytes, to, from, read);
    }
  }

  static int writeBytes(Object linux, FileDescriptor file, Object of, int from, int count)
      throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count).copyFrom(program(of, from, count));
      return (int) call("write", number(file), bytes, (long) count);
    }
  }

  static int pwriteBytes(Object linux, FileDescriptor file, Object of, int from, int count, long at)
      throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count).copyFrom(program(of, from, count));
      return (int) call("pwrite", number(file), bytes, (long) count, at);
    }
  }

  private static int toProgram(MemorySegment bytes, Object to, int from, int count) {
    program(to, from, count).copyFrom(bytes.asSlice(0, count));
    return count;
  }

  /** A part of what the program has given: an array, or a buffer outside of the heap. */
  private static MemorySegment program(Object bytes, int from, int count) {
    MemorySegment all =
        bytes instanceof byte[] array
            ? MemorySegment.ofArray(array)
            : MemorySegment.ofBuffer(((ByteBuffer) bytes).duplicate().clear());
    return all.asSlice(from, count);
  }

  static long lseek(Object linux, FileDescriptor file, long offset, int whence) throws Exception {
    return call("lseek", number(file), offset, whence);
  }

  static void ftruncate(Object linux, FileDescriptor file, long length) throws Exception {
    call("ftruncate", number(file), length);
  }

  static void posix_fallocate(Object linux, FileDescriptor file, long offset, long length)
      throws Exception {
    int error = (int) call("posix_fallocate", number(file), offset, length);
    if (error != 0) {
      throw error("posix_fallocate", error);
    }
  }

  static void fchmod(Object linux, FileDescriptor file, int mode) throws Exception {
    call("fchmod", number(file), mode);
  }

  static void fsync(Object linux, FileDescriptor file) throws Exception {
    call("fsync", number(file));
  }

  static void fdatasync(Object linux, FileDescriptor file) throws Exception {
    call("fdatasync", number(file));
  }

  static boolean isatty(Object linux, FileDescriptor file) throws Exception {
    return attempt("isatty", number(file)).result() == 1;
  }

  static FileDescriptor dup(Object linux, FileDescriptor file) throws Exception {
    return descriptor((int) call("dup", number(file)));
  }

  static FileDescriptor dup2(Object linux, FileDescriptor file, int to) throws Exception {
    return descriptor((int) call("dup2", number(file), to));
  }

  static int fcntlInt(Object linux, FileDescriptor file, int command, int argument)
      throws Exception {
    return (int) call("fcntl", number(file), command, argument);
  }

  static int fcntlVoid(Object linux, FileDescriptor file, int command) throws Exception {
    return (int) call("fcntl", number(file), command, 0);
  }

  static FileDescriptor[] pipe2(Object linux, int flags) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment both = arena.allocate(ValueLayout.JAVA_INT, 2);
      call("pipe2", both, flags);
      return new FileDescriptor[] {
        descriptor(both.getAtIndex(ValueLayout.JAVA_INT, 0)),
        descriptor(both.getAtIndex(ValueLayout.JAVA_INT, 1))
      };
    }
  }

  static int poll(Object linux, Object[] files, int timeout) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate((long) POLLFD * files.length, Integer.BYTES);
      for (int i = 0; i < files.length; i++) {
        FileDescriptor file = ReflectionHelpers.getField(files[i], "fd");
        short events = ReflectionHelpers.<Short>getField(files[i], "events");
        all.set(ValueLayout.JAVA_INT, (long) i * POLLFD, file == null ? -1 : number(file));
        all.set(ValueLayout.JAVA_SHORT, (long) i * POLLFD + 4, events);
      }
      int ready = (int) call("poll", all, (long) files.length, timeout);
      for (int i = 0; i < files.length; i++) {
        short events = all.get(ValueLayout.JAVA_SHORT, (long) i * POLLFD + 6);
        ReflectionHelpers.setField(files[i], "revents", events);
      }
      return ready;
    }
  }

  static long mmap(
      Object linux,
      long at,
      long size,
      int rights,
      int flags,
      @Nullable FileDescriptor file,
      long from)
      throws Exception {
    return call("mmap", at, size, rights, flags, file == null ? -1 : number(file), from);
  }

  static void munmap(Object linux, long at, long size) throws Exception {
    call("munmap", at, size);
  }

  static void msync(Object linux, long at, long size, int flags) throws Exception {
    call("msync", at, size, flags);
  }

  // The process and the phone.

  static int getpid(Object linux) {
    return Process.myPid();
  }

  static int getppid(Object linux) throws Exception {
    return (int) call("getppid");
  }

  static int gettid(Object linux) {
    return Process.myTid();
  }

  static int getuid(Object linux) {
    return Process.myUid();
  }

  static int geteuid(Object linux) {
    return Process.myUid();
  }

  static int getgid(Object linux) {
    return Process.myUid();
  }

  static int getegid(Object linux) {
    return Process.myUid();
  }

  static void kill(Object linux, int pid, int signal) throws Exception {
    if (pid == Process.myPid()) {
      Process.sendSignal(pid, signal);
    } else {
      // Those of other users, as all others are on a phone.
      throw error("kill", (int) constant("EPERM"));
    }
  }

  static @Nullable String getenv(Object linux, String name) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      return string(attempt("getenv", arena.allocateFrom(name)));
    }
  }

  static void setenv(Object linux, String name, String value, boolean isToReplace)
      throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      call("setenv", arena.allocateFrom(name), arena.allocateFrom(value), isToReplace ? 1 : 0);
    }
  }

  static void unsetenv(Object linux, String name) throws Exception {
    withPath("unsetenv", name);
  }

  static @Nullable String strerror(Object linux, int error) throws Exception {
    return string(attempt("strerror", error));
  }

  static @Nullable String strsignal(Object linux, int signal) throws Exception {
    return string(attempt("strsignal", signal));
  }

  @SuppressWarnings("restricted") // The string is the C library's.
  private static @Nullable String string(Outcome outcome) {
    long address = outcome.result();
    return address == 0
        ? null
        : MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
  }

  static int umaskImpl(Object linux, int mask) throws Exception {
    return (int) call("umask", mask);
  }

  static Object uname(Object linux) {
    return ReflectionHelpers.callConstructor(
        type("android.system.StructUtsname"),
        of("Linux"),
        of("localhost"),
        of(System.getProperty("os.version")),
        of("#1 SMP PREEMPT"),
        of(System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64"));
  }

  /** Those that programs look up; -1 for others, as for a limit that there is not. */
  static long sysconf(Object linux, int name) {
    if (name == constant("_SC_PAGESIZE") || name == constant("_SC_PAGE_SIZE")) {
      return ShadowStatFs.BLOCK_SIZE;
    } else if (name == constant("_SC_NPROCESSORS_CONF")
        || name == constant("_SC_NPROCESSORS_ONLN")) {
      return Runtime.getRuntime().availableProcessors();
    } else if (name == constant("_SC_CLK_TCK")) {
      return 100;
    } else if (name == constant("_SC_PHYS_PAGES")) {
      return Memory.BYTES / ShadowStatFs.BLOCK_SIZE;
    } else if (name == constant("_SC_AVPHYS_PAGES")) {
      return Memory.BYTES / 2 / ShadowStatFs.BLOCK_SIZE;
    } else if (name == constant("_SC_OPEN_MAX")) {
      return 32_768;
    }
    return -1;
  }

  // The calls themselves.

  private static long withPath(String function, String path, int... more) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      Object[] arguments = new Object[1 + more.length];
      arguments[0] = arena.allocateFrom(path);
      for (int i = 0; i < more.length; i++) {
        arguments[i + 1] = more[i];
      }
      return call(function, arguments);
    }
  }

  private static void withPaths(String function, String from, String to) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      call(function, arena.allocateFrom(from), arena.allocateFrom(to));
    }
  }

  /** The result of a call, and the error of a failed one. */
  private record Outcome(long result, int error) {}

  /** Calls a function that returns -1 and an error if it fails, again after a signal. */
  private static long call(String function, Object... arguments) throws Exception {
    Outcome outcome;
    do {
      outcome = attempt(function, arguments);
    } while (outcome.result() == -1 && outcome.error() == EINTR);
    return checked(function, outcome);
  }

  private static long checked(String function, Outcome outcome) throws Exception {
    if (outcome.result() == -1) {
      throw error(function, outcome.error());
    }
    return outcome.result();
  }

  private static Outcome attempt(String function, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      Object[] all = new Object[1 + arguments.length];
      all[0] = state;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      MethodHandle handle = FUNCTIONS.computeIfAbsent(function, each -> function(each, arguments));
      long result = (long) handle.invokeWithArguments(all);
      return new Outcome(result, (int) ERRNO.get(state, 0L));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(function, e);
    }
  }

  /** Links a function by the types of its arguments. */
  @SuppressWarnings("restricted") // The system's own functions are what this class is for.
  private static MethodHandle function(String name, Object... arguments) {
    MemoryLayout[] parameters = new MemoryLayout[arguments.length];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] =
          switch (arguments[i]) {
            case Integer each -> ValueLayout.JAVA_INT;
            case Long each -> ValueLayout.JAVA_LONG;
            default -> ValueLayout.ADDRESS;
          };
    }
    Linker linker = Linker.nativeLinker();
    MethodHandle found =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(name),
            FunctionDescriptor.of(result(name), parameters),
            Linker.Option.captureCallState("errno"));
    return found.asType(found.type().changeReturnType(long.class));
  }

  private static MemoryLayout result(String function) {
    return switch (function) {
      case "getenv",
          "lseek",
          "mmap",
          "pread",
          "pwrite",
          "read",
          "readlink",
          "realpath",
          "strerror",
          "strsignal",
          "write" ->
          ValueLayout.JAVA_LONG;
      default -> ValueLayout.JAVA_INT;
    };
  }

  private static Exception error(String function, int error) {
    return (Exception)
        ReflectionHelpers.callConstructor(
            type("android.system.ErrnoException"), of(function), of(error));
  }

  private static int number(FileDescriptor file) {
    return ReflectionHelpers.<Integer>getField(file, "fd");
  }

  private static FileDescriptor descriptor(int number) {
    var file = new FileDescriptor();
    ReflectionHelpers.setField(file, "fd", number);
    return file;
  }

  private static long constant(String name) {
    return ReflectionHelpers.<Integer>getStaticField(type("android.system.OsConstants"), name);
  }

  private static Class<?> type(String name) {
    return ReflectionHelpers.loadClass(LinuxCalls.class.getClassLoader(), name);
  }

  private static ClassParameter<Long> of(long value) {
    return new ClassParameter<>(long.class, value);
  }

  private static ClassParameter<Integer> of(int value) {
    return new ClassParameter<>(int.class, value);
  }

  private static ClassParameter<String> of(String value) {
    return new ClassParameter<>(String.class, value);
  }
}
