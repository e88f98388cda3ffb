package dev.dexscope.wire.jdwp;

import java.io.IOException;

/**
 * Receives packets that are too long for the memory: dumps of heaps, traces.
 *
 * <pre>{@code
 * var dumps = new LongPackets(1 << 20, (packet, data) -> data.transferTo(file));
 * JdwpPacket next = connection.read(dumps);
 * }</pre>
 *
 * @param held the most bytes of data of a packet that is held in memory. Replies may not be longer.
 */
public record LongPackets(int held, Taker taker) {
  /** Takes a long packet as it arrives. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Data that is not read is skipped.
     *
     * @param packet without its data
     * @throws IOException if the connection ends
     */
    void take(JdwpPacket.Command packet, PacketData data) throws IOException;
  }
}
