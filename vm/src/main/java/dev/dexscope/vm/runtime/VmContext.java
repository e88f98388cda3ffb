package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.libcore.Counters;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.DebugMonitor;
import dev.dexscope.libcore.HeapInspection;
import dev.dexscope.libcore.MethodTracer;
import dev.dexscope.libcore.SystemLog;
import dev.dexscope.libcore.ThreadInspection;
import dev.dexscope.libcore.VirtualMachine;
import dev.dexscope.libcore.VmServices;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of one running VM. Class files call static methods, so that they find it through {@link
 * #current}; each VM starts with a context of its own.
 *
 * <p>Static fields that change belong to the process ({@link HeapReserve}: there is one Java heap)
 * or the JVM (the instrumentation that it provides once), never to a VM; caches by class, thread or
 * descriptor hold values that are valid in every VM.
 *
 * <p>Values used at every call or allocation are fields. The rest is a part: an object of the class
 * that needs it, created on demand.
 *
 * <pre>{@code
 * private static Numbers numbers() {
 *   return VmContext.current().part(Numbers.class, Numbers::new);
 * }
 * }</pre>
 */
public final class VmContext implements VirtualMachine {
  private final LoadedCode code;
  private final VmServices services;
  private final Map<Class<?>, Object> parts = new ConcurrentHashMap<>();

  volatile @Nullable ClassLoader systemLoader;
  volatile @Nullable ProgramEnd end;

  /** Called when a program ends the process, before its shutdown begins. */
  volatile Runnable exiting = () -> {};

  /** Whether what {@link Messages} need has been initialised. */
  volatile boolean hasWords;

  volatile Allocations.@Nullable Recorder allocationRecorder;
  volatile Hooks.@Nullable Recorder callRecorder;
  volatile AgentHooks.@Nullable Recorder agentRecorder;

  /** The receiver of the VM's own work on the program's threads. */
  volatile @Nullable OwnWork ownWork;

  /**
   * @param services its services for programs
   */
  public VmContext(LoadedCode code, VmServices services) {
    this.code = code;
    this.services = services;
  }

  /**
   * Returns the context of the running VM.
   *
   * @throws IllegalStateException if no VM has been started
   */
  public static VmContext current() {
    return (VmContext) CurrentVm.get();
  }

  /** The only object of a class in this VM. */
  public <T> T part(Class<T> type, Supplier<T> maker) {
    Object known = parts.get(type);
    return type.cast(known == null ? parts.computeIfAbsent(type, _ -> maker.get()) : known);
  }

  @Override
  public LoadedCode code() {
    return code;
  }

  @Override
  public MethodTracer tracer() {
    return services.tracer();
  }

  @Override
  public HeapInspection heap() {
    return services.heap();
  }

  @Override
  public AllocationTracking allocations() {
    return services.allocations();
  }

  @Override
  public Counters counters() {
    return part(Counters.class, Counters::new);
  }

  @Override
  public ThreadInspection threads() {
    return services.threads();
  }

  @Override
  public DebugMonitor monitor() {
    return services.monitor();
  }

  @Override
  public SystemLog log() {
    return services.log();
  }
}
