package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Chunks about heaps. */
public sealed interface HeapChunk extends Chunk {

  /**
   * {@code HPIF} to a VM.
   *
   * @param when 0 never, 1 now, 2 at the next GC, 3 at each GC
   */
  record InfoRequest(int when) implements HeapChunk {
    static InfoRequest read(WireReader in) {
      return new InfoRequest(in.u1());
    }

    @Override
    public int type() {
      return ChunkType.of("HPIF");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(when);
    }
  }

  /** {@code HPIF} of a VM: an event of Dalvik and ART, the reply in the draft of 2007. */
  record Infos(List<HeapInfo> heaps) implements HeapChunk {
    private static final int ENTRY = 29;

    public Infos {
      heaps = List.copyOf(heaps);
    }

    static Infos read(WireReader in) {
      int count = in.count(in.u4(), ENTRY);
      List<HeapInfo> heaps = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        heaps.add(new HeapInfo(in.i4(), in.i8(), in.u1(), in.u4(), in.u4(), in.u4(), in.u4()));
      }
      return new Infos(heaps);
    }

    /** Dalvik and ART reply with nothing in it. */
    static Chunk readReply(WireReader in) {
      return in.remaining() == 0 ? CommonChunk.Bare.of("HPIF") : read(in);
    }

    @Override
    public int type() {
      return ChunkType.of("HPIF");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(heaps.size());
      for (HeapInfo each : heaps) {
        out.i4(each.heap)
            .i8(each.time)
            .u1(each.why)
            .i4((int) each.most)
            .i4((int) each.size)
            .i4((int) each.bytes)
            .i4((int) each.objects);
      }
    }
  }

  /**
   * The occupancy of a heap.
   *
   * @param time in milliseconds since 1970
   * @param why as requested ({@link InfoRequest})
   * @param most bytes that it may use
   * @param size bytes that it uses now
   * @param bytes in objects
   */
  record HeapInfo(int heap, long time, int why, long most, long size, long bytes, long objects) {}

  /**
   * {@code HPSG} or {@code NHSG} to a VM: to send its heap piece by piece.
   *
   * @param when 0 never, 1 at each GC
   * @param what 0 pieces of the same kind merged ({@code HPSG}), 1 object by object ({@code HPSO})
   */
  record SegmentsRequest(int type, int when, int what) implements HeapChunk {
    static SegmentsRequest read(int type, WireReader in) {
      return new SegmentsRequest(type, in.u1(), in.u1());
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(when).u1(what);
    }
  }

  /**
   * {@code HPST} or {@code NHST}, {@code HPEN} or {@code NHEN}: the pieces begin, or have ended.
   */
  record SegmentsEdge(int type, int heap) implements HeapChunk {
    static SegmentsEdge read(int type, WireReader in) {
      return new SegmentsEdge(type, in.i4());
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(heap);
    }
  }

  /**
   * {@code HPSG}, {@code HPSO} or {@code NHSG} of a VM: a piece of a heap.
   *
   * @param unit bytes of the unit in which lengths are counted
   * @param offset into the piece of the first run
   * @param units that the piece has
   * @param runs pairs of bytes: a state, and a length less one
   */
  record Segment(int type, int heap, int unit, int address, int offset, int units, byte[] runs)
      implements HeapChunk {
    public Segment {
      if (runs.length % 2 != 0) {
        throw new IllegalArgumentException("runs are pairs of bytes, not " + runs.length);
      }
    }

    static Segment read(int type, WireReader in) {
      int heap = in.i4();
      int unit = in.u1();
      int address = in.i4();
      int offset = in.i4();
      int units = in.i4();
      if (in.remaining() % 2 != 0) {
        throw in.fault("runs are pairs of bytes, not " + in.remaining());
      }
      return new Segment(type, heap, unit, address, offset, units, in.rest());
    }

    /** A piece of these runs, from its beginning on. */
    public static Segment of(int type, int heap, int unit, int address, List<Run> runs) {
      WireWriter out = WireWriter.bigEndian();
      int units = 0;
      for (Run each : runs) {
        out.u1(each.state()).u1(each.length - 1);
        units += each.length;
      }
      return new Segment(type, heap, unit, address, 0, units, out.toBytes());
    }

    /** Returns the single runs; one longer than 256 units is stored as several. */
    public List<Run> runList() {
      List<Run> all = new ArrayList<>(runs.length / 2);
      for (int i = 0; i < runs.length; i += 2) {
        all.add(Run.of(runs[i] & 0xff, (runs[i + 1] & 0xff) + 1));
      }
      return all;
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(heap).u1(unit).i4(address).i4(offset).i4(units).bytes(runs);
    }
  }

  /**
   * Units in a row that are alike.
   *
   * @param solidity 0 free, 1 hard, 2 soft, 3 weak, 4 phantom, 5 finalizable, 6 to be swept
   * @param kind 0 object, 1 class, 2 to 5 arrays of elements of 1, 2, 4, 8 bytes, 6 unknown, 7
   *     native
   * @param partial whether the next run belongs to the same object
   * @param length 1 to 256 units
   */
  record Run(int solidity, int kind, boolean partial, int length) {
    private static final int PARTIAL = 0x80;

    public Run {
      boolean isRight =
          solidity >= 0 && solidity < 8 && kind >= 0 && kind < 16 && length > 0 && length <= 256;
      if (!isRight) {
        throw new IllegalArgumentException(
            "no run: solidity " + solidity + ", kind " + kind + ", length " + length);
      }
    }

    static Run of(int state, int length) {
      return new Run(state & 7, state >> 3 & 15, (state & PARTIAL) != 0, length);
    }

    int state() {
      return solidity | kind << 3 | (partial ? PARTIAL : 0);
    }
  }

  /** {@code HPDU} to a VM: to dump its heap into a file on the device. */
  record DumpRequest(String path) implements HeapChunk {
    static DumpRequest read(WireReader in) {
      return new DumpRequest(in.text());
    }

    @Override
    public int type() {
      return ChunkType.of("HPDU");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.text(path);
    }
  }

  /**
   * {@code HPDU} that a VM replies.
   *
   * @param result 0 for a dump that was written
   */
  record DumpResult(int result) implements HeapChunk {
    static DumpResult read(WireReader in) {
      return new DumpResult(in.u1());
    }

    @Override
    public int type() {
      return ChunkType.of("HPDU");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(result);
    }
  }

  /** {@code HPDS} of a VM: a dump of its heap, an hprof file. */
  record Dump(byte[] hprof) implements HeapChunk {
    static Dump read(WireReader in) {
      return new Dump(in.rest());
    }

    @Override
    public int type() {
      return ChunkType.of("HPDS");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.bytes(hprof);
    }
  }

  /**
   * {@code NHGT} that a VM replies, the one chunk whose data is little endian: what native code has
   * allocated.
   *
   * @param pointerSize 4 or 8; 0 for the first form, whose numbers have 4 bytes
   * @param total bytes that were allocated
   * @param depth of each stack
   * @param maps the text of {@code /proc/self/maps}
   */
  record NativeHeap(
      int pointerSize, long total, int depth, byte[] maps, List<NativeAllocation> allocations)
      implements HeapChunk {
    private static final int SIGNATURE = 0x812345dd;
    private static final int VERSION = 2;
    private static final int MOST_DEPTH = 1024;

    public NativeHeap {
      allocations = List.copyOf(allocations);
      int frames = depth;
      if (allocations.stream().anyMatch(each -> each.stack.size() != frames)) {
        throw new IllegalArgumentException("not all stacks have the depth " + depth);
      }
    }

    static NativeHeap read(WireReader bigEndian) {
      WireReader in = WireReader.littleEndian("NHGT", bigEndian.rest());
      long first = in.u4();
      int pointerSize = 0;
      if ((int) first == SIGNATURE) {
        int version = in.u2();
        pointerSize = in.u2();
        boolean isKnown = version == VERSION && (pointerSize == 4 || pointerSize == 8);
        if (!isKnown) {
          throw in.fault("version " + version + " with pointers of " + pointerSize + " bytes");
        }
        first = in.number(pointerSize);
      }
      int word = pointerSize == 0 ? 4 : pointerSize;
      long mapsSize = first;
      long allSize = in.number(word);
      long oneSize = in.number(word);
      long total = in.number(word);
      long depth = in.number(word);
      byte[] maps = in.bytes(mapsSize);
      if (depth < 0 || depth > MOST_DEPTH) {
        throw in.fault("stacks of " + depth + " frames");
      }
      long least = word * (2 + depth);
      boolean isEmpty = allSize == 0;
      if (!isEmpty && (oneSize < least || oneSize > in.remaining() || allSize % oneSize != 0)) {
        throw in.fault("records of " + oneSize + " bytes, " + allSize + " in all");
      }
      int count = isEmpty ? 0 : in.count(allSize / oneSize, (int) oneSize);
      List<NativeAllocation> allocations = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        long size = in.number(word);
        long times = in.number(word);
        List<Long> stack = new ArrayList<>((int) depth);
        for (int frame = 0; frame < depth; frame++) {
          stack.add(in.number(word));
        }
        in.skip(oneSize - least);
        allocations.add(new NativeAllocation(size, times, stack));
      }
      return new NativeHeap(pointerSize, total, (int) depth, maps, allocations);
    }

    @Override
    public int type() {
      return ChunkType.of("NHGT");
    }

    @Override
    public void writeTo(WireWriter out) {
      WireWriter data = WireWriter.littleEndian();
      int word = pointerSize == 0 ? 4 : pointerSize;
      if (pointerSize != 0) {
        data.i4(SIGNATURE).u2(VERSION).u2(pointerSize);
      }
      long one = (long) word * (2 + depth);
      data.number(word, maps.length)
          .number(word, one * allocations.size())
          .number(word, one)
          .number(word, total)
          .number(word, depth)
          .bytes(maps);
      for (NativeAllocation each : allocations) {
        data.number(word, each.size).number(word, each.times);
        each.stack.forEach(address -> data.number(word, address));
      }
      out.bytes(data.toBytes());
    }
  }

  /**
   * The allocations of one place in native code.
   *
   * @param size of each block; the topmost bit marks an allocation of the zygote
   * @param times the number of blocks
   * @param stack addresses; 0 after its end
   */
  record NativeAllocation(long size, long times, List<Long> stack) {
    public NativeAllocation {
      stack = List.copyOf(stack);
    }
  }
}
