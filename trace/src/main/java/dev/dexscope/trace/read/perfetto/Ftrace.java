package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.read.system.Marks;
import dev.dexscope.trace.read.system.Processes;
import dev.dexscope.trace.read.system.Switches;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The kernel's events: the marks of programs, and the switches of the scheduler. Field numbers are
 * those of protos/perfetto/trace/ftrace/ftrace_event_bundle.proto and ftrace_event.proto.
 */
final class Ftrace {
  private final ByteView in;
  private final Marks marks;
  private final Switches switches;
  private final Processes processes;

  /** The thread that runs on each processor, by the last switch that was recorded in short form. */
  private final Map<Long, Integer> running = new HashMap<>();

  Ftrace(ByteView in, Marks marks, Switches switches, Processes processes) {
    this.in = in;
    this.marks = marks;
    this.switches = switches;
    this.processes = processes;
  }

  /** The events that one processor recorded. */
  void bundle(ByteView bundle) {
    long cpu = 0;
    long clock = 0;
    long ownTime = 0;
    long bootTime = 0;
    boolean lost = false;
    ByteView shortSwitches = null;
    var fields = new ProtoReader(bundle);
    while (fields.next()) {
      boolean isNumber = fields.wireType() == ProtoReader.VARINT;
      switch (fields.number()) {
        case 1 -> cpu = isNumber ? ProtoReader.varint(fields.value()) : cpu;
        case 3 -> lost = isNumber && ProtoReader.varint(fields.value()) != 0;
        case 4 -> shortSwitches = isNumber ? null : fields.value();
        case 5 -> clock = isNumber ? ProtoReader.varint(fields.value()) : clock;
        case 6 -> ownTime = isNumber ? ProtoReader.varint(fields.value()) : ownTime;
        case 7 -> bootTime = isNumber ? ProtoReader.varint(fields.value()) : bootTime;
        default -> {}
      }
    }
    // Without a named clock, the kernel's events have the boot clock's times.
    long offset = clock != 0 && ownTime != 0 ? bootTime - ownTime : 0;
    if (lost) {
      running.remove(cpu);
    }
    if (shortSwitches != null) {
      shortSwitches(new ProtoMessage(shortSwitches), cpu, offset);
    }
    fields = new ProtoReader(bundle);
    while (fields.next()) {
      if (fields.number() == 2 && fields.wireType() == ProtoReader.LENGTH) {
        event(fields.value(), offset);
      }
    }
  }

  /** Switches in columns, without the thread that left: it is the one that came before. */
  private void shortSwitches(ProtoMessage of, long cpu, long offset) {
    List<String> names = new ArrayList<>();
    var fields = new ProtoReader(of.bytes());
    while (fields.next()) {
      if (fields.number() == 5) {
        names.add(ProtoMessage.text(fields.value()));
      }
    }
    ProtoNumbers times = of.numbers(1);
    ProtoNumbers next = of.numbers(3);
    ProtoNumbers nameOf = of.numbers(6);
    if (times.size() != next.size()) {
      throw of.bytes().fault(0, times.size() + " times of " + next.size() + " switches");
    }
    long time = offset;
    int from = running.getOrDefault(cpu, Switches.NONE);
    for (int i = 0; i < times.size(); i++) {
      time += times.get(i);
      int to = (int) next.get(i);
      switches.add(time, from, to);
      if (i < nameOf.size() && nameOf.get(i) >= 0 && nameOf.get(i) < names.size()) {
        processes.kernelName(to, names.get((int) nameOf.get(i)));
      }
      from = to;
    }
    running.put(cpu, from);
  }

  private void event(ByteView event, long offset) {
    long time = 0;
    long tid = 0;
    ByteView print = null;
    ByteView switched = null;
    ByteView kernelMark = null;
    ByteView renamed = null;
    var fields = new ProtoReader(event);
    while (fields.next()) {
      boolean isNumber = fields.wireType() == ProtoReader.VARINT;
      switch (fields.number()) {
        case 1 -> time = isNumber ? ProtoReader.varint(fields.value()) : time;
        case 2 -> tid = isNumber ? ProtoReader.varint(fields.value()) : tid;
        case 3 -> print = isNumber ? null : fields.value();
        case 4 -> switched = isNumber ? null : fields.value();
        case 80 -> kernelMark = isNumber ? null : fields.value();
        case 236 -> renamed = isNumber ? null : fields.value();
        default -> {}
      }
    }
    time += offset;
    if (print != null) {
      marks.add(event.start() - in.start(), time, tid, new ProtoMessage(print).text(2));
    } else if (switched != null) {
      switched(new ProtoMessage(switched), time);
    } else if (kernelMark != null) {
      kernelMark(event.start() - in.start(), new ProtoMessage(kernelMark), time, tid);
    } else if (renamed != null) {
      ProtoMessage of = new ProtoMessage(renamed);
      processes.kernelName(of.number(1), of.text(3));
    }
  }

  private void switched(ProtoMessage of, long time) {
    switches.add(time, (int) of.number(2), (int) of.number(6));
    processes.kernelName(of.number(2), of.text(1));
    processes.kernelName(of.number(6), of.text(5));
  }

  /** Adds a mark of the kernel's own code. */
  private void kernelMark(long at, ProtoMessage of, long time, long tid) {
    if (of.number(3) == 0) {
      marks.end(at, time, tid, of.number(1));
    } else {
      marks.begin(at, time, tid, of.number(1), of.text(2));
    }
  }

  /** The processes and threads of a snapshot of all (protos/perfetto/trace/ps). */
  static void tree(ByteView tree, Processes into) {
    var fields = new ProtoReader(tree);
    while (fields.next()) {
      if (fields.wireType() != ProtoReader.LENGTH) {
        continue;
      }
      ProtoMessage of = new ProtoMessage(fields.value());
      if (fields.number() == 1) {
        long pid = of.number(1);
        into.thread(pid, pid);
        // Its name is the first word of its command.
        into.process(pid, of.firstText(3));
      } else if (fields.number() == 2) {
        into.thread(of.number(1), of.number(3));
        into.kernelName(of.number(1), of.text(2));
      }
    }
  }
}
