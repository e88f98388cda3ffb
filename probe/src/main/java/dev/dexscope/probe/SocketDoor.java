package dev.dexscope.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Unix socket in Linux's abstract namespace: it needs no permission, and the system identifies
 * the guest. Android's classes for it are used by reflection, because Java has none.
 */
final class SocketDoor implements Door {
  /** An {@code android.net.LocalServerSocket}. */
  private final Object server;

  private final String name;
  private final int place;
  private volatile boolean closed;

  private SocketDoor(Object server, String name, int place) {
    this.server = server;
    this.name = name;
    this.place = place;
  }

  /** Binds the name, or the name with a number appended; null if all are in use. */
  static @Nullable SocketDoor find(String first) {
    try {
      Class<?> type = Class.forName("android.net.LocalServerSocket");
      Throwable reason = null;
      for (int place = 0; place < TRIES; place++) {
        String name = place == 0 ? first : first + "." + place;
        try {
          return new SocketDoor(type.getConstructor(String.class).newInstance(name), name, place);
        } catch (InvocationTargetException e) {
          reason = e.getCause();
        }
      }
      Log.info("no socket " + first + ": " + reason);
    } catch (ReflectiveOperationException e) {
      Log.info("no socket here");
    }
    return null;
  }

  @Override
  public Guest open() throws IOException {
    // An android.net.LocalSocket.
    Object guest = ask(server, "accept");
    return new Guest(
        (Closeable) guest,
        (InputStream) ask(guest, "getInputStream"),
        (OutputStream) ask(guest, "getOutputStream"),
        (Integer) ask(ask(guest, "getPeerCredentials"), "getUid"));
  }

  @Override
  public void limit(Guest guest, int millis) throws IOException {
    call(guest.socket, "setSoTimeout", int.class, millis);
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    call(server, "close", null, null);
  }

  @Override
  public int place() {
    return place;
  }

  @Override
  public String toString() {
    return "socket " + name;
  }

  private static Object ask(Object object, String method) throws IOException {
    return Objects.requireNonNull(call(object, method, null, null));
  }

  /** Calls a method that has one argument at most. */
  private static @Nullable Object call(
      Object object, String method, @Nullable Class<?> type, @Nullable Object argument)
      throws IOException {
    try {
      return type == null
          ? object.getClass().getMethod(method).invoke(object)
          : object.getClass().getMethod(method, type).invoke(object, argument);
    } catch (ReflectiveOperationException e) {
      // Its cause is the socket's own IOException, which is more specific.
      throw new IOException(e.getCause());
    }
  }
}
