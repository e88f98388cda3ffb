package dev.dexscope.monitor.watch;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.vm.ThreadTable;
import dev.dexscope.monitor.vm.ThreadView;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.recording.WireRecorder;
import dev.dexscope.wire.recording.WireTap;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A VM that a {@link Monitor} is attached to, for as long as its process lives: where the
 * connection breaks, it is made again.
 *
 * <pre>{@code
 * try (Subscription _ = vm.listen(System.out::println)) {
 *   vm.sampleThreads(Duration.ofSeconds(1));
 *   ...
 *   vm.threads().forEach(each -> System.out.println(each.thread().name() + " " + each.spans()));
 * }
 * }</pre>
 */
public final class MonitoredVm {
  private static final int MOST_HEAP_FIGURES = 4096;
  private static final int HEAP_FIGURE_BYTES = 64;
  private static final int THREAD_BYTES = 128;

  /** Of one's place in a list; other events have the span itself, too. */
  private static final int SPAN_BYTES = 4;

  private final MonitoredDevice device;
  private final int pid;
  private final MonitorSettings settings;
  private final Consumer<MonitorEvent> changes;
  private final Feed<VmEvent> feed = new Feed<>(MonitoredVm::bytes, _ -> false);
  private final ThreadTable threads = new ThreadTable();
  private final Deque<HeapChunk.HeapInfo> heap = new ArrayDeque<>();
  private final Object lock = new Object();
  private VmState state = VmState.CONNECTING;
  private String problem = "";
  private @Nullable VmIdentity identity;
  private AppChunk.@Nullable Name newName;
  private boolean waitsForDebugger;
  private @Nullable VmClient client;
  private @Nullable WireTap tap;
  private @Nullable WireRecorder recorder;
  private @Nullable Thread life;
  private @Nullable Thread sampler;

  /**
   * @param changes receives changes of the state or the identity; must not wait
   */
  MonitoredVm(
      MonitoredDevice device, int pid, MonitorSettings settings, Consumer<MonitorEvent> changes) {
    this.device = device;
    this.pid = pid;
    this.settings = settings;
    this.changes = changes;
  }

  public MonitoredDevice device() {
    return device;
  }

  /** Its number on the device; of VMs of this machine the port. */
  public int pid() {
    return pid;
  }

  public VmState state() {
    synchronized (lock) {
      return state;
    }
  }

  /** Why it is not attached; empty where there is no trouble. */
  public String problem() {
    synchronized (lock) {
      return problem;
    }
  }

  /** Returns its introduction; empty until it has been received. */
  public Optional<VmIdentity> identity() {
    synchronized (lock) {
      return Optional.ofNullable(identity);
    }
  }

  /** Returns its name; {@code ?} if unknown. */
  public String name() {
    return identity().map(VmIdentity::name).orElse("?");
  }

  public boolean waitsForDebugger() {
    synchronized (lock) {
      return waitsForDebugger;
    }
  }

  /**
   * Returns the connection with it, for requests. It must not be closed.
   *
   * @throws MonitorException if there is none now
   */
  public VmClient client() throws MonitorException {
    synchronized (lock) {
      if (client == null || state != VmState.ATTACHED) {
        String why = problem.isEmpty() ? "" : ": " + problem;
        throw new MonitorException(this + " is not attached" + why);
      }
      return client;
    }
  }

  /** Tells what happens in it, from now on. */
  public Subscription listen(Listener<? super VmEvent> listener) {
    return feed.listen(listener);
  }

  /** Its threads over time, as far as they were looked at. */
  public List<ThreadView> threads() {
    return threads.last();
  }

  /** Returns the occupancy of its heaps, the oldest first: at collections, and at each request. */
  public List<HeapChunk.HeapInfo> heapHistory() {
    synchronized (heap) {
      return List.copyOf(heap);
    }
  }

  /**
   * Takes a sample of its threads.
   *
   * @return the result of {@link #threads} from now on
   */
  public List<ThreadView> lookAtThreads() throws IOException {
    List<ThreadView> seen = threads.add(client().threads(), System.currentTimeMillis());
    feed.publish(new VmEvent.ThreadsSampled(seen));
    return seen;
  }

  /**
   * Samples its threads periodically.
   *
   * @param interval null to stop
   */
  public void sampleThreads(@Nullable Duration interval) {
    synchronized (lock) {
      if (sampler != null) {
        sampler.interrupt();
        sampler = null;
      }
      if (interval != null && state != VmState.GONE) {
        sampler =
            Thread.ofVirtual().name("threads of " + this).start(() -> lookAtThreads(interval));
      }
    }
  }

  private void lookAtThreads(Duration interval) {
    try {
      while (true) {
        try {
          lookAtThreads();
        } catch (IOException | RuntimeException e) {
          // It is not attached now, or the requesting caller has received the error.
        }
        Thread.sleep(interval);
      }
    } catch (InterruptedException e) {
      // Nobody wants them any more.
    }
  }

  /**
   * Records the communication of the monitor and the VM from now on, over this connection and those
   * that follow it, including debuggers' packets.
   *
   * @param into belongs to the caller; null ends the recording
   */
  public void recordWire(@Nullable WireRecorder into) {
    synchronized (lock) {
      recorder = into;
      if (tap != null && into == null) {
        tap.stop();
      } else if (tap != null && into != null) {
        tap.record(into);
      }
    }
  }

  private Link tapped(Link link) {
    WireTap made = new WireTap(link, Direction.FROM_DEVICE);
    synchronized (lock) {
      tap = made;
      if (recorder != null) {
        made.record(recorder);
      }
    }
    return made.link();
  }

  /**
   * Serves a debugger over the shared connection until it disconnects; waits for the connection if
   * necessary.
   */
  public void serveDebugger(JdwpConnection debugger) throws IOException {
    VmClient attached = awaitOtherThan(null);
    while (!serveBy(attached, debugger)) {
      attached = awaitOtherThan(attached);
    }
  }

  private static boolean serveBy(VmClient attached, JdwpConnection debugger) throws IOException {
    try {
      return attached.tryToServe(debugger);
    } finally {
      if (attached.retire()) {
        // It is connected anew: else the VM would go on in the way it does for debuggers.
        attached.close();
      }
    }
  }

  private VmClient awaitOtherThan(@Nullable VmClient last) throws IOException {
    long end = System.nanoTime() + settings.patience().toNanos();
    synchronized (lock) {
      try {
        while (client == null || client.equals(last)) {
          long left = (end - System.nanoTime()) / 1_000_000;
          if (left <= 0 || state == VmState.GONE) {
            return client();
          }
          lock.wait(left);
        }
        return client;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  void start() {
    synchronized (lock) {
      life = Thread.ofVirtual().name("monitor of " + this).start(this::live);
    }
  }

  /** It has ended. */
  void end() {
    sampleThreads(null);
    changeTo(VmState.GONE, "", null);
    synchronized (lock) {
      if (life != null) {
        life.interrupt();
      }
    }
    feed.end();
  }

  private void live() {
    Backoff backoff = settings.backoff();
    try {
      while (state() != VmState.GONE) {
        long begun = System.nanoTime();
        String reason = attach();
        if (System.nanoTime() - begun > settings.lastRetry().toNanos()) {
          backoff.reset();
        }
        changeTo(VmState.LOST, reason, null);
        backoff.pause();
      }
    } catch (InterruptedException e) {
      // It has ended.
    }
  }

  /** Stays attached as long as it can; why it could not longer. */
  private String attach() throws InterruptedException {
    try (VmClient connected =
        VmClient.connect(tapped(device.link().open(pid)), settings.patience(), this::take)) {
      introduce(connected);
      connected.ended().get();
      return "the VM has ended the connection";
    } catch (ExecutionException e) {
      return Objects.requireNonNullElse(e.getCause(), e).getMessage() + "";
    } catch (IOException | RuntimeException e) {
      return e.getMessage() + "";
    }
  }

  private void introduce(VmClient connected) throws IOException {
    AppChunk.Hello hello = connected.hello();
    List<String> features;
    try {
      features = connected.features();
    } catch (DeadlineException e) {
      features = List.of();
    }
    connected.notifyThreads(true);
    connected.notifyHeap(true);
    VmIdentity introduced = VmIdentity.of(hello, features);
    synchronized (lock) {
      identity = newName == null ? introduced : introduced.named(newName);
      introduced = identity;
    }
    changeTo(VmState.ATTACHED, "", connected);
    feed.publish(new VmEvent.Identified(introduced));
  }

  private void changeTo(VmState next, String why, @Nullable VmClient with) {
    synchronized (lock) {
      if (state == VmState.GONE) {
        return;
      }
      state = next;
      problem = why;
      client = with;
      lock.notifyAll();
      if (next != VmState.ATTACHED) {
        newName = null;
        waitsForDebugger = false;
      }
    }
    feed.publish(new VmEvent.StateChanged(next, why));
    changes.accept(new MonitorEvent.VmChanged(this));
  }

  /** Processes its events. */
  private void take(Chunk chunk) {
    switch (chunk) {
      case AppChunk.Name name -> rename(name);
      case AppChunk.Waiting _ -> {
        synchronized (lock) {
          waitsForDebugger = true;
        }
        feed.publish(new VmEvent.WaitsForDebugger());
        changes.accept(new MonitorEvent.VmChanged(this));
      }
      case AppChunk.Stage stage -> feed.publish(new VmEvent.Staged(ChunkType.name(stage.stage())));
      case ThreadChunk.Created thread ->
          feed.publish(new VmEvent.ThreadStarted(thread.id(), thread.name()));
      case ThreadChunk.Renamed thread ->
          feed.publish(new VmEvent.ThreadRenamed(thread.id(), thread.name()));
      case ThreadChunk.Died thread -> feed.publish(new VmEvent.ThreadEnded(thread.id()));
      case HeapChunk.Infos infos -> measured(infos.heaps());
      case HeapChunk.Segment _, HeapChunk.SegmentsEdge _ -> {
        // Large, and needed only by callers that have requested a map.
      }
      default -> feed.publish(new VmEvent.Sent(chunk));
    }
  }

  private void rename(AppChunk.Name name) {
    VmIdentity renamed;
    synchronized (lock) {
      newName = name;
      if (identity == null) {
        return;
      }
      identity = identity.named(name);
      renamed = identity;
    }
    feed.publish(new VmEvent.Identified(renamed));
    changes.accept(new MonitorEvent.VmChanged(this));
  }

  private void measured(List<HeapChunk.HeapInfo> heaps) {
    synchronized (heap) {
      for (HeapChunk.HeapInfo each : heaps) {
        if (heap.size() == MOST_HEAP_FIGURES) {
          heap.removeFirst();
        }
        heap.add(each);
      }
    }
    feed.publish(new VmEvent.HeapMeasured(heaps));
  }

  /** About how many bytes an event takes; of those without much in them little enough. */
  private static long bytes(VmEvent event) {
    return switch (event) {
      case VmEvent.ThreadStarted started -> 2L * started.name().length();
      case VmEvent.ThreadRenamed renamed -> 2L * renamed.name().length();
      case VmEvent.HeapMeasured measured -> (long) HEAP_FIGURE_BYTES * measured.heaps().size();
      case VmEvent.ThreadsSampled sampled ->
          sampled.threads().stream().mapToLong(MonitoredVm::bytes).sum();
      case VmEvent.Sent sent -> sent.chunk().toRaw().size();
      case VmEvent.Identified identified -> 2L * identified.identity().name().length();
      case VmEvent.StateChanged _,
          VmEvent.WaitsForDebugger _,
          VmEvent.Staged _,
          VmEvent.ThreadEnded _ ->
          0;
    };
  }

  private static long bytes(ThreadView thread) {
    return THREAD_BYTES + (long) SPAN_BYTES * thread.spans().size();
  }

  /** {@code emulator-5554/4711}. */
  @Override
  public String toString() {
    return device.serial() + "/" + pid;
  }
}
