package dev.dexscope.trace.read.traceview;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.ClockReader;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;

/**
 * Decodes the records of Traceview versions 1 to 3: a thread of one or two bytes, a method with the
 * action in its low two bits, and one or two 32-bit times.
 */
final class TraceviewRecord {
  private static final int ACTION = 3;

  private final ByteView in;
  private final int version;
  private final boolean wallOnly;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final ClockReader clock = new ClockReader();
  private int lastId = -1;
  private int lastThread;

  TraceviewRecord(ByteView in, int version, Clock clock, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.version = version;
    this.wallOnly = clock == Clock.WALL;
    this.threads = threads;
    this.methods = methods;
  }

  void read(long at, Balancer balancer) {
    int id = version == 1 ? in.u1(at) : in.u2(at);
    long behind = version == 1 ? at + 1 : at + 2;
    if (id != lastId) {
      lastThread = threads.indexOf(id);
      lastId = id;
    }
    int word = in.i4(behind);
    int method = methods.indexOf((word & ~ACTION) & 0xffffffffL);
    int time = in.i4(behind + 4);
    long wall = 0;
    long cpu = 0;
    if (version == 3) {
      cpu = clock.cpu(lastThread, time);
      wall = clock.wall(in.i4(behind + 8));
    } else if (wallOnly) {
      wall = clock.wall(time);
    } else {
      cpu = clock.cpu(lastThread, time);
    }
    balancer.event(lastThread, method, word & ACTION, wall, cpu);
  }
}
