package dev.dexscope.device.guest;

import dalvik.system.VMDebug;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.MethodTracer;
import dev.dexscope.libcore.ThreadInspection;
import dev.dexscope.libcore.VirtualMachine;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.observe.ddm.HeapNotices;
import dev.dexscope.observe.ddm.ThreadNotices;
import dev.dexscope.observe.inspect.AllocationRecords;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.harmony.dalvik.ddmc.DdmServer;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one monitor, from the VM of this process. Each monitor has its own, which
 * keep its subscriptions.
 */
final class DdmHandlers {
  /** The error for data that is not a chunk of its type. */
  static final int MALFORMED = 1;

  private static final int FAILED = 2;
  private static final int NATIVE_LINE = -2;
  private static final int UNKNOWN_LINE = -1;

  private final Shared shared;
  private final DdmConnection.Server notices;
  private final ThreadStates threadStates;
  private final HeapNotices heap;
  private final AfterCollections heapMap;
  private final AfterCollections nativeMap;

  /**
   * The state shared by all monitors of the VM.
   *
   * @param collected called after a garbage collection that a monitor has requested
   */
  record Shared(
      AppIdentity identity, AllocationUsers allocations, WireTrace wireTrace, Runnable collected) {}

  /**
   * @param notices receives reports of the VM's threads, and may not wait
   * @param events receives reports of our own threads
   */
  DdmHandlers(Shared shared, DdmConnection.Server notices, Consumer<Chunk> events) {
    this.shared = shared;
    this.notices = notices;
    threadStates = new ThreadStates(notices);
    heap = new HeapNotices(notices);
    heapMap = new AfterCollections(new HeapMap(events)::send);
    nativeMap = new AfterCollections(_ -> NativeHeap.sendMap(events));
  }

  /** The monitor has left. */
  void stopTelling() {
    ThreadNotices.tellNoMore(notices);
    heap.close();
    threadStates.every(0);
    heapMap.tell(0, 0);
    nativeMap.tell(0, 0);
    shared.allocations.forget(this);
  }

  /** Called after a collection that a monitor has requested. */
  void collected() {
    heapMap.collected();
    nativeMap.collected();
  }

  /**
   * The answer; null for an empty one.
   *
   * @param most bytes that a compressed request may have
   */
  @Nullable RawChunk answer(RawChunk request, int most) {
    try {
      RawChunk asked = request.unpacked(most);
      if (!ChunkCodec.knows(Meaning.REQUEST, asked.type())) {
        return ofProgram(asked);
      }
      Chunk answer = answer(ChunkCodec.decode(Meaning.REQUEST, asked));
      return answer == null ? null : answer.toRaw();
    } catch (WireFormatException e) {
      return new CommonChunk.Failure(MALFORMED, e.getMessage() + "").toRaw();
    } catch (Throwable e) {
      // Handlers of the program's may throw whatever they like; the monitor is answered all the
      // same.
      return new CommonChunk.Failure(FAILED, reason(e)).toRaw();
    } finally {
      // A remaining interrupt would end the connection at its next use.
      var _ = Thread.interrupted();
    }
  }

  /** The message, which is the program's, too. */
  private static String reason(Throwable failure) {
    try {
      String message = failure.getMessage();
      return message == null ? failure.getClass().getName() : message;
    } catch (Throwable e) {
      return failure.getClass().getName();
    }
  }

  /** Passes a chunk that the VM does not know to the program's handler, if there is one. */
  private static @Nullable RawChunk ofProgram(RawChunk asked) throws InterruptedException {
    var answer = DdmServer.dispatch(asked.type(), asked.data(), 0, asked.data().length);
    return answer == null
        ? null
        : new RawChunk(
            answer.type,
            Arrays.copyOfRange(answer.data, answer.offset, answer.offset + answer.length));
  }

  private @Nullable Chunk answer(Chunk request) throws IOException {
    VirtualMachine vm = CurrentVm.get();
    switch (request) {
      case AppChunk.Greeting _ -> {
        return shared.identity.hello();
      }
      case AppChunk.Exit exit -> Runtime.getRuntime().halt(exit.status());
      case ThreadChunk.Notify notify -> {
        if (notify.on()) {
          ThreadNotices.tell(notices);
        } else {
          ThreadNotices.tellNoMore(notices);
        }
      }
      case ThreadChunk.StatusInterval interval -> threadStates.every(interval.milliseconds());
      case ThreadChunk.StackRequest stack -> {
        return stack(stack.id());
      }
      case HeapChunk.InfoRequest info -> {
        if (!heap.tell(info.when())) {
          throw new IOException("HPIF when=" + info.when());
        }
      }
      case HeapChunk.SegmentsRequest segments -> segments(segments);
      case HeapChunk.DumpRequest dump -> {
        return new HeapChunk.DumpResult(dump(dump.path()));
      }
      case AllocationChunk.Enable enable -> shared.allocations.turn(this, enable.on());
      case ProfilingChunk.Start start ->
          VMDebug.startMethodTracing(
              host(start.file()).toString(), start.buffer(), start.flags(), false, 0);
      case ProfilingChunk.StreamStart start ->
          VMDebug.startMethodTracingDdms(start.buffer(), start.flags(), false, 0);
      case ProfilingChunk.SampleStart start ->
          VMDebug.startMethodTracingDdms(start.buffer(), start.flags(), true, start.interval());
      case ProfilingChunk.DraftSwitch draft -> shared.wireTrace.turn(draft.on());
      case CommonChunk.Bare bare -> {
        return answer(vm, ChunkType.name(bare.type()));
      }
      default -> throw new IOException("not known here: " + ChunkType.name(request.type()));
    }
    return null;
  }

  /** Answers requests without arguments. */
  private @Nullable Chunk answer(VirtualMachine vm, String type) throws IOException {
    switch (type) {
      case "FEAT" -> {
        List<String> features = new ArrayList<>(List.of(VMDebug.getVmFeatureList()));
        features.add(ThreadChunk.Locks.FEATURE);
        if (!AllocationRecords.areComplete()) {
          features.add(AllocationChunk.PARTIAL);
        }
        return new AppChunk.Features(features);
      }
      case "THST" -> {
        return ThreadStates.now();
      }
      case "THLK" -> {
        return LockStates.now();
      }
      case "HPGC" -> {
        System.gc();
        shared.collected.run();
      }
      case "NHGT" -> {
        return NativeHeap.now();
      }
      case "HPDS" -> VMDebug.dumpHprofDataDdms();
      case "REAQ" -> {
        return new AllocationChunk.Enabled(vm.allocations().isOn());
      }
      case "REAL" -> {
        return new CommonChunk.Opaque(ChunkType.of("REAL"), vm.allocations().recent());
      }
      case "MPRE" -> {
        boolean isOn = vm.tracer().mode() != MethodTracer.Mode.OFF;
        VMDebug.stopMethodTracing();
        return new ProfilingChunk.Stopped(isOn ? 0 : 1);
      }
      case "MPSE", "SPSE" -> VMDebug.stopMethodTracing();
      case "MPRQ" -> {
        return new ProfilingChunk.State(VMDebug.getMethodTracingMode());
      }
      case "DBGD" -> {
        // The connection of a debugger ends by itself. The answer shows that the chunk is
        // supported.
        return CommonChunk.Bare.of("DBGD");
      }
      default -> throw new IOException("not known here: " + type);
    }
    return null;
  }

  private void segments(HeapChunk.SegmentsRequest request) {
    AfterCollections map = request.type() == ChunkType.of("HPSG") ? heapMap : nativeMap;
    map.tell(request.when(), request.what());
  }

  private static Chunk stack(int id) throws IOException {
    StackTraceElement[] frames = CurrentVm.get().threads().stack(id);
    if (frames == null) {
      throw new IOException("no thread " + id);
    }
    return new ThreadChunk.Stack(id, frames(Arrays.asList(frames)));
  }

  /** Frames as chunks have them. */
  static List<ThreadChunk.StackFrame> frames(List<StackTraceElement> stack) {
    List<ThreadChunk.StackFrame> all = new ArrayList<>();
    for (StackTraceElement each : stack) {
      int line = each.isNativeMethod() ? NATIVE_LINE : Math.max(each.getLineNumber(), UNKNOWN_LINE);
      all.add(
          new ThreadChunk.StackFrame(
              each.getClassName(), each.getMethodName(), each.getFileName(), line));
    }
    return all;
  }

  /** The host's file of a path that a monitor names; where it may be written. */
  private Path host(String path) throws IOException {
    return DeviceFiles.in(shared.identity.root())
        .hostToWrite(path, "/data/data/" + shared.identity.hello().packageName());
  }

  private int dump(String path) {
    try {
      VMDebug.dumpHprofData(host(path).toString());
      return 0;
    } catch (IOException e) {
      return FAILED;
    }
  }

  /** The states of threads, once or again and again. */
  private static final class ThreadStates {
    private final DdmConnection.Server notices;
    private @Nullable CountDownLatch end;

    ThreadStates(DdmConnection.Server notices) {
      this.notices = notices;
    }

    static ThreadChunk.Status now() {
      List<ThreadChunk.ThreadState> all = new ArrayList<>();
      for (ThreadInspection.Status each : CurrentVm.get().threads().all()) {
        all.add(
            new ThreadChunk.ThreadState(
                each.id(),
                each.state(),
                each.tid(),
                each.userTime(),
                each.systemTime(),
                each.daemon()));
      }
      return new ThreadChunk.Status(all);
    }

    /** As the draft of 2007 has it. */
    synchronized void every(int milliseconds) {
      if (end != null) {
        // To interrupt it would close the connection that it writes to.
        end.countDown();
        end = null;
      }
      if (milliseconds > 0) {
        var own = new CountDownLatch(1);
        end = own;
        Thread.ofPlatform()
            .daemon()
            .name("dexscope thread states")
            .start(() -> repeat(milliseconds, own));
      }
    }

    /** A query takes some milliseconds, which are part of the interval. */
    private void repeat(int milliseconds, CountDownLatch end) {
      try {
        long next;
        do {
          next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
          List<ThreadChunk.DraftThread> all = new ArrayList<>();
          for (ThreadInspection.Status each : CurrentVm.get().threads().all()) {
            all.add(new ThreadChunk.DraftThread(each.id(), each.state(), each.suspended()));
          }
          report(new ThreadChunk.DraftStatus(all).toRaw(), end);
        } while (!end.await(next - System.nanoTime(), TimeUnit.NANOSECONDS));
      } catch (InterruptedException e) {
        // Nobody wants them any more.
      }
    }

    /** None is queued once the end was requested: no report follows the reply to that request. */
    private synchronized void report(RawChunk states, CountDownLatch end) {
      if (end.getCount() > 0) {
        notices.send(states.type(), states.data(), 0, states.data().length);
      }
    }
  }
}
