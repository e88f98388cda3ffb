package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.raw.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The blocks of a method's code, the ways between them, and which of both have a place that reports
 * them. The others follow from those: a block is reached where a way to it was taken, and a way
 * from a block that has no other is taken where the block was reached and cannot throw.
 *
 * <p>Handlers and the method's start have places, and blocks that are one of several ways from
 * another. Where such a way leads to a block that has others, the way itself has one.
 */
public final class Flow {
  private static final int NONE = -1;

  /** The first instruction of each block, ascending, and the address behind its last one. */
  private final int[] starts;

  private final int[] ends;

  /** The address of the last instruction of each block. */
  private final int[] lasts;

  private final boolean[] canThrow;

  /** The place of each block, counted from the method's first; or {@link #NONE}. */
  private final int[] places;

  private final List<Way> ways = new ArrayList<>();

  /** The blocks whose last instruction may not be followed by a report. */
  private final BitSet muteChoices = new BitSet();

  /** The blocks that a handler begins. */
  private final BitSet handlers = new BitSet();

  private int count;

  /**
   * A way from a block to another.
   *
   * @param from a block
   * @param to a block
   * @param place counted from the method's first; negative if it has none
   */
  record Way(int from, int to, int place) {
    boolean hasPlace() {
      return place != NONE;
    }
  }

  private Flow(MethodBody body, LineTable lines) {
    BitSet leaders = leaders(body, lines);
    starts = leaders.stream().toArray();
    ends = new int[starts.length];
    lasts = new int[starts.length];
    canThrow = new boolean[starts.length];
    places = new int[starts.length];
    Arrays.fill(places, NONE);
    for (int i = 0; i < body.handlers; i++) {
      int handler = Arrays.binarySearch(starts, body.handlerPc[i]);
      if (handler >= 0) {
        handlers.set(handler);
      }
    }
    int[] depth = MonitorDepth.areUsed(body) ? MonitorDepth.of(body) : new int[0];
    List<Integer> from = new ArrayList<>();
    List<Integer> to = new ArrayList<>();
    BitSet mute = new BitSet();
    int block = NONE;
    for (Instruction each = body.instructions(); each.next(); ) {
      if (each.isPayload() || each.isAlignment()) {
        continue;
      }
      if (block + 1 < starts.length && starts[block + 1] == each.pc()) {
        block++;
        mute.set(block, depth.length > 0 && !mayThrow(body, depth, each.pc()));
      }
      lasts[block] = each.pc();
      ends[block] = each.pc() + each.units();
      canThrow[block] |= (Opcode.flags(each.opcodeValue()) & Opcode.CAN_THROW) != 0;
      boolean isLast = endsBlock(each) || leaders.get(ends[block]);
      if (isLast) {
        for (int target : successors(each)) {
          int next = Arrays.binarySearch(starts, target);
          if (next >= 0) {
            from.add(block);
            to.add(next);
          }
        }
        if (depth.length > 0 && !mayThrow(body, depth, each.pc())) {
          muteChoices.set(block);
        }
      }
    }
    choosePlaces(from, to, mute);
  }

  /**
   * Returns whether a call may stand before an instruction, as far as it can throw: handlers must
   * find the monitors that they expect, and none may remain held.
   */
  private static boolean mayThrow(MethodBody body, int[] depth, int pc) {
    int range = body.findTry(pc);
    boolean isCaught = false;
    for (int i = range < 0 ? 0 : body.tryHandlers[range];
        range >= 0 && i < body.tryHandlersEnd[range];
        i++) {
      int handler = body.handlerPc[i];
      int expected = handler < 0 || handler >= depth.length ? -1 : depth[handler];
      if (expected >= 0 && expected != depth[pc]) {
        return false;
      }
      isCaught |= body.handlerType[i] == MethodBody.CATCH_ALL;
    }
    return isCaught || depth[pc] <= 0;
  }

  /** One empty block: of the method, nothing but its start is known. */
  private Flow() {
    starts = new int[1];
    ends = new int[1];
    lasts = new int[1];
    canThrow = new boolean[1];
    places = new int[1];
    count = 1;
  }

  /** Returns the flow of any method of which only its start matters. */
  public static Flow ofStart() {
    return new Flow();
  }

  /**
   * Finds the blocks of a method's code. A block ends, too, where a line does that has made a call:
   * the call may not return.
   */
  public static Flow of(MethodBody body, LineTable lines) {
    return new Flow(body, lines);
  }

  private static BitSet leaders(MethodBody body, LineTable lines) {
    var leaders = new BitSet();
    leaders.set(0);
    int line = LineTable.NO_LINE;
    boolean hasCalled = false;
    for (Instruction each = body.instructions(); each.next(); ) {
      if (each.isPayload() || each.isAlignment()) {
        continue;
      }
      int next = lines.line(each.pc());
      if (next != line && hasCalled && !isPartOfCall(each)) {
        leaders.set(each.pc());
        hasCalled = false;
      }
      line = next;
      hasCalled |= isCall(each);
      if (endsBlock(each)) {
        for (int target : successors(each)) {
          leaders.set(target);
        }
        leaders.set(each.pc() + each.units());
      }
    }
    for (int i = 0; i < body.handlers; i++) {
      if (body.handlerPc[i] >= 0) {
        leaders.set(body.handlerPc[i]);
      }
    }
    var code = new BitSet();
    for (Instruction each = body.instructions(); each.next(); ) {
      if (!each.isPayload() && !each.isAlignment()) {
        code.set(each.pc());
      }
    }
    // Damaged code, which the verifier refuses, can lead anywhere.
    leaders.and(code);
    return leaders;
  }

  private static boolean isCall(Instruction i) {
    return switch (Opcode.indexKind(Opcode.flags(i.opcodeValue()))) {
      case METHOD, METHOD_AND_PROTO, CALL_SITE -> true;
      default -> false;
    };
  }

  /** Returns whether an instruction has to follow the one before it. */
  private static boolean isPartOfCall(Instruction i) {
    int opcode = i.opcodeValue();
    return opcode >= Op.MOVE_RESULT && opcode <= Op.MOVE_EXCEPTION;
  }

  private static boolean endsBlock(Instruction i) {
    int flags = Opcode.flags(i.opcodeValue());
    return (flags & (Opcode.CAN_BRANCH | Opcode.CAN_SWITCH | Opcode.CAN_RETURN)) != 0
        || (flags & Opcode.CAN_CONTINUE) == 0;
  }

  /** The addresses that may follow an instruction, each once; where it continues comes last. */
  private static int[] successors(Instruction i) {
    IntStream.Builder all = IntStream.builder();
    jumps(i).forEach(all);
    if ((Opcode.flags(i.opcodeValue()) & Opcode.CAN_CONTINUE) != 0) {
      all.add(i.pc() + i.units());
    }
    return all.build().filter(each -> each >= 0).distinct().toArray();
  }

  /** The addresses that a branch or switch names. */
  static IntStream jumps(Instruction i) {
    int flags = Opcode.flags(i.opcodeValue());
    if ((flags & Opcode.CAN_SWITCH) == 0) {
      return (flags & Opcode.CAN_BRANCH) == 0 ? IntStream.empty() : IntStream.of(i.target());
    }
    Instruction payload = i.copy();
    payload.moveTo(i.target());
    return payload.isPackedSwitchPayload() || payload.isSparseSwitchPayload()
        ? IntStream.range(0, payload.payloadSize()).map(each -> i.pc() + payload.caseOffset(each))
        : IntStream.empty();
  }

  /** Chooses them; blocks that are mute may not report anything. */
  private void choosePlaces(List<Integer> from, List<Integer> to, BitSet mute) {
    int[] leaving = new int[starts.length];
    int[] arriving = new int[starts.length];
    from.forEach(each -> leaving[each]++);
    to.forEach(each -> arriving[each]++);
    BitSet own = new BitSet();
    own.set(0);
    own.or(handlers);
    BitSet arrived = new BitSet();
    for (int i = 0; i < from.size(); i++) {
      boolean isChoice = leaving[from.get(i)] > 1;
      int target = to.get(i);
      arrived.set(target);
      boolean isSilent = mute.get(from.get(i)) || muteChoices.get(from.get(i));
      if (isSilent || (isChoice ? arriving[target] == 1 : canThrow[from.get(i)])) {
        own.set(target);
      }
    }
    for (int block = 0; block < starts.length; block++) {
      if (block == 0 || ((own.get(block) || !arrived.get(block)) && !mute.get(block))) {
        places[block] = count++;
      }
    }
    for (int i = 0; i < from.size(); i++) {
      int target = to.get(i);
      boolean isShared = arriving[target] > 1 || target == 0 || handlers.get(target);
      boolean hasPlace = leaving[from.get(i)] > 1 && isShared && !muteChoices.get(from.get(i));
      ways.add(new Way(from.get(i), target, hasPlace ? count++ : NONE));
    }
  }

  /** The number of places. */
  public int count() {
    return count;
  }

  /** The number of blocks. */
  public int blocks() {
    return starts.length;
  }

  /** Returns the address of a block's first instruction. */
  public int start(int block) {
    return starts[block];
  }

  /** Returns the address behind a block's last instruction. */
  public int end(int block) {
    return ends[block];
  }

  /** Returns the address of a block's last instruction. */
  int last(int block) {
    return lasts[block];
  }

  /** Returns the block that begins at an address; negative if none does. */
  int blockAt(int pc) {
    return Arrays.binarySearch(starts, pc);
  }

  /** Returns the place at a block's start; negative if it has none. */
  int place(int block) {
    return places[block];
  }

  List<Way> ways() {
    return ways;
  }

  /** What was reached of the code. */
  public final class Reached {
    private final BitSet blocks = new BitSet();
    private final int[] ways = new int[starts.length];
    private final int[] taken = new int[starts.length];

    private Reached(BitSet reached, int first) {
      for (int i = 0; i < starts.length; i++) {
        if (places[i] != NONE) {
          blocks.set(i, reached.get(first + places[i]));
        }
      }
      int[] arrivals = new int[starts.length];
      for (Way each : Flow.this.ways) {
        ways[each.from()]++;
        arrivals[each.to()]++;
      }
      // A block's own place says all of it; the others follow from ways, those from other blocks.
      boolean isChanged;
      do {
        isChanged = false;
        for (Way each : Flow.this.ways) {
          if (!blocks.get(each.to()) && isTaken(each, reached, first)) {
            blocks.set(each.to());
            isChanged = true;
          }
          // One that may not report itself.
          boolean isOnlyWay = arrivals[each.to()] == 1 && !handlers.get(each.to());
          boolean isLeft =
              each.hasPlace() ? isTaken(each, reached, first) : isOnlyWay && blocks.get(each.to());
          if (isLeft && !blocks.get(each.from())) {
            blocks.set(each.from());
            isChanged = true;
          }
        }
      } while (isChanged);
      for (Way each : Flow.this.ways) {
        taken[each.from()] += isTaken(each, reached, first) ? 1 : 0;
      }
    }

    private boolean isTaken(Way way, BitSet reached, int first) {
      if (way.hasPlace()) {
        return reached.get(first + way.place());
      }
      boolean isFollowed = places[way.to()] == NONE || blocks.get(way.to());
      return blocks.get(way.from()) && (ways[way.from()] > 1 ? blocks.get(way.to()) : isFollowed);
    }

    /** Returns whether a block was reached. */
    public boolean has(int block) {
      return blocks.get(block);
    }

    /** Returns how many ways lead from a block, where it has a choice; else 0. */
    public int branches(int block) {
      return ways[block] > 1 ? ways[block] : 0;
    }

    /** Returns how many of these were taken. */
    public int taken(int block) {
      return ways[block] > 1 ? taken[block] : 0;
    }
  }

  /**
   * Returns what follows from the places that were reached.
   *
   * @param first the number of the method's first place in the set
   */
  public Reached reached(BitSet reached, int first) {
    return new Reached(reached, first);
  }
}
