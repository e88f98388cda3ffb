package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.collapsed.CollapsedFile;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ReplacedBytes;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.low.LongRunningMethods;
import dev.dexscope.trace.read.low.LowOverheadProfile;
import dev.dexscope.trace.read.traceview.TraceviewFile;
import dev.dexscope.trace.read.traceview.TraceviewHeader;
import dev.dexscope.trace.read.traceview.TraceviewStream;
import dev.dexscope.trace.read.v2.FormatV2;
import java.util.Map;

/** Tells the formats apart by their first bytes, and names files of other tools. */
final class FormatSniffer {
  /** What other tools' files begin with, and how to say what they are. */
  private static final Map<String, String> FOREIGN =
      Map.of(
          "SIMPLEPERF", "a simpleperf recording",
          "PERFILE2", "a Linux perf recording",
          "FLR\0", "a JDK Flight Recorder file",
          "JAVA PROFILE 1.0", "an hprof heap dump",
          "{\"traceEvents\"", "a Chrome JSON trace",
          "# tracer:", "an ftrace or systrace text",
          "<!DOCTYPE html", "an HTML page, perhaps a systrace report",
          "dex\n", "a dex file",
          "\u007fELF", "an ELF binary");

  private static final int FIRST = 64;

  private FormatSniffer() {}

  private static boolean isZero(ByteView in) {
    for (long at = 0; at < Math.min(in.size(), FIRST); at++) {
      if (in.u1(at) != 0) {
        return false;
      }
    }
    return true;
  }

  static TraceFormat open(ByteView in, ThreadTable threads, MethodIds methods) {
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
    ByteView longRunning = LongRunningMethods.find(in);
    if (longRunning != null) {
      return new LowOverheadProfile(
          longRunning, threads, methods, true, "long-running methods of a thread dump");
    }
    // A Perfetto trace is a protobuf whose first field is a packet: tag 1, length-delimited.
    if (in.has(0, 2) && in.u1(0) == 0x0a && in.size() > 64) {
      throw in.fault(0, "is not a method trace; it may be a Perfetto trace");
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
