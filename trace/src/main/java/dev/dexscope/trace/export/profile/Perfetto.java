package dev.dexscope.trace.export.profile;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.Track;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** In nanoseconds; see counter_descriptor.proto. */
  private static final int COUNTER_THREAD_TIME = 1;

  private static final int STATE_CLEARED = 1;
  private static final int NEEDS_STATE = 2;
  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;
  private static final long PROCESS_TRACK = 1;
  private static final long FIRST_THREAD_TRACK = 2;

  private Perfetto() {}

  /**
   * Writes a trace, and other tracks beside its threads.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void write(View view, List<Track> tracks, OutputStream out) throws IOException {
    try {
      TraceInfo info = view.trace().info();
      long pid = Math.max(1, info.pid());
      ProtoWriter process = new ProtoWriter().number(1, pid).text(6, view.title());
      packet(
          out,
          descriptor(new ProtoWriter().number(1, PROCESS_TRACK).message(3, process))
              .number(SEQUENCE_FLAGS, STATE_CLEARED));
      for (int i = 0; i < view.trace().threads().size(); i++) {
        TraceThread thread = view.trace().threads().get(i);
        ProtoWriter of =
            new ProtoWriter().number(1, pid).number(2, thread.id()).text(5, thread.name());
        packet(
            out,
            descriptor(
                new ProtoWriter()
                    .number(1, FIRST_THREAD_TRACK + i)
                    .number(5, PROCESS_TRACK)
                    .message(4, of)));
        if (info.clock() == Clock.DUAL) {
          packet(out, descriptor(cpuTrack(view, i)));
        }
      }
      for (int i = 0; i < tracks.size(); i++) {
        // After the threads' tracks, and their counters.
        write(tracks.get(i), FIRST_THREAD_TRACK + 2L * view.trace().threads().size() + i, out);
      }
      view.replay(new Slices(view, out));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(Track track, long id, OutputStream out) throws IOException {
    packet(
        out,
        descriptor(new ProtoWriter().number(1, id).text(2, track.name()).number(5, PROCESS_TRACK)));
    Deque<Track.Slice> open = new ArrayDeque<>();
    for (Track.Slice each : track.slices()) {
      end(open, each.start(), id, out);
      packet(
          out,
          event(
              each.start(),
              new ProtoWriter().number(9, SLICE_BEGIN).number(11, id).text(23, each.name())));
      open.push(each);
    }
    end(open, Long.MAX_VALUE, id, out);
  }

  /** Ends those that are over at a time. */
  private static void end(Deque<Track.Slice> open, long time, long id, OutputStream out)
      throws IOException {
    while (!open.isEmpty() && open.element().end() <= time) {
      packet(out, event(open.pop().end(), new ProtoWriter().number(9, SLICE_END).number(11, id)));
    }
  }

  private static ProtoWriter event(long time, ProtoWriter event) {
    return new ProtoWriter()
        .number(TIMESTAMP, time)
        .number(SEQUENCE_ID, 1)
        .message(TRACK_EVENT, event)
        .number(SEQUENCE_FLAGS, NEEDS_STATE);
  }

  /** A counter of the thread's CPU time, which its slices refer to. */
  private static ProtoWriter cpuTrack(View view, int thread) {
    return new ProtoWriter()
        .number(1, cpuTrackId(view, thread))
        .number(5, FIRST_THREAD_TRACK + thread)
        .message(8, new ProtoWriter().number(1, COUNTER_THREAD_TIME));
  }

  private static long cpuTrackId(View view, int thread) {
    return FIRST_THREAD_TRACK + view.trace().threads().size() + thread;
  }

  private static ProtoWriter descriptor(ProtoWriter track) {
    return new ProtoWriter().message(TRACK_DESCRIPTOR, track).number(SEQUENCE_ID, 1);
  }

  private static void packet(OutputStream out, ProtoWriter packet) throws IOException {
    new ProtoWriter().message(PACKET, packet).writeTo(out);
  }

  private static final class Slices implements CallVisitor {
    private final View view;
    private final OutputStream out;
    private final boolean hasWall;
    private final boolean hasBoth;
    private final String[] names;
    private final ProtoWriter exceptionMark = new ProtoWriter().number(2, 1).text(10, "exception");
    private final boolean[] interned;
    private final ProtoWriter event = new ProtoWriter();
    private final ProtoWriter packet = new ProtoWriter();
    private final ProtoWriter frame = new ProtoWriter();

    Slices(View view, OutputStream out) {
      this.view = view;
      this.out = out;
      this.hasWall = view.trace().info().clock().hasWall();
      this.hasBoth = view.trace().info().clock() == Clock.DUAL;
      this.names = Names.of(view.methods());
      this.interned = new boolean[view.methods().size()];
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      event.clear();
      event.number(9, SLICE_BEGIN).number(10, method + 1L);
      event.number(11, FIRST_THREAD_TRACK + thread);
      cpu(thread, cpu);
      ProtoWriter interning = null;
      if (!interned[method]) {
        interned[method] = true;
        ProtoWriter name = new ProtoWriter().number(1, method + 1L).text(2, names[method]);
        interning = new ProtoWriter().message(2, name);
      }
      emit(hasWall ? wall : cpu, interning);
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      event.clear();
      event.number(9, SLICE_END).number(11, FIRST_THREAD_TRACK + thread);
      cpu(thread, cpu);
      if (exception) {
        event.message(4, exceptionMark);
      }
      emit(hasWall ? wall : cpu, null);
    }

    private void cpu(int thread, long cpu) {
      if (hasBoth) {
        event.number(31, cpuTrackId(view, thread)).number(12, cpu);
      }
    }

    private void emit(long time, @Nullable ProtoWriter interning) {
      packet.clear();
      packet.number(TIMESTAMP, time).number(SEQUENCE_ID, 1).message(TRACK_EVENT, event);
      if (interning != null) {
        packet.message(INTERNED_DATA, interning);
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
