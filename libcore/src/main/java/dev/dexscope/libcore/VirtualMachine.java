package dev.dexscope.libcore;

/**
 * The VM as the core library and Android's classes see it: on a device these are native methods of
 * ART. The VM implements it, and neither library names a class of the VM's.
 *
 * <pre>{@code
 * CurrentVm.get().log().add(4, "art", "started");
 * }</pre>
 */
public interface VirtualMachine extends VmServices {
  /** The dex code of class loaders. */
  CodeLoading code();

  /** Bytes and collections since counting began. */
  Counters counters();
}
