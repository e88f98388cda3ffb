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
 * All that one VM knows while it runs. Class files call static methods, so that they find it
 * through {@link #current}; a VM that starts begins with a context of its own.
 *
 * <p>Static fields that change hold only what is the process's ({@link HeapReserve}: there is one
 * Java heap) or the JVM's (the instrumentation that it gives once), never what a VM knows; memos by
 * class, by thread or by descriptor hold what is true of these in every VM.
 *
 * <p>What is asked for at every call or allocation is a field. The rest is a part: an object of the
 * class that needs it, made when it is first asked for.
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

  /** Whether what {@link Messages} need has been initialised. */
  volatile boolean hasWords;

  volatile Allocations.@Nullable Recorder allocationRecorder;
  volatile Hooks.@Nullable Recorder callRecorder;
  volatile AgentHooks.@Nullable Recorder agentRecorder;

  /** Who is told of the VM's own work on the program's threads. */
  volatile @Nullable OwnWork ownWork;

  /**
   * @param services what it does for programs beside running them
   */
  public VmContext(LoadedCode code, VmServices services) {
    this.code = code;
    this.services = services;
  }

  /**
   * The context of the VM that runs.
   *
   * @throws IllegalStateException when none has been started
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
