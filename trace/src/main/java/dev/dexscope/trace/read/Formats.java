package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.collapsed.CollapsedFile;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ReplacedBytes;
import dev.dexscope.trace.read.common.Source;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.jfr.JfrFile;
import dev.dexscope.trace.read.json.JsonProfile;
import dev.dexscope.trace.read.json.PageFile;
import dev.dexscope.trace.read.low.LongRunningMethods;
import dev.dexscope.trace.read.low.LowOverheadProfile;
import dev.dexscope.trace.read.perf.PerfDataFile;
import dev.dexscope.trace.read.perf.SimpleperfReport;
import dev.dexscope.trace.read.proto.PerfettoFile;
import dev.dexscope.trace.read.proto.PprofFile;
import dev.dexscope.trace.read.traceview.TraceviewFile;
import dev.dexscope.trace.read.traceview.TraceviewHeader;
import dev.dexscope.trace.read.traceview.TraceviewStream;
import dev.dexscope.trace.read.v2.FormatV2;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The formats that are read: one row for each. Two formats may begin alike, so the first row that
 * accepts a file reads it; those without a magic number come last.
 */
final class Formats {
  /** What a reader gets: the file, the tables that it fills, and the kind of samples it takes. */
  private record Input(ByteView bytes, ThreadTable threads, MethodIds methods, String event) {}

  private interface Signature {
    boolean isAt(ByteView bytes);
  }

  private interface Reader {
    Source read(Input in) throws IOException;
  }

  private record Format(Signature signature, Reader reader) {}

  private static final List<Format> TRACES =
      List.of(
          new Format(
              in -> in.startsWith("*version\n", 0) || in.startsWith("*version\r\n", 0),
              in -> new TraceviewFile(in.bytes, in.threads, in.methods)),
          new Format(
              in ->
                  TraceviewHeader.isAt(in, 0)
                      && FormatV2.isVersion(TraceviewHeader.rawVersion(in, 0)),
              in -> new FormatV2(in.bytes, in.threads, in.methods)),
          new Format(
              in -> in.has(0, 6) && in.i4(0) == LowOverheadProfile.MAGIC,
              in ->
                  new LowOverheadProfile(
                      in.bytes, in.threads, in.methods, false, "low-overhead profile")),
          new Format(
              in -> TraceviewHeader.isAt(in, 0),
              in -> new TraceviewStream(in.bytes, in.threads, in.methods)));

  /** Nested, so that a method trace does not load what names the other tools' readers. */
  private static final class Profiles {
    /** What other tools' files begin with, and what they are. */
    private static final Map<String, String> NO_PROFILES =
        Map.of(
            "JAVA PROFILE 1.0", "an hprof heap dump",
            "# tracer:", "an ftrace or systrace text",
            "dex\n", "a dex file",
            "\u007fELF", "an ELF binary");

    private static final List<Format> ALL =
        List.of(
            new Format(
                in -> in.startsWith(PerfDataFile.MAGIC, 0),
                in -> PerfDataFile.read(in.bytes, in.threads, in.methods, in.event)),
            new Format(
                in -> in.startsWith(SimpleperfReport.MAGIC, 0),
                in -> SimpleperfReport.read(in.bytes, in.threads, in.methods, in.event)),
            new Format(
                in -> in.startsWith(JfrFile.MAGIC, 0),
                in -> JfrFile.read(in.bytes, in.threads, in.methods, in.event)),
            new Format(PageFile::isAt, in -> PageFile.read(in.bytes, in.threads, in.methods)),
            new Format(
                PprofFile::isAt, in -> PprofFile.read(in.bytes, in.threads, in.methods, in.event)),
            new Format(
                PerfettoFile::isAt,
                in -> PerfettoFile.read(in.bytes, in.threads, in.methods, in.event)),
            new Format(JsonProfile::isAt, in -> JsonProfile.read(in.bytes, in.threads, in.methods)),
            new Format(
                in -> LongRunningMethods.find(in) != null,
                in ->
                    new LowOverheadProfile(
                        Objects.requireNonNull(LongRunningMethods.find(in.bytes)),
                        in.threads,
                        in.methods,
                        true,
                        "long-running methods of a thread dump")),
            new Format(
                in -> in.u1(0) <= 2 && LowOverheadProfile.startsPackets(in),
                in ->
                    new LowOverheadProfile(
                        in.bytes, in.threads, in.methods, true, "low-overhead profile")),
            new Format(
                CollapsedFile::isAt, in -> new CollapsedFile(in.bytes, in.threads, in.methods)));
  }

  private static final int FIRST = 64;

  private Formats() {}

  /**
   * Opens a file by the first format that accepts it.
   *
   * @param event the kind of samples to take from a file with several; empty for the usual one
   * @throws dev.dexscope.trace.TraceFormatException if no format does
   */
  static Source open(ByteView bytes, ThreadTable threads, MethodIds methods, String event)
      throws IOException {
    var in = new Input(bytes, threads, methods, event);
    for (Format each : TRACES) {
      if (each.signature.isAt(bytes)) {
        return each.reader.read(in);
      }
    }
    Source imported = Importers.open(bytes, threads, methods);
    if (imported != null) {
      return imported;
    }
    for (Map.Entry<String, String> each : Profiles.NO_PROFILES.entrySet()) {
      if (bytes.startsWith(each.getKey(), 0)) {
        throw bytes.fault(0, "is " + each.getValue() + ", not a method trace");
      }
    }
    for (Format each : Profiles.ALL) {
      if (each.signature.isAt(bytes)) {
        return each.reader.read(in);
      }
    }
    if (isZero(bytes)) {
      throw bytes.fault(0, "holds zeros where a trace begins: it was never written");
    }
    ReplacedBytes.check(bytes, 0);
    throw bytes.fault(0, "is not a method trace: neither *version nor SLOW stands at its start");
  }

  private static boolean isZero(ByteView in) {
    for (long at = 0; at < Math.min(in.size(), FIRST); at++) {
      if (in.u1(at) != 0) {
        return false;
      }
    }
    return true;
  }
}
