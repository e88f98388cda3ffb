package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A device whose VMs can be asked, by whatever way it is reached. */
public sealed interface DeviceLink extends Closeable
    permits ServedDevice, DirectDevice, LocalPorts {
  /** Its name. */
  String serial();

  /** The numbers of the VMs that take a monitor now. */
  List<Integer> pids() throws IOException;

  /** A connection with a VM, before the handshake. */
  Link open(int pid) throws IOException;

  /** Leaves the device; its VMs too. */
  @Override
  default void close() throws IOException {}
}
