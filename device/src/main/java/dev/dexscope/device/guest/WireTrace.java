package dev.dexscope.device.guest;

import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.MethodTracer;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A trace that goes over the wire in parts, as the draft of 2007 sketches it: {@code DTRC}. */
final class WireTrace {
  private static final int SENDING = 0;
  private static final int DATA = 1;
  private static final int KEY = 2;
  private static final int FINISHED = 3;
  private static final int BUFFER = 8 << 20;
  private static final byte[] END_OF_KEY = "*end\n".getBytes(StandardCharsets.US_ASCII);

  private final Consumer<Chunk> events;
  private @Nullable ByteArrayOutputStream trace;

  WireTrace(Consumer<Chunk> events) {
    this.events = events;
  }

  /** Starts it, or ends and sends it. */
  synchronized void turn(boolean on) throws IOException {
    MethodTracer tracer = CurrentVm.get().tracer();
    ByteArrayOutputStream written = trace;
    if (on && written == null) {
      ByteArrayOutputStream begun = new ByteArrayOutputStream();
      tracer.start(
          new MethodTracer.Options(true, true, BUFFER, false, Duration.ZERO, false), begun);
      trace = begun;
    } else if (!on && written != null) {
      trace = null;
      tracer.stop();
      send(written.toByteArray());
    }
  }

  /** A trace's file is its key, then its data. */
  private void send(byte[] file) {
    int end = 0;
    while (end < file.length && !isEndOfKey(file, end)) {
      end++;
    }
    events.accept(new ProfilingChunk.DraftPart(SENDING, new byte[0]));
    events.accept(new ProfilingChunk.DraftPart(DATA, Arrays.copyOfRange(file, end, file.length)));
    events.accept(new ProfilingChunk.DraftPart(KEY, Arrays.copyOf(file, end)));
    events.accept(new ProfilingChunk.DraftPart(FINISHED, new byte[0]));
  }

  private static boolean isEndOfKey(byte[] file, int end) {
    int begin = end - END_OF_KEY.length;
    return begin >= 0 && Arrays.equals(file, begin, end, END_OF_KEY, 0, END_OF_KEY.length);
  }
}
