package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireWriter;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection between adb and a device: many streams over one link, after the device has
 * authenticated the peer by its key.
 *
 * <pre>{@code
 * try (AdbTransport device = AdbTransport.connect(link, host, List.of(key), patience)) {
 *   try (AdbStream list = device.open("exec:ls")) {
 *     list.link().in().transferTo(System.out);
 *   }
 * }
 * }</pre>
 */
public final class AdbTransport implements Closeable {
  private static final int TOKEN = 1;
  private static final int SIGNATURE = 2;
  private static final int PUBLIC_KEY = 3;

  /** As many messages may come before a key that is known; adb offers those of one folder. */
  private static final int MOST_TRIES = 64;

  private static final int MOST_STREAMS = 1024;

  /** Names of streams, and data that no service has taken: so many bytes of a peer are kept. */
  static final int MOST_HELD = 1 << 26;

  private static final int MOST_REFUSALS = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Link link;
  private final Duration patience;
  private final AdbServices services;
  private final AdbBanner banner;
  private final int mostData;
  private final Map<Integer, AdbStream> streams = new ConcurrentHashMap<>();
  private final AtomicInteger lastLocal = new AtomicInteger();
  private final Semaphore refusals = new Semaphore(MOST_REFUSALS);
  private final Set<Thread> serving = ConcurrentHashMap.newKeySet();
  private final AtomicLong held = new AtomicLong();
  private final ReentrantLock sending = new ReentrantLock();
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  private AdbTransport(Link link, Duration patience, AdbServices services, AdbMessage connect) {
    this.link = link;
    this.patience = patience;
    this.services = services;
    banner = AdbBanner.parse(connect.text());
    long theirs = connect.arg1() & 0xffffffffL;
    if (theirs < AdbMessage.LEAST_MOST_DATA) {
      throw new WireFormatException(link.peer(), 0, "CNXN allows messages of " + theirs + " bytes");
    }
    mostData = (int) Math.min(theirs, AdbMessage.MOST_DATA);
  }

  /**
   * Connects as adb. The link is closed on failure.
   *
   * @param keys tried in turn; if the device knows none of them it receives the public half of the
   *     first, and asks its user
   * @param patience the device's time limit for each step, including the user's answer
   * @throws IOException if the connection fails
   */
  public static AdbTransport connect(
      Link link, AdbBanner host, List<AdbKey> keys, Duration patience) throws IOException {
    try {
      send(link, patience, hello(host));
      Iterator<AdbKey> others = keys.iterator();
      boolean hasOffered = false;
      while (true) {
        AdbMessage message = link.within(patience, "answer of adb", () -> next(link));
        if (message.command() == AdbMessage.CNXN) {
          return started(new AdbTransport(link, patience, AdbServices.NONE, message));
        }
        if (message.command() == AdbMessage.STLS) {
          throw new IOException(
              link.peer()
                  + " requires TLS, as wireless debugging does, which is not supported;"
                  + " use USB or 'adb tcpip'");
        }
        if (message.command() != AdbMessage.AUTH || message.arg0() != TOKEN) {
          throw unexpected(link, message);
        }
        if (others.hasNext()) {
          byte[] signature = others.next().sign(message.data());
          send(link, patience, new AdbMessage(AdbMessage.AUTH, SIGNATURE, 0, signature));
        } else if (!keys.isEmpty() && !hasOffered) {
          hasOffered = true;
          byte[] text = zeroEnded(keys.getFirst().publicKey().toText());
          send(link, patience, new AdbMessage(AdbMessage.AUTH, PUBLIC_KEY, 0, text));
        } else {
          throw new IOException(link.peer() + " accepts none of the " + keys.size() + " keys");
        }
      }
    } catch (IOException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  /**
   * Accepts a connection as a device. The link is closed on failure.
   *
   * @param authority decides which peers are accepted
   * @param patience the peer's time limit for its introduction, and then for each step
   * @param services the services that accepted peers may open
   * @throws IOException if the connection fails
   */
  public static AdbTransport accept(
      Link link, AdbBanner device, AdbAuthority authority, Duration patience, AdbServices services)
      throws IOException {
    try {
      // One deadline for the whole introduction of an unknown peer; the user's decision has no
      // deadline.
      Introduction introduced =
          link.within(
              patience, "introduction", () -> introduced(link, authority, patience, services));
      AdbPublicKey stranger = introduced.stranger();
      if (stranger != null && !authority.asked().test(stranger)) {
        throw new IOException(link.peer() + " was refused: " + stranger);
      }
      send(link, patience, hello(device));
      return started(introduced.transport());
    } catch (IOException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  /**
   * A connected peer.
   *
   * @param stranger its key, if no known key has signed
   */
  private record Introduction(AdbTransport transport, @Nullable AdbPublicKey stranger) {}

  private static Introduction introduced(
      Link link, AdbAuthority authority, Duration patience, AdbServices services)
      throws IOException {
    AdbMessage connect = next(link);
    if (connect.command() == AdbMessage.STLS) {
      throw new IOException(link.peer() + " requires TLS, which is not supported");
    }
    if (connect.command() != AdbMessage.CNXN) {
      throw unexpected(link, connect);
    }
    AdbTransport transport = new AdbTransport(link, patience, services, connect);
    return new Introduction(
        transport, authority.needsNoKey().getAsBoolean() ? null : stranger(link, authority));
  }

  /** Returns the peer's key; null if the authority knows it. */
  private static @Nullable AdbPublicKey stranger(Link link, AdbAuthority authority)
      throws IOException {
    byte[] token = newToken(link);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      AdbMessage answer = next(link);
      if (answer.command() == AdbMessage.CNXN) {
        // adb introduces itself again when a device was slow to answer.
        continue;
      }
      if (answer.command() != AdbMessage.AUTH) {
        throw unexpected(link, answer);
      }
      if (answer.arg0() == PUBLIC_KEY) {
        return AdbPublicKey.parse(link.peer(), answer.text());
      }
      if (answer.arg0() != SIGNATURE) {
        throw unexpected(link, answer);
      }
      byte[] asked = token;
      if (authority.known().get().stream().anyMatch(key -> key.verifies(asked, answer.data()))) {
        return null;
      }
      token = newToken(link);
    }
    throw new IOException(link.peer() + " was refused: none of its keys is known");
  }

  private static byte[] newToken(Link link) throws IOException {
    byte[] token = new byte[AdbPublicKey.TOKEN];
    RANDOM.nextBytes(token);
    link.write(new AdbMessage(AdbMessage.AUTH, TOKEN, 0, token).toBytes());
    return token;
  }

  private static AdbTransport started(AdbTransport transport) {
    Thread.ofVirtual().name("adb " + transport.peer()).start(transport::readAll);
    return transport;
  }

  /** Without a zero byte at its end, which adb would take for a part of the last feature. */
  private static AdbMessage hello(AdbBanner banner) {
    return new AdbMessage(
        AdbMessage.CNXN,
        AdbMessage.VERSION,
        AdbMessage.MOST_DATA,
        banner.toText().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] zeroEnded(String text) {
    return WireWriter.littleEndian().utf8(text).u1(0).toBytes();
  }

  private static AdbMessage next(Link link) throws IOException {
    AdbMessage read = AdbMessage.read(link, AdbMessage.LEAST_MOST_DATA);
    if (read == null) {
      throw new EOFException(link.peer() + ": ended before it was connected");
    }
    return read;
  }

  private static IOException unexpected(Link link, AdbMessage message) {
    return new IOException(link.peer() + ": unexpected " + message + " before the connection");
  }

  private static void send(Link link, Duration patience, AdbMessage message) throws IOException {
    link.within(
        patience,
        "room for a message",
        () -> {
          link.write(message.toBytes());
          return message;
        });
  }

  /** Returns the peer's introduction. */
  public AdbBanner banner() {
    return banner;
  }

  /** Its name, for errors. */
  public String peer() {
    return link.peer();
  }

  /** Ends when the transport does, with the reason where that is a failure. */
  public CompletableFuture<@Nullable Void> ended() {
    return ended.copy();
  }

  Duration patience() {
    return patience;
  }

  int mostData() {
    return mostData;
  }

  /**
   * Opens a service of the peer's.
   *
   * @throws IOException if the connection fails
   */
  public AdbStream open(String service) throws IOException {
    AdbStream stream = newStream(service, 0);
    if (stream == null) {
      throw new IOException(peer() + ": " + MOST_STREAMS + " streams are open");
    }
    try {
      send(new AdbMessage(AdbMessage.OPEN, stream.local(), 0, zeroEnded(service)));
      stream.awaitOpened(patience);
      return stream;
    } catch (IOException e) {
      streams.remove(stream.local());
      throw e;
    }
  }

  private @Nullable AdbStream newStream(String service, int remote) {
    if (streams.size() >= MOST_STREAMS || ended.isDone()) {
      return null;
    }
    int local = lastLocal.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
    AdbStream stream = new AdbStream(this, service, local, remote);
    streams.put(local, stream);
    if (ended.isDone()) {
      stream.closedByPeer();
    }
    return stream;
  }

  void send(AdbMessage message) throws IOException {
    sending.lock();
    try {
      send(link, patience, message);
    } finally {
      sending.unlock();
    }
  }

  /** More, or fewer, bytes of the peer are kept. */
  void held(int change) {
    held.addAndGet(change);
  }

  /** Data that this side requested as a host is not limited. */
  private boolean mayHold(int length) {
    return services.equals(AdbServices.NONE) || held.get() + length <= MOST_HELD;
  }

  /** A stream was closed at this end. */
  void forget(AdbStream stream, int remote) throws IOException {
    streams.remove(stream.local());
    if (!ended.isDone()) {
      send(AdbMessage.of(AdbMessage.CLSE, stream.local(), remote));
    }
  }

  private void readAll() {
    try {
      @Nullable AdbMessage message;
      while ((message = AdbMessage.read(link, mostData)) != null) {
        take(message);
      }
      end(null);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The peer filled the memory: nothing may wait for a transport that is not read.
      end(e);
    }
  }

  private void end(@Nullable Throwable reason) {
    if (reason == null) {
      ended.complete(null);
    } else {
      ended.completeExceptionally(reason);
    }
    streams.values().forEach(AdbStream::closedByPeer);
    serving.forEach(Thread::interrupt);
    try {
      link.close();
    } catch (IOException e) {
      // It has ended in any case.
    }
  }

  /** Nothing here waits: what does is left to threads of its own. */
  private void take(AdbMessage message) throws IOException {
    int command = message.command();
    int theirs = message.arg0();
    AdbStream stream = streams.get(message.arg1());
    if (command == AdbMessage.OPEN) {
      open(theirs, message.text());
    } else if (command == AdbMessage.OKAY) {
      if (stream != null) {
        stream.acknowledged(theirs);
      }
    } else if (command == AdbMessage.WRTE) {
      if (stream == null) {
        refuse(theirs);
      } else if (!mayHold(message.data().length)) {
        drop(stream, theirs);
      } else if (!stream.received(message.data())) {
        throw new WireFormatException(
            peer(), 0, stream.service() + ": data before the stream was taken");
      }
    } else if (command == AdbMessage.CLSE) {
      if (stream != null) {
        streams.remove(stream.local());
        stream.closedByPeer();
      }
    } else {
      throw new WireFormatException(peer(), 0, "unexpected " + message);
    }
  }

  private void open(int theirs, String name) throws IOException {
    AdbServices.Service service =
        theirs == 0 || !mayHold(name.length()) ? null : services.find(name);
    // A service may go on for a while after its stream was closed.
    AdbStream stream =
        service == null || serving.size() >= MOST_STREAMS ? null : newStream(name, theirs);
    if (stream == null || service == null) {
      refuse(theirs);
      return;
    }
    // Not a virtual thread: services are interrupted when their user disconnects, and a virtual
    // thread that is interrupted while it writes closes the socket, which all streams share.
    Thread serves =
        Thread.ofPlatform()
            .daemon()
            .name("adb " + stream.service())
            .unstarted(() -> serve(service, stream, theirs));
    serving.add(serves);
    serves.start();
  }

  private void serve(AdbServices.Service service, AdbStream stream, int theirs) {
    AdbServices.Service ready;
    try {
      ready = service.ready();
    } catch (IOException e) {
      serving.remove(Thread.currentThread());
      refuse(stream, theirs, e);
      return;
    }
    try (stream) {
      send(AdbMessage.of(AdbMessage.OKAY, stream.local(), theirs));
      run(ready, stream);
    } catch (IOException e) {
      // The reader of the link is notified too.
    } finally {
      serving.remove(Thread.currentThread());
    }
  }

  /**
   * Reports a failure while the stream is still open, so that the reason is available when its end
   * is seen.
   */
  private void run(AdbServices.Service service, AdbStream stream) {
    try {
      service.serve(stream);
    } catch (IOException | RuntimeException e) {
      // The peer sees a stream that has ended: it knows no other word.
      if (!stream.isClosedByPeer()) {
        services.failed(stream, e);
      }
    }
  }

  private void refuse(AdbStream stream, int theirs, IOException reason) {
    streams.remove(stream.local());
    stream.closedByPeer();
    services.failed(stream, reason);
    try {
      refuse(theirs);
    } catch (IOException e) {
      end(e);
    }
  }

  /** Ends a stream whose service takes nothing while the peer sends on, on many such. */
  private void drop(AdbStream stream, int theirs) throws IOException {
    streams.remove(stream.local());
    stream.closedByPeer();
    services.failed(stream, new IOException("more than " + MOST_HELD + " bytes wait to be taken"));
    refuse(theirs);
  }

  /** Drops peers that request many missing services and do not read the answers. */
  private void refuse(int theirs) throws IOException {
    if (!refusals.tryAcquire()) {
      throw new IOException(peer() + ": reads no answers");
    }
    Thread.ofVirtual()
        .start(() -> {
          try {
            send(AdbMessage.of(AdbMessage.CLSE, 0, theirs));
          } catch (IOException e) {
            // The reader of the link is notified too.
          } finally {
            refusals.release();
          }
        });
  }

  @Override
  public void close() throws IOException {
    link.close();
  }
}
