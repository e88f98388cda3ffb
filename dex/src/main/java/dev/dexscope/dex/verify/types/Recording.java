package dev.dexscope.dex.verify.types;

import dev.dexscope.dex.verify.verdict.Failure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the types of a method's registers that were seen last: those of the fixed point. */
public final class Recording {
  private int[] @Nullable [] lines = new int[16][];
  private final Map<Integer, Failure> failures = new HashMap<>();
  private boolean countsLocks;
  private int end;
  private @Nullable RegTypes types;

  public void record(int pc, RegisterLine line, RegTypes table) {
    types = table;
    if (pc >= lines.length) {
      lines = Arrays.copyOf(lines, Math.max(pc + 1, 2 * lines.length));
    }
    lines[pc] = line.types.clone();
    end = Math.max(end, pc + 1);
  }

  /** Marks an instruction that cannot be followed as not reached. */
  public void forget(int pc) {
    lines[pc] = null;
  }

  /** Marks all instructions as not reached: they are recorded again. */
  public void restart() {
    Arrays.fill(lines, null);
  }

  /** The instruction has a failure. */
  public void fail(int pc, Failure why) {
    failures.putIfAbsent(pc, why);
  }

  /** The first failures of instructions, by their addresses. */
  public Map<Integer, Failure> failures() {
    return failures;
  }

  /** The method's monitors cannot be followed. */
  public void countLocks() {
    countsLocks = true;
  }

  /** Returns whether a runtime must count the method's monitors. */
  public boolean countsLocks() {
    return countsLocks;
  }

  /** Returns the address after the last instruction that was reached. */
  public int end() {
    return end;
  }

  /** Returns the types before the instruction at an address, or null if it was not reached. */
  public int @Nullable [] line(int pc) {
    return pc < lines.length ? lines[pc] : null;
  }

  /** Returns the table of reference types; null if nothing was reached. */
  public @Nullable RegTypes types() {
    return types;
  }
}
