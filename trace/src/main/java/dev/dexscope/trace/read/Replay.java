package dev.dexscope.trace.read;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.TraceFormat;
import java.util.List;

/**
 * Goes through the records of a trace again.
 *
 * @param openAtStart what ran on each thread when the trace began, outermost first
 * @param startWall when the trace began
 * @param firstCpu the CPU time of each thread's first record
 */
record Replay(
    TraceFormat format, List<List<Integer>> openAtStart, long startWall, long[] firstCpu) {
  void show(CallVisitor visitor) {
    var relative = new FromStart(visitor, startWall);
    var balancer = new Balancer(relative);
    for (int thread = 0; thread < openAtStart.size(); thread++) {
      balancer.preopen(thread, openAtStart.get(thread), startWall, firstCpu[thread]);
    }
    // The file has one reader at a time.
    synchronized (format) {
      format.read(balancer);
    }
    balancer.end();
  }

  /** Times from the trace's start. */
  private record FromStart(CallVisitor visitor, long startWall) implements CallVisitor {
    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      visitor.enter(thread, method, wall - startWall, cpu);
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      visitor.exit(thread, method, wall - startWall, cpu, exception);
    }
  }
}
