package dev.dexscope.dex.verify.types;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The types of all registers before one instruction, the monitors held there, and whether a
 * constructor's {@code this} has been initialized.
 *
 * <p>A monitor is identified by its depth. A register that holds the object of monitors has a bit
 * for each of their depths; copies share them. The extra last slot represents "null, wherever it
 * is".
 */
public final class RegisterLine {
  static final int MAX_DEPTH = 32;

  private static final int MAX_DIFFERING = 256;

  public final int[] types;

  /** Bits of depth per register; null in a method without monitor-enter. */
  final int @Nullable [] locks;

  public int depth;
  public boolean thisInitialized;

  public RegisterLine(int registers, boolean withLocks) {
    this.types = new int[registers];
    this.locks = withLocks ? new int[registers + 1] : null;
  }

  public void copyFrom(RegisterLine other) {
    System.arraycopy(other.types, 0, types, 0, types.length);
    if (locks != null && other.locks != null) {
      System.arraycopy(other.locks, 0, locks, 0, locks.length);
    }
    depth = other.depth;
    thisInitialized = other.thisInitialized;
  }

  public void set(int register, int type) {
    types[register] = type;
    clearLocks(register);
  }

  public void setWide(int register, int low) {
    set(register, low);
    set(register + 1, RegType.highHalf(low));
  }

  void clearLocks(int register) {
    if (locks != null) {
      locks[register] = 0;
    }
  }

  public void copyLocks(int to, int from) {
    if (locks != null && locks[from] != 0) {
      locks[to] = locks[from];
    }
  }

  public void replace(int type, int by) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == type) {
        types[i] = by;
      }
    }
  }

  /** Forgets a reference for good: its copies too are conflicts now, and hold no monitor. */
  public void invalidate(int type) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == type) {
        set(i, RegType.CONFLICT);
      }
    }
  }

  /** At a return only its operand matters: all registers but {@code count} from {@code first}. */
  public void keepOnly(int first, int count) {
    for (int i = 0; i < types.length; i++) {
      if (i < first || i >= first + count) {
        types[i] = RegType.CONFLICT;
      }
    }
  }

  /** Enters the monitor of the register's object; false when the locking cannot be followed. */
  public boolean enter(int register) {
    if (locks == null || depth >= MAX_DEPTH) {
      return false;
    }
    int bit = 1 << depth;
    if ((locks[register] & bit) != 0) {
      return false;
    }
    locks[register] |= bit;
    if (types[register] == RegType.ZERO) {
      locks[locks.length - 1] |= bit;
    }
    depth++;
    return true;
  }

  /** Leaves the innermost monitor; false when it is not that of the register's object. */
  public boolean exit(int register) {
    if (depth == 0) {
      return false;
    }
    depth--;
    if (locks == null) {
      return false;
    }
    int bit = 1 << depth;
    boolean held =
        (locks[register] & bit) != 0
            || (types[register] == RegType.ZERO && (locks[locks.length - 1] & bit) != 0);
    if (held) {
      for (int i = 0; i < locks.length; i++) {
        locks[i] &= ~bit;
      }
    }
    return held;
  }

  /** Lists the registers whose types are not those of another line; returns how many. */
  public int differences(RegisterLine other, int[] list) {
    int count = 0;
    for (int i = 0; i < types.length; i++) {
      if (types[i] != other.types[i]) {
        list[count++] = i;
      }
    }
    return count;
  }

  /** Are the monitors and the state of {@code this} the same? */
  public boolean hasStateOf(RegisterLine other) {
    return depth == other.depth
        && thisInitialized == other.thisInitialized
        && Arrays.equals(locks, other.locks);
  }

  /** As {@link #mergeTypes}, for some registers only. */
  public boolean mergeTypes(RegisterLine incoming, int[] registers, int count, RegTypes rules) {
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int register = registers[i];
      int merged = rules.merge(types[register], incoming.types[register]);
      changed |= merged != types[register];
      types[register] = merged;
    }
    return changed;
  }

  /** Merges the types of another path into this line; true when something became less precise. */
  public boolean mergeTypes(RegisterLine incoming, RegTypes rules) {
    boolean changed = false;
    int[] theirs = incoming.types;
    for (int i = 0; i < types.length; i++) {
      int type = types[i];
      if (type != theirs[i]) {
        int merged = rules.merge(type, theirs[i]);
        if (merged != type) {
          types[i] = merged;
          changed = true;
        }
      }
    }
    if (thisInitialized && !incoming.thisInitialized) {
      thisInitialized = false;
      changed = true;
    }
    return changed;
  }

  /**
   * Merges the monitors of another path into this line; returns false if the two do not agree. A
   * register that is locked in one path only is removed if another still represents its monitors.
   */
  public boolean mergeLocks(RegisterLine incoming) {
    if (depth == 0 && incoming.depth == 0) {
      return true;
    }
    if (depth != incoming.depth) {
      return false;
    }
    if (locks == null || incoming.locks == null || Arrays.equals(locks, incoming.locks)) {
      return true;
    }
    int differing = 0;
    for (int i = 0; i < types.length; i++) {
      if (locks[i] != incoming.locks[i]) {
        // Each costs a look at all others: no program has that many.
        if (++differing > MAX_DIFFERING) {
          return false;
        }
        if (!isAliased(i, locks[i]) || !isAliased(i, incoming.locks[i])) {
          return false;
        }
        locks[i] = 0;
      }
    }
    return true;
  }

  private boolean isAliased(int register, int depths) {
    if (depths == 0) {
      return true;
    }
    int[] all = java.util.Objects.requireNonNull(locks);
    for (int i = 0; i < all.length; i++) {
      if (i != register && all[i] == depths) {
        return true;
      }
    }
    return false;
  }
}
