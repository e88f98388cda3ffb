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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells the formats apart by their first bytes, and names files of other tools. */
final class FormatSniffer {
  /** What other tools' files begin with, and how to say what they are. */
  private static final Map<String, String> FOREIGN =
      Map.of(
          "JAVA PROFILE 1.0", "an hprof heap dump",
          "# tracer:", "an ftrace or systrace text",
          "dex\n", "a dex file",
          "\u007fELF", "an ELF binary");

  private static final int FIRST = 64;

  private FormatSniffer() {}

  /** The reader of another profiler's file; null where it is none. */
  private static @Nullable Source profile(
      ByteView in, ThreadTable threads, MethodIds methods, String event) throws IOException {
    if (in.startsWith(PerfDataFile.MAGIC, 0)) {
      return PerfDataFile.read(in, threads, methods, event);
    }
    if (in.startsWith(SimpleperfReport.MAGIC, 0)) {
      return SimpleperfReport.read(in, threads, methods, event);
    }
    if (in.startsWith(JfrFile.MAGIC, 0)) {
      return JfrFile.read(in, threads, methods, event);
    }
    if (PageFile.isAt(in)) {
      return PageFile.read(in, threads, methods);
    }
    if (PprofFile.isAt(in)) {
      return PprofFile.read(in, threads, methods, event);
    }
    if (PerfettoFile.isAt(in)) {
      return PerfettoFile.read(in, threads, methods, event);
    }
    if (JsonProfile.isAt(in)) {
      return JsonProfile.read(in, threads, methods);
    }
    return null;
  }

  private static boolean isZero(ByteView in) {
    for (long at = 0; at < Math.min(in.size(), FIRST); at++) {
      if (in.u1(at) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * The reader of a file.
   *
   * @param event of a file with samples of several kinds those to take; empty for the usual ones
   */
  static Source open(ByteView in, ThreadTable threads, MethodIds methods, String event)
      throws IOException {
    if (in.startsWith("*version\n", 0) || in.startsWith("*version\r\n", 0)) {
      return new TraceviewFile(in, threads, methods);
    }
    if (TraceviewHeader.isAt(in, 0) && FormatV2.isVersion(TraceviewHeader.rawVersion(in, 0))) {
      return new FormatV2(in, threads, methods);
    }
    if (in.has(0, 6) && in.i4(0) == LowOverheadProfile.MAGIC) {
      return new LowOverheadProfile(in, threads, methods, false, "low-overhead profile");
    }
    if (TraceviewHeader.isAt(in, 0)) {
      return new TraceviewStream(in, threads, methods);
    }
    for (Map.Entry<String, String> foreign : FOREIGN.entrySet()) {
      if (in.startsWith(foreign.getKey(), 0)) {
        throw in.fault(0, "is " + foreign.getValue() + ", not a method trace");
      }
    }
    Source profile = profile(in, threads, methods, event);
    if (profile != null) {
      return profile;
    }
    ByteView longRunning = LongRunningMethods.find(in);
    if (longRunning != null) {
      return new LowOverheadProfile(
          longRunning, threads, methods, true, "long-running methods of a thread dump");
    }
    if (in.u1(0) <= 2 && LowOverheadProfile.startsPackets(in)) {
      return new LowOverheadProfile(in, threads, methods, true, "low-overhead profile");
    }
    if (CollapsedFile.isAt(in)) {
      return new CollapsedFile(in, threads, methods);
    }
    if (isZero(in)) {
      throw in.fault(0, "holds zeros where a trace begins: it was never written");
    }
    ReplacedBytes.check(in, 0);
    throw in.fault(0, "is not a method trace: neither *version nor SLOW stands at its start");
  }
}
