package dev.dexscope.wire.jdwp;

import org.jspecify.annotations.Nullable;

/** The path of packets to a user of a hub. */
interface HubOutlet {
  void send(JdwpPacket packet);

  /**
   * Ends the outlet; waiting users are notified.
   *
   * @param reason null if the VM has ended the connection
   */
  void drop(@Nullable Exception reason);
}
