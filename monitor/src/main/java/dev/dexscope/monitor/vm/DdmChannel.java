package dev.dexscope.monitor.vm;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpHub;
import dev.dexscope.wire.jdwp.JdwpPacket;
import dev.dexscope.wire.jdwp.LongPackets;
import dev.dexscope.wire.jdwp.PacketData;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Chunks to a VM and from it: requests with deadlines, events, and files, which are written as they
 * arrive. Debuggers of the same VM share its connection ({@link JdwpHub}).
 */
final class DdmChannel implements Closeable {
  /** Longer packets are not held in memory; nothing but files need be as long. */
  private static final int MOST_HELD = 1 << 25;

  /** The maximum length of a VM's properties, and of its error messages. */
  private static final int MOST_BRIEF = 1 << 14;

  /** The bytes of the first chunk's header in a packet's data. */
  private static final int CHUNK_HEADER = 8;

  private final JdwpHub hub;
  private final JdwpClient client;
  private final Duration patience;
  private final Consumer<Chunk> events;
  private final List<Awaited> awaited = new CopyOnWriteArrayList<>();
  private final Map<Integer, Download> downloads = new ConcurrentHashMap<>();

  private DdmChannel(JdwpConnection vm, Duration patience, Consumer<Chunk> events)
      throws IOException {
    this.patience = patience;
    this.events = events;
    hub = JdwpHub.over(vm, new LongPackets(MOST_HELD, this::takeLong));
    client = hub.client(this::take);
    var _ = hub.ended().whenComplete((_, failure) -> end(failure));
  }

  /**
   * Shakes hands with a VM.
   *
   * @param events receives chunks without a waiting caller, on the reading thread; it may neither
   *     wait nor send requests
   */
  static DdmChannel connect(Link link, Duration patience, Consumer<Chunk> events)
      throws IOException {
    var limits = new JdwpConnection.Limits(JdwpPacket.MOST_BYTES, patience);
    JdwpConnection vm = JdwpConnection.connect(link, limits);
    try {
      return new DdmChannel(vm, patience, events);
    } catch (IOException | RuntimeException e) {
      vm.close();
      throw e;
    }
  }

  JdwpHub hub() {
    return hub;
  }

  private void take(JdwpPacket.Command packet) {
    if (packet.set() == JdwpCommand.DDM_SET) {
      for (RawChunk each : RawChunk.readAll("DDM", packet.data())) {
        take(each.unpacked(MOST_HELD));
      }
    }
  }

  /**
   * Called by one thread at a time: chunks that arrive with an answer are processed by the
   * requesting thread.
   */
  private synchronized void take(RawChunk raw) {
    Download download = downloads.remove(raw.type());
    if (download != null) {
      try {
        download.take(new ByteArrayInputStream(raw.data()), raw.data().length);
      } catch (IOException e) {
        download.fail(e);
      }
      return;
    }
    take(ChunkCodec.decode(Meaning.EVENT, raw));
  }

  private synchronized void take(Chunk chunk) {
    // First, so that it is complete when the waiting caller continues.
    events.accept(chunk);
    for (Awaited each : awaited) {
      if (each.offer(chunk)) {
        awaited.remove(each);
        return;
      }
    }
  }

  private void takeLong(JdwpPacket.Command packet, PacketData data) throws IOException {
    if (packet.set() != JdwpCommand.DDM_SET) {
      return;
    }
    while (data.remaining() > 0) {
      WireReader header = WireReader.bigEndian("DDM", data.readNBytes(CHUNK_HEADER));
      int type = header.i4();
      long length = header.u4();
      if (length > data.remaining()) {
        throw header.fault("a chunk of " + length + " bytes of " + data.remaining());
      }
      Download download = downloads.remove(type);
      if (download != null) {
        download.take(data, length);
      } else if (length <= MOST_HELD) {
        take(new RawChunk(type, data.readNBytes((int) length)).unpacked(MOST_HELD));
      } else {
        data.skipNBytes(length);
      }
    }
  }

  private void end(@Nullable Throwable failure) {
    Throwable reason = failure == null ? new EOFException("the VM has ended") : failure;
    awaited.forEach(each -> each.arrived.completeExceptionally(reason));
    downloads.values().forEach(each -> each.fail(reason));
  }

  /**
   * The same chunk.
   *
   * @throws WireFormatException if it exceeds the limit
   */
  static <T extends Chunk> T brief(T chunk) {
    int size = chunk.toRaw().size();
    if (size > MOST_BRIEF) {
      throw new WireFormatException(
          "the VM", 0, ChunkType.name(chunk.type()) + " of " + size + " bytes");
    }
    return chunk;
  }

  /** The answer; null for an empty one. A VM's refusal is a {@link MonitorException}. */
  @Nullable Chunk ask(Chunk request) throws IOException {
    return answer(
        request,
        client.ask(
            JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, request.toRaw().toPacket(), patience));
  }

  <T extends Chunk> T ask(Chunk request, Class<T> kind) throws IOException {
    Chunk answer = ask(request);
    if (!kind.isInstance(answer)) {
      throw new MonitorException("the VM does not support " + ChunkType.name(request.type()));
    }
    return kind.cast(answer);
  }

  /**
   * The same; null if the VM does not support the request, and so refuses it or returns nothing.
   */
  <T extends Chunk> @Nullable T askIfSupported(Chunk request, Class<T> kind) throws IOException {
    try {
      return ask(request, kind);
    } catch (MonitorException e) {
      return null;
    }
  }

  /**
   * Sends a request that some VMs answer only by a refusal, then a question whose answer shows
   * whether the VM has followed it.
   *
   * @return null if the VM does not support the question
   */
  <T extends Chunk> @Nullable T confirm(Chunk request, Chunk question, Class<T> kind)
      throws IOException {
    CompletableFuture<Chunk> refused = new CompletableFuture<>();
    CompletableFuture<JdwpPacket.Reply> reply = begin(request, refused);
    try {
      T answer = askIfSupported(question, kind);
      // A VM answers in the order of the requests.
      if (answer != null
          && refused.isCompletedExceptionally()
          && refused.exceptionNow() instanceof IOException refusal) {
        throw refusal;
      }
      return answer;
    } finally {
      reply.cancel(false);
    }
  }

  private @Nullable Chunk answer(Chunk request, JdwpPacket.Reply reply) throws MonitorException {
    String name = ChunkType.name(request.type());
    if (reply.error() != 0) {
      throw new MonitorException(
          "the VM does not support DDM (" + name + ": error " + reply.error() + ")");
    }
    List<RawChunk> chunks = RawChunk.readAll(name, reply.data());
    if (chunks.isEmpty()) {
      return null;
    }
    Chunk answer = ChunkCodec.decode(Meaning.REPLY, chunks.getFirst().unpacked(MOST_HELD));
    if (answer instanceof CommonChunk.Failure failure) {
      throw new MonitorException("the VM refuses " + name + ": " + brief(failure).message());
    }
    // Additional chunks were not requested.
    for (RawChunk each : chunks.subList(1, chunks.size())) {
      take(each.unpacked(MOST_HELD));
    }
    return answer;
  }

  /** Sends a request without an answer. ART sends no answer if there is no result. */
  void tell(Chunk request) throws IOException {
    client.tell(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, request.toRaw().toPacket());
  }

  /** Sends a request; data that VMs of the draft of 2007 reply is processed as their events. */
  void request(Chunk request) throws IOException {
    var _ =
        begin(request, new CompletableFuture<>())
            .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  <T extends Chunk> T event(Chunk request, Class<T> kind, String what) throws IOException {
    return kind.cast(event(request, kind::isInstance, what));
  }

  /**
   * Sends a request and returns the chunk that the VM sends later, or replies; a refusal may arrive
   * instead.
   */
  Chunk event(Chunk request, Predicate<Chunk> kind, String what) throws IOException {
    Awaited expected = new Awaited(kind);
    awaited.add(expected);
    CompletableFuture<JdwpPacket.Reply> reply = begin(request, expected.arrived);
    try {
      return expected.arrived.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new DeadlineException("the VM", what, patience);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      awaited.remove(expected);
      reply.cancel(false);
    }
  }

  /**
   * Requests a file from a VM and writes it. The deadline applies to each pause of the VM, not to
   * the whole.
   *
   * @param type of the chunk with the file
   * @return the number of bytes
   */
  long download(Chunk request, int type, String what, OutputStream out) throws IOException {
    Download download = new Download(out);
    if (downloads.putIfAbsent(type, download) != null) {
      throw new MonitorException("the VM is already about to send a " + what);
    }
    CompletableFuture<Chunk> refused = new CompletableFuture<>();
    var _ =
        refused.whenComplete((_, failure) -> {
          if (failure != null) {
            download.fail(failure);
          }
        });
    CompletableFuture<JdwpPacket.Reply> reply;
    try {
      reply = begin(request, refused);
    } catch (IOException | RuntimeException e) {
      downloads.remove(type, download);
      throw e;
    }
    try {
      Long length = download.await(patience);
      if (length == null) {
        throw new DeadlineException("the VM", what, patience);
      }
      return length;
    } finally {
      reply.cancel(false);
      downloads.remove(type, download);
      download.fail(new EOFException("the request was abandoned"));
    }
  }

  /**
   * Sends a request whose answer is an event. Data in the reply is processed as an event too.
   *
   * @param refused gets the reason where the VM refuses
   */
  private CompletableFuture<JdwpPacket.Reply> begin(Chunk request, CompletableFuture<?> refused)
      throws IOException {
    CompletableFuture<JdwpPacket.Reply> reply =
        client.begin(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, request.toRaw().toPacket());
    var _ =
        reply.whenComplete((answered, failure) -> {
          try {
            if (answered != null) {
              Chunk data = answer(request, answered);
              if (data != null) {
                take(data);
              }
            } else if (failure instanceof IOException) {
              refused.completeExceptionally(failure);
            }
          } catch (IOException | RuntimeException e) {
            refused.completeExceptionally(e);
          }
        });
    return reply;
  }

  CompletableFuture<@Nullable Void> ended() {
    return hub.ended();
  }

  @Override
  public void close() throws IOException {
    hub.close();
  }

  /** Somebody waits for a chunk of a kind. */
  private record Awaited(Predicate<Chunk> kind, CompletableFuture<Chunk> arrived) {
    Awaited(Predicate<Chunk> kind) {
      this(kind, new CompletableFuture<>());
    }

    boolean offer(Chunk chunk) {
      return kind.test(chunk) && arrived.complete(chunk);
    }
  }
}
