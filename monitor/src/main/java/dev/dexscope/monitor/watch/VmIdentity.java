package dev.dexscope.monitor.watch;

import dev.dexscope.wire.ddm.AppChunk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The introduction of a VM.
 *
 * @param pid its process on the device, as reported by the VM
 * @param name of the program; empty until it has one
 * @param vm {@code Dalvik v2.1.0}
 * @param abi {@code 64-bit (x86_64)}; null of old ones, as the others
 * @param features its features: {@code method-trace-profiling} ...
 */
public record VmIdentity(
    int pid,
    String name,
    String vm,
    @Nullable String abi,
    @Nullable Integer user,
    @Nullable String packageName,
    List<String> features) {
  public VmIdentity {
    features = List.copyOf(features);
  }

  static VmIdentity of(AppChunk.Hello hello, List<String> features) {
    return new VmIdentity(
        hello.pid(),
        hello.name(),
        hello.vm(),
        hello.abi(),
        hello.user(),
        hello.packageName(),
        features);
  }

  /** With the name that the program has got since. */
  VmIdentity named(AppChunk.Name name) {
    return new VmIdentity(
        pid,
        name.name(),
        vm,
        abi,
        name.user() == null ? user : name.user(),
        name.packageName() == null ? packageName : name.packageName(),
        features);
  }
}
