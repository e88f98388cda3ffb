package dev.dexscope.trace.export.profile;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.analysis.View;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A TAU trace: a folder with the events' names, {@code events.0.edf}, and for each thread its
 * records, {@code tautrace.0.0.N.trc}, 24 bytes each. For tau2slog2, tau2otf2, tau_convert and
 * Jumpshot.
 */
public final class TauTrace {
  private static final int INIT = 60000;
  private static final int CLOSE = 60003;
  private static final int WALL_CLOCK = 60005;
  private static final int RECORD = 24;

  private TauTrace() {}

  /**
   * Writes into a folder that exists.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(View view, Path folder) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("events.0.edf"))) {
      out.append((view.methods().size() + 3) + " dynamic_trace_events\n");
      out.append("# FunctionId Group Tag \"Name Type\" Parameters\n");
      for (int i = 0; i < view.methods().size(); i++) {
        String name = TauProfile.quoted(view.methods().get(i).fullName());
        out.append((i + 1) + " TAU_USER 0 \"" + name + " \" EntryExit\n");
      }
      out.append("60000 TRACER 0 \"EV_INIT\" none\n");
      out.append("60003 TRACER 0 \"FLUSH_CLOSE\" none\n");
      out.append("60005 TRACER 0 \"WALL_CLOCK\" none\n");
    }
    try (var records = new Records(view, folder)) {
      view.replay(records);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static final class Records implements CallVisitor, AutoCloseable {
    private final View view;
    private final Path folder;
    private final boolean hasWall;
    private final OutputStream[] streams;
    private final long[] last;
    private final int[] number;
    private int threads;
    private final ByteBuffer record = ByteBuffer.allocate(RECORD).order(ByteOrder.LITTLE_ENDIAN);

    Records(View view, Path folder) {
      this.view = view;
      this.folder = folder;
      this.hasWall = view.trace().info().clock().hasWall();
      this.streams = new OutputStream[view.trace().threads().size()];
      this.last = new long[streams.length];
      this.number = new int[streams.length];
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      event(thread, method + 1, 1, hasWall ? wall : cpu);
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      event(thread, method + 1, -1, hasWall ? wall : cpu);
    }

    private void event(int thread, int id, long parameter, long nanos) {
      try {
        if (streams[thread] == null) {
          number[thread] = threads++;
          Path file = folder.resolve("tautrace.0.0." + number[thread] + ".trc");
          streams[thread] = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
          write(thread, INIT, 3, nanos);
          write(thread, WALL_CLOCK, view.trace().info().startMicros() / 1_000_000, nanos);
        }
        last[thread] = nanos;
        write(thread, id, parameter, nanos);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void write(int thread, int id, long parameter, long nanos) throws IOException {
      record.clear();
      record.putInt(id).putShort((short) 0).putShort((short) number[thread]);
      record.putLong(parameter).putLong(nanos / 1000);
      streams[thread].write(record.array());
    }

    @Override
    public void close() throws IOException {
      for (int i = 0; i < streams.length; i++) {
        if (streams[i] != null) {
          write(i, CLOSE, 0, last[i]);
          // Readers take the wall clock after the close as the end of the trace.
          write(i, WALL_CLOCK, view.trace().info().startMicros() / 1_000_000, last[i]);
          streams[i].close();
        }
      }
    }
  }
}
