package dev.dexscope.observe.natives;

import dev.dexscope.libcore.ThreadInspection;
import dev.dexscope.observe.inspect.LockedObjects;
import dev.dexscope.observe.inspect.StackDump;
import dev.dexscope.observe.inspect.Threads;
import dev.dexscope.vm.runtime.StackTraces;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Threads, from inside. */
final class NativeThreads implements ThreadInspection {
  @Override
  public List<Status> all() {
    return Threads.all().stream().map(NativeThreads::status).toList();
  }

  private static Status status(Threads.Status each) {
    return new Status(
        each.id(),
        each.state().number(),
        each.suspended(),
        each.tid(),
        each.userTime(),
        each.systemTime(),
        each.thread().isDaemon());
  }

  @Override
  public StackTraceElement @Nullable [] stack(int id) {
    return Threads.stack(id);
  }

  @Override
  public StackTraceElement[] stack(Thread thread) {
    return StackTraces.getStackTrace(thread);
  }

  @Override
  public List<Frame> frames(Thread thread) {
    return LockedObjects.frames(thread);
  }

  @Override
  public String dump() {
    return StackDump.text();
  }
}
