package dev.dexscope.wire.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.adb.AdbMessage;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.IdSizes;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RecordingTest {
  static RecordingReader reader(byte[] file) {
    return new RecordingReader(
        ByteView.of("test.wire", MemorySegment.ofArray(file), WireFormatException::new));
  }

  static List<RecordingEntry> entries(byte[] file) {
    List<RecordingEntry> all = new ArrayList<>();
    RecordingReader reader = reader(file);
    for (RecordingEntry each = reader.next(); each != null; each = reader.next()) {
      all.add(each);
    }
    return all;
  }

  /** The lines of a recording without their times. */
  private static List<String> lines(byte[] file) throws IOException {
    StringBuilder text = new StringBuilder();
    new WirePrinter(text).print(reader(file));
    return text.toString()
        .lines()
        .skip(1)
        .map(each -> each.replaceFirst("^ *\\d+\\.\\d{6}  ", ""))
        .toList();
  }

  /** Records a link from which some bytes are read, in pieces, and to which others are written. */
  private static byte[] record(Protocol protocol, byte[] read, byte[] written, int piece)
      throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (WireRecorder recorder = new WireRecorder(file)) {
      Link link = new Link("app", new ByteArrayInputStream(read), sent, () -> {});
      try (Link heard = recorder.listen(link, protocol, Direction.FROM_DEVICE)) {
        for (int at = 0; at < written.length; at += piece) {
          heard.write(Arrays.copyOfRange(written, at, Math.min(at + piece, written.length)));
        }
        byte[] block = new byte[piece];
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        for (int n = heard.in().read(block); n > 0; n = heard.in().read(block)) {
          got.write(block, 0, n);
        }
        assertThat(got.toByteArray()).isEqualTo(read);
      }
    }
    assertThat(sent.toByteArray()).isEqualTo(written);
    return file.toByteArray();
  }

  @Property(tries = 100)
  void allBytesOfBothDirectionsComeBack(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] read = new byte[random.nextInt(200_000)];
    byte[] written = new byte[random.nextInt(1000)];
    random.nextBytes(read);
    random.nextBytes(written);
    byte[] file = record(Protocol.RAW, read, written, 1 + random.nextInt(100_000));
    ByteArrayOutputStream from = new ByteArrayOutputStream();
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    List<RecordingEntry> entries = entries(file);
    for (RecordingEntry each : entries) {
      if (each instanceof RecordingEntry.Bytes bytes) {
        (bytes.direction() == Direction.FROM_DEVICE ? from : to).writeBytes(bytes.bytes());
      }
    }
    assertThat(from.toByteArray()).isEqualTo(read);
    assertThat(to.toByteArray()).isEqualTo(written);
    assertThat(entries.getFirst()).isInstanceOf(RecordingEntry.Opened.class);
    assertThat(entries.getLast()).isInstanceOf(RecordingEntry.Closed.class);
    assertThat(entries).extracting(RecordingEntry::time).isSorted();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  private static byte[] handshake() {
    return "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] ddm(int id, Chunk chunk) {
    return new JdwpPacket.Command(id, 199, 1, chunk.toRaw().toPacket()).toBytes();
  }

  @Test
  void jdwpIsPrintedByTheNamesOfTheSpecification() throws IOException {
    JdwpCommand name = JdwpCommand.named("ThreadReference.Name");
    byte[] asked = name.packet(1, Fields.NONE.with("thread", 7), IdSizes.EIGHT).toBytes();
    byte[] told =
        new JdwpPacket.Reply(
                1,
                0,
                name.reply().write(Fields.NONE.with("threadName", "ma\u001bin"), IdSizes.EIGHT))
            .toBytes();
    byte[] refused = new JdwpPacket.Reply(1, 10, new byte[0]).toBytes();
    for (int piece : new int[] {1, 7, 1000}) {
      assertThat(
              lines(
                  record(Protocol.JDWP, join(handshake(), told), join(handshake(), asked), piece)))
          .containsExactly(
              "0   JDWP with app",
              "0 > handshake \"JDWP-Handshake\"",
              "0 > #1 ThreadReference.Name thread=7",
              "0 < handshake \"JDWP-Handshake\"",
              "0 < #1 reply to ThreadReference.Name threadName=\"ma\\u001bin\"",
              "0   closed");
    }
    assertThat(lines(record(Protocol.JDWP, join(handshake(), refused), handshake(), 99)))
        .contains("0 < #1 reply INVALID_THREAD");
  }

  @Test
  void chunksArePrintedByTheirFields() throws IOException {
    byte[] greeting = ddm(1, new AppChunk.Greeting(1));
    byte[] hello =
        new JdwpPacket.Reply(1, 0, AppChunk.Hello.first(42, "VM", "app").toRaw().toPacket())
            .toBytes();
    byte[] both =
        new JdwpPacket.Command(
                2,
                199,
                1,
                RawChunk.writeAll(
                    List.of(
                        new ThreadChunk.Created(1, "main").toRaw(),
                        new HeapChunk.Dump(new byte[99]).toRaw())))
            .toBytes();
    byte[] odd = ddm(3, new CommonChunk.Opaque(0x58585858, new byte[] {1, 2}));
    byte[] wrong = new JdwpPacket.Command(4, 199, 1, Pipes.bytes("'THDE' 00000001 00")).toBytes();
    assertThat(
            lines(
                record(
                    Protocol.JDWP,
                    join(handshake(), hello, both, odd, wrong),
                    join(handshake(), greeting),
                    500)))
        .contains(
            "0 > #1 HELO Greeting[version=1]",
            "0 < #2 THCR Created[id=1, name=main], HPDS 99 bytes of hprof",
            "0 < #3 XXXX 0102",
            "0 < #4 damaged: THDE: at 0x0: 4 bytes are required, 1 remain")
        .anyMatch(each -> each.startsWith("0 < #1 reply HELO Hello[version=1, pid=42, vm=VM"));
  }

  @Test
  void adbIsPrintedByItsMessages() throws IOException {
    byte[] open =
        new AdbMessage(AdbMessage.OPEN, 1, 0, "shell:ls\0".getBytes(StandardCharsets.UTF_8))
            .toBytes();
    byte[] data = new AdbMessage(AdbMessage.WRTE, 9, 1, new byte[] {1}).toBytes();
    byte[] okay = new AdbMessage(AdbMessage.OKAY, 9, 1, new byte[0]).toBytes();
    assertThat(lines(record(Protocol.ADB, join(okay, data), open, 5)))
        .containsExactly(
            "0   ADB with app",
            "0 > OPEN 1 0 \"shell:ls\"",
            "0 < OKAY 9 1",
            "0 < WRTE 9 1 1 bytes 01",
            "0   closed");
  }

  @Test
  void whatIsNoPacketIsToldAndPrintedAsBytes() throws IOException {
    List<String> lines =
        lines(
            record(
                Protocol.ADB,
                "GET / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[0],
                24));
    assertThat(lines.get(1)).startsWith("0 < damaged: app: at 0x18: no message of adb");
    assertThat(lines.get(2)).isEqualTo("0 < 1 bytes 0a");
  }

  @Test
  void aLongPacketIsPrintedByItsBeginning() throws IOException {
    byte[] dump = ddm(1, new HeapChunk.Dump(new byte[3 << 20]));
    assertThat(lines(record(Protocol.JDWP, join(handshake(), dump), new byte[0], 1 << 16)))
        .anyMatch(each -> each.startsWith("0 < packet of 3145747 bytes 0030001300000001"));
  }

  @Test
  void aPacketThatDidNotEndIsTold() throws IOException {
    byte[] cut = Arrays.copyOf(ddm(1, new AppChunk.Exit(1)), 15);
    assertThat(lines(record(Protocol.JDWP, join(handshake(), cut), new byte[0], 99)))
        .contains("0 < 15 bytes of a packet that did not end");
  }

  @Test
  void aFileThatWasCutOffIsTypedDamageBehindWhatCanBeRead() throws IOException {
    byte[] file = record(Protocol.RAW, new byte[100], new byte[100], 30);
    int whole = entries(file).size();
    for (int length = 0; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      try {
        assertThat(entries(cut)).hasSizeLessThan(whole);
      } catch (WireFormatException e) {
        assertThat(e.file()).isEqualTo("test.wire");
      }
    }
  }

  @Test
  void aFileOfAnotherKindIsRefused() {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> reader("*version\n".getBytes(StandardCharsets.US_ASCII)))
        .withMessage("test.wire: at 0x0: is a method trace, not a recording");
  }

  @Test
  void aRecordingWithoutRoomDoesNotHurtTheLink() throws IOException {
    OutputStream full =
        new OutputStream() {
          private int written;

          @Override
          public void write(int b) throws IOException {
            if (written++ > 60) {
              throw new IOException("No space left on device");
            }
          }
        };
    WireRecorder recorder = new WireRecorder(full);
    Link link = recorder.listen(Pipes.of(new byte[1000]), Protocol.RAW, Direction.FROM_DEVICE);
    assertThat(link.read(1000)).hasSize(1000);
    link.write(new byte[1000]);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(recorder::close)
        .withMessageContaining("No space left");
  }
}
