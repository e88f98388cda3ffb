package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;

/** Chunks about method tracing and sampling. */
public sealed interface ProfilingChunk extends Chunk {

  /** {@code MPRS} to a VM: to trace into a file on the device. */
  record Start(int buffer, int flags, String file) implements ProfilingChunk {
    static Start read(WireReader in) {
      return new Start(in.i4(), in.i4(), in.text());
    }

    @Override
    public int type() {
      return ChunkType.of("MPRS");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(buffer).i4(flags).text(file);
    }
  }

  /**
   * {@code MPRE} that a VM replies.
   *
   * @param result 0 for a trace that was written
   */
  record Stopped(int result) implements ProfilingChunk {
    static Stopped read(WireReader in) {
      return new Stopped(in.u1());
    }

    @Override
    public int type() {
      return ChunkType.of("MPRE");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(result);
    }
  }

  /** {@code MPSS} to a VM: to trace and send the file in the end. */
  record StreamStart(int buffer, int flags) implements ProfilingChunk {
    static StreamStart read(WireReader in) {
      return new StreamStart(in.i4(), in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("MPSS");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(buffer).i4(flags);
    }
  }

  /**
   * {@code SPSS} to a VM: to sample and send the file in the end.
   *
   * @param interval in microseconds
   */
  record SampleStart(int buffer, int flags, int interval) implements ProfilingChunk {
    static SampleStart read(WireReader in) {
      return new SampleStart(in.i4(), in.i4(), in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("SPSS");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(buffer).i4(flags).i4(interval);
    }
  }

  /** {@code MPSE} of a VM: the trace, whichever of the two ways it was made. */
  record Trace(byte[] file) implements ProfilingChunk {
    static Trace read(WireReader in) {
      return new Trace(in.rest());
    }

    @Override
    public int type() {
      return ChunkType.of("MPSE");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.bytes(file);
    }
  }

  /**
   * {@code MPRQ} that a VM replies.
   *
   * @param state 0 off, 1 tracing, 2 sampling
   */
  record State(int state) implements ProfilingChunk {
    static State read(WireReader in) {
      return new State(in.u1());
    }

    @Override
    public int type() {
      return ChunkType.of("MPRQ");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(state);
    }
  }

  /**
   * {@code DTRC} to a VM: the draft of 2007 names it, to start and stop a trace over the wire, and
   * does not specify its layout. Here it is a byte.
   */
  record DraftSwitch(boolean on) implements ProfilingChunk {
    static DraftSwitch read(WireReader in) {
      return new DraftSwitch(in.u1() != 0);
    }

    @Override
    public int type() {
      return ChunkType.of("DTRC");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(on ? 1 : 0);
    }
  }

  /**
   * {@code DTRC} of a VM: a byte for the part, then its bytes.
   *
   * @param part 0 sending begins, 1 data, 2 key (names of threads and methods), 3 finished: the
   *     parts of the draft in its order
   */
  record DraftPart(int part, byte[] data) implements ProfilingChunk {
    static DraftPart read(WireReader in) {
      return new DraftPart(in.u1(), in.rest());
    }

    @Override
    public int type() {
      return ChunkType.of("DTRC");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(part).bytes(data);
    }
  }
}
