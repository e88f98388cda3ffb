package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Chunks about recent allocations. */
public sealed interface AllocationChunk extends Chunk {
  /**
   * The feature of VMs of this project whose records are not complete as Android's are: only of the
   * program's own code, of methods that were entered since the start.
   */
  String PARTIAL = "program-allocations";

  /** The most records of a reply, whose count has two bytes. */
  int MOST = 65_535;

  /** {@code REAE} to a VM: whether to record allocations. */
  record Enable(boolean on) implements AllocationChunk {
    static Enable read(WireReader in) {
      return new Enable(in.u1() != 0);
    }

    @Override
    public int type() {
      return ChunkType.of("REAE");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(on ? 1 : 0);
    }
  }

  /** {@code REAQ} that a VM replies: whether it does. */
  record Enabled(boolean on) implements AllocationChunk {
    static Enabled read(WireReader in) {
      return new Enabled(in.u1() != 0);
    }

    @Override
    public int type() {
      return ChunkType.of("REAQ");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(on ? 1 : 0);
    }
  }

  /**
   * {@code REAL} that a VM replies, the newest allocation first. Allocations and frames name
   * classes, methods and files by their places in the three lists.
   */
  record Recent(
      List<Allocation> allocations, List<String> classes, List<String> methods, List<String> files)
      implements AllocationChunk {
    private static final int HEADER = 15;
    private static final int ENTRY = 9;
    private static final int FRAME = 8;

    public Recent {
      allocations = List.copyOf(allocations);
      classes = List.copyOf(classes);
      methods = List.copyOf(methods);
      files = List.copyOf(files);
    }

    static Recent read(WireReader in) {
      int header = in.u1();
      int entry = in.u1();
      int frame = in.u1();
      if (header < HEADER || entry < ENTRY || frame < FRAME) {
        throw in.fault(
            "a header of " + header + ", entries of " + entry + ", frames of " + frame + " bytes");
      }
      int declared = in.u2();
      long textsAt = in.u4();
      int classCount = in.u2();
      int methodCount = in.u2();
      int fileCount = in.u2();
      in.skip(header - HEADER);
      int count = in.count(declared, entry);
      List<Allocation> allocations = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        allocations.add(allocation(in, entry - ENTRY, frame, classCount, methodCount, fileCount));
      }
      in.skip(textsAt - in.position());
      return new Recent(
          allocations,
          Texts.read(in, classCount),
          Texts.read(in, methodCount),
          Texts.read(in, fileCount));
    }

    private static Allocation allocation(
        WireReader in, int more, int frameSize, int classes, int methods, int files) {
      long size = in.u4();
      int thread = in.u2();
      int type = below(in, in.u2(), classes);
      int depth = in.count(in.u1(), frameSize);
      in.skip(more);
      List<AllocationFrame> frames = new ArrayList<>(depth);
      for (int i = 0; i < depth; i++) {
        frames.add(
            new AllocationFrame(
                below(in, in.u2(), classes),
                below(in, in.u2(), methods),
                below(in, in.u2(), files),
                (short) in.u2()));
        in.skip(frameSize - FRAME);
      }
      return new Allocation(size, thread, type, frames);
    }

    private static int below(WireReader in, int index, int count) {
      if (index >= count) {
        throw in.fault("text " + index + " of " + count);
      }
      return index;
    }

    @Override
    public int type() {
      return ChunkType.of("REAL");
    }

    @Override
    public void writeTo(WireWriter out) {
      WireWriter entries = WireWriter.bigEndian();
      for (Allocation each : allocations) {
        entries.i4((int) each.size).u2(each.thread).u2(each.type).u1(each.frames.size());
        for (AllocationFrame frame : each.frames) {
          entries.u2(frame.type).u2(frame.method).u2(frame.file).u2(frame.line);
        }
      }
      byte[] bytes = entries.toBytes();
      out.u1(HEADER).u1(ENTRY).u1(FRAME).u2(allocations.size()).i4(HEADER + bytes.length);
      out.u2(classes.size()).u2(methods.size()).u2(files.size()).bytes(bytes);
      classes.forEach(out::text);
      methods.forEach(out::text);
      files.forEach(out::text);
    }
  }

  /** An object that was allocated; its class is a place in {@link Recent#classes}. */
  record Allocation(long size, int thread, int type, List<AllocationFrame> frames) {
    public Allocation {
      frames = List.copyOf(frames);
    }
  }

  /**
   * A place in the code.
   *
   * @param line -1 if unknown, -2 for native code
   */
  record AllocationFrame(int type, int method, int file, int line) {}
}
