package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chunks about threads. */
public sealed interface ThreadChunk extends Chunk {

  /** {@code THEN} to a VM: whether to report threads that begin and end. */
  record Notify(boolean on) implements ThreadChunk {
    static Notify read(WireReader in) {
      return new Notify(in.u1() != 0);
    }

    @Override
    public int type() {
      return ChunkType.of("THEN");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(on ? 1 : 0);
    }
  }

  /** {@code THCR}. Dalvik cuts names at 124 chars. */
  record Created(int id, String name) implements ThreadChunk {
    static Created read(WireReader in) {
      return new Created(in.i4(), in.text());
    }

    @Override
    public int type() {
      return ChunkType.of("THCR");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(id).text(name);
    }
  }

  /** {@code THNM}. */
  record Renamed(int id, String name) implements ThreadChunk {
    static Renamed read(WireReader in) {
      return new Renamed(in.i4(), in.text());
    }

    @Override
    public int type() {
      return ChunkType.of("THNM");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(id).text(name);
    }
  }

  /** {@code THDE}. */
  record Died(int id) implements ThreadChunk {
    static Died read(WireReader in) {
      return new Died(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("THDE");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(id);
    }
  }

  /**
   * {@code THST} to a VM as the draft of 2007 has it: to send the states again and again. Dalvik
   * and ART take a bare {@code THST} and reply once.
   *
   * @param milliseconds 0 to stop
   */
  record StatusInterval(int milliseconds) implements ThreadChunk {
    static Chunk read(WireReader in) {
      return in.remaining() == 0 ? CommonChunk.Bare.of("THST") : new StatusInterval(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("THST");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(milliseconds);
    }
  }

  /** {@code THST} that a VM of the draft of 2007 sends. */
  record DraftStatus(List<DraftThread> threads) implements ThreadChunk {
    public DraftStatus {
      threads = List.copyOf(threads);
    }

    static DraftStatus read(WireReader in) {
      int count = in.count(in.u4(), 6);
      List<DraftThread> threads = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        threads.add(new DraftThread(in.i4(), in.u1(), in.u1() != 0));
      }
      return new DraftStatus(threads);
    }

    @Override
    public int type() {
      return ChunkType.of("THST");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(threads.size());
      for (DraftThread each : threads) {
        out.i4(each.id).u1(each.state).u1(each.suspended ? 1 : 0);
      }
    }
  }

  record DraftThread(int id, int state, boolean suspended) {}

  /** {@code THST} that Dalvik and ART reply. */
  record Status(List<ThreadState> threads) implements ThreadChunk {
    private static final int HEADER = 4;
    private static final int ENTRY = 18;

    public Status {
      threads = List.copyOf(threads);
    }

    static Status read(WireReader in) {
      int header = in.u1();
      int entry = in.u1();
      int declared = in.u2();
      if (header < HEADER || entry < ENTRY) {
        throw in.fault("a header of " + header + " and entries of " + entry + " bytes");
      }
      in.skip(header - HEADER);
      int count = in.count(declared, entry);
      List<ThreadState> threads = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        threads.add(new ThreadState(in.i4(), in.u1(), in.i4(), in.u4(), in.u4(), in.u1() != 0));
        in.skip(entry - ENTRY);
      }
      return new Status(threads);
    }

    @Override
    public int type() {
      return ChunkType.of("THST");
    }

    /** No more than 65,535 fit into the count. */
    @Override
    public void writeTo(WireWriter out) {
      if (threads.size() > 0xffff) {
        throw new IllegalStateException("THST has room for 65,535 threads, not " + threads.size());
      }
      out.u1(HEADER).u1(ENTRY).u2(threads.size());
      for (ThreadState each : threads) {
        out.i4(each.id)
            .u1(each.state)
            .i4(each.tid)
            .i4((int) each.userTime)
            .i4((int) each.systemTime)
            .u1(each.daemon ? 1 : 0);
      }
    }
  }

  /**
   * A thread.
   *
   * @param state Dalvik's: 0 zombie, 1 running, 2 timed wait, 3 monitor, 4 wait, 5 initializing, 6
   *     starting, 7 native, 8 waiting in the VM, 9 suspended. ART uses 0 to 4 only.
   * @param tid the system's
   * @param userTime in jiffies, as {@code systemTime}
   */
  record ThreadState(int id, int state, int tid, long userTime, long systemTime, boolean daemon) {}

  /** {@code STKL} to a VM. */
  record StackRequest(int id) implements ThreadChunk {
    static StackRequest read(WireReader in) {
      return new StackRequest(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("STKL");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(id);
    }
  }

  /** {@code STKL} that a VM replies, the innermost frame first. */
  record Stack(int id, List<StackFrame> frames) implements ThreadChunk {
    public Stack {
      frames = List.copyOf(frames);
    }

    static Stack read(WireReader in) {
      in.i4(); // kept for later, always 0
      int id = in.i4();
      int count = in.count(in.u4(), StackFrame.LEAST_SIZE);
      List<StackFrame> frames = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        frames.add(StackFrame.read(in));
      }
      return new Stack(id, frames);
    }

    @Override
    public int type() {
      return ChunkType.of("STKL");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(0).i4(id).i4(frames.size());
      frames.forEach(each -> each.writeTo(out));
    }
  }

  /**
   * A frame.
   *
   * @param line -1 if unknown, -2 for native code
   */
  record StackFrame(String className, String method, @Nullable String file, int line) {
    private static final int LEAST_SIZE = 16;

    private static StackFrame read(WireReader in) {
      String className = in.text();
      String method = in.text();
      String file = in.text();
      return new StackFrame(className, method, file.isEmpty() ? null : file, in.i4());
    }

    private void writeTo(WireWriter out) {
      out.text(className).text(method).text(file == null ? "" : file).i4(line);
    }
  }

  /**
   * {@code THLK} that a VM of this project replies to a bare one: the threads blocked by others,
   * and these, all at one moment. Android's VMs do not support it; VMs that do have the feature
   * {@link #FEATURE}.
   *
   * <p>Four bytes with the number of threads; of each its number, that of the thread that it waits
   * for (0 if it does not wait), a byte for the kind of the lock, the class of the lock, the number
   * that identifies its object, and the frames as in {@code STKL}.
   */
  record Locks(List<LockState> threads) implements ThreadChunk {
    /** The feature of VMs that support {@code THLK}. */
    public static final String FEATURE = "thread-locks";

    private static final int LEAST_THREAD = 4 + 4 + 1 + 4 + 4 + 4;

    public Locks {
      threads = List.copyOf(threads);
    }

    static Locks read(WireReader in) {
      int count = in.count(in.u4(), LEAST_THREAD);
      List<LockState> threads = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        int id = in.i4();
        int owner = in.i4();
        int kind = in.u1();
        String className = in.text();
        int identity = in.i4();
        int depth = in.count(in.u4(), StackFrame.LEAST_SIZE);
        List<StackFrame> frames = new ArrayList<>(depth);
        for (int j = 0; j < depth; j++) {
          frames.add(StackFrame.read(in));
        }
        threads.add(new LockState(id, owner, kind, className, identity, frames));
      }
      return new Locks(threads);
    }

    @Override
    public int type() {
      return ChunkType.of("THLK");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(threads.size());
      for (LockState each : threads) {
        out.i4(each.id)
            .i4(each.owner)
            .u1(each.kind)
            .text(each.className)
            .i4(each.identity)
            .i4(each.frames.size());
        each.frames.forEach(frame -> frame.writeTo(out));
      }
    }
  }

  /**
   * A thread that waits for another, or is waited for.
   *
   * @param owner the thread that it waits for; 0 if it does not wait
   * @param kind 0 none, 1 the monitor of an object, 2 a lock of {@code java.util.concurrent}, 3 the
   *     initialization of a class
   * @param className of the lock
   * @param identity identifies the lock; 0 for an initialization
   */
  record LockState(
      int id, int owner, int kind, String className, int identity, List<StackFrame> frames) {
    public LockState {
      frames = List.copyOf(frames);
    }
  }
}
