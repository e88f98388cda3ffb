package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.wire.adb.AdbTransport;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A monitor that is connected to a VM of the device. */
final class TestMonitor implements Closeable {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final BlockingQueue<Chunk> events = new LinkedBlockingQueue<>();
  private final JdwpClient vm;

  TestMonitor(AdbTransport adb, int pid) throws IOException {
    vm =
        JdwpClient.connect(
            adb.open("jdwp:" + pid).link(), JdwpConnection.Limits.DEFAULT, this::told);
  }

  private void told(JdwpPacket.Command packet) {
    for (RawChunk each : RawChunk.readAll("event", packet.data())) {
      events.add(ChunkCodec.decode(Meaning.EVENT, each));
    }
  }

  JdwpClient vm() {
    return vm;
  }

  /** The events that have not been passed over. */
  BlockingQueue<Chunk> events() {
    return events;
  }

  /** The answer; null for an empty one. */
  @Nullable Chunk ask(Chunk request) throws IOException {
    return ask(request.toRaw());
  }

  @Nullable Chunk ask(RawChunk request) throws IOException {
    List<RawChunk> answers = ask(request.toPacket());
    return answers.isEmpty() ? null : ChunkCodec.decode(Meaning.REPLY, answers.getFirst());
  }

  List<RawChunk> ask(byte[] packet) throws IOException {
    JdwpPacket.Reply reply = vm.ask(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, packet, PATIENCE);
    assertThat(reply.error()).isZero();
    return RawChunk.readAll("reply", reply.data());
  }

  @Nullable Chunk ask(String bare) throws IOException {
    return ask(CommonChunk.Bare.of(bare));
  }

  /** The next event of a kind; others are passed over. */
  <T extends Chunk> T event(Class<T> kind) throws InterruptedException {
    while (true) {
      Chunk next = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("an event " + kind.getSimpleName()).isNotNull();
      if (kind.isInstance(next)) {
        return kind.cast(next);
      }
    }
  }

  @Override
  public void close() throws IOException {
    vm.close();
  }
}
