package dev.dexscope.monitor.watch;

import dev.dexscope.monitor.vm.ThreadView;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.HeapChunk;
import java.util.List;

/** An event in a VM, or between it and the monitor. */
public sealed interface VmEvent {
  /** It has introduced itself, or got another name. */
  record Identified(VmIdentity identity) implements VmEvent {}

  /**
   * It has become reachable or unreachable.
   *
   * @param problem the reason; may be empty
   */
  record StateChanged(VmState state, String problem) implements VmEvent {}

  /** It waits for a debugger. */
  record WaitsForDebugger() implements VmEvent {}

  /** The stage of its start: {@code BIND}, {@code A_GO} ... */
  record Staged(String stage) implements VmEvent {}

  record ThreadStarted(int id, String name) implements VmEvent {}

  record ThreadRenamed(int id, String name) implements VmEvent {}

  record ThreadEnded(int id) implements VmEvent {}

  /** The threads were looked at; see {@link MonitoredVm#threads}. */
  record ThreadsSampled(List<ThreadView> threads) implements VmEvent {
    public ThreadsSampled {
      threads = List.copyOf(threads);
    }
  }

  /** The occupancy of the heaps, after a collection or on request. */
  record HeapMeasured(List<HeapChunk.HeapInfo> heaps) implements VmEvent {
    public HeapMeasured {
      heaps = List.copyOf(heaps);
    }
  }

  /** Something else that it has sent. */
  record Sent(Chunk chunk) implements VmEvent {}
}
