package dev.dexscope.monitor.vm;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Predicate;

/** Assembles a trace that arrives in parts ({@code DTRC}): true for the last part. */
final class DraftTrace implements Predicate<Chunk> {
  private static final int SENDING = 0;
  private static final int DATA = 1;
  private static final int KEY = 2;
  private static final int FINISHED = 3;

  /** A part is held until the key is there, which a file of Traceview's begins with. */
  private static final int MOST_BYTES = 1 << 28;

  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private final ByteArrayOutputStream key = new ByteArrayOutputStream();
  private boolean isTooLong;

  /** Takes a part; whether it was the last. */
  @Override
  public boolean test(Chunk chunk) {
    if (!(chunk instanceof ProfilingChunk.DraftPart part)) {
      return false;
    }
    switch (part.part()) {
      case SENDING -> {
        data.reset();
        key.reset();
      }
      case DATA -> add(data, part.data());
      case KEY -> add(key, part.data());
      default -> {
        // Nothing of the trace is in it.
      }
    }
    return part.part() == FINISHED;
  }

  private void add(ByteArrayOutputStream to, byte[] bytes) {
    isTooLong |= (long) data.size() + key.size() + bytes.length > MOST_BYTES;
    if (!isTooLong) {
      to.writeBytes(bytes);
    }
  }

  /** Writes the trace; returns its size. */
  long writeTo(OutputStream out) throws IOException {
    if (isTooLong) {
      throw new MonitorException("the VM's trace has more than " + MOST_BYTES + " bytes");
    }
    key.writeTo(out);
    data.writeTo(out);
    return (long) key.size() + data.size();
  }
}
