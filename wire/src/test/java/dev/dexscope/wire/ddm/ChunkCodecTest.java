package dev.dexscope.wire.ddm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkCodecTest {
  private static final String PID = "0000002a";

  private static Chunk decode(Meaning meaning, String letters, String hex) {
    return ChunkCodec.decode(meaning, new RawChunk(ChunkType.of(letters), Pipes.bytes(hex)));
  }

  private static void check(Meaning meaning, String letters, String hex, Chunk chunk) {
    assertThat(decode(meaning, letters, hex)).isEqualTo(chunk);
    assertThat(chunk.toRaw()).isEqualTo(new RawChunk(ChunkType.of(letters), Pipes.bytes(hex)));
  }

  @Property(tries = 60)
  void everyChunkComesBack(@ForAll long seed) {
    for (RandomChunks.Placed each : new RandomChunks(seed).all()) {
      RawChunk raw = each.chunk().toRaw();
      Chunk read = ChunkCodec.decode(each.meaning(), raw);
      assertThat(read).hasSameClassAs(each.chunk());
      assertThat(read).usingRecursiveComparison().isEqualTo(each.chunk());
      assertThat(read.toRaw()).isEqualTo(raw);
    }
  }

  @Property(tries = 30)
  void packetsOfSeveralChunksComeBack(@ForAll long seed) {
    List<RawChunk> chunks =
        new RandomChunks(seed).all().stream().map(each -> each.chunk().toRaw()).toList();
    assertThat(RawChunk.readAll("test", RawChunk.writeAll(chunks))).isEqualTo(chunks);
  }

  @Test
  void helloOfTheFirstAndroid() {
    check(
        Meaning.REPLY,
        "HELO",
        "00000001" + PID + "00000002 00000003 0056 004d 0061 0062 0063",
        AppChunk.Hello.first(42, "VM", "abc"));
  }

  @Test
  void helloOf2019() {
    check(
        Meaning.REPLY,
        "HELO",
        "00000001"
            + PID
            + "00000001 00000001 0056 0061 0000000a 00000001 0062 00000001 0063 01"
            + "00000001 0064",
        new AppChunk.Hello(1, 42, "V", "a", 10, "b", "c", 1, "d", null));
  }

  @Test
  void aStateOfThreadsOfDalvikWithBytesOfALaterOne() {
    assertThat(
            decode(
                Meaning.REPLY,
                "THST",
                "05 13 0001 ff 00000003 09 00000064 00000005 00000006 01 ff"))
        .isEqualTo(
            new ThreadChunk.Status(List.of(new ThreadChunk.ThreadState(3, 9, 100, 5, 6, true))));
  }

  @Test
  void theSameTypeMeansThreeThings() {
    assertThat(decode(Meaning.REQUEST, "THST", "")).isEqualTo(CommonChunk.Bare.of("THST"));
    assertThat(decode(Meaning.REQUEST, "THST", "000003e8"))
        .isEqualTo(new ThreadChunk.StatusInterval(1000));
    assertThat(decode(Meaning.EVENT, "THST", "00000001 00000003 09 01"))
        .isEqualTo(new ThreadChunk.DraftStatus(List.of(new ThreadChunk.DraftThread(3, 9, true))));
  }

  @Test
  void aStack() {
    check(
        Meaning.REPLY,
        "STKL",
        "00000000 00000007 00000001 00000001 0043 00000001 006d 00000000 fffffffe",
        new ThreadChunk.Stack(7, List.of(new ThreadChunk.StackFrame("C", "m", null, -2))));
  }

  @Test
  void whoHasALock() {
    check(
        Meaning.REPLY,
        "THLK",
        "00000001 00000007 00000008 01 00000001 0041 0000abcd"
            + " 00000001 00000001 0043 00000001 006d 00000000 00000005",
        new ThreadChunk.Locks(
            List.of(
                new ThreadChunk.LockState(
                    7,
                    8,
                    1,
                    "A",
                    0xabcd,
                    List.of(new ThreadChunk.StackFrame("C", "m", null, 5))))));
  }

  @Test
  void howFullAHeapIs() {
    String info = "00000001 00000001 0000018bcfe56800 03 20000000 01000000 00800000 00001234";
    HeapChunk.Infos heaps =
        new HeapChunk.Infos(
            List.of(
                new HeapChunk.HeapInfo(
                    1, 1700000000000L, 3, 0x20000000, 0x1000000, 0x800000, 0x1234)));
    check(Meaning.EVENT, "HPIF", info, heaps);
    check(Meaning.REPLY, "HPIF", info, heaps);
    check(Meaning.REPLY, "HPIF", "", CommonChunk.Bare.of("HPIF"));
  }

  @Test
  void aPieceOfAHeap() {
    HeapChunk.Segment piece =
        (HeapChunk.Segment)
            decode(Meaning.EVENT, "HPSG", "00000001 08 40000000 00000000 00000103 91ff 0001 0900");
    assertThat(piece.runList())
        .containsExactly(
            new HeapChunk.Run(1, 2, true, 256),
            new HeapChunk.Run(0, 0, false, 2),
            new HeapChunk.Run(1, 1, false, 1));
    assertThat(HeapChunk.Segment.of(piece.type(), 1, 8, 0x40000000, piece.runList()).toRaw())
        .isEqualTo(piece.toRaw());
  }

  @Test
  void recentAllocations() {
    check(
        Meaning.REPLY,
        "REAL",
        "0f 09 08 0001 00000020 0001 0001 0001"
            + "00000018 0001 0000 01 0000 0000 0000 0007"
            + "00000001 0043 00000001 006d 00000001 0066",
        new AllocationChunk.Recent(
            List.of(
                new AllocationChunk.Allocation(
                    24, 1, 0, List.of(new AllocationChunk.AllocationFrame(0, 0, 0, 7)))),
            List.of("C"),
            List.of("m"),
            List.of("f")));
  }

  @Test
  void aNativeHeapIsLittleEndian() {
    byte[] maps = {};
    HeapChunk.NativeAllocation one = new HeapChunk.NativeAllocation(16, 2, List.of(0xabcdL));
    Chunk first =
        decode(
            Meaning.REPLY,
            "NHGT",
            "00000000 0c000000 0c000000 20000000 01000000 10000000 02000000 cdab0000");
    assertThat(first)
        .usingRecursiveComparison()
        .isEqualTo(new HeapChunk.NativeHeap(0, 32, 1, maps, List.of(one)));
    Chunk second =
        decode(
            Meaning.REPLY,
            "NHGT",
            "dd452381 0200 0400 00000000 0c000000 0c000000 20000000 01000000"
                + "10000000 02000000 cdab0000");
    assertThat(second)
        .usingRecursiveComparison()
        .isEqualTo(new HeapChunk.NativeHeap(4, 32, 1, maps, List.of(one)));
  }

  @Test
  void aCompressedChunk() {
    RawChunk chunk = new RawChunk(ChunkType.of("HPDS"), new byte[100_000]);
    CommonChunk.Compressed zlib = CommonChunk.Compressed.of(chunk);
    assertThat(zlib.toRaw().data()).startsWith(Pipes.bytes("'HPDS' 000186a0"));
    assertThat(zlib.inflate(100_000)).isEqualTo(chunk);
    assertThatExceptionOfType(WireFormatException.class).isThrownBy(() -> zlib.inflate(99_999));
  }

  @ParameterizedTest
  @CsvSource({"5", "4", "7fffffff", "80000000"})
  void aCompressedChunkOfAnotherSizeIsRefused(String size) {
    byte[] deflated = CommonChunk.Compressed.of(new RawChunk(1, new byte[6])).deflated();
    CommonChunk.Compressed wrong =
        new CommonChunk.Compressed(1, Long.parseLong(size, 16), deflated);
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> wrong.inflate(Integer.MAX_VALUE));
  }

  @Test
  void aCompressedChunkThatIsDamagedIsRefused() {
    byte[] deflated = CommonChunk.Compressed.of(new RawChunk(1, new byte[600])).deflated();
    for (int i = 0; i < deflated.length; i++) {
      CommonChunk.Compressed cut = new CommonChunk.Compressed(1, 600, Arrays.copyOf(deflated, i));
      assertThatExceptionOfType(WireFormatException.class).isThrownBy(() -> cut.inflate(600));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EVENT, THCR, 00000001 7fffffff 0061",
    "EVENT, THCR, 00000001 80000000",
    "EVENT, THCR, 000000",
    "REPLY, STKL, 00000000 00000001 7fffffff",
    "REPLY, THLK, 00000001 00000001 00000002 01 00000001 0041 00000005 7fffffff",
    "REPLY, THLK, 7fffffff",
    "REPLY, THST, 04 12 ffff 00000001",
    "REPLY, THST, 04 11 0000",
    "REPLY, THST, 03 12 0000",
    "EVENT, HPIF, ffffffff",
    "EVENT, HPSG, 00000001 08 40000000 00000000 00000103 91",
    "REPLY, HELO, 00000001 00000001 ffffffff ffffffff",
    "REPLY, FEAT, 7fffffff",
    "REPLY, NHGT, dd452381 0300 0400",
    "REPLY, NHGT, dd452381 0200 0300",
    "REPLY, NHGT, 00000000 0c000000 00000000 20000000 01000000 10000000 02000000 cdab0000",
    "REPLY, NHGT, 00000000 ffffffff 0c000000 20000000 01000000 10000000 02000000 cdab0000",
    "REPLY, REAL, 0f 09 08 ffff 0000000f 0000 0000 0000",
    "REPLY, REAL, 0f 09 08 0001 00000018 0000 0000 0000 00000018 0001 0000 00",
    "REPLY, REAL, 0f 09 08 0000 00000001 0000 0000 0000",
    "REQUEST, MPRS, 00000001 00000001 00000009 0061",
  })
  void whatCannotBeIsRefused(Meaning meaning, String letters, String hex) {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> decode(meaning, letters, hex))
        .withMessageStartingWith(letters + ": at 0x");
  }

  @Test
  void aChunkLongerThanItsPacketIsRefused() {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> RawChunk.readAll("app", Pipes.bytes("'THDE' 00000005 00000001")));
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> RawChunk.readAll("app", Pipes.bytes("'THDE' ffffffff 00000001")));
  }

  @Test
  void aPacketHasNoMoreThanThousandsOfChunks() {
    assertThat(RawChunk.readAll("test", new byte[8 * 4096])).hasSize(4096);
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> RawChunk.readAll("test", new byte[8 * 4097]))
        .withMessageContaining("more than 4096 chunks");
  }
}
