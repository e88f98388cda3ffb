package dev.dexscope.probe;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Linux's Unix sockets in the abstract namespace, which Java does not offer. */
public final class UnixSocket implements Closeable {
  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM = 1;
  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;
  private static final int SO_RCVTIMEO = 20;
  private static final int SHUT_RDWR = 2;
  private static final int FIONREAD = 0x541b;
  private static final int ADDRESS = 110;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle SOCKET = handle("socket", "iii");
  private static final MethodHandle BIND = handle("bind", "ipi");
  private static final MethodHandle LISTEN = handle("listen", "ii");
  private static final MethodHandle ACCEPT = handle("accept", "ipp");
  private static final MethodHandle CONNECT = handle("connect", "ipi");
  private static final MethodHandle GETSOCKOPT = handle("getsockopt", "iiipp");
  private static final MethodHandle SETSOCKOPT = handle("setsockopt", "iiipi");
  private static final MethodHandle READ = handle("read", "ipl");
  private static final MethodHandle WRITE = handle("write", "ipl");
  private static final MethodHandle SHUTDOWN = handle("shutdown", "ii");
  private static final MethodHandle CLOSE = handle("close", "i");
  private static final MethodHandle IOCTL = variadic("ioctl", "ilp", 2);

  private final int descriptor;

  /**
   * The number of a closed socket is the next one's: who still waits with it would get that one's.
   */
  private final ReadWriteLock uses = new ReentrantReadWriteLock();

  private boolean isClosed;

  private UnixSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /** A server's, at an abstract name. */
  public static UnixSocket listen(String name) throws IOException {
    return open(name, BIND);
  }

  /** A client's. */
  public static UnixSocket connect(String name) throws IOException {
    return open(name, CONNECT);
  }

  private static UnixSocket open(String name, MethodHandle how) throws IOException {
    var socket = new UnixSocket((int) call("socket", SOCKET, AF_UNIX, SOCK_STREAM, 0));
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      MemorySegment address = arena.allocate(ADDRESS, 2);
      address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
      // The byte 0 before the name is what makes it abstract.
      MemorySegment.copy(bytes, 0, address, ValueLayout.JAVA_BYTE, 3, bytes.length);
      call(name, how, socket.descriptor, address, 3 + bytes.length);
      if (how.equals(BIND)) {
        call(name, LISTEN, socket.descriptor, 5);
      }
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Waits for a client. */
  public UnixSocket accept() throws IOException {
    MemorySegment none = MemorySegment.NULL;
    return new UnixSocket((int) use("accept", ACCEPT, none, none));
  }

  /** The user at the other end. */
  public int peer() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment credentials = arena.allocate(12, 4);
      MemorySegment size = arena.allocateFrom(ValueLayout.JAVA_INT, 12);
      use("credentials", GETSOCKOPT, SOL_SOCKET, SO_PEERCRED, credentials, size);
      return credentials.get(ValueLayout.JAVA_INT, 4);
    }
  }

  /** Sets the time limit of reading. */
  public void timeout(int millis) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time =
          arena.allocateFrom(ValueLayout.JAVA_LONG, millis / 1000, millis * 1000L % 1_000_000);
      use("timeout", SETSOCKOPT, SOL_SOCKET, SO_RCVTIMEO, time, 16);
    }
  }

  /** Returns the bytes from the other end. */
  public InputStream input() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment buffer = arena.allocate(length);
          int count = (int) use("read", READ, buffer, (long) length);
          MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, offset, count);
          return count == 0 ? -1 : count;
        }
      }

      @Override
      public int available() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
          use("ioctl", IOCTL, (long) FIONREAD, count);
          return count.get(ValueLayout.JAVA_INT, 0);
        }
      }
    };
  }

  /** Returns the output to the other end. */
  public OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment buffer = arena.allocate(length);
          MemorySegment.copy(bytes, offset, buffer, ValueLayout.JAVA_BYTE, 0, length);
          if (use("write", WRITE, buffer, (long) length) != length) {
            throw new EOFException();
          }
        }
      }
    };
  }

  @Override
  public void close() throws IOException {
    try {
      // Wakes threads that wait in accept, or read.
      use("shutdown", SHUTDOWN, SHUT_RDWR);
    } catch (IOException e) {
      // It was not connected any more.
    }
    uses.writeLock().lock();
    try {
      if (!isClosed) {
        isClosed = true;
        call("close", CLOSE, descriptor);
      }
    } finally {
      uses.writeLock().unlock();
    }
  }

  private long use(String what, MethodHandle handle, Object... arguments) throws IOException {
    Object[] all = new Object[arguments.length + 1];
    all[0] = descriptor;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    uses.readLock().lock();
    try {
      if (isClosed) {
        throw new IOException(what + ": the socket is closed");
      }
      return call(what, handle, all);
    } finally {
      uses.readLock().unlock();
    }
  }

  private static long call(String what, MethodHandle handle, Object... arguments)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      Object[] all = new Object[arguments.length + 1];
      all[0] = state;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      long result = ((Number) Objects.requireNonNull(handle.invokeWithArguments(all))).longValue();
      if (result < 0) {
        throw new IOException(what + ": error " + ERRNO.get(state, 0L));
      }
      return result;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A function whose arguments are i, int; l, long; p, pointer; and whose result is a long or int.
   */
  private static MethodHandle handle(String name, String arguments) {
    return link(name, arguments);
  }

  private static MethodHandle variadic(String name, String arguments, int fixed) {
    return link(name, arguments, Linker.Option.firstVariadicArg(fixed));
  }

  @SuppressWarnings("restricted")
  private static MethodHandle link(String name, String arguments, Linker.Option... options) {
    MemoryLayout[] layouts =
        arguments
            .chars()
            .mapToObj(each ->
                switch (each) {
                  case 'i' -> ValueLayout.JAVA_INT;
                  case 'l' -> ValueLayout.JAVA_LONG;
                  default -> ValueLayout.ADDRESS;
                })
            .toArray(MemoryLayout[]::new);
    MemoryLayout result = arguments.endsWith("pl") ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
    Linker.Option[] all = new Linker.Option[options.length + 1];
    all[0] = Linker.Option.captureCallState("errno");
    System.arraycopy(options, 0, all, 1, options.length);
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, layouts), all);
  }
}
