package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.Source;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.ViewStream;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.RecordedCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The readers that others have added. */
final class Importers {
  private static final int HEAD = 4096;

  private Importers() {}

  /** Returns null if none accepts the file. */
  static @Nullable Source open(ByteView bytes, ThreadTable threads, MethodIds methods)
      throws IOException {
    for (TraceImporter each : ServiceLoader.load(TraceImporter.class)) {
      byte[] head = bytes.copy(0, Math.min(HEAD, bytes.size()));
      if (each.accepts(ByteBuffer.wrap(head).asReadOnlyBuffer())) {
        return read(each, bytes, threads, methods);
      }
    }
    return null;
  }

  private static Source read(
      TraceImporter importer, ByteView bytes, ThreadTable threads, MethodIds methods)
      throws IOException {
    var in = new ViewStream(bytes);
    var calls = new Recorded(bytes, in, threads, methods);
    try {
      importer.read(in, calls);
    } catch (TraceFormatException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) { // The latter of one for another version of ours.
      throw bytes.fault(in.position(), "the reader of " + importer.format() + " failed: " + e);
    }
    return calls.recorded.format(importer.format(), calls.clock, -1, Map.of());
  }

  private static final class Recorded implements TraceImporter.Calls {
    private final RecordedCalls recorded;
    private final ViewStream in;
    private final ThreadTable threads;
    private final Frames frames;
    private Clock clock = Clock.WALL;

    Recorded(ByteView bytes, ViewStream in, ThreadTable threads, MethodIds methods) {
      this.recorded = new RecordedCalls(bytes);
      this.in = in;
      this.threads = threads;
      this.frames = new Frames(methods);
    }

    @Override
    public void clock(Clock clock) {
      this.clock = clock;
    }

    @Override
    public void thread(long id, String name) {
      threads.name(id, name);
    }

    @Override
    public void enter(
        long thread, String className, String method, String signature, long wall, long cpu) {
      recorded.enter(
          in.position(),
          threads.indexOf(thread),
          frames.of(className, method, signature),
          wall,
          cpu);
    }

    @Override
    public void exit(long thread, long wall, long cpu) {
      recorded.exitInnermost(in.position(), threads.indexOf(thread), false, wall, cpu);
    }
  }
}
