package dev.dexscope.probe;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One thread's calls, and the way to them. Only the thread itself changes them, without locks.
 *
 * <p>The thread makes {@link #sequence} odd while it works here, which also excludes calls that the
 * profiler itself might cause. A copy of the calls is valid if the sequence is even and remains the
 * same meanwhile; a thread that is too busy for that makes the copy itself when it processes the
 * {@link Command} that requests one.
 *
 * <p>Where the program's stack ends, it may end here: the error leaves the sequence odd, and the
 * next call continues from there.
 */
final class ThreadRecorder {
  /** A copy of the calls, with everything ended that was running. */
  static final class Snapshot {
    final Command command;
    final Calls calls;

    /** The number of bytes of the thread's trace at that time. */
    final long traced;

    Snapshot(Command command, Calls calls, long traced) {
      this.command = command;
      this.calls = calls;
      this.traced = traced;
    }
  }

  /** The depth of a call that was not recorded: its end is ignored. */
  static final int NOWHERE = Integer.MAX_VALUE;

  private final int number;
  private volatile Identity identity;

  /** The time of the thread's reported end. */
  private volatile long end;

  private final Clock clock;

  private final Rules rules;

  private final CommandChain chain;
  private final Calls calls;
  private final @Nullable TraceBuffer trace;
  private final AtomicInteger sequence = new AtomicInteger();
  private Command seen;

  /** True during work that may call the program: its streams, its class loader. */
  private boolean isOutside;

  private long lastWall;
  private long lastCpu;
  private volatile @Nullable Snapshot answer;

  /**
   * A recorder of a thread.
   *
   * @param cpu the thread's CPU time
   */
  ThreadRecorder(
      int number,
      Identity identity,
      Rules rules,
      Clock clock,
      long cpu,
      CommandChain chain,
      @Nullable TraceBuffer trace) {
    this.number = number;
    this.identity = identity;
    this.clock = clock;
    this.rules = rules;
    this.chain = chain;
    this.calls = new Calls(rules);
    this.trace = trace;
    this.seen = chain.last();
    this.lastWall = clock.wall();
    this.lastCpu = cpu;
    this.end = lastWall;
    if (chain.isRecording()) {
      calls.start(lastWall, lastCpu);
    }
  }

  /** One that belongs to no session, to be measured. */
  static ThreadRecorder detached(Clock clock) {
    Rules rules = new Rules(Long.MAX_VALUE, 0, 0, Overhead.NONE, false);
    Identity nobody = Identity.heardOf(Proc.UNKNOWN, "", Proc.UNKNOWN, "");
    CommandChain chain = new CommandChain(clock);
    return new ThreadRecorder(0, nobody, rules, clock, clock.cpu(), chain, null);
  }

  int number() {
    return number;
  }

  Identity identity() {
    return identity;
  }

  /** Called when the reported thread registers itself. */
  void meet(Identity itself) {
    identity = itself;
  }

  /**
   * Called when the thread's end is reported; its running calls end with it. Ignored for a thread
   * that has registered itself: the report may be a late one of an earlier thread with its number.
   */
  void end() {
    end = clock.wall();
    if (identity.isHeardOf()) {
      identity.end();
    }
  }

  Calls calls() {
    return calls;
  }

  /**
   * Continues a thread that has ended as the current thread.
   *
   * @return false if this recorder's thread has not ended
   */
  synchronized boolean adopt(Identity successor) {
    if (!identity.hasEnded() || !lock()) {
      return false;
    }
    try {
      identity = successor;
      long cpu = clock.cpu();
      if (trace != null) {
        trace.leaveAll(calls.running(), lastWall, lastCpu);
        trace.goOn(lastCpu, cpu);
      }
      calls.leaveAll(lastWall, lastCpu);
      lastWall = clock.wall();
      lastCpu = cpu;
      if (chain.isRecording()) {
        calls.start(lastWall, cpu);
      }
      return true;
    } finally {
      unlock();
    }
  }

  @Nullable TraceBuffer trace() {
    return trace;
  }

  /** A call begins; its depth. */
  int enter(int id) {
    if (!lock()) {
      return NOWHERE;
    }
    try {
      if (calls.enterShort(id)) {
        return calls.depth();
      }
      if (calls.isSilent(id)) {
        calls.enterSilently();
        return calls.depth();
      }
      int node = calls.callee(id);
      if (!calls.isTimed(node)) {
        calls.enterUntimed(node);
        return calls.depth();
      }
      long cpu = clock.cpu();
      long wall = clock.wall();
      lastWall = wall;
      lastCpu = cpu;
      calls.enter(node, wall, cpu);
      if (trace != null && !calls.isSampled(node)) {
        recordEnters(trace, wall, cpu);
      }
      return calls.depth();
    } finally {
      unlock();
    }
  }

  /** The innermost call returns. */
  void exit() {
    if (!lock()) {
      return;
    }
    try {
      if (!calls.exitShort()) {
        leave(TraceBuffer.EXIT);
      }
    } finally {
      unlock();
    }
  }

  /** The call at this depth returns; calls inside it were left by exceptions before. */
  void exit(int depth) {
    if (!lock()) {
      return;
    }
    try {
      leaveTo(depth);
      if (calls.depth() == depth && !calls.exitShort()) {
        leave(TraceBuffer.EXIT);
      }
    } finally {
      unlock();
    }
  }

  /** All calls but the outermost {@code depth} were left by an exception. */
  void unwindTo(int depth) {
    if (!lock()) {
      return;
    }
    try {
      leaveTo(depth);
    } finally {
      unlock();
    }
  }

  private void leaveTo(int depth) {
    while (calls.depth() > Math.max(0, depth)) {
      leave(TraceBuffer.UNROLL);
    }
  }

  int depth() {
    return calls.depth();
  }

  private void leave(int action) {
    if (calls.isInnermostSilent()) {
      calls.exitSilently();
      return;
    }
    boolean thrown = action == TraceBuffer.UNROLL;
    if (!calls.isInnermostTimed()) {
      long nanos = calls.longTime();
      if (nanos > 0 && trace != null && !calls.isInnermostTraced()) {
        long wall = clock.wall();
        recordEnters(trace, Math.max(lastWall, wall - nanos), lastCpu);
        lastWall = wall;
        lastCpu = clock.cpu();
      }
      int traced = tracedInnermost();
      calls.exitUntimed(nanos, thrown);
      recordExit(traced, action);
      return;
    }
    long wall = clock.wall();
    long cpu = clock.cpu();
    lastWall = wall;
    lastCpu = cpu;
    int traced = tracedInnermost();
    calls.exit(wall, cpu, thrown);
    recordExit(traced, action);
    if (calls.isSampling() && !rules.ticker.isStarted()) {
      isOutside = true;
      try {
        rules.ticker.start();
      } finally {
        isOutside = false;
      }
    }
  }

  /**
   * Adds the running calls that are not in the trace yet: those that are timed by samples are only
   * added for what they call.
   */
  private void recordEnters(TraceBuffer trace, long wall, long cpu) {
    for (int id = calls.nextTraced(); id >= 0; id = calls.nextTraced()) {
      record(trace, id, TraceBuffer.ENTER, wall, cpu);
    }
  }

  /** Returns the method of the innermost call if that is in the trace, else -1. */
  private int tracedInnermost() {
    return trace != null && calls.isInnermostTraced() ? calls.innermost() : -1;
  }

  private void recordExit(int id, int action) {
    if (trace != null && id >= 0) {
      record(trace, id, action, lastWall, lastCpu);
    }
  }

  private void record(TraceBuffer trace, int id, int action, long wall, long cpu) {
    isOutside = true;
    try {
      trace.record(id, action, wall, cpu);
    } finally {
      isOutside = false;
    }
  }

  /** False when this very thread is at work here already. */
  private boolean lock() {
    if (isOutside) {
      return false;
    }
    int now = sequence.get();
    if ((now & 1) == 0) {
      sequence.lazySet(now + 1);
    }
    if (seen != chain.last()) {
      isOutside = true;
      try {
        catchUp();
      } finally {
        isOutside = false;
      }
    }
    return true;
  }

  private void unlock() {
    // No other thread changes it: a stronger order than this would cost more than all the rest.
    sequence.lazySet((sequence.get() | 1) + 1);
  }

  private void catchUp() {
    long cpu = clock.cpu();
    for (Command command = seen.next; command != null; command = command.next) {
      seen = command;
      if (command.kind == Command.STOP && trace != null) {
        trace.leaveAll(calls.running(), Math.max(command.wall, lastWall), cpu);
      }
      if (command.kind == Command.SNAPSHOT) {
        Calls copy = calls.copy();
        command.applyTo(copy, lastWall, cpu);
        answer = new Snapshot(command, copy, traced());
      } else {
        command.applyTo(calls, lastWall, cpu);
      }
    }
  }

  /**
   * Returns the counters up to {@code command}, callable from any thread; null while the thread is
   * too busy and has not answered yet.
   */
  @Nullable Snapshot snapshot(Command command) {
    Snapshot answered = answer;
    if (answered != null && answered.command == command) {
      return answered;
    }
    int before = sequence.get();
    if ((before & 1) != 0 && !identity.hasEnded()) {
      return null;
    }
    Calls copy = calls.copy();
    Command from = seen;
    long wall = lastWall;
    long cpu = lastCpu;
    long traced = traced();
    // Not a plain reading: nothing of the above may happen after it.
    if (!sequence.compareAndSet(before, before)) {
      return null;
    }
    for (Command each = from.next; each != null && each != command; each = each.next) {
      if (each.kind != Command.SNAPSHOT) {
        each.applyTo(copy, wall, cpu);
      }
    }
    if (identity.hasEnded()) {
      copy.stop(Math.max(wall, end), cpu);
    } else {
      command.applyTo(copy, wall, cpu);
    }
    return new Snapshot(command, copy, traced);
  }

  private long traced() {
    return trace == null ? 0 : trace.position();
  }
}
