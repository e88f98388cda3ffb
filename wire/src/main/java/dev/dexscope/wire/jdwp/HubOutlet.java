package dev.dexscope.wire.jdwp;

import org.jspecify.annotations.Nullable;

/** How packets reach a user of a hub. */
interface HubOutlet {
  void send(JdwpPacket packet);

  /**
   * Nothing more comes; who waits for it finds out.
   *
   * @param reason null where the VM has ended the connection
   */
  void drop(@Nullable Exception reason);
}
