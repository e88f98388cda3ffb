package dev.dexscope.agents.jvmti;

import dev.dexscope.agents.machine.Memory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The capabilities that have been reserved at HotSpot's start, when nobody knew what agents would
 * ask for. HotSpot's compilers make slower code for some of them, whether anybody has them or not:
 * those that no agent has asked for when {@code Agent_OnLoad} is over are given back.
 *
 * <p>HotSpot decides about that at the end of its own start, and has no function for it later. So
 * its account of what may be had at any time is changed in its memory. Where a JDK has been
 * stripped of its symbols, everything stays reserved.
 */
public final class ReservedCapabilities {
  /**
   * can_pop_frame, can_access_local_variables, and those to generate exception, frame pop,
   * breakpoint and method exit events; by their bits in {@code jvmtiCapabilities}.
   */
  static final long COSTLY = 1 << 8 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 19 | 1 << 25;

  /** The size of {@code jvmtiCapabilities}. */
  private static final int SIZE = 16;

  private static final String CLASS = "_ZN23JvmtiManageCapabilities";
  private static final String ALWAYS = CLASS + "19always_capabilitiesE";
  private static final String SOLO = CLASS + "24always_solo_capabilitiesE";
  private static final String SOLO_LEFT = CLASS + "34always_solo_remaining_capabilitiesE";

  private static final Set<String> ACCOUNTS = Set.of(ALWAYS, SOLO, SOLO_LEFT);

  private final HotSpot hotSpot;
  private long asked;

  /** By the addresses of the accounts, what was taken out of each. */
  private final Map<Long, Long> givenBack = new LinkedHashMap<>();

  public ReservedCapabilities(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  /**
   * Writes down, beside the machine code, where HotSpot has its accounts: the search takes long.
   */
  public static void noteAccounts(Path machineCode) throws IOException {
    HotSpot.noteVariables(machineCode, ACCOUNTS, SIZE);
  }

  /** An agent has got capabilities: the address of a {@code jvmtiCapabilities}. */
  public synchronized void got(long capabilities) {
    asked |= Memory.readLong(capabilities);
  }

  /** Gives back what costs time and has not been asked for. */
  public synchronized void giveBackUnasked() {
    long unasked = COSTLY & ~asked;
    List<Long> accounts = hotSpot.variables(ACCOUNTS, SIZE);
    if (unasked == 0 || accounts.isEmpty() || !areReserved(accounts, unasked)) {
      return;
    }
    for (long account : accounts) {
      long had = Memory.readLong(account);
      givenBack.merge(account, had & unasked, (one, other) -> one | other);
      Memory.writeLong(account, had & ~unasked);
    }
    addNothing();
  }

  /**
   * Capabilities given back may be had again. Code that is compiled already knows nothing of it.
   */
  public synchronized void takeBack() {
    if (givenBack.isEmpty()) {
      return;
    }
    givenBack.forEach(
        (account, bits) -> Memory.writeLong(account, Memory.readLong(account) | bits));
    givenBack.clear();
    addNothing();
  }

  /**
   * Capabilities that are not available at any time by that account have not been reserved, or it
   * is no account.
   */
  private static boolean areReserved(List<Long> accounts, long capabilities) {
    long all = 0;
    for (long account : accounts) {
      all |= Memory.readLong(account);
    }
    return (all & capabilities) == capabilities;
  }

  /** HotSpot tells its compilers whenever an environment gets capabilities, be it none. */
  private void addNothing() {
    try (Arena arena = Arena.ofConfined()) {
      hotSpot.call(
          Function.ADD_CAPABILITIES, hotSpot.environment(), arena.allocate(SIZE, 8).address());
    }
  }
}
