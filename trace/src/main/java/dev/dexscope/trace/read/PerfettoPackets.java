package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.common.TraceFile;
import dev.dexscope.trace.read.perfetto.Packets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a trace of Perfetto, for readers of what is no profile of calls.
 *
 * <pre>{@code
 * PerfettoPackets packets = PerfettoPackets.open(Path.of("app.pftrace"));
 * if (packets != null) {
 *   packets.forEach(packet -> new ProtoMessage(packet).part(56));
 * }
 * }</pre>
 */
public final class PerfettoPackets {
  private final Packets packets;

  private PerfettoPackets(Packets packets) {
    this.packets = packets;
  }

  /**
   * Opens a file, which may be compressed like any trace; null if it does not begin with a packet.
   *
   * @throws IOException if it cannot be read
   */
  public static @Nullable PerfettoPackets open(Path named) throws IOException {
    if (!mayBeTrace(TraceFile.file(named))) {
      return null;
    }
    ByteView bytes = TraceFile.open(named).bytes();
    return Packets.isAt(bytes) ? new PerfettoPackets(new Packets(bytes)) : null;
  }

  /** Other files are not opened: their readers report what is wrong with them. */
  private static boolean mayBeTrace(Path file) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(2);
    }
    return head.length == 2
        && (head[0] == Packets.FIRST
            || (head[0] == 'P' && head[1] == 'K')
            || ((head[0] & 0xff) | ((head[1] & 0xff) << 8)) == GZIPInputStream.GZIP_MAGIC);
  }

  /** Goes through all packets, as often as it is called; those packed into one are unpacked. */
  public void forEach(Consumer<ByteView> use) {
    packets.forEach(use);
  }
}
