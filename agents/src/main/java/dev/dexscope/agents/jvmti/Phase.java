package dev.dexscope.agents.jvmti;

/** The phases of the program's VM, in their order: HotSpot itself is live through all of them. */
public enum Phase {
  ONLOAD(1),
  START(6),
  LIVE(4),
  DEAD(8);

  private final int number;

  Phase(int number) {
    this.number = number;
  }

  /** Its number in the specification. */
  public int number() {
    return number;
  }
}
