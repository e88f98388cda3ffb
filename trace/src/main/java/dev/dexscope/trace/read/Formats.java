package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.FileKind;
import dev.dexscope.trace.read.collapsed.CollapsedFile;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ReplacedBytes;
import dev.dexscope.trace.read.common.Source;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.jfr.JfrFile;
import dev.dexscope.trace.read.jfr.Recording;
import dev.dexscope.trace.read.json.JsonProfile;
import dev.dexscope.trace.read.json.OtlpJson;
import dev.dexscope.trace.read.json.PageFile;
import dev.dexscope.trace.read.low.LongRunningMethods;
import dev.dexscope.trace.read.low.LowOverheadProfile;
import dev.dexscope.trace.read.perf.PerfDataFile;
import dev.dexscope.trace.read.perf.SimpleperfReport;
import dev.dexscope.trace.read.perfetto.PerfettoFile;
import dev.dexscope.trace.read.probe.CountedCalls;
import dev.dexscope.trace.read.proto.OtlpFile;
import dev.dexscope.trace.read.proto.PprofFile;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.system.SystraceText;
import dev.dexscope.trace.read.traceview.TraceviewFile;
import dev.dexscope.trace.read.traceview.TraceviewHeader;
import dev.dexscope.trace.read.traceview.TraceviewStream;
import dev.dexscope.trace.read.v2.FormatV2;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The formats that are read: one row for each. Two formats may begin alike, so the first row that
 * accepts a file reads it; those without a magic number come last.
 */
final class Formats {
  /** A file, the tables that its reader fills, and the kind of samples to take. */
  private record Input(ByteView bytes, ThreadTable threads, MethodIds methods, String event) {
    /** Passed over, the kind that was asked for would seem to be what is shown. */
    void refuseEvent(String content) {
      if (!event.isEmpty()) {
        throw Kinds.refusal(bytes, event, "it has " + content + ": omit the kind of samples");
      }
    }
  }

  private interface Format {
    /** Returns null for a file of another format. */
    @Nullable Source open(Input in) throws IOException;
  }

  private static final String CALLS = "calls";

  private static final List<Format> TRACES =
      List.of(
          in ->
              in.bytes.startsWith("*version\n", 0) || in.bytes.startsWith("*version\r\n", 0)
                  ? new TraceviewFile(in.bytes, in.threads, in.methods)
                  : null,
          in ->
              TraceviewHeader.isAt(in.bytes, 0)
                      && FormatV2.isVersion(TraceviewHeader.rawVersion(in.bytes, 0))
                  ? new FormatV2(in.bytes, in.threads, in.methods)
                  : null,
          in ->
              in.bytes.has(0, 6) && in.bytes.i4(0) == LowOverheadProfile.MAGIC
                  ? lowOverhead(in, in.bytes, false, "low-overhead profile")
                  : null,
          in ->
              TraceviewHeader.isAt(in.bytes, 0)
                  ? new TraceviewStream(in.bytes, in.threads, in.methods)
                  : null);

  /** Nested, so that a method trace does not load what names the other tools' readers. */
  private static final class Profiles {
    private static final String ONE_KIND = "samples of one kind";

    private static final List<Format> ALL =
        List.of(
            in ->
                in.bytes.startsWith(PerfDataFile.MAGIC, 0)
                    ? PerfDataFile.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            in ->
                in.bytes.startsWith(SimpleperfReport.MAGIC, 0)
                    ? SimpleperfReport.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            in ->
                in.bytes.startsWith(Recording.MAGIC, 0)
                    ? JfrFile.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            only(
                CALLS,
                in ->
                    CountedCalls.isAt(in.bytes)
                        ? CountedCalls.read(in.bytes, in.threads, in.methods)
                        : null),
            in ->
                SystraceText.isAt(in.bytes)
                    ? SystraceText.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            only(
                ONE_KIND,
                in ->
                    PageFile.isAt(in.bytes)
                        ? PageFile.read(in.bytes, in.threads, in.methods)
                        : null),
            in ->
                PprofFile.isAt(in.bytes)
                    ? PprofFile.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            in ->
                OtlpFile.isAt(in.bytes)
                    ? OtlpFile.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            in ->
                PerfettoFile.isAt(in.bytes)
                    ? PerfettoFile.read(in.bytes, in.threads, in.methods, in.event)
                    : null,
            in ->
                JsonProfile.isOtlp(in.bytes)
                    ? OtlpFile.read(OtlpJson.toProto(in.bytes), in.threads, in.methods, in.event)
                    : null,
            only(
                ONE_KIND,
                in ->
                    JsonProfile.isAt(in.bytes)
                        ? JsonProfile.read(in.bytes, in.threads, in.methods)
                        : null),
            only(
                CALLS,
                in -> {
                  ByteView found = LongRunningMethods.find(in.bytes);
                  return found == null
                      ? null
                      : lowOverhead(in, found, true, "long-running methods of a thread dump");
                }),
            only(
                CALLS,
                in ->
                    in.bytes.u1(0) <= 2 && LowOverheadProfile.startsPackets(in.bytes)
                        ? lowOverhead(in, in.bytes, true, "low-overhead profile")
                        : null),
            only(
                ONE_KIND,
                in ->
                    CollapsedFile.isAt(in.bytes)
                        ? new CollapsedFile(in.bytes, in.threads, in.methods)
                        : null));

    /** A format whose files have no kinds of samples to choose from. */
    private static Format only(String content, Format format) {
      return in -> {
        Source source = format.open(in);
        if (source != null) {
          in.refuseEvent(content);
        }
        return source;
      };
    }
  }

  private static Source lowOverhead(Input in, ByteView bytes, boolean isPackets, String format) {
    return new LowOverheadProfile(bytes, in.threads, in.methods, isPackets, format);
  }

  private static final String READ =
      "Android's method traces, and profiles of perf, simpleperf, JFR, Perfetto, systrace, pprof,"
          + " OTLP, Chrome, Firefox, speedscope and collapsed stacks";

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
    Source source = firstOf(TRACES, in);
    if (source == null) {
      source = Importers.open(bytes, threads, methods);
    }
    if (source != null) {
      in.refuseEvent(CALLS);
      return source;
    }
    source = firstOf(Profiles.ALL, in);
    if (source != null) {
      return source;
    }
    ReplacedBytes.check(bytes, 0);
    throw bytes.fault(0, "is " + FileKind.of(bytes) + ", not a trace of methods; read are " + READ);
  }

  private static @Nullable Source firstOf(List<Format> formats, Input in) throws IOException {
    for (Format each : formats) {
      Source source = each.open(in);
      if (source != null) {
        return source;
      }
    }
    return null;
  }
}
