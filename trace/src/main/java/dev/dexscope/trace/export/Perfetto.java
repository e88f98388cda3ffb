package dev.dexscope.trace.export;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Perfetto's trace: a track for each thread, slices with interned names. Opens at ui.perfetto.dev
 * and in trace_processor. Field numbers are those of protos/perfetto/trace/trace_packet.proto and
 * track_event/*.proto.
 */
public final class Perfetto {
  private static final int PACKET = 1;
  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE_ID = 10;
  private static final int TRACK_EVENT = 11;
  private static final int INTERNED_DATA = 12;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int TRACK_DESCRIPTOR = 60;

  private static final int STATE_CLEARED = 1;
  private static final int NEEDS_STATE = 2;
  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;
  private static final long PROCESS_TRACK = 1;
  private static final long FIRST_THREAD_TRACK = 2;

  private Perfetto() {}

  public static void write(View view, OutputStream out) throws IOException {
    try {
      TraceInfo info = view.trace().info();
      long pid = Math.max(1, info.pid());
      Proto process = new Proto().number(1, pid).text(6, info.file());
      packet(
          out,
          descriptor(new Proto().number(1, PROCESS_TRACK).message(3, process))
              .number(SEQUENCE_FLAGS, STATE_CLEARED));
      for (int i = 0; i < view.trace().threads().size(); i++) {
        TraceThread thread = view.trace().threads().get(i);
        Proto of = new Proto().number(1, pid).number(2, thread.id()).text(5, thread.name());
        packet(
            out,
            descriptor(
                new Proto()
                    .number(1, FIRST_THREAD_TRACK + i)
                    .number(5, PROCESS_TRACK)
                    .message(4, of)));
      }
      view.replay(new Slices(view, out));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Proto descriptor(Proto track) {
    return new Proto().message(TRACK_DESCRIPTOR, track).number(SEQUENCE_ID, 1);
  }

  private static void packet(OutputStream out, Proto packet) throws IOException {
    new Proto().message(PACKET, packet).writeTo(out);
  }

  private static final class Slices implements CallVisitor {
    private final View view;
    private final OutputStream out;
    private final boolean hasWall;
    private final boolean[] interned;
    private final Proto event = new Proto();
    private final Proto packet = new Proto();
    private final Proto frame = new Proto();

    Slices(View view, OutputStream out) {
      this.view = view;
      this.out = out;
      this.hasWall = view.trace().info().clock().hasWall();
      this.interned = new boolean[view.methods().size()];
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      event.clear();
      event.number(9, SLICE_BEGIN).number(10, method + 1L);
      event.number(11, FIRST_THREAD_TRACK + thread);
      Proto names = null;
      if (!interned[method]) {
        interned[method] = true;
        String name = view.methods().get(method).qualifiedName();
        names = new Proto().message(2, new Proto().number(1, method + 1L).text(2, name));
      }
      emit(hasWall ? wall : cpu, names);
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      event.clear();
      event.number(9, SLICE_END).number(11, FIRST_THREAD_TRACK + thread);
      emit(hasWall ? wall : cpu, null);
    }

    private void emit(long time, @org.jspecify.annotations.Nullable Proto names) {
      packet.clear();
      packet.number(TIMESTAMP, time).number(SEQUENCE_ID, 1).message(TRACK_EVENT, event);
      if (names != null) {
        packet.message(INTERNED_DATA, names);
      }
      packet.number(SEQUENCE_FLAGS, NEEDS_STATE);
      frame.clear();
      frame.message(PACKET, packet);
      try {
        frame.writeTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
