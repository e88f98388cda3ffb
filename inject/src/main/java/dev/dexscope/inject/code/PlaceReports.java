package dev.dexscope.inject.code;

import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.raw.Op;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.CodeTransform;
import dev.dexscope.dex.write.Label;
import dev.dexscope.dex.write.MethodBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Puts a call into methods for each place of their {@link Flow}, which reports that it runs. */
public final class PlaceReports implements MethodChange {
  private final MethodRef reach;
  private final IntFunction<Places> places;
  private final MethodBody body = new MethodBody();

  /**
   * The places of a method.
   *
   * @param first the number of its first one
   */
  public record Places(Flow flow, int first) {}

  /**
   * Reports of one kind.
   *
   * @param names the names of the profiler
   * @param places those of a method, by its id
   */
  public PlaceReports(ProfilerNames names, IntFunction<Places> places) {
    this.reach = MethodRef.of(names.type(), "reach", "(I)V");
    this.places = places;
  }

  @Override
  public void add(
      EncodedMethod method, MethodBuilder builder, int id, Surroundings around, boolean isWhole) {
    Frame.Method read = Frame.read(method, body);
    Places numbered = places.apply(id);
    // A report in a try can throw where nothing could, with registers that its handler does not
    // expect.
    Flow flow = isWhole ? numbered.flow() : Flow.ofStart();
    boolean isStartOnly = flow.count() == 1;
    boolean staysInside = MonitorDepth.areUsed(body);
    read.transform(
        builder,
        false,
        !isStartOnly,
        frame -> new Reports(flow, frame, isStartOnly, staysInside, numbered.first()));
  }

  /** Those of one method. */
  private final class Reports implements CodeTransform {
    private final Flow flow;
    private final Frame frame;
    private final boolean isStartOnly;

    /**
     * Whether a way's report stays where the branch is, in the same tries: a call can throw, and a
     * monitor must be released then.
     */
    private final boolean staysInside;

    private final int first;
    private int register;
    private final List<Detour> detours = new ArrayList<>();

    /** The ways with places, by the address of the instruction that chooses between them. */
    private final Map<Integer, List<Flow.Way>> choices = new HashMap<>();

    private record Detour(Label label, int place, int target) {}

    Reports(Flow flow, Frame frame, boolean isStartOnly, boolean staysInside, int first) {
      this.flow = flow;
      this.frame = frame;
      this.isStartOnly = isStartOnly;
      this.staysInside = staysInside;
      this.first = first;
      for (Flow.Way each : flow.ways()) {
        if (each.hasPlace()) {
          choices.computeIfAbsent(flow.last(each.from()), _ -> new ArrayList<>()).add(each);
        }
      }
    }

    @Override
    public void atStart(CodeBuilder b) {
      frame.grow(b);
      if (isStartOnly) {
        // v0 holds nothing yet that anybody will look for.
        report(b, flow.place(0));
        frame.settle(b);
      } else {
        register = frame.keep(b);
        frame.settle(b);
        report(b, flow.place(0));
      }
    }

    private void report(CodeBuilder b, int place) {
      b.constant(register, first + place);
      b.invoke(Opcode.INVOKE_STATIC, reach, register);
    }

    @Override
    public void accept(CodeBuilder b, Instruction i) {
      int block = flow.blockAt(i.pc());
      boolean isReported = block > 0 && flow.place(block) >= 0;
      // It must be a handler's first instruction.
      boolean isMove = i.opcodeValue() == Op.MOVE_EXCEPTION;
      if (isReported && !isMove) {
        report(b, flow.place(block));
      }
      write(b, i);
      if (isReported && isMove) {
        report(b, flow.place(block));
      }
    }

    private void write(CodeBuilder b, Instruction i) {
      List<Flow.Way> ways = choices.get(i.pc());
      if (ways == null) {
        b.with(i);
        return;
      }
      int next = i.pc() + i.units();
      Map<Integer, Label> elsewhere = new HashMap<>();
      List<Detour> here = new ArrayList<>();
      int continued = -1;
      for (Flow.Way each : ways) {
        int target = flow.start(each.to());
        if (target == next) {
          continued = each.place();
        }
        if (Flow.jumps(i).anyMatch(jump -> jump == target)) {
          var detour = new Detour(b.newLabel(), each.place(), target);
          elsewhere.put(target, detour.label());
          here.add(detour);
        }
      }
      b.with(i, elsewhere);
      if (continued >= 0) {
        report(b, continued);
      }
      if (!staysInside) {
        detours.addAll(here);
      } else if (!here.isEmpty()) {
        b.branch(b.labelOf(next));
        here.forEach(each -> write(b, each));
      }
    }

    @Override
    public void atEnd(CodeBuilder b) {
      detours.forEach(each -> write(b, each));
    }

    private void write(CodeBuilder b, Detour detour) {
      b.bind(detour.label());
      report(b, detour.place());
      b.branch(b.labelOf(detour.target()));
    }
  }
}
