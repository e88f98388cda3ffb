package dev.dexscope.probe;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The profiling of this process: its settings, its threads, and the operations on them. */
final class Session {
  /** The time limit for a thread that is too busy for a copy of its calls. */
  private static final long PATIENCE = 2 * Clock.SECOND;

  private static final long LOOK_AGAIN = 50 * Clock.MICROSECOND;

  /** With fewer each thread has its own recorder. */
  static final int MANY_THREADS = 512;

  private final TauConf conf;
  private final Clock clock;
  private final Rules rules;
  private final CommandChain chain;
  private final File folder;
  private final List<ThreadRecorder> recorders = new ArrayList<ThreadRecorder>();

  /** The VM's ids of the threads that it reported, by the system's. */
  private final Map<String, Integer> lids = new HashMap<String, Integer>();

  private @Nullable TraceFile trace;

  /** Calls that were not timed and are not in the trace, at the last dump. */
  private long untraced;

  private boolean ended;

  /** TAU's number of this process. */
  private final int node;

  private final Places places;

  Session(TauConf conf, Clock clock, File folder, int node, Places places) {
    this.conf = conf;
    this.clock = clock;
    this.folder = folder;
    this.node = node;
    this.places = places;
    this.rules = Rules.of(conf, clock);
    this.chain = new CommandChain(clock);
    if (conf.trace) {
      openTrace();
    }
  }

  void start() {
    chain.add(Command.START);
  }

  void stop() {
    chain.add(Command.STOP);
  }

  void reset() {
    places.reset();
    chain.add(Command.RESET);
  }

  /** Returns one line about the state. */
  String status() {
    return (chain.isRecording() ? "recording" : "stopped")
        + ", threads "
        + recorders().size()
        + ", node "
        + node
        + ", files in "
        + folder.getAbsolutePath();
  }

  /**
   * Writes the profiles of all threads, and what there is of the trace.
   *
   * @return one line about it
   */
  synchronized String dump() throws IOException {
    if (ended) {
      return "0 profiles, it has ended";
    }
    // As the code is now compiled.
    rules.run();
    Command command = chain.add(Command.SNAPSHOT);
    MethodNames names = MethodNames.load();
    String process = Proc.processName();
    int written = 0;
    long estimated = 0;
    CallsFile file = conf.hasCalls() ? new CallsFile(callsFile(), clock, names, process) : null;
    try {
      for (ThreadRecorder recorder : recorders()) {
        ThreadRecorder.Snapshot snapshot = await(recorder, command);
        if (snapshot == null) {
          Log.warn("thread " + recorder.number() + " does not answer; its last profile is kept");
          if (file != null) {
            file.missing(recorder.number(), recorder.identity().name());
          }
          continue;
        }
        TraceBuffer buffer = recorder.trace();
        if (buffer != null) {
          buffer.writeUpTo(snapshot.traced, recorder.identity().name());
        }
        if (conf.profile) {
          write(recorder, snapshot.calls, names, process);
          written++;
        }
        estimated += snapshot.calls.tree().sum(CallTree.ESTIMATED);
        if (file != null) {
          file.thread(recorder.number(), recorder.identity().name(), snapshot.calls.figures());
        }
      }
      if (file != null) {
        file.commit();
      }
    } finally {
      if (file != null) {
        file.discard();
      }
    }
    untraced = estimated;
    if (!places.isEmpty()) {
      places.write(file(folder, "dexscope." + node + ".places"));
    }
    return written + " profiles in " + folder.getAbsolutePath();
  }

  /** The same, and logs it. */
  void dumpAndLog() {
    try {
      Log.info(dump());
    } catch (IOException | RuntimeException e) {
      Log.warn("nothing dumped: " + e.getMessage());
    }
  }

  /** The last dump: nothing is written after it. */
  synchronized void end() {
    if (ended) {
      return;
    }
    dumpAndLog();
    ended = true;
    if (trace != null) {
      try {
        trace.close(untraced);
      } catch (IOException e) {
        Log.warn("the trace has no end: " + e.getMessage());
      }
    }
  }

  private static ThreadRecorder.@Nullable Snapshot await(ThreadRecorder recorder, Command command) {
    long start = System.nanoTime();
    while (true) {
      ThreadRecorder.Snapshot snapshot = recorder.snapshot(command);
      if (snapshot != null || System.nanoTime() - start > PATIENCE) {
        return snapshot;
      }
      LockSupport.parkNanos(LOOK_AGAIN);
    }
  }

  private void write(ThreadRecorder recorder, Calls calls, MethodNames names, String process)
      throws IOException {
    Tables tables = calls.tables();
    String name = "profile." + node + ".0." + recorder.number();
    if (clock.hasCpu()) {
      // Several metrics: TAU's readers look for a folder of each.
      for (String metric : new String[] {ProfileFile.TIME, ProfileFile.CPU}) {
        File file = file(new File(folder, "MULTI__" + metric), name);
        new ProfileFile(tables, names, metric).write(file, recorder.identity(), process);
      }
    } else {
      String metric = conf.isUntimed() ? ProfileFile.CALLS : ProfileFile.TIME;
      new ProfileFile(tables, names, metric)
          .write(file(folder, name), recorder.identity(), process);
    }
  }

  private static File file(File folder, String name) throws IOException {
    if (!folder.isDirectory() && !folder.mkdirs()) {
      throw new IOException("cannot make " + folder);
    }
    return new File(folder, name);
  }

  private File callsFile() throws IOException {
    return file(folder, "dexscope." + node + ".calls");
  }

  private void openTrace() {
    try {
      File file = file(folder, "dexscope." + node + ".trace");
      trace = new TraceFile(file, clock, MethodNames.load());
    } catch (IOException e) {
      Log.warn("no trace: " + e.getMessage());
    }
  }

  /**
   * Returns a recorder for the current thread: the one created when the thread was reported, a new
   * one, or, if there are many, that of a thread that has ended, so that an app that keeps starting
   * threads does not run out of memory.
   */
  ThreadRecorder register() {
    int sid = Identity.currentSid();
    // Not the session's lock: a thread must not wait for a dump to make its first call.
    synchronized (recorders) {
      String task = lids.isEmpty() ? null : Proc.task(sid);
      ThreadRecorder known = find(sid);
      if (known != null && known.identity().isHeardOf()) {
        if (known.identity().is(task)) {
          known.meet(Identity.ofCurrent(sid, known.identity().lid));
          return known;
        }
        // The system gave its number again before the word of its end came.
        known.end();
      }
      Integer lid = task == null ? null : lids.get(task);
      Identity identity = Identity.ofCurrent(sid, lid == null ? Proc.UNKNOWN : lid);
      for (int i = 0; recorders.size() >= MANY_THREADS && i < recorders.size(); i++) {
        if (recorders.get(i).adopt(identity)) {
          return recorders.get(i);
        }
      }
      return add(identity, clock.cpu());
    }
  }

  /**
   * Called when the VM's debug monitor reports a thread. Daemons, among them the VM's own, are only
   * registered when they call something.
   */
  void heardOf(int sid, String task, int lid, String name, boolean isDaemon) {
    synchronized (recorders) {
      lids.put(task, lid);
      ThreadRecorder known = find(sid);
      if (known != null && known.identity().isHeardOf()) {
        known.end();
        known = null;
      }
      if (known == null && !isDaemon && recorders.size() < MANY_THREADS) {
        // Its CPU time begins with it.
        add(Identity.heardOf(sid, task, lid, name), 0);
      } else if (known != null && task.equals(Proc.task(sid))) {
        known.identity().lid = lid;
      }
    }
  }

  /** Called when the VM's debug monitor reports the end of a thread. */
  void ended(int sid, String task) {
    synchronized (recorders) {
      lids.remove(task);
      ThreadRecorder known = find(sid);
      if (known != null && known.identity().is(task)) {
        known.end();
      }
    }
  }

  /** Returns the recorder of the living thread with this id of the system. */
  private @Nullable ThreadRecorder find(int sid) {
    for (ThreadRecorder each : recorders) {
      if (each.identity().sid == sid && !each.identity().hasEnded()) {
        return each;
      }
    }
    return null;
  }

  private ThreadRecorder add(Identity identity, long cpu) {
    int number = recorders.size();
    TraceBuffer buffer = null;
    // Thread 0 means something else in a trace, and its numbers have 16 bits.
    if (trace != null && number < 0xffff) {
      buffer = new TraceBuffer(trace, number + 1, cpu);
    }
    ThreadRecorder recorder =
        new ThreadRecorder(number, identity, rules, clock, cpu, chain, buffer);
    recorders.add(recorder);
    return recorder;
  }

  List<ThreadRecorder> recorders() {
    synchronized (recorders) {
      return new ArrayList<ThreadRecorder>(recorders);
    }
  }
}
