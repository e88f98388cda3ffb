package dev.dexscope.trace.read.jfr;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.TraceFormatException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The events of a recording, by the JDK's own reader. */
public final class Recording implements AutoCloseable {
  public static final String MAGIC = "FLR\0";

  private final ByteView in;
  private final Path path;
  private final boolean isTemporary;

  private Recording(ByteView in, Path path, boolean isTemporary) {
    this.in = in;
    this.path = path;
    this.isTemporary = isTemporary;
  }

  /**
   * Opens a recording. The JDK's reader takes files only: one that was compressed is written to a
   * temporary file.
   */
  public static Recording open(ByteView in) throws IOException {
    check(in);
    boolean isFile = Files.size(Path.of(in.file())) == in.size();
    return new Recording(in, isFile ? Path.of(in.file()) : unpacked(in), !isFile);
  }

  /** Checks the lengths of the recording's parts, by which the JDK's reader allocates. */
  private static void check(ByteView in) {
    for (long at = 0; at < in.size(); ) {
      if (!in.startsWith(MAGIC, at)) {
        throw in.fault(at, "no chunk of a recording begins here");
      }
      long size = in.has(at, 16) ? Long.reverseBytes(in.i8(at + 8)) : 0;
      if (size < 68 || !in.has(at, size)) {
        throw in.fault(at, "a chunk of " + size + " bytes: the recording was not finished");
      }
      at += size;
    }
  }

  private static Path unpacked(ByteView in) throws IOException {
    Path path = Files.createTempFile("dexscope", ".jfr");
    byte[] buffer = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(path)) {
      for (long at = 0; at < in.size(); ) {
        int length = (int) Math.min(buffer.length, in.size() - at);
        in.copy(at, buffer, length);
        out.write(buffer, 0, length);
        at += length;
      }
    }
    return path;
  }

  /**
   * Goes through the events, as often as it is called. The JDK's reader throws whatever it stumbles
   * over, InternalError too for names it expects.
   */
  public void forEach(Consumer<RecordedEvent> use) throws IOException {
    try (var recording = new RecordingFile(path)) {
      while (recording.hasMoreEvents()) {
        use.accept(recording.readEvent());
      }
    } catch (TraceFormatException e) {
      throw e;
    } catch (NoClassDefFoundError e) {
      throw in.fault(0, "is a recording of the JDK's Flight Recorder, which this Java VM lacks");
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      throw in.fault(0, "a damaged recording: " + e);
    }
  }

  @Override
  public void close() throws IOException {
    if (isTemporary) {
      Files.delete(path);
    }
  }
}
