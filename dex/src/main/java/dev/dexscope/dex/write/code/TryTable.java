package dev.dexscope.dex.write.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The try ranges of a method: apart from each other and in order, as the format requires, in
 * whatever order they are added.
 */
public final class TryTable {
  /** try_item has 16 bits for the size of a range. */
  private static final int LONGEST = 0xffff;

  private record Range(int start, int end, int[] handlers) {
    boolean hasCatchAll() {
      return handlers.length >= 2 && handlers[handlers.length - 2] == MethodBody.CATCH_ALL;
    }

    Range part(int from, int to) {
      return new Range(from, to, handlers);
    }

    Range with(int type, int address) {
      int[] more = Arrays.copyOf(handlers, handlers.length + 2);
      more[handlers.length] = type;
      more[handlers.length + 1] = address;
      return new Range(start, end, more);
    }
  }

  private List<Range> ranges = new ArrayList<>();

  /** A range of the old code: they come in order. */
  public void keep(int start, int end, int[] handlers) {
    if (start < end) {
      ranges.add(new Range(start, end, handlers));
    }
  }

  /**
   * Adds a handler for a range, after those that the code already has there, and not at all where
   * one of them catches everything.
   */
  public void add(int start, int end, int type, int address) {
    if (start >= end) {
      return;
    }
    List<Range> result = new ArrayList<>();
    int at = start;
    for (Range each : ranges) {
      if (each.end <= start || each.start >= end) {
        if (each.start >= end && at < end) {
          result.add(new Range(at, end, new int[] {type, address}));
          at = end;
        }
        result.add(each);
        continue;
      }
      int from = Math.max(each.start, start);
      int to = Math.min(each.end, end);
      if (at < from) {
        result.add(new Range(at, from, new int[] {type, address}));
      }
      if (each.start < from) {
        result.add(each.part(each.start, from));
      }
      Range inside = each.part(from, to);
      result.add(inside.hasCatchAll() ? inside : inside.with(type, address));
      if (to < each.end) {
        result.add(each.part(to, each.end));
      }
      at = to;
    }
    if (at < end) {
      result.add(new Range(at, end, new int[] {type, address}));
    }
    ranges = result;
  }

  /**
   * Start, end, first handler and end of handlers of each range.
   *
   * @param insns the code, finished
   */
  public int[] tries(char[] insns) {
    split(insns);
    int[] tries = new int[ranges.size() * Code.TRY];
    int handler = 0;
    for (int i = 0; i < ranges.size(); i++) {
      Range range = ranges.get(i);
      tries[i * Code.TRY] = range.start;
      tries[i * Code.TRY + 1] = range.end;
      tries[i * Code.TRY + 2] = handler;
      handler += range.handlers.length / Code.HANDLER;
      tries[i * Code.TRY + 3] = handler;
    }
    return tries;
  }

  public int[] handlers() {
    int count = ranges.stream().mapToInt(each -> each.handlers.length).sum();
    int[] handlers = new int[count];
    int at = 0;
    for (Range each : ranges) {
      System.arraycopy(each.handlers, 0, handlers, at, each.handlers.length);
      at += each.handlers.length;
    }
    return handlers;
  }

  /**
   * Divides ranges that exceed a try_item, between instructions: a try that begins inside an
   * instruction is rejected.
   */
  private void split(char[] insns) {
    if (ranges.stream().allMatch(each -> each.end - each.start <= LONGEST)) {
      return;
    }
    List<Range> parts = new ArrayList<>();
    for (Range each : ranges) {
      int from = each.start;
      for (int pc = from; pc < each.end; ) {
        int next = (int) Math.min(each.end, pc + Instruction.units(insns, pc, insns.length));
        if (next - from > LONGEST) {
          addPart(parts, each, from, pc);
          // Only a payload is so long by itself, and throws nothing.
          from = next - pc > LONGEST ? next : pc;
        }
        pc = next;
      }
      addPart(parts, each, from, each.end);
    }
    ranges = parts;
  }

  private static void addPart(List<Range> parts, Range range, int from, int to) {
    if (from < to) {
      parts.add(range.part(from, to));
    }
  }
}
